"""Boards that are told each time who plays: `legal_moves(player)` and `move(cell, player)`.

As a game their states are pairs of a board and the player whose turn it is.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from ..errors import BadParameter
from . import roles
from .copying import guarded
from .expressions import Expression
from .first_states import guarded_make
from .members import Member, arguments_of, find, maker_of, named, names_of
from .roles import Role
from .state_rules import WrittenRules

__all__ = ["told_turns"]

_BOARD, _PLAYER = "state[0]", "state[1]"
_SETTLED = ("moves", "play", "player", "just_moved")
_TOLD = (roles.OVER, roles.RESULT, roles.WINNER, roles.WINS, roles.WON, roles.LOST)


def told_turns(
    state: Any, given: Mapping[str, Any], labels: Sequence[Any] | None
) -> WrittenRules | None:
    """Return the rules of a board that is told who plays; None for what is no such board.

    Args:
        state: a board, or a class or function that makes one.
        given: what the user chose for the roles, by keyword.
        labels: what the rules call the players, who take turns.

    Raises:
        BadParameter: if nobody says what the players are called.

    """
    given_here = any(given.get(each) is not None for each in _SETTLED)
    if given_here or isinstance(state, WrittenRules):
        return None
    make, cls = _maker_and_class(state)
    listing = _method(cls, roles.MOVES, move="") or _method(cls, roles.CELLS, move="")
    playing = _method(cls, roles.PLAY, move="asked")
    if listing is None or playing is None:
        return None
    board = guarded_make(make)
    if any(find(board, role) for role in (roles.PLAYER, roles.JUST_MOVED, roles.MOVES)):
        return None
    if labels is None:
        raise BadParameter(
            f"{cls.__name__}.{listing[0]} is asked for a player, and nothing tells whose turn it "
            "is: give players=, what the rules call the players, who take turns, such as (1, -1)"
        )
    return _written(make, given, list(labels), listing, playing)


def _maker_and_class(state: Any) -> tuple[Callable[[], Any], type]:
    """Return what makes a board that nobody else holds, and its class."""
    if isinstance(state, type):
        return maker_of(state), state
    if callable(state) and not names_of(state, roles.MOVES):
        return state, type(guarded_make(state))
    return partial(copy.deepcopy, state), type(state)


def _method(cls: type, role: Role, move: str) -> tuple[str, str] | None:
    """Return a method that takes a player, and a move unless that is empty: its call on a board."""
    name = named(cls, role)
    if name is None or not inspect.isfunction(inspect.getattr_static(cls, name, None)):
        return None
    arguments = arguments_of(getattr(cls, name), "", _PLAYER, move)
    if arguments is None or set(arguments) != {_PLAYER, move} - {""}:
        return None
    return name, f"{_BOARD}.{name}({', '.join(arguments)})"


def _written(
    make: Callable[[], Any],
    given: Mapping[str, Any],
    labels: list[Any],
    listing: tuple[str, str],
    playing: tuple[str, str],
) -> WrittenRules:
    start = partial(_start, make, labels[0])
    board, _ = start()
    played = Expression(playing[1], "state, asked")
    first = start()
    method = f"{type(board).__name__}.{{}}"
    moves = list(guarded(method.format(listing[0]), Expression(listing[1]), first))
    answer = guarded(method.format(playing[0]), played, first, moves[0]) if moves else None
    after = playing[1] if isinstance(answer, type(board)) else f"changed({playing[1]}, {_BOARD})"
    called = {f"player_{number}": label for number, label in enumerate(labels)}
    text = f"({after}, {_following(len(labels))})"
    ask = Expression(text, "state, asked", changed=changed, **called)
    members = {
        "moves": Member(listing[0], 0, Expression(listing[1])),
        "play": Member(playing[0], 1, ask),
        "player": Member("players=", 0, Expression(_PLAYER)),
    }
    for role in _TOLD:
        found = find(board, role, given.get(role.keyword), but=playing[0])
        if found is not None:
            members[role.keyword] = found._replace(ask=_of_board(found))
    return WrittenRules(start, board, members, shown=itemgetter(0))


def _start(make: Callable[[], Any], player: Any) -> tuple[Any, Any]:
    return (make(), player)


def changed(answer: Any, board: Any) -> Any:
    """Return the board on which a move was played, whatever its method returned."""
    return board


def _of_board(member: Member) -> Expression:
    asked = ["asked"] * member.takes
    text = f"ask({', '.join([_BOARD, *asked])})"
    return Expression(text, ", ".join(["state", *asked]), ask=member.ask)


def _following(count: int) -> str:
    """Return the player after the one whose turn it is, as an expression."""
    text = "player_0"
    for number in range(count - 1):
        text = f"player_{number + 1} if {_PLAYER} == player_{number} else {text}"
    return f"({text})"
