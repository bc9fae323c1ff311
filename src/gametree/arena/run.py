"""Runs a contest from its first game to its last, with an optional journal."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing

from ..errors import BadParameter
from .contest import Contest
from .journal.game_record import GameRecord
from .journal.journaled_games import JournaledGames
from .reports.standings import Standings
from .statistics.counts import PairCounts
from .statistics.sprt import Sprt, Verdict
from .workers import PlayAll, play_all

__all__ = ["OnGame", "compete"]

OnGame = Callable[[Standings, GameRecord], None]


def compete(
    contest: Contest,
    *,
    journal: str | os.PathLike[str] | None = None,
    workers: int = 1,
    sprt: Sprt | None = None,
    on_game: OnGame | None = None,
    play: PlayAll = play_all,
) -> tuple[Standings, Verdict | None]:
    """Play the rest of a contest, and return its report.

    Args:
        contest: what is to be played.
        journal: the file that every game goes to as it ends. What is in it already, of
            the same contest, is not played again.
        workers: processes that play.
        sprt: a test that ends a match of two players as soon as it is decided.
        on_game: called after each game.
        play: how the games are played; by default in processes of this machine.

    The result depends on the games alone, not on the order in which they ended: a
    test is judged by the games before the first one that is still missing. With the
    same seed and budgets in simulations the games are the same too, however many
    workers play them and however often they were interrupted.

    Workers begin as new interpreters: a script that asks for them calls this below
    `if __name__ == "__main__":`.

    Raises:
        BadParameter: if an argument is not as described.
        JournalError: if a game cannot be written down; those before it are.
        GameError: if the rules break their contract; the games before are kept.
        PlayerError: if a game loses its worker again and again, likewise.
        KeyboardInterrupt: on Ctrl-C; those before are kept.

    """
    if sprt is not None and (len(contest.specs), contest.seats) != (2, 2):
        raise BadParameter("a sequential test compares two players in a game of two")
    standings = Standings(contest)
    configuration = contest.configuration()
    with JournaledGames(configuration, journal=journal, workers=workers, play=play) as games:
        for record in games.kept():
            standings.add(record)
        judge = None if sprt is None else _Judge(standings, sprt)
        if judge is not None and judge.decided():
            return standings, judge.verdict
        left = (job for job in contest.jobs() if job.index not in standings.scores)
        with closing(games.play(contest, left)) as records:
            for record in records:
                standings.add(record)
                over = judge is not None and judge.decided()
                if on_game is not None:
                    on_game(standings, record)
                if over:
                    break
    return standings, None if judge is None else judge.verdict


class _Judge:
    """A test that is judged pair by pair, in the order of the games."""

    def __init__(self, standings: Standings, sprt: Sprt) -> None:
        self._standings = standings
        self._sprt = sprt
        self._games = 0
        self._pairs = PairCounts()
        self.verdict = sprt.judge(self._pairs)

    def decided(self) -> bool:
        """Judge the pairs that have ended without a gap; return whether the test is over."""
        scores = self._standings.scores
        players = self._standings.contest.specs
        while self.verdict.decision == "continue":
            pair = scores.get(self._games), scores.get(self._games + 1)
            if pair[0] is None or pair[1] is None:
                return False
            self._games += 2
            self._pairs += PairCounts.of([sum(score.points(*players) for score in pair if score)])
            self.verdict = self._sprt.judge(self._pairs)
        self._standings.limit_to(self._games)
        return True
