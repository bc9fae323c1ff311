"""The table of interfaces that users' rules may have, and their detection.

interface_of(TicTacToe).adapt(TicTacToe(), players=2)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from ..game import Game
from .recognition import members, roles
from .recognition.module_functions import ModuleFunctions

__all__ = ["INTERFACES", "Interface", "interface_of", "lacking", "lacks_first_board", "nearly"]


class Interface(NamedTuple):
    """A way to write rules.

    Attributes:
        noun: what such rules are called.
        mark: how they are known.
        fits: tells whether a class, an object or a module is such rules.
        adapter: returns the class that makes a game of them; it takes an object, or for
            functions a module.

    """

    noun: str
    mark: str
    fits: Callable[[Any], bool]
    adapter: Callable[[], Callable[..., Game]]

    @property
    def adapt(self) -> Callable[..., Game]:
        """Makes a game of such rules, with the parameters of the adapter."""
        return self.adapter()


def interface_of(thing: Any) -> Interface | None:
    """Return the first interface that a class, object or module has; None if it has none."""
    if inspect.isabstract(thing):
        return None
    return next((each for each in INTERFACES if each.fits(thing)), None)


def nearly(thing: Any) -> str:
    """Return what a class, an object or a module lacks to have an interface; empty if too much.

    An interface counts if most of what it needs is there.
    """
    found = []
    for noun, needed, of_module in _NEEDED:
        if isinstance(thing, ModuleType) != of_module:
            continue
        has = [name for name in needed if hasattr(thing, name)]
        lacks = [name for name in needed if name not in has]
        if lacks and len(has) >= max(2, len(lacks)):
            found.append((len(has) / len(needed), noun, has, [needed[name] for name in lacks]))
    if not found:
        return ""
    _, noun, has, lacks = max(found, key=lambda each: each[0])
    return f"{noun} has {_and(has)} here, and lacks {_and(lacks)}"


def _and(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def lacking(thing: Any) -> list[str]:
    """Return what a class or an object lacks to be a state object, for messages."""
    cls = thing if isinstance(thing, type) else type(thing)
    found = {
        what: any(
            members.names_of(thing, role) or members.constructor_sets(cls, role) for role in wanted
        )
        for what, wanted in _OF_STATES.items()
    }
    return [what for what, there in found.items() if not there]


def lacks_first_board(module: ModuleType) -> bool:
    """Return True if the functions of a module would be rules if one made the first state."""
    functions = ModuleFunctions(module)
    return not members.names_of(functions, roles.START) and not lacking(functions)


def _with(methods: Iterable[str], of_module: bool = False) -> Callable[[Any], bool]:
    def fits(thing: Any) -> bool:
        return isinstance(thing, ModuleType) == of_module and all(
            callable(getattr(thing, method, None)) for method in methods
        )

    return fits


def _is_state(thing: Any) -> bool:
    if isinstance(thing, ModuleType):
        functions = ModuleFunctions(thing)
        return bool(members.names_of(functions, roles.START)) and not lacking(functions)
    return not _is_environment(thing) and not lacking(thing)


def _is_environment(thing: Any) -> bool:
    """Return True if there is no other way to play than by `step`, after `reset`.

    A board that has no space of actions, and lists those that are legal under a name of its own
    and tells whose turn it is, is none: environments do neither.
    """
    played = members.named(thing, roles.PLAY)
    if not (hasattr(thing, "reset") and played in (None, "step") and hasattr(thing, "step")):
        return False
    cls = thing if isinstance(thing, type) else type(thing)
    has_space = hasattr(thing, "action_space") or members.constructor_sets(cls, roles.SPACE)
    own = (roles.MOVES, roles.PLAYER, roles.WINNER)
    return has_space or not all(members.constructor_sets(cls, role) for role in own)


def _board() -> Callable[..., Game]:
    from .board_game import BoardGame

    def game(
        board: Any,
        players: int | None = None,
        tie: float | None = None,
        history: bool | None = None,
        chance: str | None = None,
    ) -> Game:
        if chance is None:
            return BoardGame(board, players, tie, history)
        from .chance.drawn_rules import board_players, drawn_board

        return drawn_board(board, chance, players or board_players(board))

    return game


def _later_board() -> Callable[..., Game]:
    from .board_game import BoardGame
    from .boards.later_boards import later_board

    def game(
        board: Any,
        players: int | None = None,
        tie: float | None = None,
        history: bool | None = None,
    ) -> Game:
        return BoardGame(later_board(board), players, tie, history)

    return game


def _is_later_board(thing: Any) -> bool:
    from .boards.later_boards import is_later_board

    return not isinstance(thing, ModuleType) and is_later_board(thing)


def _rules() -> Callable[..., Game]:
    from .rules import RuleGame, Rules

    def game(
        module: Any, bounds: tuple[float, float] | None = None, chance: str | None = None
    ) -> Game:
        if chance is not None:
            from .chance.drawn_rules import drawn_rules

            return drawn_rules(module, module.root_state, chance, bounds)
        rules = Rules(module.apply, module.get_rules, module.get_result)
        return RuleGame(rules, module.root_state, bounds)

    return game


def _scores() -> Callable[..., Game]:
    from .score_game import ScoreGame

    def game(
        state: Any,
        players: int | None = None,
        perspective: str = "first",
        to_move: int = 0,
        expand: str = "random",
        bounds: tuple[float, float] | None = None,
        chance: str | None = None,
    ) -> Game:
        if chance is None:
            return ScoreGame(state, players, perspective, to_move, None, expand, bounds)
        from .chance.drawn_rules import drawn_scores

        return drawn_scores(state, chance, players or 1, perspective, bounds)

    return game


def _nodes() -> Callable[..., Game]:
    from .nodes import node_game

    return node_game


def _alpha_zero() -> Callable[..., Game]:
    from .alpha_zero import alpha_zero_game

    return alpha_zero_game


def _is_alpha_zero(thing: Any) -> bool:
    from .alpha_zero import is_alpha_zero

    return not isinstance(thing, ModuleType) and is_alpha_zero(thing)


def _states() -> Callable[..., Game]:
    from .states import StateGame

    return StateGame


def _environment() -> Callable[..., Game]:
    from .stepped import stepped_game

    return stepped_game


_BOARD = {
    "start": "start()",
    "current_player": "current_player(state)",
    "next_state": "next_state(state, play)",
    "legal_plays": "legal_plays(state_history)",
    "winner": "winner(state_history)",
}
_RULES = {
    "apply": "apply(rule, state)",
    "get_rules": "get_rules(state)",
    "get_result": "get_result(state, player)",
}
_SCORES = {
    "get_score": "get_score()",
    "get_move_count": "get_move_count()",
    "do_move": "do_move(index)",
}
_NODES = {
    "find_children": "find_children()",
    "is_terminal": "is_terminal()",
    "reward": "reward()",
}

_OF_STATES = {
    "lists its legal moves": (roles.MOVES, roles.CELLS),
    "plays a move": (roles.PLAY, roles.AFTER),
    "tells the result or the winner": (
        roles.RESULT,
        roles.WINNER,
        roles.WINS,
        roles.WON,
        roles.LOST,
        roles.OF_BOTH,
    ),
}

_NEEDED: tuple[tuple[str, dict[str, str], bool], ...] = (
    ("a board with a history", _BOARD, False),
    (
        "a board in the author's later interface",
        {
            "starting_state": "starting_state()",
            "current_player": "current_player(state)",
            "next_state": "next_state(history, action)",
            "legal_actions": "legal_actions(history)",
            "win_values": "win_values(history)",
        },
        False,
    ),
    (
        "rules as functions",
        _RULES | {"root_state": "root_state, the first state: root_state = create_state(..., 2)"},
        True,
    ),
    ("a state with a score", _SCORES, False),
    (
        "rules of boards and players",
        {
            "getInitBoard": "getInitBoard()",
            "getNextState": "getNextState(board, player, action)",
            "getValidMoves": "getValidMoves(board, player)",
            "getGameEnded": "getGameEnded(board, player)",
        },
        False,
    ),
    ("a node that knows its children", _NODES, False),
    (
        "an environment",
        {"reset": "reset()", "step": "step(action)", "action_space": "action_space"},
        False,
    ),
)
"""Interfaces of fixed names: what each needs, and how that is written."""

INTERFACES = (
    Interface("a board with a history", f"a class with {', '.join(_BOARD)}", _with(_BOARD), _board),
    Interface(
        "a board in the author's later interface",
        "a class with starting_state, current_player, next_state, legal_actions and win_values",
        _is_later_board,
        _later_board,
    ),
    Interface(
        "rules as functions",
        f"the functions {', '.join(_RULES)} and a root_state",
        lambda thing: _with(_RULES, of_module=True)(thing) and hasattr(thing, "root_state"),
        _rules,
    ),
    Interface(
        "a state with a score", f"a class with {', '.join(_SCORES)}", _with(_SCORES), _scores
    ),
    Interface(
        "rules of boards and players",
        "a class with getNextState(board, player, action) and getGameEnded, or their like",
        _is_alpha_zero,
        _alpha_zero,
    ),
    Interface(
        "a node that knows its children", f"a class with {', '.join(_NODES)}", _with(_NODES), _nodes
    ),
    Interface(
        "a state object",
        "a class, or functions of a state, that list moves, play one and tell a result",
        _is_state,
        _states,
    ),
    Interface(
        "an environment", "a class with reset and step", _with(("reset", "step")), _environment
    ),
)
"""All of them; where rules have several, the first counts."""
