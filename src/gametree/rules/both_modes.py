"""The rules of a game in both modes, side by side, on the moves of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..game import Action, Game, State
from ..primitives.actions import room_for_actions
from ..primitives.rng import Rng
from ..user_code.locating import brief
from .checked_game import rehearse
from .game_trace import COLUMNS, Keys, NoKeys, trace_game, trace_game_in_place
from .snapshots import freeze

__all__ = ["BothModes", "Difference", "Repeated", "has_whole_key"]

_FIRST_PLIES = 400
_WIDTH = len(COLUMNS)
_PLAYED_AGAIN = 8

_LISTING = ("fill_legal_actions", "legal_actions")


class Difference(NamedTuple):
    """A method whose results differ between the two modes.

    Attributes:
        method: its name.
        compiled, interpreted: what it gave in each mode.
        raised: whether the compiled one raised an error, or one that is asked after it.
        limit: whether that error tells of a limit that compiled rules have, such as 64 bits.

    """

    method: str
    compiled: str
    interpreted: str
    raised: bool = False
    limit: bool = False

    def __str__(self) -> str:
        """Return a phrase that follows the name of the method."""
        does = "or what is asked after it raised" if self.raised else "gave"
        return f"{does} {self.compiled} compiled, {self.interpreted} interpreted"


class Repeated(NamedTuple):
    """How a repetition ended a game: who made the last move, and how many moves ago it was so."""

    player: int
    plies: int


class BothModes:
    """The rules of a game in both modes.

    Args:
        game: the rules.
        first: the position where the games to compare begin.

    Raises:
        NotCompilable: if the rules do not compile.

    """

    def __init__(self, game: Game, first: State) -> None:
        from ..native.build import compile_search, packing_of

        self._game = game
        self._packing = packing_of(game)
        self._first = first
        self._plies = _FIRST_PLIES
        self._room = max(1, game.max_actions)
        self._function: Callable[..., Any] = (
            trace_game_in_place if game.states_change else trace_game
        )
        compared = game.defines_key and has_whole_key(game, self._fresh())
        self._keys = Keys() if compared else NoKeys()
        self._compiled = compile_search(
            self._function,
            game,
            self._keys,
            Rng(0),
            self._fresh(),
            room_for_actions(self._plies, self._packing),
            0,
            0,
            0,
            *self._buffers(compiled=True),
            rehearsal=rehearse,
        )

    def difference(
        self, moves: Sequence[Action], repeated: Repeated | None = None
    ) -> Difference | None:
        """Return the first difference of the two modes in a game; None if there is none.

        The answers that it shows are those of the last position of the game, if they differ there.
        """
        from plainpython.machine_errors import MACHINE_ERRORS

        self._plies = max(self._plies, len(moves))
        interpreted = self._run(moves, repeated, compiled=False)
        try:
            compiled = self._run(moves, repeated, compiled=True)
        except Exception as error:
            message = f"{type(error).__name__} ({error})"
            limit = isinstance(error, MACHINE_ERRORS)
            return Difference(
                "next_state", message, brief(interpreted[0]), raised=True, limit=limit
            )
        return self._between(compiled, interpreted, repeated)

    def nearest(
        self, moves: Sequence[Action], repeated: Repeated | None = None
    ) -> tuple[Difference, tuple[Action, ...]] | None:
        """Return the first difference in a game and the fewest of its moves that show it."""
        if self.difference(moves, repeated) is None:
            return None
        for count in range(len(moves) + 1):
            part = tuple(moves[:count])
            found = self.difference(part, repeated if count == len(moves) else None)
            if found is not None:
                return found, part
        return None

    def is_unsteady(self, moves: Sequence[Action]) -> bool:
        """Return True if the interpreted rules answer otherwise when a game is played again."""
        first, *others = (self._run(moves, None, compiled=False) for _ in range(_PLAYED_AGAIN))
        return any(self._between(first, other, None) is not None for other in others)

    def _between(self, compiled: Any, interpreted: Any, repeated: Any) -> Difference | None:
        count = len(interpreted[1])
        for index, (here, there) in enumerate(zip(interpreted[1], compiled[1], strict=True)):
            if here != there:
                if index // _WIDTH == count // _WIDTH - 1 and _differ(interpreted, compiled):
                    break  # the position itself is another one: all that follows has its fault
                return self._of_column(COLUMNS[index % _WIDTH], compiled, interpreted, index)
        if _differ(interpreted, compiled):
            return Difference("next_state", brief(compiled[0]), brief(interpreted[0]))
        if not _close(interpreted[3], compiled[3]):
            there, here = (str(tuple(each[3].tolist())) for each in (compiled, interpreted))
            return Difference(self._of_values(interpreted, repeated), there, here)
        if not _close(interpreted[2], compiled[2]):
            pairs = zip(interpreted[2], compiled[2], strict=True)
            ply = next(ply for ply, pair in enumerate(pairs) if not _close(*pair))
            by_chance = interpreted[1][_WIDTH * ply + COLUMNS.index("current_player")] < 0
            method = "chance_outcomes" if by_chance else "heuristic"
            return Difference(method, "other numbers", "others")
        return None

    def _of_values(self, interpreted: Any, repeated: Any) -> str:
        if repeated is not None:
            return "returns_after_repetition"
        return "returns" if interpreted[1][-_WIDTH] else "heuristic"

    def _of_column(self, method: str, compiled: Any, interpreted: Any, index: int) -> Difference:
        here, there = interpreted[1][index], compiled[1][index]
        if method in _LISTING:
            if type(self._game).fill_legal_actions is Game.fill_legal_actions:
                method = "legal_actions"
            if index // _WIDTH == len(interpreted[1]) // _WIDTH - 1:  # the lists are those of here
                return Difference(method, brief(compiled[4]), brief(interpreted[4]))
            return Difference(method, "other actions", "others")
        if method == "chance_outcomes":
            return Difference(method, "other outcomes", "others")
        if method == "is_terminal":
            return Difference(method, str(bool(there)), str(bool(here)))
        return Difference(method, str(there), str(here))

    def _run(
        self, moves: Sequence[Action], repeated: Repeated | None, *, compiled: bool
    ) -> tuple[Any, ...]:
        plies, shares, actions, values = self._buffers(compiled=compiled)
        path: Any = list(moves)
        if compiled:
            path = room_for_actions(self._plies, self._packing)
            path[: len(moves)] = moves
        play = self._compiled if compiled else self._function
        result = play(
            self._game,
            self._keys,
            Rng(0),
            self._fresh(),
            path,
            len(moves),
            *(repeated or (0, 0)),
            plies,
            shares,
            actions,
            values,
        )
        if self._game.states_change:
            # A state that is changed in place is compared through the other answers.
            result = None
        numbers = plies[: _WIDTH * (len(moves) + 1)].tolist()
        listed = 0 if numbers[-_WIDTH] else min(numbers[1 - _WIDTH], self._room)
        return result, numbers, shares, values, [*map(_plain, actions[:listed])]

    def _buffers(self, *, compiled: bool) -> tuple[Any, Any, Any, Any]:
        room = room_for_actions(self._room, self._packing) if compiled else [0] * self._room
        return (
            np.zeros(_WIDTH * (self._plies + 1), np.int64),
            np.zeros(self._plies + 1),
            room,
            np.zeros(self._game.players),
        )

    def _fresh(self) -> State:
        return self._game.copy(self._first) if self._game.states_change else self._first


def has_whole_key(game: Game, state: State) -> bool:
    """Return True if the keys of a game are integers."""
    return hasattr(game.key(state), "__index__")


def _plain(action: Action) -> Action:
    return action.item() if isinstance(action, np.generic) else action


def _differ(interpreted: Any, compiled: Any) -> bool:
    return bool(freeze(interpreted[0]) != freeze(compiled[0]))


def _close(first: Any, second: Any) -> bool:
    return bool(np.allclose(first, second, rtol=1e-12, atol=1e-12, equal_nan=True))
