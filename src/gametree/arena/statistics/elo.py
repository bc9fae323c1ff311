"""Elo differences between two players, with confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import BadParameter
from ...machine.extras import load_extra
from .counts import GameCounts, PairCounts

__all__ = [
    "CONFIDENCE",
    "ELO_PER_LOGIT",
    "EloEstimate",
    "elo_difference",
    "elo_of_score",
    "estimates",
    "score_of_elo",
]

CONFIDENCE = 0.95
"""How often the intervals contain the truth."""

ELO_PER_LOGIT = 400 / math.log(10)
"""Elo points in one unit of log(score / (1 - score))."""

Floats = NDArray[np.float64]


def score_of_elo(elo: float) -> float:
    """Return the mean score of a game, 0 to 1, of a player that is so much stronger.

    The logistic curve that Elo ratings are read by: 1 / (1 + 10^(-elo/400)). Infinite differences
    give 0 and 1.

    Raises:
        BadParameter: if `elo` is not a number.

    """
    if isinstance(elo, bool) or not isinstance(elo, (int, float)) or math.isnan(elo):
        raise BadParameter(f"an Elo difference must be a number, not {elo!r}")
    tenths = -elo / 400
    return 1 / (1 + 10**tenths) if tenths < 300 else 0.0


def elo_of_score(score: float) -> float:
    """Return the Elo difference at which a game brings this mean score; infinite at 0 and 1.

    Raises:
        BadParameter: unless `score` lies between 0 and 1.

    """
    if isinstance(score, bool) or not isinstance(score, (int, float)) or not 0 <= score <= 1:
        raise BadParameter(f"a mean score must be a number between 0 and 1, not {score!r}")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return ELO_PER_LOGIT * math.log(score / (1 - score))


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """The Elo difference of a player to its opponent, estimated from their games.

    Attributes:
        elo: the difference at which the score made is to be expected; 0 without games,
            plus or minus infinity if every game was won or lost.
        low: the lower end of the 95 % interval; -infinity where nothing bounds it.
        high: the upper end; +infinity where nothing bounds it.
        los: likelihood of superiority, the probability that the player is the stronger one.
        score: points a game, 0 to 1; 0.5 without games.
        games: how many games were counted.

    """

    elo: float
    low: float
    high: float
    los: float
    score: float
    games: int

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON, with None in place of infinity."""
        return {
            "elo": _finite(self.elo),
            "low": _finite(self.low),
            "high": _finite(self.high),
            "los": self.los,
            "score": self.score,
            "games": self.games,
        }

    def to_text(self) -> str:
        """Return the estimate as a sentence."""
        if not self.games:
            return "no games yet: nothing is known of the difference"
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        tail = f"superior with a likelihood of {self.los:.1%}, {games}"
        if math.isinf(self.elo):
            every, bound = ("won", self.low) if self.elo > 0 else ("lost", self.high)
            if self.low <= 0.0 <= self.high:
                return f"every game {every}, too few to tell who is stronger; {tail}"
            side = "more than" if self.elo > 0 else "less than"
            return f"every game {every}: Elo {side} {bound:+.1f} with 95 % confidence; {tail}"
        return f"Elo {self.elo:+.1f} (95 %: {self.low:+.1f} to {self.high:+.1f}), {tail}"

    __str__ = to_text


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def elo_difference(
    pairs: PairCounts = PairCounts(),  # noqa: B008 (a frozen value)
    singles: GameCounts = GameCounts(),  # noqa: B008
) -> EloEstimate:
    """Estimate how much stronger a player is, with a 95 % interval.

    Whole pairs and single games (all games where there are no pairs, or the game that is left
    over where a match stopped within a pair) are taken together: the score is points over games,
    and its spread is measured between pairs and single games, each of which is independent of
    the others. See `estimates` for the formulas.

    Args:
        pairs: pairs of games with the sides changed, by points.
        singles: games that belong to no pair.

    Raises:
        BadParameter: if an argument is of another kind.
        MissingExtra: if SciPy is not installed.

    """
    if not isinstance(pairs, PairCounts):
        raise BadParameter(f"pairs must be PairCounts, not {pairs!r}")
    if not isinstance(singles, GameCounts):
        raise BadParameter(f"singles must be GameCounts, not {singles!r}")
    games = pairs.games + singles.games
    if not games:
        return EloEstimate(0.0, -math.inf, math.inf, 0.5, 0.5, 0)
    elo, low, high, los = estimates(np.array(pairs.as_tuple()), np.array(singles.as_tuple()))
    score = (pairs.points + singles.points) / games
    return EloEstimate(float(elo), float(low), float(high), float(los), score, games)


def estimates(pairs: NDArray[Any], singles: NDArray[Any]) -> tuple[Floats, Floats, Floats, Floats]:
    """Estimate the Elo differences of many matches at once.

    With U independent units (pairs of 2 games and single games of 1; unit u brought x_u points
    in g_u games) and G games in all, the score is s = sum x_u / G, and the variance of s is
    U / (U - 1) * sum (x_u - g_u s)^2 / G^2: the usual one of a mean where all units are pairs,
    that of a ratio (Cochran, Sampling Techniques, 3rd edition 1977, chapter 6) where both
    occur. The interval is elo(s) plus or minus t * sd(s) * d elo / d s, with Student's t for
    U - 1 degrees of freedom. Measured on the Elo scale it holds its 95 % for strong differences
    too, where one measured on the scale of scores does not (docs/statistics.md). The likelihood
    of superiority is the probability in the same t distribution that the difference is above 0,
    so it is 97.5 % where the interval touches 0.

    Where all units ended alike the spread is not measured. Then at most a share
    q = 1 - 0.05^(1/U) of units ends otherwise, with 95 % confidence (the exact binomial bound
    of Clopper and Pearson 1934), and the interval is where the score may lie if all of those
    were lost or all were won. If every game was won that is a lower bound alone, and elo is
    infinite. The likelihood of superiority is then 1 - 2^-(U+1), by a uniform prior for how
    often a unit is won (Coulom, https://www.remi-coulom.fr/Bayesian-Elo/, gives the same for
    wins and losses), or 1/2 where all units were even.

    Args:
        pairs: counts of 0, 1/2, 1, 3/2 and 2 points, shape (..., 5).
        singles: counts of losses, draws and wins, shape (..., 3), same leading dimensions.

    Returns:
        elo, low, high and the likelihood of superiority, each of the leading shape. A match
        without games is not allowed here.

    """
    special = load_extra("scipy.special", "arena")
    counts = np.concatenate([pairs, singles], axis=-1).astype(np.float64)
    points = np.array([0.0, 0.5, 1.0, 1.5, 2.0, 0.0, 0.5, 1.0])
    sizes = np.array([2.0, 2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0])
    units = counts.sum(-1)
    games = counts @ sizes
    score = (counts @ points) / games
    squares = (counts * (points - sizes * score[..., None]) ** 2).sum(-1)
    alike = squares <= 1e-12 * games
    with np.errstate(divide="ignore", invalid="ignore"):
        deviation = np.sqrt(units / (units - 1) * squares) / games / (score * (1 - score))
        logit = special.logit(score)
        reach = special.stdtrit(units - 1, (1 + CONFIDENCE) / 2) * deviation
        los = special.stdtr(units - 1, logit / deviation)
    otherwise = 1 - (1 - CONFIDENCE) ** (1 / units)
    least = (1 - otherwise) * score
    low = np.where(alike, special.logit(least), logit - reach)
    high = np.where(alike, special.logit(np.minimum(least + otherwise, 1)), logit + reach)
    favour = np.sign(score - 0.5)
    los = np.where(alike, 0.5 + favour * (0.5 - 0.5 ** (units + 1)), los)
    return ELO_PER_LOGIT * logit, ELO_PER_LOGIT * low, ELO_PER_LOGIT * high, los
