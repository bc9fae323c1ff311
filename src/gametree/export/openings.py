"""The first position of an exported game: from its rules, as a record, or as a constant."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from plainpython.compilable import Compilable

from ..game import Game, State

__all__ = ["HeldOpening", "Opening", "opening_of"]


class Opening(Compilable):
    """The first position as the rules make it. Base class."""

    def position(self, game: Game) -> State:
        """Return the first position."""
        return game.initial_state()


class _RecordedOpening(Opening):
    """A record, which rules may make by means of Python that do not compile."""

    runtime_arrays: ClassVar[tuple[str, ...]] = ("records",)

    def __init__(self, records: Any) -> None:
        self.records = records

    def position(self, game: Game) -> State:
        return self.records[0]


class HeldOpening(Opening):
    """A state as a constant, for rules whose `initial_state` does not compile."""

    def __init__(self, state: State) -> None:
        self.state = state

    def position(self, game: Game) -> State:
        return game.copy(self.state)


def opening_of(state: State) -> Opening:
    """Return the first position of a game that begins with a state."""
    if not isinstance(state, np.void):
        return Opening()
    records = np.zeros(1, state.dtype)
    records[0] = state
    return _RecordedOpening(records)
