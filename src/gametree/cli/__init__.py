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
from .faults import plainly

__all__ = ["main"]

# Each command is the `command` of the module of its name.
_COMMANDS = (
    "play",
    "serve",
    "analyze",
    "trace",
    "explore",
    "uci",
    "gtp",
    "ugi",
    "replay",
    "join",
    "arena",
    "tournament",
    "budget",
    "tune",
    "race",
    "train",
    "fit",
    "models",
    "players",
    "journal",
    "check",
    "new",
    "games",
    "bench",
)


class _Commands(click.Group):
    """Commands whose modules are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __name__).command
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
