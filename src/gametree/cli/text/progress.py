"""Progress of a contest: a live table on a terminal, otherwise a line from time to time."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ...arena.contest import Contest
    from ...arena.journal.game_record import GameRecord
    from ...arena.reports.standings import Standings
    from ...arena.statistics.sprt import Sprt

__all__ = ["ContestProgress"]

_EVERY_SECONDS = 10.0  # a line
_RENEWED_SECONDS = 0.25  # the table
_COST = 100  # to look at the standing may take a hundredth of the time, after the first look


class ContestProgress:
    """The progress of one contest, on the error stream, as a context.

    Args:
        contest: what is played.
        sprt: its sequential test, if there is one.
        title: what to call it, before everything else.

    """

    def __init__(self, contest: Contest, sprt: Sprt | None = None, title: str = "") -> None:
        self._contest = contest
        self._sprt = sprt
        self._title = title
        people = any(spec.partition(":")[0].strip() == "human" for spec in contest.specs)
        # A person types in the terminal: nothing may be drawn over it.
        self._live: Any = None
        self._is_live = sys.stderr.isatty() and not people
        self._began = time.monotonic()
        self._next = self._began + (0 if self._is_live else _EVERY_SECONDS)
        self._first: float | None = None  # when the first game of this run ended
        self._before = 0  # games that had been played then
        self._games = 0
        self._shown: list[str] = []

    def __enter__(self) -> Self:
        if self._is_live:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(
                console=Console(stderr=True, highlight=False, markup=False, emoji=False),
                get_renderable=self._renderable,
                refresh_per_second=4,
                transient=True,
            )
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def on_game(self, standings: Standings, record: GameRecord) -> None:
        """Count a game that has ended."""
        now = time.monotonic()
        self._games = len(standings.scores)
        if self._first is None:
            self._first = now
            self._before = self._games
            if self._games > 1 and not self._is_live:
                click.echo(f"{self._games - 1:,} games were played before", err=True)
        if now < self._next:
            return
        first_look = not self._shown  # it loads what the statistics need
        self._shown = [*self._lines(standings)]
        taken = 0.0 if first_look else time.monotonic() - now
        pause = _RENEWED_SECONDS if self._is_live else _EVERY_SECONDS
        self._next = now + max(pause, _COST * taken)
        if not self._is_live:
            click.echo(": ".join([self._pace(), *self._shown]), err=True)

    def _renderable(self) -> RenderableType:
        from rich.text import Text

        return Text("\n".join([*self._shown, self._pace()]), no_wrap=True, overflow="ellipsis")

    def _pace(self) -> str:
        """Return the number of games played, their speed, and the time that the rest takes."""
        from ...arena.reports.report import duration

        total = self._contest.total
        title = f"{self._title}: " if self._title else ""
        now = time.monotonic()
        played = self._games - self._before
        if self._first is None or not played:
            return f"{title}getting ready and playing the first game, {duration(now - self._began)}"
        speed = played / (now - self._first)
        left = (total - self._games) / speed
        most = "at most " if self._sprt is not None else ""
        return (
            f"{title}{self._games:,} of {total:,} games, {speed:.3g} a second, "
            f"{most}{duration(left)} left"
        )

    def _lines(self, standings: Standings) -> Iterator[str]:
        """Yield the lines of the ranking, the best player last."""
        contest = self._contest
        seats = contest.seats
        if seats == 1:
            return
        if (len(contest.specs), seats) == (2, 2):
            yield from self._match(standings)
        elif not self._is_live:
            best, *_ = standings.ratings().players
            name = contest.aliases.get(best.player, best.player)
            yield f"{name} leads, Elo {best.elo:+.0f} ({best.low:+.0f} to {best.high:+.0f})"
        else:
            yield from standings.ratings().renamed(contest.aliases).to_text().splitlines()
            yield ""

    def _match(self, standings: Standings) -> Iterator[str]:
        one, other = self._contest.specs
        won, drawn, lost = standings.wins_draws_losses(one, other)
        if self._is_live:
            yield " against ".join(self._contest.names)
            yield f"{won:,} won, {drawn:,} drawn, {lost:,} lost"
        test = ""
        if self._sprt is not None:
            from ...arena.reports.results import paired

            verdict = self._sprt.judge(paired(standings))
            test = f"; LLR {verdict.llr:.2f} ({verdict.lower:.2f}, {verdict.upper:.2f})"
        yield f"{standings.elo(one, other)}{test}"
