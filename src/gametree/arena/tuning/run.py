"""Runs a tuning: plays batches of games, each chosen from the results of those before."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from ...errors import JournalError
from ..contest import Contest, Job
from ..journal.journaled_games import JournaledGames
from ..reports.standings import Score
from ..statistics.optimizer import batches
from ..workers import PlayAll, play_all
from .plan import Plan

__all__ = ["OnTune", "TuningRun"]

OnTune = Callable[["TuningRun"], None]


class TuningRun:
    """The run of a tuning.

    Attributes:
        plan: the plan of the tuning.
        optimizer: the optimizer with the results so far.
        games: the number of finished games, those of earlier runs included.
        played: the number of games played in this run.
        fouls: how often each kind of player lost by time, an illegal move or a crash: "player"
            or "opponent", then the termination.

    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.optimizer = plan.optimizer()
        self.games = 0
        self.played = 0
        self.fouls: dict[str, dict[str, int]] = {}
        self._half: dict[int, float] = {}  # points of the first game that ended, by pair

    @property
    def complete(self) -> bool:
        """True if all games have been played."""
        return self.optimizer.pairs == self.plan.pairs

    def play(
        self,
        *,
        journal: str | os.PathLike[str] | None = None,
        workers: int = 1,
        on_game: OnTune | None = None,
        on_batch: OnTune | None = None,
        play: PlayAll = play_all,
    ) -> None:
        """Play the remaining games.

        Args:
            journal: the file that every game goes to as it ends. What is in it already, of
                the same plan, is not played again; a plan with more games goes on from there.
            workers: processes that play.
            on_game: called after each game.
            on_batch: called when the results of a batch of pairs are in.
            play: how the games are played; by default in processes of this machine.

        With the same seed and budgets in simulations the same points are tried in the same
        games, however many workers play and however often they were interrupted.

        Raises:
            BadParameter: if an argument is not as described.
            JournalError: if a game cannot be written down, or another one is there.
            GameError, PlayerError, KeyboardInterrupt: as `compete`; games before are kept.

        """
        jobs = self.plan.contest.jobs()
        configuration = self.plan.configuration()
        with JournaledGames(configuration, journal=journal, workers=workers, play=play) as games:
            kept = {record.index: Score.of(record) for record in games.kept()}
            for begin, end in batches(self.plan.pairs, len(self.plan.axes)):
                points = dict(enumerate(self.optimizer.propose(begin, end), begin))
                left = []
                for job in itertools.islice(jobs, 2 * (end - begin)):
                    if job.index in kept:
                        self._add(job.index, kept[job.index], points)
                    else:
                        left.append(job)
                if not left:
                    continue
                with closing(games.play(*self._seated(left, points))) as records:
                    for record in records:
                        self._add(record.index, Score.of(record), points)
                        self.played += 1
                        if on_game is not None:
                            on_game(self)
                if on_batch is not None:
                    on_batch(self)

    def _seated(self, jobs: list[Job], points: dict[int, int]) -> tuple[Contest, list[Job]]:
        """Return the players and the jobs, each between the opponent and one point's player."""
        specs = {job.index // 2: self._spec(points[job.index // 2]) for job in jobs}
        players = tuple(dict.fromkeys([*self.plan.contest.specs, *specs.values()]))
        seated = []
        for job in jobs:
            us = players.index(specs[job.index // 2])
            seated.append(replace(job, seats=(us, 1) if _our_seat(job.index) == 0 else (1, us)))
        return replace(self.plan.contest, players=players), seated

    def _add(self, index: int, score: Score, points: dict[int, int]) -> None:
        pair, seat = index // 2, _our_seat(index)
        point = points[pair]
        if score.seats[seat] != self._spec(point):
            raise JournalError(
                f"game {index} of this tuning was played by {score.seats[seat]}, not by "
                f"{self._spec(point)}; another version of gametree, NumPy or SciPy chose it, "
                "perhaps: name another journal, or choose another seed"
            )
        ours, theirs = score.returns[seat], score.returns[1 - seat]
        made = 0.5 if ours == theirs else float(ours > theirs)
        self.games += 1
        if score.culprit is not None:
            kinds = self.fouls.setdefault("player" if score.culprit == seat else "opponent", {})
            kinds[score.termination] = kinds.get(score.termination, 0) + 1
        if pair in self._half:
            self.optimizer.add(point, self._half.pop(pair) + made)
        else:
            self._half[pair] = made

    def _spec(self, point: int) -> str:
        return self.plan.spec(self.optimizer.values(point))


def _our_seat(index: int) -> int:
    """Return the seat of the player whose parameters are tuned: the first in even games."""
    return index % 2
