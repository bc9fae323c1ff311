"""Detects a heuristic with the wrong sign, from its correlation with the returns of many games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean

from ...game import Game
from ..fault import Fault
from ..random_games.unchecked_games import HeuristicSample
from ..report import WARNING

__all__ = ["heuristic_contradictions"]

_ENOUGH = 100
_CLEAR = 6.0
"""Standard deviations of a correlation; a heuristic without any value gets there once in 10^9."""


def heuristic_contradictions(game: Game, samples: Sequence[HeuristicSample]) -> Iterator[Fault]:
    """Yield a warning if the heuristic contradicts the returns."""
    samples = [sample for sample in samples if not sample.ending.by_repetition]
    if game.players != 2 or len(samples) < _ENOUGH:
        return
    said = [sample.said[0] - sample.said[1] for sample in samples]
    came = [sample.ending.returns[0] - sample.ending.returns[1] for sample in samples]
    turned = [-lead if sample.mover else lead for sample, lead in zip(samples, came, strict=True)]
    straight = _correlation(said, came)
    by_mover = _correlation(said, turned)
    clear = _CLEAR / math.sqrt(len(samples))
    if straight <= -clear:
        problem = (
            f"contradicts returns in {len(samples)} random games: the "
            f"correlation is {straight:+.2f}"
        )
        advice = "one of the two has the wrong sign"
    elif by_mover >= clear and abs(straight) < clear / 2:
        problem = (
            f"agrees with returns in {len(samples)} random games only if its first number is that "
            f"of the player to move (correlation {by_mover:+.2f}, else {straight:+.2f})"
        )
        advice = "order its numbers by player, as in returns: player 0 first, whoever is to move"
    else:
        return
    yield Fault("heuristic", "perspective", problem, advice, WARNING)


def _correlation(first: Sequence[float], second: Sequence[float]) -> float:
    one, other = fmean(first), fmean(second)
    product = sum((a - one) * (b - other) for a, b in zip(first, second, strict=True))
    spread = sum((a - one) ** 2 for a in first) * sum((b - other) ** 2 for b in second)
    return product / math.sqrt(spread) if spread else 0.0
