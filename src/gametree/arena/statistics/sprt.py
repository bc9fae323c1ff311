"""The sequential probability ratio test of whether a player is stronger by an Elo difference."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...errors import BadParameter
from ...machine.extras import load_extra
from ...numbers.checks import is_finite
from .counts import GameCounts, PairCounts
from .elo import score_of_elo

__all__ = ["Sprt", "Verdict", "log_likelihood_ratios"]

Decision = Literal["accept H1", "accept H0", "continue"]

_UNSEEN = 1e-3
"""A score that did not occur counts as so many (as in fishtest), so that it is not impossible."""

_EDGE = 1e-12
"""How near the root may come to the ends of its bracket, where the equation has poles."""

_NEAR = 1e-10
"""How exact the root must be; the ratio changes with the square of what is left."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a sequential test.

    Attributes:
        decision: "accept H1" (stronger by `elo1`), "accept H0" (by `elo0` only) or "continue".
        llr: the log-likelihood ratio of H1 to H0.
        lower: H0 is accepted at this ratio or below.
        upper: H1 is accepted at this ratio or above.
        games: how many games were counted.

    """

    decision: Decision
    llr: float
    lower: float
    upper: float
    games: int

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return {
            "decision": self.decision,
            "llr": self.llr,
            "lower": self.lower,
            "upper": self.upper,
            "games": self.games,
        }

    def to_text(self) -> str:
        """Return the verdict as one line."""
        return (
            f"{self.decision}: LLR {self.llr:.2f} ({self.lower:.2f}, {self.upper:.2f}), "
            f"{self.games:,} games"
        )

    __str__ = to_text


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test (Wald 1945) of two Elo differences.

    H0: the player is stronger by `elo0`. H1: by `elo1`. After every pair of games `judge` tells
    whether to play on. As with Wald, H0 is rejected wrongly in about a share `alpha` of matches
    and H1 in about `beta`, for true differences at the bounds, and more rarely outside them.

    Attributes:
        elo0: the smaller difference, in logistic Elo.
        elo1: the larger one.
        alpha: share of matches in which H1 may be accepted although H0 holds.
        beta: share of matches in which H0 may be accepted although H1 holds.

    Raises:
        BadParameter: unless elo0 < elo1, both finite, alpha and beta lie between 0 and 1, and
            their sum is below 1.

    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            if not _is_number(getattr(self, name)):
                raise BadParameter(f"{name} must be a finite number, not {getattr(self, name)!r}")
        for name in ("alpha", "beta"):
            share = getattr(self, name)
            if not _is_number(share) or not 0 < share < 1:
                raise BadParameter(f"{name} must be a number between 0 and 1, not {share!r}")
        if self.alpha + self.beta >= 1:
            raise BadParameter(
                "alpha and beta must sum to less than 1 "
                f"(0.05 each is usual), not {self.alpha + self.beta:g}"
            )
        if self.elo0 >= self.elo1:
            raise BadParameter(
                f"elo0 must be below elo1, as in 0 and 10, not {self.elo0!r} and {self.elo1!r}"
            )
        if not 0 < score_of_elo(self.elo0) < score_of_elo(self.elo1) < 1:
            raise BadParameter(
                f"elo0 and elo1 must differ in the scores that they predict, which "
                f"{self.elo0!r} and {self.elo1!r} do not"
            )

    @property
    def lower(self) -> float:
        """H0 is accepted at this log-likelihood ratio or below: log(beta / (1 - alpha))."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this log-likelihood ratio or above: log((1 - beta) / alpha)."""
        return math.log((1 - self.beta) / self.alpha)

    def judge(self, counts: PairCounts | GameCounts) -> Verdict:
        """Return the verdict of the test after these games.

        Args:
            counts: whole pairs of games; or games by themselves, where there are no pairs. A
                pair that is not finished waits: to count one of its games would count the
                opening for one side.

        Raises:
            BadParameter: if the argument is of another kind.
            MissingExtra: if SciPy is not installed.

        """
        if not isinstance(counts, (PairCounts, GameCounts)):
            raise BadParameter(f"counts must be PairCounts or GameCounts, not {counts!r}")
        llr = 0.0
        if counts.games:
            llr = float(log_likelihood_ratios(np.array(counts.as_tuple()), self.elo0, self.elo1))
        decision: Decision = "continue"
        if llr >= self.upper:
            decision = "accept H1"
        elif llr <= self.lower:
            decision = "accept H0"
        return Verdict(decision, llr, self.lower, self.upper, counts.games)


def _is_number(value: object) -> bool:
    return is_finite(value)


def log_likelihood_ratios(counts: NDArray[Any], elo0: float, elo1: float) -> NDArray[np.float64]:
    """Return the generalized log-likelihood ratio of `elo1` to `elo0` for many matches at once.

    What is known of a match is how often each score a_i was made, n_i times of N. How probable
    each score is under a hypothesis is not stated by it; only their mean s is. So each
    hypothesis is given the distribution with mean s under which the observed counts are most
    likely: p_i = (n_i / N) / (1 + theta (a_i - s)), where theta solves
    sum n_i (a_i - s) / (1 + theta (a_i - s)) = 0. The ratio is sum n_i log(p1_i / p0_i).

    Sources: Van den Bergh, "The generalized maximum likelihood ratio for the expectation value
    of a distribution", https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition
    1.1; his "Comments on normalized Elo",
    https://www.cantate.be/Fishtest/normalized_elo_practical.pdf. Fishtest and fastchess use the
    same ratio. That the test with this ratio keeps its error rates for many games: Li, Liu and
    Ying, "Generalized sequential probability ratio test for separate families of hypotheses",
    Sequential Analysis 33 (2014) 539-563.

    Args:
        counts: how often each score was made, from 0 to 1 in equal steps, shape (..., k): k is
            5 for pairs, 3 for single games.
        elo0: Elo difference of the hypothesis H0.
        elo1: of H1.

    Returns:
        The ratios, of the leading shape.

    """
    find_root = load_extra("scipy.optimize.elementwise", "arena").find_root
    seen = np.where(counts == 0, _UNSEEN, counts).astype(np.float64)
    means = np.array([score_of_elo(elo0), score_of_elo(elo1)])
    offsets = np.linspace(0, 1, seen.shape[-1])[:, None] - means
    shares = np.moveaxis(seen / seen.sum(-1, keepdims=True), -1, 0)[..., None]

    def secular(theta: NDArray[Any], mean: NDArray[Any], *share: NDArray[Any]) -> NDArray[Any]:
        total = np.zeros_like(theta)
        for score, part in zip(np.linspace(0, 1, len(share)), share, strict=True):
            total += part * (score - mean) / (1 + theta * (score - mean))
        return total

    lowest, highest = -(1 - _EDGE) / (1 - means), (1 - _EDGE) / means
    theta = find_root(
        secular, (lowest, highest), args=(means, *shares), tolerances={"xatol": _NEAR}
    ).x
    raised = np.log1p(theta[..., None, :] * offsets)  # (..., k, 2): log(observed / p)
    ratios: NDArray[np.float64] = (seen * (raised[..., 0] - raised[..., 1])).sum(-1)
    return ratios
