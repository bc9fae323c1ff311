"""Chance nodes: the edge to follow is drawn, not chosen."""

from __future__ import annotations

from typing import Any

from ...compilable import Compilable
from ...game import CHANCE, Game
from ...primitives.rng import Rng

__all__ = ["Chance", "NoChance", "chance_of"]


class NoChance(Compilable):
    """A player moves at every node. Base class."""

    def moves(self, node: Any) -> bool:
        """Tell whether chance moves at a node."""
        return False

    def draw(self, edges: Any, count: int, rng: Rng) -> int:
        """Return the place of a random edge of a chance node, by the probabilities."""
        return 0


class Chance(NoChance):
    """Chance moves at some nodes."""

    def moves(self, node: Any) -> bool:
        return node.player == CHANCE  # type: ignore[no-any-return]

    def draw(self, edges: Any, count: int, rng: Rng) -> int:
        chosen = 0
        left = rng.uniform()
        for place in range(count):
            probability = edges[place].total
            if probability > 0.0:
                chosen = place
                left -= probability
                if left < 0.0:
                    break
        return chosen


def chance_of(game: Game) -> NoChance:
    """Return whether chance moves in a game."""
    return Chance() if game.defines_chance_outcomes else NoChance()
