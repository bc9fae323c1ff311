"""The interface of the searches that are passed to the doctor."""

from __future__ import annotations

from typing import Protocol

from ..game import Game, State

__all__ = ["TrialSearches"]


class TrialSearches(Protocol):
    """Short searches of a game; a state of None is the first position."""

    def speed(self, game: Game, state: State | None, seed: int, *, compiled: bool) -> float:
        """Return the simulations a second of a short search.

        Raises:
            GameError: if the rules break their contract.
            NotCompilable: if they do not compile, and `compiled` is True.

        """

    def trees_differ(
        self, game: Game, state: State | None, seed: int, simulations: int, *, by_heuristic: bool
    ) -> bool:
        """Return True if a search grows different trees compiled and interpreted.

        With `by_heuristic` a position is worth what the game's heuristic says after one move,
        otherwise the result of a random game.
        """
