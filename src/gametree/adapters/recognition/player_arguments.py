"""Rules whose methods take the player as an argument: `legal_moves(player)`, `move(cell, player)`.

The methods are those of a board, or take one as well: `legal_moves(board, player)`.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from types import ModuleType
from typing import Any, NamedTuple

from ...errors import BadParameter
from ..own.found_members import WrittenRules
from ..values.copying import call
from . import roles
from .endings import over_of
from .expressions import Expression
from .first_states import first_state_of, guarded_make, no_first_state
from .members import Member, arguments_of, find, maker_of, named, names_of
from .module_functions import ModuleFunctions, called
from .roles import Role
from .turn_taking import BOARD, PLAYER, RulesForPlayer, play_in_turn

__all__ = ["player_arguments"]

_SETTLED = ("player", "just_moved")
_ASKED = (roles.RESULT, roles.WINNER, roles.WINS, roles.WON, roles.LOST)


def player_arguments(
    state: Any, given: Mapping[str, Any], labels: Sequence[Any] | None
) -> WrittenRules | None:
    """Return the rules of a board or a module whose methods take the player; None for others.

    Args:
        state: a board, or a class or function that makes one; an object whose methods take a
            board, or a module whose functions do.
        given: what the user chose for the roles, by keyword.
        labels: what the rules call the players, who take turns.

    Raises:
        BadParameter: if nobody says what the players are called, or nothing tells whether a game
            is over in which somebody cannot move.
        GameError: if the user's code raises.

    """
    if any(given.get(each) is not None for each in _SETTLED) or isinstance(state, WrittenRules):
        return None
    make, owner = _maker_and_owner(state)
    calls = _calls(owner, given, board="")
    of_board = calls is not None
    if calls is None:
        calls = _calls(owner, given, board=BOARD)
    if calls is None:
        return None
    thing = guarded_make(make)
    if of_board:
        if any(find(thing, role) for role in (roles.PLAYER, roles.JUST_MOVED, roles.MOVES)):
            return None
    else:
        first = first_state_of(thing, given.get("start"))
        if first is None:
            raise no_first_state(thing)
        make = first
    if labels is None:
        raise BadParameter(
            f"{called(thing)}.{calls[0].name} is asked for a player, and nothing tells whose turn "
            "it is: give players=, what the rules call the players, who take turns, such as (1, -1)"
        )
    subject = _Subject(thing, given, of_board)
    return _written(subject, partial(_start, make, labels[0]), calls, labels)


def _maker_and_owner(state: Any) -> tuple[Callable[[], Any], Any]:
    """Return what makes an object that nobody else holds, and what has its methods."""
    if isinstance(state, ModuleType):
        state = ModuleFunctions(state)
    if isinstance(state, type):
        return maker_of(state), state
    if callable(state) and not names_of(state, roles.MOVES):
        return state, guarded_make(state)
    return partial(copy.deepcopy, state), state


def _start(make: Callable[[], Any], player: Any) -> tuple[Any, Any]:
    """Return the first state of the game: a new object, and the player to move."""
    return (make(), player)


class _Call(NamedTuple):
    """A method that takes the player: its name, and expressions for its arguments."""

    name: str
    arguments: tuple[str, ...]


def _calls(
    owner: Any, given: Mapping[str, Any], board: str
) -> tuple[_Call, _Call, _Call | None] | None:
    """Return what lists moves for a player, plays one, and tells the end.

    None if moves are listed or played otherwise. What plays a move need not take the player.
    """
    listing = _call(owner, roles.MOVES, given, board) or _call(owner, roles.CELLS, given, board)
    playing = _call(owner, roles.PLAY, given, board, move="asked")
    if playing is None:  # moves may say whose they are
        playing = _call(owner, roles.PLAY, given, board, move="asked", player="")
    if listing is None or playing is None:
        return None
    return listing, playing, _call(owner, roles.OVER, given, board)


def _call(
    owner: Any,
    role: Role,
    given: Mapping[str, Any],
    board: str,
    move: str = "",
    player: str = PLAYER,
) -> _Call | None:
    """Return the method with a role that takes `player`, `board` and `move`, unless empty."""
    name = given.get(role.keyword) or named(owner, role)
    if not isinstance(name, str) or not _is_method(owner, name):
        return None
    arguments = arguments_of(getattr(owner, name), board, player, move, items=True) or []
    meant = {move if move and each.startswith(move) else each for each in arguments}
    return _Call(name, tuple(arguments)) if meant == {board, player, move} - {""} else None


def _is_method(owner: Any, name: str) -> bool:
    """Return True for a function that a class, an object or a module has."""
    held = getattr(owner, name, None)
    static = isinstance(inspect.getattr_static(owner, name, None), (staticmethod, classmethod))
    return (inspect.isfunction(held) or inspect.ismethod(held)) and not static


class _Subject(NamedTuple):
    """The user's object, or module.

    Attributes:
        thing: a board, or what has functions of a board.
        given: what the user chose for the roles, by keyword.
        of_board: whether it is a board.

    """

    thing: Any
    given: Mapping[str, Any]
    of_board: bool

    def called(self, method: _Call) -> Member:
        """Return a method as a member: of a state, and a move if it takes one."""
        items = sum(each.startswith("asked[") for each in method.arguments)
        takes = any(each.startswith("asked") for each in method.arguments)
        text = f"{method.name}({', '.join(method.arguments)})"
        named: dict[str, Any] = {}
        if self.of_board:
            text = f"{BOARD}.{text}"
        elif isinstance(self.thing, ModuleFunctions):
            named = {method.name: getattr(self.thing, method.name)}
        else:
            text, named = f"rules.{text}", {"rules": self.thing}
        ask = Expression(text, "state, asked" if takes else "state", **named)
        return Member(method.name, int(takes), ask, (), items)

    def found(self, role: Role, but: str = "") -> Member | None:
        """Return what plays a role without the player as an argument, asked of a state."""
        found = find(self.thing, role, self.given.get(role.keyword), not self.of_board, but)
        if found is None:
            return None
        asked = ["asked"] * found.takes
        text = f"ask({', '.join([BOARD, *asked])})"
        return found._replace(ask=Expression(text, ", ".join(["state", *asked]), ask=found.ask))


def _of_whole_moves(playing: _Call, rules: RulesForPlayer) -> _Call:
    """Return what plays a move; the move itself names the player if it has an item for it.

    So it is with `place(row, column, player)` and moves such as (2, 3, "X").
    """
    taken = [each for each in playing.arguments if each != BOARD]
    if len(taken) < 3:
        return playing
    listed = call((), rules.ask, rules.listing, rules.start())
    moves = listed if isinstance(listed, (list, tuple)) else []
    whole = all(isinstance(move, tuple) and len(move) == len(taken) for move in moves)
    if not moves or not whole:
        return playing
    numbers = iter(range(len(taken)))
    items = (each if each == BOARD else f"asked[{next(numbers)}]" for each in playing.arguments)
    return _Call(playing.name, tuple(items))


def _written(
    subject: _Subject,
    start: Callable[[], tuple[Any, Any]],
    calls: tuple[_Call, _Call, _Call | None],
    labels: Sequence[Any],
) -> WrittenRules:
    listing, playing, ending = calls
    over, winner = over_of(subject.found, start())
    if ending is not None:
        over = subject.called(ending)
    rules = RulesForPlayer(
        called(subject.thing), start, subject.called(listing), subject.called(playing), over
    )
    rules = rules._replace(playing=subject.called(_of_whole_moves(playing, rules)))
    members = {role.keyword: subject.found(role, but=playing.name) for role in _ASKED}
    members |= {
        "moves": rules.listing,
        "play": rules.playing._replace(ask=call((), play_in_turn, rules, labels)),
        "player": Member("players=", 0, Expression(PLAYER)),
        "over": over,
        "winner": members["winner"] or winner,
    }
    there = {keyword: member for keyword, member in members.items() if member is not None}
    return WrittenRules(start, subject.thing, there, shown=itemgetter(0))
