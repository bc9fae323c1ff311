"""What the commands of the arena share: options, the journal, progress, where reports go."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from ..errors import BadParameter
from ..extras import load_extra
from . import options

if TYPE_CHECKING:
    from ..arena.contest import Contest
    from ..arena.game_record import GameRecord
    from ..arena.run import OnGame, PlayAll
    from ..arena.sprt import Sprt, Verdict
    from ..arena.standing import Standing

__all__ = [
    "JOURNAL",
    "Run",
    "command_line",
    "conditions",
    "contest_options",
    "outputs",
    "play",
    "prepare",
    "publish",
]

JOURNAL = "gametree-arena.db"

_PICTURES = ("svg", "png", "pdf")

_Command = TypeVar("_Command", bound=Callable[..., Any])


def contest_options(games: int, opening_plies: int) -> Callable[[_Command], _Command]:
    """Add the options that say what is played, with these defaults, and where it is kept.

    They arrive as `journal`, `workers` and those that `conditions` takes.
    """

    def add(command: _Command) -> _Command:
        for option in reversed(
            (
                click.option("--game", required=True, help="What is played: see `gametree games`."),
                options.parameters,
                click.option(
                    "--games",
                    type=options.COUNT,
                    default=games,
                    show_default=True,
                    help="How many games, rounded up so that every opening is played in every "
                    "order of seats.",
                ),
                click.option(
                    "--simulations",
                    type=options.COUNT,
                    help="Simulations a move, for players without a limit of their own.",
                ),
                click.option(
                    "--seconds", type=float, metavar="S", help="Seconds a move, likewise."
                ),
                click.option(
                    "--grace",
                    type=float,
                    metavar="S",
                    default=1.0,
                    show_default=True,
                    help="By how much a move may take longer before the game is lost on time.",
                ),
                click.option(
                    "--opening-plies",
                    type=int,
                    metavar="N",
                    default=opening_plies,
                    show_default=True,
                    help="Random moves that each opening begins with.",
                ),
                click.option(
                    "--opening",
                    "openings",
                    multiple=True,
                    metavar="MOVES",
                    help="An opening instead, 'd3 c5'; may be given several times.",
                ),
                click.option(
                    "--max-plies",
                    type=options.COUNT,
                    default=2000,
                    show_default=True,
                    help="After so many moves a game is a draw.",
                ),
                click.option(
                    "--seed",
                    type=int,
                    metavar="N",
                    default=0,
                    show_default=True,
                    help="For other games.",
                ),
                click.option(
                    "--workers",
                    type=int,
                    metavar="N",
                    default=1,
                    show_default=True,
                    help="Processes that play; with --ray, games under way at a time.",
                ),
                click.option(
                    "--ray",
                    metavar="ADDRESS",
                    help="Play on the Ray cluster at this host and port.",
                ),
                click.option(
                    "--journal",
                    metavar="FILE",
                    default=JOURNAL,
                    show_default=True,
                    help="Where each game is kept as it ends. What is in it already is not "
                    "played again.",
                ),
                click.option("--no-journal", is_flag=True, help="Keep no games."),
            )
        ):
            command = option(command)
        return command

    return add


def outputs(command: _Command) -> _Command:
    """Add `--json`, `--html` and `--plot`."""
    for option in (
        click.option(
            "--plot", metavar="FILE", help=f"Write a picture: {', '.join(_PICTURES)} by its ending."
        ),
        click.option("--html", metavar="FILE", help="Write a page that needs nothing else."),
        click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON."),
    ):
        command = option(command)
    return command


def conditions(given: dict[str, Any]) -> dict[str, Any]:
    """Return those of a command's options that a contest takes, under its names."""
    names = (
        "game",
        "parameters",
        "games",
        "simulations",
        "seconds",
        "grace",
        "opening_plies",
        "openings",
        "max_plies",
        "seed",
    )
    return {name: given[name] for name in names}


def command_line(context: click.Context) -> str:
    """Return the command with the options that were given, to be typed again."""
    words = [*context.command_path.split()]
    for parameter in context.command.get_params(context):
        name = parameter.name or ""
        if name not in context.params or context.get_parameter_source(name) is None:
            continue
        if context.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE:
            continue
        words += _words(parameter, context.params[name])
    return shlex.join(words)


def _words(parameter: click.Parameter, value: Any) -> list[str]:
    if isinstance(parameter, click.Argument):
        return [*value] if isinstance(value, tuple) else [str(value)]
    option = parameter.opts[0]
    if value is True:
        return [option]
    if isinstance(value, dict):
        return [word for name, text in value.items() for word in (option, f"{name}={text}")]
    if parameter.multiple:
        return [word for each in value for word in (option, str(each))]
    if isinstance(value, tuple):
        return [option, ",".join(f"{each:g}" for each in value)]
    return [option, str(value)]


def prepare(html: str | None, plot: str | None) -> None:
    """Make sure, before anything is played, that the report can be made and written.

    Raises:
        BadParameter: if a file could not be written.
        MissingExtra: if a library is not installed.

    """
    load_extra("scipy.special", "arena")
    for option, name in (("--html", html), ("--plot", plot)):
        if name is not None:
            path = Path(name)
            if path.is_dir() or not path.resolve().parent.is_dir():
                why = "is a folder" if path.is_dir() else "lies in a folder that is not there"
                raise BadParameter(f"{option} {name} {why}: name a file")
    if html is not None and Path(html).suffix.lower() not in (".html", ".htm"):
        raise BadParameter(f"--html must name a file that ends in .html, not {html!r}")
    if plot is not None:
        if Path(plot).suffix[1:].lower() not in _PICTURES:
            endings = ", ".join(f".{ending}" for ending in _PICTURES)
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

        self.journal: str | None = None if options["no_journal"] else options["journal"]
        self.workers: int = options["workers"]
        self.play_all: PlayAll = play_all
        if options["ray"] is not None:
            from ..arena.ray_workers import play_on_ray

            self.play_all = play_on_ray(options["ray"])
        self._began = time.monotonic()
        self.played = 0
        self.interrupted = False

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._began

    def play(
        self, contest: Contest, on_game: OnGame, sprt: Sprt | None = None
    ) -> tuple[Standing, Verdict | None]:
        """Play what is left of a contest; after Ctrl-C, return how far it has come."""
        from ..arena.run import compete

        latest: list[Standing] = []

        def note(standing: Standing, record: GameRecord) -> None:
            latest[:] = [standing]
            self.played += 1
            on_game(standing, record)

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

    def _kept(self, contest: Contest) -> Standing:
        """Return the games of earlier runs."""
        from ..arena.journal import Journal, match_key
        from ..arena.standing import Standing

        standing = Standing(contest)
        if self.journal is not None and Path(self.journal).exists():
            key = match_key(contest.configuration())
            with Journal(self.journal, write=False) as journal:
                for match in journal.matches():
                    if match.key == key:
                        for record in match.games():
                            standing.add(record)
        return standing

    def finish(self, command: str) -> None:
        """Tell how to go on after Ctrl-C, and end the command then."""
        if self.interrupted:
            if self.journal is None:
                click.echo("stopped by Ctrl-C; nothing was kept", err=True)
            else:
                click.echo(f"stopped by Ctrl-C; to go on: {command}", err=True)
            raise SystemExit(130)


class Told(Protocol):
    """A report, or a budget table."""

    def to_dict(self) -> dict[str, Any]:
        """Return it for JSON."""

    def to_text(self) -> str:
        """Return it as text."""


def publish(
    report: Told,
    *,
    as_json: bool,
    html: str | None,
    page: Callable[[], str],
    plot: str | None,
    picture: Callable[[], Any] | None,
) -> None:
    """Print a report, write its page, and its picture if there is something to draw."""
    click.echo(json.dumps(report.to_dict(), indent=2) if as_json else report.to_text())
    if html is not None:
        from ..arena.export import write_whole

        write_whole([page()], html)
    if plot is not None and picture is not None:
        from ..arena.plots import save

        save(picture(), plot)


def play(
    context: click.Context,
    players: tuple[str, ...],
    given: dict[str, Any],
    sprt: Sprt | None = None,
) -> None:
    """Play a contest and report it: all that `arena` and `tournament` do."""
    from ..arena.contest import Contest
    from .progress import ContestProgress

    prepare(given["html"], given["plot"])
    contest = Contest(players, **conditions(given))
    run = Run(given)
    with ContestProgress(contest, sprt) as progress:
        standing, verdict = run.play(contest, progress.on_game, sprt)

    from ..arena import html, plots
    from ..arena.report import Report

    command = command_line(context)
    report = Report.of(
        standing,
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
    )
    run.finish(command)
