"""The options that the commands of the arena share."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...arena.defaults import GRACE, MAX_PLIES, OPENING_PLIES
from . import common as options

__all__ = ["JOURNAL", "PICTURES", "command_line", "conditions", "contest_options", "outputs"]

JOURNAL = "gametree-arena.db"

PICTURES = ("svg", "png", "pdf")

_Command = TypeVar("_Command", bound=Callable[..., Any])


def contest_options(games: int, opening_plies: int | None = None) -> Callable[[_Command], _Command]:
    """Add the options that say what is played, with these defaults, and where it is kept.

    They arrive as `journal`, `workers` and those that `conditions` takes.
    """
    return _together(*_played(games), *_time(), *_openings(opening_plies), *_kept())


def outputs(command: _Command) -> _Command:
    """Add `--json`, `--html`, `--plot` and `--table`."""
    return _together(
        click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON."),
        click.option("--html", metavar="FILE", help="Write a page that needs nothing else."),
        click.option(
            "--plot", metavar="FILE", help=f"Write a picture: {', '.join(PICTURES)} by its ending."
        ),
        click.option(
            "--table",
            metavar="FILE",
            help="Write the summary as a table: csv, or tex for LaTeX, by its ending.",
        ),
    )(command)


def _together(*options: Callable[[Any], Any]) -> Callable[[_Command], _Command]:
    """Return a decorator that adds options, shown in this order."""

    def add(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def _played(games: int) -> list[Callable[[Any], Any]]:
    return [
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
    ]


def _time() -> list[Callable[[Any], Any]]:
    return [
        click.option(
            "--simulations",
            type=options.COUNT,
            help="Simulations a move, for players without a limit of their own.",
        ),
        click.option("--seconds", type=float, metavar="S", help="Seconds a move, likewise."),
        click.option(
            "--clock",
            metavar="TIME",
            help="Seconds of each player for a game instead: 60, with an increment "
            "60+0.5, with byo-yomi 60+3x10.",
        ),
        click.option(
            "--grace",
            type=float,
            metavar="S",
            default=GRACE,
            show_default=True,
            help="By how much a move, or all on the clock, may take longer before the "
            "game is lost on time.",
        ),
    ]


def _openings(plies: int | None) -> list[Callable[[Any], Any]]:
    return [
        click.option(
            "--opening-plies",
            type=int,
            metavar="N",
            default=plies,
            show_default=f"{OPENING_PLIES}; 0 in games that hide something"
            if plies is None
            else True,
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
            default=MAX_PLIES,
            show_default=True,
            help="The number of moves after which a game is a draw.",
        ),
        click.option(
            "--seed",
            type=int,
            metavar="N",
            default=0,
            show_default=True,
            help="For other games.",
        ),
    ]


def _kept() -> list[Callable[[Any], Any]]:
    return [
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
            help="Where each game is kept as it ends. What is in it already is not played again.",
        ),
        click.option("--no-journal", is_flag=True, help="Keep no games."),
    ]


def conditions(given: dict[str, Any]) -> dict[str, Any]:
    """Return those of a command's options that a contest takes, under its names."""
    names = (
        "game",
        "parameters",
        "games",
        "simulations",
        "seconds",
        "clock",
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
