"""Games of a match that are chosen one by one, by what the games before have shown."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ..primitives.rng import derived_seed
from .contest import Contest, Job
from .journal.game_record import GameRecord
from .journal.journaled_games import JournaledGames
from .workers import PlayAll, play_all

__all__ = ["ChosenGames"]


class ChosenGames:
    """Plays games between players of a contest, and takes up those of earlier runs.

    Args:
        contest: the game and its seed.
        purpose: what the games are for, such as "levels": it names the match in the journal.
        kind_of: returns the kind of a game, such as the pair of its players.
        on_record: receives each game, those of earlier runs first.
        on_game: called after each game of this run.
        workers: processes that play.
        journal: the file of the games; None: no games are kept.
        play: how games are played; by default in processes of this machine.
        clock: the time in seconds.

    Attributes:
        under_way: how many games of each kind have begun and not ended.
        first_end: when the first game of this run ended, None before.

    """

    def __init__(
        self,
        contest: Contest,
        purpose: str,
        *,
        kind_of: Callable[[GameRecord], Any],
        on_record: Callable[[GameRecord], None],
        on_game: Callable[[], None],
        workers: int = 1,
        journal: Path | None = None,
        play: PlayAll = play_all,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._contest = contest
        self._purpose = purpose
        self._kind_of = kind_of
        self._on_record = on_record
        self._on_game = on_game
        self._workers = workers
        self._journal = journal
        self._play = play
        self._clock = clock
        self._earlier_seconds = 0.0
        self._next = 0
        self.began = clock()
        self.first_end: float | None = None
        self.under_way: Counter[Any] = Counter()

    @property
    def minutes(self) -> float:
        """The minutes that the games have taken, with those of earlier runs."""
        return (self._earlier_seconds + self._clock() - self.began) / 60

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Open the journal, and take the games that are in it; games are played within the block.

        Raises:
            JournalError: if the journal cannot be written.

        """
        self._games = JournaledGames(
            self._contest.configuration_for(self._purpose),
            journal=self._journal,
            workers=self._workers,
            play=self._play,
        )
        with self._games:
            for record in self._games.kept():
                self._take(record)
                self._earlier_seconds += sum(record.seconds) / self._workers
            yield

    def play(self, contest: Contest, chosen: Iterable[tuple[Any, tuple[int, ...]]]) -> None:
        """Play games, each given by its kind and by the index of the player in each seat.

        The next one is asked for when a worker is free. `contest` has the players.

        Raises:
            JournalError, GameError, PlayerError, KeyboardInterrupt: as `compete`.

        """
        jobs = self._jobs(chosen)
        first = next(jobs, None)
        if first is None:
            return
        with closing(self._games.play(contest, itertools.chain([first], jobs))) as records:
            for record in records:
                if self.first_end is None:
                    self.first_end = self._clock()
                self.under_way[self._kind_of(record)] -= 1
                self._take(record)
                self._on_game()

    def _jobs(self, chosen: Iterable[tuple[Any, tuple[int, ...]]]) -> Iterator[Job]:
        for kind, seats in chosen:
            index, self._next = self._next, self._next + 1
            self.under_way[kind] += 1
            yield Job(index, seats, (), derived_seed(self._contest.seed, f"game {index}"))

    def _take(self, record: GameRecord) -> None:
        self._next = max(self._next, record.index + 1)
        self._on_record(record)
