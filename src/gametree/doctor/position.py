"""A position with the rules' answers about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..actors import is_chance
from ..game import Action, State

__all__ = ["Position"]


@dataclass
class Position:
    """A position that a game has reached.

    Attributes:
        moves: the moves that led here from the first position; copy them to keep them.
        actions: the legal actions, those of chance included.
        player: the player to move, or CHANCE; None if the game is over, or unknown.
        outcomes: those of chance with their probabilities; None if a player moves, or unknown.
        returns: the returns if the game is over.
        key: the key, if keys are checked.
        heuristic: the heuristic's answer, if the class defines one and the game is not over.
    """

    state: State
    moves: Sequence[Action]
    actions: list[Action]
    player: int | None = None
    outcomes: tuple[tuple[Action, float], ...] | None = None
    returns: tuple[float, ...] | None = None
    key: Any = None
    heuristic: tuple[float, ...] | None = None

    @property
    def finished(self) -> bool:
        return not self.actions

    @property
    def chance(self) -> bool:
        """True if chance moves here."""
        return is_chance(self.player)

    @property
    def playable(self) -> list[Action]:
        """The actions that can happen: those of probability 0 are left out."""
        if self.outcomes is None:
            return self.actions
        return [action for action, probability in self.outcomes if probability > 0.0]

    def some(self, most: int) -> list[Action]:
        """Return the playable actions, evenly thinned out if there are many more than `most`."""
        return self.playable[:: 1 + len(self.actions) // most]
