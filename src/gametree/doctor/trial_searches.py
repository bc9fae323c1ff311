"""The interface of the searches that are passed to the doctor."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ..game import Game, State

__all__ = ["Speed", "TrialSearches"]


class Speed(NamedTuple):
    """The speed of a search.

    Attributes:
        simulations: those of a second.
        compared: how its two modes were compared; empty if they were not.

    """

    simulations: float
    compared: str


class TrialSearches(Protocol):
    """Short searches of a game; a state of None is the first position."""

    def speed(self, game: Game, state: State | None, seed: int, *, compiled: bool) -> Speed:
        """Return the speed of a short search.

        Raises:
            GameError: if the rules break their contract.
            NotCompilable: if they do not compile, and `compiled` is True.

        """
