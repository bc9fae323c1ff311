"""`gametree new`."""

from __future__ import annotations

import shlex
from importlib.util import find_spec
from pathlib import Path

import click

__all__ = ["command"]


@click.command("new")
@click.argument("name")
@click.option(
    "--into",
    "folder",
    default=".",
    metavar="DIR",
    help="The folder to write to, by default the current one.",
)
def command(name: str, folder: str) -> None:
    """Write a small game with comments, and its test, to change into your own.

    NAME is what the game is called: `mygame` gives mygame.py with the class MyGame, and
    test_mygame.py.
    """
    from ...user_code.scaffold import write_game

    game, test = write_game(name, Path(folder))
    click.echo(f"wrote {game} and {test}\n\nNow type")
    lines = [
        (["gametree", "play", _path(game)], "play it against the engine"),
        (["gametree", "check", _path(game)], "look for faults in its rules"),
        (["gametree", "analyze", _path(game)], "see what the search thinks of it"),
        # Unlike `pytest` alone, this finds the game however a project sets pytest up.
        (["python", "-m", "pytest", _path(test)], "run its tests"),
    ]
    if find_spec("pytest") is None:
        lines.insert(3, (["python", "-m", "pip", "install", "pytest"], "what runs them"))
    commands = [(shlex.join(words), what) for words, what in lines]
    width = max(len(words) for words, _ in commands)
    for words, what in commands:
        click.echo(f"  {words:{width}}  # {what}")
    click.echo(f"\nThen change the rules in {game}, and check it again.")


def _path(path: Path) -> str:
    """Return the path as a word of a command, which no program takes for an option."""
    text = str(path)
    return f"./{text}" if text.startswith("-") else text
