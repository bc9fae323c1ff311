"""The command line: `gametree play`, `analyze`, `arena` and the other commands."""

from __future__ import annotations

import contextlib
import os
import sys
from importlib import import_module
from typing import Any

import click

from plainpython.call_frames import with_room_for_calls

from .. import __version__
from .completion import install_completion
from .faults import plainly

__all__ = ["main"]

# Each command is the `command` of a module, in the order of the help.
_MODULES = {
    "play": "commands.play",
    "serve": "commands.serve",
    "analyze": "commands.analyze",
    "trace": "commands.trace",
    "explore": "commands.explore",
    "uci": "protocols.uci",
    "gtp": "protocols.gtp",
    "ugi": "protocols.ugi",
    "export": "commands.export",
    "replay": "commands.replay",
    "review": "coaching.review",
    "puzzles": "coaching.puzzles",
    "tablebase": "coaching.tablebase",
    "join": "commands.join",
    "arena": "commands.arena",
    "tournament": "commands.tournament",
    "levels": "coaching.levels",
    "balance": "coaching.balance",
    "budget": "commands.budget",
    "tune": "commands.tune",
    "race": "commands.race",
    "train": "commands.train",
    "fit": "commands.fit",
    "models": "commands.models",
    "players": "commands.players",
    "journal": "commands.journal",
    "check": "commands.check",
    "new": "commands.new",
    "games": "commands.games",
    "bench": "commands.bench",
}


class _Commands(click.Group):
    """Commands whose modules are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _MODULES:
            return None
        command: click.Command = import_module(f".{_MODULES[cmd_name]}", __name__).command
        return command

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with plainly():
            return super().make_context(*args, **kwargs)

    @with_room_for_calls
    def invoke(self, ctx: click.Context) -> Any:
        with plainly():
            return super().invoke(ctx)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--install-completion",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=install_completion,
    help="Let your shell (bash, zsh or fish) complete commands and options.",
)
@click.version_option(__version__, prog_name="gametree", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Monte Carlo tree search: play, analyze and measure games.

    GAME is a bundled game (see `gametree games`) or a class of your own:
    path/to/mygame.py:MyGame.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A letter that the terminal cannot show, or nobody can read, is no reason to stop.
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
