"""Weakens a search on purpose: moves drawn by their visits, and moves at random now and then."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadParameter
from ..game import Action
from ..mcts.results.result import SearchResult
from ..primitives.rng import Rng

__all__ = ["Weakening"]

_VARIED_TEMPERATURE = 0.5
"""The temperature in the first plies: of two moves, the one with half the visits is drawn 1:4."""


class Weakening:
    """The choice of a move that is not always the best one.

    A move is drawn with a probability proportional to visits ** (1 / temperature), as AlphaZero
    does in self-play (Silver et al. 2018); 0 is the best move.

    Args:
        temperature: 0 to 10.
        blunders: the share of moves that are drawn from all legal ones, unseen; 0 to 1.
        varied: the first plies of a game, in which the temperature is 0.5 at least, so that games
            begin differently.

    Raises:
        BadParameter: if a value is out of these bounds.

    """

    def __init__(self, temperature: float, blunders: float, varied: int) -> None:
        for name, value, most in (("temperature", temperature, 10), ("blunders", blunders, 1)):
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not number or not 0 <= value <= most:
                raise BadParameter(f"{name} must be a number from 0 to {most}, not {value!r}")
        if isinstance(varied, bool) or not isinstance(varied, int) or varied < 0:
            raise BadParameter(f"varied must be a whole number of plies, 0 or more, not {varied!r}")
        self._temperature = temperature
        self._blunders = blunders
        self._varied = varied
        self._rng = Rng(0)

    def begin(self, seed: int) -> None:
        """Begin a game."""
        self._rng = Rng(seed)

    def blunder(self, legal: Sequence[Action]) -> Action | None:
        """Return a move for which nothing is searched, or None if there is to be a search."""
        if self._blunders and self._rng.uniform() < self._blunders:
            return legal[self._rng.below(len(legal))]
        return None

    def drawn(self, result: SearchResult, ply: int) -> Action:
        """Return the move to play after a search, as the move number `ply` from 0."""
        temperature = self._temperature
        if ply < self._varied:
            temperature = max(temperature, _VARIED_TEMPERATURE)
        visits = [each.visits for each in result.actions]
        most = max(visits, default=0)
        if not temperature or not most or (result.proof and not self._temperature):
            return result.action
        weights = [(count / most) ** (1 / temperature) for count in visits]
        left = self._rng.uniform() * sum(weights)
        for each, weight in zip(result.actions, weights, strict=True):
            left -= weight
            if left < 0:
                return each.action
        return result.action
