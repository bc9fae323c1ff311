"""The way of one simulation: nodes, the moves that could be chosen there, and what was chosen."""

from __future__ import annotations

from typing import Any

import numpy as np

from plainpython.compilable import Compilable

from ...rules.workspace import resized

__all__ = ["Trail"]

_STEPS = ("nodes", "firsts", "counts", "chosen", "players", "links")
_SHARES = ("sampled", "policies", "reach")

_FIRST_STEPS = 64
_FIRST_MOVES = 1024


class Trail(Compilable):
    """Buffers; each of the first nine has one item for each step.

    Attributes:
        nodes: the slot of the node.
        firsts, counts: where its moves lie in `moves`.
        chosen: the index of the chosen one among them.
        players: who chose.
        links: the slot of the entry for the move and the node after it, if the rule plans.
        sampled: the probability with which it was chosen.
        policies: its probability in the policy that is learned.
        reach: how likely the player who is updated samples what they did before this step.
        rewards: of a game with rewards: what each player got before the first move, then after each
            one until the next; later what they got from there on.
        moves: the slots of all moves that could be chosen.
        shares: their probabilities in the policy that is learned.
        scores: room for the probabilities of one choice.

    """

    runtime_arrays = (*_STEPS, *_SHARES, "rewards", "moves", "shares", "scores")

    nodes: Any
    firsts: Any
    counts: Any
    chosen: Any
    players: Any
    links: Any
    sampled: Any
    policies: Any
    reach: Any

    def __init__(self, *, compiled: bool, actions: int, players: int) -> None:
        moves = max(_FIRST_MOVES, 2 * actions)
        for name in _STEPS:
            setattr(self, name, _buffer(_FIRST_STEPS, np.int64, compiled=compiled))
        for name in _SHARES:
            setattr(self, name, _buffer(_FIRST_STEPS + 1, np.float64, compiled=compiled))
        size = players * (_FIRST_STEPS + 1)
        self.rewards = _buffer(size, np.float64, compiled=compiled)
        self.moves = _buffer(moves, np.int64, compiled=compiled)
        self.shares = _buffer(moves, np.float64, compiled=compiled)
        self.scores = _buffer(moves, np.float64, compiled=compiled)

    def lengthen(self) -> None:
        """Double all buffers."""
        for name in self.runtime_arrays:
            buffer = getattr(self, name)
            setattr(self, name, resized(buffer, 2 * len(buffer)))


def _buffer(size: int, kind: Any, *, compiled: bool) -> Any:
    return np.zeros(size, kind) if compiled else [0 if kind is np.int64 else 0.0] * size
