"""Strengths of players from games between them, and the pair whose games would tell the most.

Strengths are those of Bradley and Terry. The prior takes the strength along the dial for a random
walk with drift, a Wiener process as Coulom has it in time ("Whole-History Rating", Computers and
Games 2008): of players that are near each other on the dial, games of one tell of the other, too.
Other players have a wide Gaussian prior. What further games would tell
follows from the covariance of their posterior: it does not depend on how the games end (the design
of paired comparisons; see Chaloner and Verdinelli, "Bayesian experimental design: a review",
Statistical Science 10 (1995) 273-304).
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..arena.statistics.elo import ELO_PER_LOGIT
from ..arena.statistics.plackett_luce import GaussianPrior, Order, fit
from .dial import FIRST_SEARCH

__all__ = ["PlayedStrengths"]

_WIDE = 800.0
_BELOW, _ABOVE = (300.0, 120.0), (90.0, 80.0)
"""What a step on the dial gains, and how that varies, in Elo: below the first search and above."""
_UNEVEN = 4.0
_TRUSTED = 4
"""So many pairs of games that scatter as tosses of a coin are added to the pairs of each step."""
_EACH = 0.02  # the share of new games after which strengths are computed again
_FEWEST = 8

Floats = NDArray[np.float64]


class PlayedStrengths:
    """What the games so far say of some players.

    Args:
        dials: the place of players on the dial; it may grow.

    Attributes:
        games: how many there were.

    """

    def __init__(self, dials: Mapping[str, float]) -> None:
        self.games = 0
        self._dials = dials
        self._players: dict[str, int] = {}
        self._orders: Counter[Order] = Counter()
        self._waiting: dict[tuple[int, int], list[float]] = {}
        self._pairs: Counter[int] = Counter()
        self._squares: defaultdict[int, float] = defaultdict(float)
        self._fitted_at = -1
        self._values: Floats = np.zeros(0)
        self._covariance: Floats = np.zeros((0, 0))

    def add(self, seats: Sequence[str], returns: Sequence[float]) -> None:
        """Add a game."""
        numbers = [self._number(player) for player in seats]
        order = tuple(
            tuple(sorted(n for n, got in zip(numbers, returns, strict=True) if got == level))
            for level in sorted(set(returns), reverse=True)
        )
        self._orders[order] += 1
        if len(numbers) == 2:
            lead = (returns[0] > returns[1]) - (returns[0] < returns[1])
            self._pair(numbers[0], numbers[1], 0.5 + 0.5 * lead)
        self.games += 1

    def elo(self, player: str) -> float:
        """Return the most likely strength of a player, in Elo; the mean of all players is 0."""
        number = self._number(player)
        self._fit()
        return ELO_PER_LOGIT * float(self._values[number])

    def deviation(self, player: str, other: str) -> float:
        """Return the standard deviation of the difference of two players, in Elo."""
        a, b = self._number(player), self._number(other)
        self._fit()
        c = self._covariance
        return ELO_PER_LOGIT * float(np.sqrt(max(0.0, c[a, a] + c[b, b] - 2 * c[a, b])))

    def deviations_from_mean(self, players: Sequence[str]) -> list[float]:
        """Return the standard deviation of each from the mean of these players, in Elo."""
        numbers = [self._number(player) for player in players]
        self._fit()
        count = len(numbers)
        centre = np.eye(count) - 1 / count
        own: Floats = centre @ self._covariance[np.ix_(numbers, numbers)] @ centre
        return [ELO_PER_LOGIT * float(each) for each in np.sqrt(np.maximum(np.diag(own), 0))]

    def best_pair(
        self,
        players: Sequence[str],
        gaps: Sequence[tuple[str, str]],
        enough: float,
        seconds: Mapping[str, float],
        under_way: Mapping[tuple[str, str], int],
    ) -> tuple[str, str] | None:
        """Return the two players whose games would tell the most for the time that they take.

        What counts is the sum of the variances of those differences that are not known well
        enough. If there are none, there is no such pair.

        Args:
            players: those who may play.
            gaps: the differences that are asked for.
            enough: the standard deviation that is enough, in Elo.
            seconds: how long a game takes each of them.
            under_way: games that have not ended yet, by who plays.

        """
        numbers = np.array([self._number(player) for player in players])
        self._fit(exactly=False)
        values = self._values[numbers]
        covariance = self._covariance[np.ix_(numbers, numbers)]
        index = {player: n for n, player in enumerate(players)}
        share = 1 / (1 + np.exp(values - values[:, None]))
        information = share * (1 - share)
        for (one, other), count in under_way.items():
            if count and one in index and other in index:
                a, b = index[one], index[other]
                covariance = _after(covariance, a, b, count * float(information[a, b]))
        wanted = np.zeros((len(gaps), len(players)))
        for row, (one, other) in enumerate(gaps):
            wanted[row, index[one]], wanted[row, index[other]] = 1, -1
        spreads = wanted @ covariance  # (gaps, players)
        wide = np.sqrt((spreads * wanted).sum(axis=1)) > enough / ELO_PER_LOGIT
        if not wide.any():
            return None
        spreads = spreads[wide]
        change = ((spreads[:, :, None] - spreads[:, None, :]) ** 2).sum(axis=0)
        spread = np.diag(covariance)[:, None] + np.diag(covariance) - 2 * covariance
        cost = np.array([seconds[player] for player in players])
        worth = change * information / (1 + information * spread) / (cost[:, None] + cost)
        np.fill_diagonal(worth, -1)
        row, column = divmod(int(worth.argmax()), len(players))
        return players[row], players[column]

    def _number(self, player: str) -> int:
        return self._players.setdefault(player, len(self._players))

    def _fit(self, *, exactly: bool = True) -> None:
        """Compute the strengths, if there are new games or players."""
        same = len(self._values) == len(self._players)
        new = self.games - self._fitted_at
        if same and (new == 0 or (not exactly and new < max(_FEWEST, _EACH * self.games))):
            return
        found = fit(self._orders, len(self._players), prior=False, gaussian=self._prior())
        self._values, self._covariance = found.values, found.covariance
        self._fitted_at = self.games

    def _prior(self) -> GaussianPrior:
        """Return the prior of all players: steps along the dial, and wide ones for the others.

        Where games are drawn, or the seat decides them, two games with the seats changed scatter
        less than the model assumes, so they say more. The prior counts for less beside them.
        """
        count = len(self._players)
        mean, precision = np.zeros(count), np.zeros((count, count))
        along = sorted(
            (self._dials[name], n) for name, n in self._players.items() if name in self._dials
        )
        for dial, n in along:
            mean[n] = _gain(dial)
        steps = [(a[1], b[1], _spread(a[0], b[0])) for a, b in itertools.pairwise(along)]
        for name, n in self._players.items():
            if name not in self._dials:
                mean[n] = mean.mean()
                steps += [(n, along[0][1], _WIDE)] if along else []
        for a, b, deviation in steps:
            certainty = (ELO_PER_LOGIT / deviation) ** 2 * self._scatter(a, b)
            precision[[a, b], [a, b]] += certainty
            precision[[a, b], [b, a]] -= certainty
        return GaussianPrior(mean / ELO_PER_LOGIT, precision)

    def _pair(self, first: int, second: int, score: float) -> None:
        """Count how a game and an earlier one with the seats changed ended together.

        `score` is what the first player got: 1, 0.5 or 0.
        """
        others = self._waiting.get((second, first))
        if not others:
            self._waiting.setdefault((first, second), []).append(score)
            return
        square = (score - others.pop()) ** 2  # of the points of the first one in both, less 1
        for each in (first, second):
            self._pairs[each] += 1
            self._squares[each] += square

    def _scatter(self, *players: int) -> float:
        """Return how much pairs of games of players scatter: 1 as tosses of a coin, 0 not at all.

        The points of a player in two tosses have the variance 0.5.
        """
        pairs = sum(self._pairs[n] for n in players) + _TRUSTED
        squares = sum(self._squares[n] for n in players) + 0.5 * _TRUSTED
        return min(1.0, squares / (0.5 * pairs))


def _gain(dial: float) -> float:
    """Return the Elo that is expected at a place of the dial, above random moves."""
    low = min(dial, FIRST_SEARCH)
    return _BELOW[0] * low + _ABOVE[0] * (dial - low)


def _spread(dial: float, higher: float) -> float:
    """Return the standard deviation of the step between two places of the dial, in Elo."""
    searched = higher - max(dial, FIRST_SEARCH)
    blundered = min(higher, FIRST_SEARCH) - dial
    variance = _BELOW[1] ** 2 * max(0.0, blundered) + _ABOVE[1] ** 2 * max(0.0, searched)
    return math.sqrt(variance + _UNEVEN**2)


def _after(covariance: Floats, a: int, b: int, information: float) -> Floats:
    """Return the covariance after games of two players that tell so much (Sherman-Morrison)."""
    gap = covariance[:, a] - covariance[:, b]
    spread = gap[a] - gap[b]
    after: Floats = covariance - np.outer(gap, gap) * information / (1 + information * spread)
    return after
