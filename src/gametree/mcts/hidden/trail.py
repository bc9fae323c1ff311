"""The way of one simulation: nodes, the moves that could be chosen there, and what was chosen."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plainpython.compilable import Compilable

from ...rules.workspace import resized

__all__ = ["Trail"]

_STEPS = ("nodes", "firsts", "counts", "chosen", "players")
_SHARES = ("sampled", "policies", "reach")
_STACKS = ("moves", "shares", "scores")

_FIRST_STEPS = 64
_FIRST_MOVES = 1024
_LOGARITHMS = 2048


class Trail(Compilable):
    """Buffers; each of the first seven and `reach` has one item for each step.

    Attributes:
        nodes: the slot of the node.
        firsts, counts: where its moves lie in `moves`.
        chosen: the index of the chosen one among them.
        players: who chose.
        sampled: the probability with which it was chosen.
        policies: its probability in the policy that is learned.
        reach: how likely the player who is updated samples what they did before this step.
        moves: the slots of all moves that could be chosen.
        shares: their probabilities in the policy that is learned.
        scores: room for the probabilities of one choice.
        logarithms: those of 1, 2, 3 and so on.

    """

    runtime_arrays = (*_STEPS, *_SHARES, *_STACKS, "logarithms")

    nodes: Any
    firsts: Any
    counts: Any
    chosen: Any
    players: Any
    sampled: Any
    policies: Any
    reach: Any

    def __init__(self, *, compiled: bool, actions: int) -> None:
        moves = max(_FIRST_MOVES, 2 * actions)
        for name in _STEPS:
            setattr(self, name, _buffer(_FIRST_STEPS, np.int64, compiled=compiled))
        for name in _SHARES:
            setattr(self, name, _buffer(_FIRST_STEPS + 1, np.float64, compiled=compiled))
        self.moves = _buffer(moves, np.int64, compiled=compiled)
        self.shares = _buffer(moves, np.float64, compiled=compiled)
        self.scores = _buffer(moves, np.float64, compiled=compiled)
        self.logarithms: Any = [math.log(count) for count in range(1, _LOGARITHMS)]
        if compiled:
            self.logarithms = np.array(self.logarithms)

    def lengthen(self) -> None:
        """Double all buffers."""
        for name in (*_STEPS, *_SHARES, *_STACKS):
            buffer = getattr(self, name)
            setattr(self, name, resized(buffer, 2 * len(buffer)))


def _buffer(size: int, kind: Any, *, compiled: bool) -> Any:
    return np.zeros(size, kind) if compiled else [0 if kind is np.int64 else 0.0] * size
