"""Games where positions can come back: their keys, and what a repetition means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from plainpython.compilable import native_twin
from plainpython.hashing import key_of_state

from .basic_rules import BasicRules, State, missing_method

__all__ = ["RepeatedPositions"]


def _native_key(game: RepeatedPositions, state: State) -> Any:
    return key_of_state(state)


def _native_returns_after_repetition(
    game: RepeatedPositions, state: State, player: int, plies: int
) -> Any:
    return (game.draw_value, game.draw_value)


class RepeatedPositions(BasicRules):
    """The methods of games where positions can come back."""

    repetition: str = ""
    """What it means that a position occurs again: "draw", "loss" (of the player
    whose move repeated it: -1, and 1 for each other), "forbidden" (such a move
    is not legal; who has no other gets -1, each other 1), "own"
    (`returns_after_repetition` tells), or "" if the rules see to it themselves."""

    repetition_limit: int = 2
    """Which occurrence it takes: 2 if a position may not come back once, 3 for
    threefold repetition."""

    defines_key: ClassVar[bool] = False
    defines_returns_after_repetition: ClassVar[bool] = False

    @native_twin(_native_key)
    def key(self, state: State) -> Any:
        """Return what names a position: equal for two states exactly when they are the same.

        By default the state itself. To be compiled, a key of one's own is an
        integer of 64 bits, such as a Zobrist hash; interpreted, anything hashable.
        """
        return state

    @native_twin(_native_returns_after_repetition)
    def returns_after_repetition(self, state: State, player: int, plies: int) -> Sequence[float]:
        """Return what each player gets when `player` has repeated a position of `plies` moves ago.

        For `repetition = "own"`; asked at the occurrence `repetition_limit`.
        """
        raise NotImplementedError(missing_method(self, "returns_after_repetition"))
