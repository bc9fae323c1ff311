"""The learner of a training: a network, and what fits it to the positions of self-play.

The small network of the compiled search is one such learner, a PyTorch module another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..mcts.evaluation.evaluation import Evaluation
from ..networks.blueprint import Blueprint
from ..networks.model_file import ModelFacts
from .fits.fitting import Losses
from .fits.gradients import Window
from .self_play.played_positions import PlayedPositions

__all__ = ["Learner", "Saved"]


class Saved(NamedTuple):
    """A network that was trained before, as it is in a file.

    Attributes:
        network: it.
        facts: how it came to be.

    """

    network: Evaluation
    facts: ModelFacts


class Learner(ABC):
    """A network that learns.

    Attributes:
        blueprint: what it sees of the game.
        kind: what it is in a few words, the same for all whose state it can go on from.

    """

    blueprint: Blueprint
    kind: str

    @abstractmethod
    def fit(self, window: Window, positions: int) -> Losses:
        """Learn from this many positions of a window, drawn at random; return the last losses."""

    @abstractmethod
    def weights(self) -> Any:
        """Return what those who play take over; the learner does not change it any more."""

    @abstractmethod
    def network(self) -> Evaluation:
        """Return the network as it is now, to search with."""

    @abstractmethod
    def first_values(self, picked: Sequence[tuple[PlayedPositions, int]]) -> list[float]:
        """Return what positions of games are worth to the first player, in returns."""

    @abstractmethod
    def save(self, path: Path, facts: ModelFacts) -> None:
        """Write the network to a file, whole or not at all.

        Raises:
            ModelError: if it cannot be written.

        """

    @abstractmethod
    def saved(self, path: Path) -> Saved:
        """Return the network that is in a file.

        Raises:
            BadParameter: if it is one for other rules.
            ModelError: if the file cannot be read or is damaged.

        """

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return what `restore` needs: arrays by name, and "told" as JSON."""

    @abstractmethod
    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` returned."""
