"""A position, and what the rules say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..game import CHANCE, Action, State

__all__ = ["Position"]


@dataclass
class Position:
    """A position that was reached.

    Attributes:
        moves: those that led here from the first position; to be copied if they are kept.
        actions: the legal ones, those of chance included.
        player: who is to move, or CHANCE; None where nobody is, or where it is not known.
        outcomes: of chance, with their probabilities; None where a player moves, or unknown.
        returns: where the game is over.
        key: where positions have one that is looked at.
        guess: of the heuristic, where the class defines one and the game goes on.
    """

    state: State
    moves: Sequence[Action]
    actions: list[Action]
    player: int | None = None
    outcomes: tuple[tuple[Action, float], ...] | None = None
    returns: tuple[float, ...] | None = None
    key: Any = None
    guess: tuple[float, ...] | None = None

    @property
    def finished(self) -> bool:
        return not self.actions

    @property
    def chance(self) -> bool:
        """Whether chance moves here."""
        return self.player == CHANCE

    @property
    def playable(self) -> list[Action]:
        """The actions that can happen: not those of probability 0."""
        if self.outcomes is None:
            return self.actions
        return [action for action, probability in self.outcomes if probability > 0.0]

    def some(self, most: int) -> list[Action]:
        """Return the playable actions, or some from all over the list where there are many."""
        return self.playable[:: 1 + len(self.actions) // most]
