"""The standings of a contest: the points of all games so far, in the order of the games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..contest import Contest
from ..distinct_games import DistinctGames, GameIdentity
from ..journal.game_record import GameRecord
from ..statistics.counts import GameCounts, PairCounts
from ..statistics.elo import EloEstimate, elo_difference
from ..statistics.ratings import Ratings, rate

__all__ = ["Score", "Standings"]


@dataclass(frozen=True, slots=True)
class Score:
    """The part of a game's record that ratings need: seats and returns."""

    seats: tuple[str, ...]
    returns: tuple[float, ...]
    termination: str
    culprit: int | None

    @classmethod
    def of(cls, record: GameRecord) -> Score:
        """Return the score of a recorded game."""
        return cls(record.seats, record.returns, record.termination, record.culprit)

    def points(self, player: str, other: str) -> float:
        """Return 1, 1/2 or 0 for `player` against `other`, by who got more."""
        ours = self.returns[self.seats.index(player)]
        theirs = self.returns[self.seats.index(other)]
        return 0.5 if ours == theirs else float(ours > theirs)


class Standings:
    """The games that have ended so far.

    Where a contest was stopped early, only the games before the one that decided
    it count: `limit_to` says how many. In a game for one player nobody meets
    anybody: there the games from one opening are compared, when all have played it.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.scores: dict[int, Score] = {}
        self._lines: dict[int, GameIdentity] = {}
        self.counted: int | None = None

    def add(self, record: GameRecord) -> None:
        """Add a game; ignored if its index is beyond the contest, as left by a longer one."""
        if record.index < self.contest.total:
            # A game counts once its score is there: Ctrl-C may come between any two steps.
            self._lines[record.index] = GameIdentity.of(record)
            self.scores[record.index] = Score.of(record)

    def limit_to(self, games: int) -> None:
        """Count only the first this many games."""
        self.counted = games

    @property
    def games(self) -> int:
        """The number of finished games that count."""
        return len(self.counting())

    def elo(self, player: str, other: str) -> EloEstimate:
        """Return the Elo difference of one player to another."""
        pairs, singles = self._by_pair(player, other)
        return elo_difference(PairCounts.of(pairs), GameCounts.of(singles))

    def wins_draws_losses(self, player: str, other: str) -> tuple[int, int, int]:
        """Return how many games a player won, drew and lost against another."""
        points = [points for _, points in self._of(player, other)]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    def ratings(self) -> Ratings:
        """Return the ratings of all players.

        Raises:
            BadParameter: if no game has ended.

        """
        return rate((score.seats, score.returns) for _, score in self._meetings())

    def fouls(self) -> dict[str, dict[str, int]]:
        """Return how often each player lost by time, an illegal move or a crash."""
        found: dict[str, dict[str, int]] = {}
        for score in self.counting().values():
            if score.culprit is not None:
                kinds = found.setdefault(score.seats[score.culprit], {})
                kinds[score.termination] = kinds.get(score.termination, 0) + 1
        return found

    def distinct_games(self) -> DistinctGames:
        """Return how many games differ."""
        return DistinctGames.of(
            (self._lines[index] for index in self.counting()), self.contest.specs
        )

    def counting(self) -> dict[int, Score]:
        """Return the games that count, in their order."""
        return {
            index: self.scores[index]
            for index in sorted(self.scores)
            if self.counted is None or index < self.counted
        }

    def _meetings(self) -> Iterator[tuple[int, Score]]:
        """Yield games, each with the number of the meeting and opening that it belongs to."""
        seats = self.contest.seats
        if seats > 1:
            for index, score in self.counting().items():
                yield index // seats, score
            return
        players = self.contest.specs
        alone: dict[int, list[Score]] = {}
        for index, score in self.counting().items():
            alone.setdefault(index // len(players), []).append(score)
        for number, scores in alone.items():
            if len(scores) == len(players):
                returns = tuple(score.returns[0] for score in scores)
                yield number, Score(players, returns, "rules", None)

    def _of(self, player: str, other: str) -> Iterator[tuple[int, float]]:
        for number, score in self._meetings():
            if player in score.seats and other in score.seats:
                yield number, score.points(player, other)

    def _by_pair(self, player: str, other: str) -> tuple[list[float], list[float]]:
        """Return the points of whole pairs, and those of single games."""
        met: dict[int, list[float]] = {}
        for number, points in self._of(player, other):
            met.setdefault(number, []).append(points)
        if self.contest.seats != 2:  # no pairs: every game by itself
            return [], [points for each in met.values() for points in each]
        return (
            [sum(each) for each in met.values() if len(each) == 2],
            [each[0] for each in met.values() if len(each) == 1],
        )
