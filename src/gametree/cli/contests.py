"""The common part of the arena's commands: journal, progress, output of reports."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from ..arena.reports.table_files import TABLES, csv_table, latex_table
from ..errors import BadParameter
from ..machine.extras import load_extra
from ..numbers.checks import refuse_many
from .options.contests import PICTURES, command_line, conditions
from .pages import check_page, check_place
from .rules import tell_understood

if TYPE_CHECKING:
    from ..arena.contest import Contest
    from ..arena.journal.game_record import GameRecord
    from ..arena.reports.standings import Standings
    from ..arena.run import OnGame
    from ..arena.statistics.sprt import Sprt, Verdict
    from ..arena.workers import PlayAll

__all__ = ["Run", "play", "prepare", "publish"]


def prepare(html: str | None, plot: str | None, table: str | None) -> None:
    """Check, before anything is played, that the report can be made and written.

    Raises:
        BadParameter: if a file could not be written.
        MissingExtra: if a library is not installed.

    """
    load_extra("scipy.special", "arena")
    check_page(html)
    if table is not None:
        check_place("--table", table)
        if Path(table).suffix[1:].lower() not in TABLES:
            endings = " or ".join(f".{ending}" for ending in TABLES)
            raise BadParameter(f"--table must name a file that ends in {endings}, not {table!r}")
    if plot is not None:
        check_place("--plot", plot)
        if Path(plot).suffix[1:].lower() not in PICTURES:
            endings = ", ".join(f".{ending}" for ending in PICTURES)
            raise BadParameter(f"--plot must name a file that ends in {endings}, not {plot!r}")
        load_extra("matplotlib", "plots")


class Run:
    """The contests of a command: played under one clock, with progress, until Ctrl-C.

    Attributes:
        journal: the file that games are kept in, or None.
        workers: how many games are under way at a time.
        play_all: how games are played, on this machine or elsewhere: for `compete`.
        played: how many games were played.
        interrupted: whether Ctrl-C has ended it.

    """

    def __init__(self, options: dict[str, Any]) -> None:
        from ..arena.workers import play_all

        tell_understood(options["game"], options["parameters"])
        self.journal: str | None = None if options["no_journal"] else options["journal"]
        self.workers: int = options["workers"]
        self.play_all: PlayAll = play_all
        if options["ray"] is None:
            refuse_many(self.workers)
        else:
            from ..arena.ray_workers import play_on_ray

            self.play_all = play_on_ray(options["ray"])
        self._began = time.monotonic()
        self.played = 0
        self.interrupted = False

    @property
    def seconds(self) -> float:
        """The time taken so far."""
        return time.monotonic() - self._began

    def play(
        self, contest: Contest, on_game: OnGame, sprt: Sprt | None = None
    ) -> tuple[Standings, Verdict | None]:
        """Play what is left of a contest; after Ctrl-C, return how far it has come."""
        from ..arena.run import compete

        latest: list[Standings] = []

        def note(standings: Standings, record: GameRecord) -> None:
            latest[:] = [standings]
            self.played += 1
            on_game(standings, record)

        try:
            return compete(
                contest,
                journal=self.journal,
                workers=self.workers,
                sprt=sprt,
                on_game=note,
                play=self.play_all,
            )
        except KeyboardInterrupt:
            self.interrupted = True
            return (latest or [self._kept(contest)])[0], None

    def _kept(self, contest: Contest) -> Standings:
        """Return the games of earlier runs."""
        from ..arena.journal.journal import Journal, match_key
        from ..arena.reports.standings import Standings

        standings = Standings(contest)
        if self.journal is not None and Path(self.journal).exists():
            with Journal(self.journal, write=False) as journal:
                match = journal.find(match_key(contest.configuration()))
                for record in match.games() if match is not None else ():
                    standings.add(record)
        return standings

    def finish(self, command: str) -> None:
        """After Ctrl-C, say how to continue, and end the command."""
        if self.interrupted:
            if self.journal is None:
                click.echo("stopped by Ctrl-C; nothing was kept", err=True)
            else:
                click.echo(f"stopped by Ctrl-C; to go on: {command}", err=True)
            raise SystemExit(130)


class Printable(Protocol):
    """A report, or a budget table."""

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""

    def to_text(self) -> str:
        """Return it as text."""

    def table(self) -> tuple[list[str], list[list[str | int | float | None]]]:
        """Return its columns and rows."""


def publish(
    report: Printable,
    *,
    as_json: bool,
    html: str | None,
    page: Callable[[], str],
    plot: str | None,
    picture: Callable[[], Any] | None,
    table: str | None,
) -> None:
    """Print a report, write its page, its table, and its picture if there is one to draw."""
    click.echo(json.dumps(report.to_dict(), indent=2) if as_json else report.to_text())
    if html is not None:
        from ..arena.reports.export import write_whole

        write_whole([page()], html)
    if table is not None:
        from ..arena.reports.export import write_whole

        write = csv_table if table.lower().endswith(".csv") else latex_table
        write_whole([write(*report.table())], table)
    if plot is not None and picture is not None:
        from ..arena.reports.plots import save

        save(picture(), plot)


def play(
    context: click.Context,
    players: tuple[str, ...],
    given: dict[str, Any],
    sprt: Sprt | None = None,
) -> None:
    """Play a contest and report it: all that `arena` and `tournament` do."""
    from ..arena.contest import Contest
    from .text.progress import ContestProgress

    prepare(given["html"], given["plot"], given["table"])
    contest = Contest(players, **conditions(given))
    run = Run(given)
    with ContestProgress(contest, sprt) as progress:
        standings, verdict = run.play(contest, progress.on_game, sprt)

    from ..arena.reports import html, plots
    from ..arena.reports.report import ContestReport

    command = command_line(context)
    report = ContestReport.of(
        standings,
        sprt=sprt,
        verdict=verdict,
        seconds=run.seconds,
        played=run.played,
        command=command,
    )
    publish(
        report,
        as_json=given["as_json"],
        html=given["html"],
        page=lambda: html.report_page(report),
        plot=given["plot"],
        picture=(lambda: plots.report_figure(report)) if report.games else None,
        table=given["table"],
    )
    run.finish(command)
