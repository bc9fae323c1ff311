"""The update that players take over from the learner: weights, and how to play with them."""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["OPENING", "Update"]

OPENING = 4.0
"""Random moves at the start of a game, at most, as long as little has been learned."""


class Update(NamedTuple):
    """What games that begin from now on are played with.

    Attributes:
        weights: of the network, as `Learner.weights` returns them.
        depth: how many times as long as at first searches are.
        opening: random moves at the start of a game, at most.

    """

    weights: Any
    depth: float = 1.0
    opening: float = OPENING
