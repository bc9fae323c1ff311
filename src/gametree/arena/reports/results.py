"""Results of a contest by player, by meeting, and game by game."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ...machine.extras import load_extra
from ..statistics.counts import PairCounts
from ..statistics.elo import CONFIDENCE, estimates
from ..statistics.ratings import Ratings
from ..statistics.sprt import Sprt, log_likelihood_ratios
from .standings import Score, Standings

__all__ = [
    "MatchHistory",
    "Meeting",
    "PlayerResult",
    "cross_table",
    "match_history",
    "meeting_of",
    "pair_points",
    "paired",
    "ratings_of",
    "result_of",
]

_HISTORY_POINTS = 300  # more cannot be seen in a picture


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of one player: games won (alone ahead), drawn (ahead with others) and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Points a game, 0 to 1, a draw being half of one; 0.5 without games."""
        return (self.won + 0.5 * self.drawn) / self.games if self.games else 0.5

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and the score for JSON."""
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost, "score": self.score}


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The results of a player in all its games.

    Attributes:
        player: its description.
        games: how many it played.
        meeting: won, drawn and lost.
        mean: the mean of its returns.
        low, high: the 95 % interval of the mean by Student's t, each game by itself; None
            with fewer than two games.
        fouls: games lost on time, by an illegal move or a crash, by termination.

    """

    player: str
    games: int
    meeting: Meeting
    mean: float
    low: float | None
    high: float | None
    fouls: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON."""
        return {
            "player": self.player,
            "games": self.games,
            **self.meeting.to_dict(),
            "mean_return": self.mean,
            "mean_return_low": self.low,
            "mean_return_high": self.high,
            "fouls": self.fouls,
        }


@dataclass(frozen=True, slots=True)
class MatchHistory:
    """A match of two as it went: where it stood after some of the pairs.

    Attributes:
        games: how many games had been played then, shape (points,).
        elo, low, high: the Elo difference and the ends of its 95 % interval, may be infinite.
        llr: the log-likelihood ratio; empty without a sequential test.

    """

    games: tuple[int, ...]
    elo: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    llr: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON, with None for what is infinite."""
        return {
            name: [value if math.isfinite(value) else None for value in values]
            for name, values in asdict(self).items()
        }


def paired(standings: Standings) -> PairCounts:
    """Return the results of the pairs before the first that has not ended, as a test judges them.

    The pairs after it wait: those that end early are not like the others.
    """
    players, scores = standings.contest.specs, standings.counting()
    points: list[float] = []
    while {2 * len(points), 2 * len(points) + 1} <= scores.keys():
        pair = (scores[2 * len(points)], scores[2 * len(points) + 1])
        points.append(sum(score.points(*players) for score in pair))
    return PairCounts.of(points)


def pair_points(standings: Standings) -> list[float]:
    """Return the points of the first player in each pair of which both games have ended."""
    players, scores = standings.contest.specs, standings.counting()
    return [
        scores[index].points(*players) + scores[index + 1].points(*players)
        for index in scores
        if index % 2 == 0 and index + 1 in scores
    ]


def match_history(pairs: Sequence[float], sprt: Sprt | None) -> MatchHistory:
    """Return where the match stood after some of the pairs, the last one among them."""
    made = np.zeros((len(pairs), 5), dtype=np.int64)
    made[np.arange(len(pairs)), (2 * np.array(pairs)).astype(np.int64)] = 1
    points = min(len(pairs), _HISTORY_POINTS)
    after = np.unique(np.linspace(1, len(pairs), points).astype(np.int64)) - 1
    counts = made.cumsum(axis=0)[after]
    elo, low, high, _ = estimates(counts, np.zeros((len(counts), 3), dtype=np.int64))
    llr = () if sprt is None else log_likelihood_ratios(counts, sprt.elo0, sprt.elo1).tolist()
    return MatchHistory(
        tuple((2 * (after + 1)).tolist()),
        tuple(elo.tolist()),
        tuple(low.tolist()),
        tuple(high.tolist()),
        tuple(llr),
    )


def meeting_of(scores: Iterable[Score], seat: int | str) -> Meeting:
    """Return how a seat, or a player by its name, fared."""
    won = drawn = lost = 0
    for score in scores:
        place = seat if isinstance(seat, int) else score.seats.index(seat)
        own, best = score.returns[place], max(score.returns)
        if own < best:
            lost += 1
        elif score.returns.count(best) > 1:
            drawn += 1
        else:
            won += 1
    return Meeting(won, drawn, lost)


def result_of(name: str, scores: Iterable[Score]) -> PlayerResult:
    """Return what a player made of its games."""
    own = [score for score in scores if name in score.seats]
    returns = np.array([score.returns[score.seats.index(name)] for score in own])
    mean = float(returns.mean()) if own else 0.0
    low = high = None
    if len(own) > 1:
        quantile = load_extra("scipy.special", "arena").stdtrit(len(own) - 1, (1 + CONFIDENCE) / 2)
        reach = float(quantile * returns.std(ddof=1) / math.sqrt(len(own)))
        low, high = mean - reach, mean + reach
    fouls = Counter(
        score.termination
        for score in own
        if score.culprit is not None and score.seats[score.culprit] == name
    )
    return PlayerResult(name, len(own), meeting_of(own, name), mean, low, high, dict(fouls))


def ratings_of(standings: Standings) -> Ratings | None:
    """Return the ratings of all players; None before any two have met."""
    names = standings.contest.specs
    met = any(sum(standings.wins_draws_losses(*pair)) for pair in itertools.combinations(names, 2))
    return standings.ratings() if met else None


def cross_table(standings: Standings) -> tuple[tuple[Meeting | None, ...], ...]:
    """Return how each player fared against each other one, in the order of the contest."""
    names = standings.contest.specs
    rows = []
    for one in names:
        row = []
        for other in names:
            meeting = None if one == other else Meeting(*standings.wins_draws_losses(one, other))
            row.append(meeting if meeting is not None and meeting.games else None)
        rows.append(tuple(row))
    return tuple(rows)
