"""Files that commands write: pages and records, checked before there is something to write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import BadParameter

if TYPE_CHECKING:
    from ..game import Game
    from ..replays.game_replay import GameReplay
    from ..replays.search_replay import SearchReplay

__all__ = ["check_page", "check_place", "check_record", "replay_options", "save_replay"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def check_page(html: str | None) -> None:
    """Check, before there is something to report, that a page can be written.

    Raises:
        BadParameter: if it could not.

    """
    if html is not None:
        check_place("--html", html)
        if Path(html).suffix.lower() not in (".html", ".htm"):
            raise BadParameter(f"--html must name a file that ends in .html, not {html!r}")


def check_record(record: str | None, game: Game | None = None) -> None:
    """Check, before there is something to keep, that a record can be written.

    Args:
        record: the file.
        game: the rules, where a file of games that other programs read will do as well.

    Raises:
        BadParameter: if it could not.

    """
    if record is not None:
        from ..game_files.writing import GAME_ENDINGS, check_writable

        check_place("--record", record)
        ending = Path(record).suffix.lower()
        if game is not None and ending in GAME_ENDINGS:
            check_writable(game, ending)
        elif ending != ".jsonl":
            endings = [".jsonl", *(() if game is None else GAME_ENDINGS)]
            raise BadParameter(
                f"--record must name a file that ends in {', '.join(endings)}, not {record!r}"
            )


def check_place(option: str, name: str) -> None:
    """Check that a file can be where an option says.

    Raises:
        BadParameter: if there is a folder, or none around it.

    """
    path = Path(name)
    if path.is_dir() or not path.resolve().parent.is_dir():
        why = "is a folder" if path.is_dir() else "lies in a folder that is not there"
        raise BadParameter(f"{option} {name} {why}: name a file")


def replay_options(command: _Command) -> _Command:
    """Add `--html` and `--record`."""
    for option in (
        click.option(
            "--record", metavar="FILE.jsonl", help="Write a record that `gametree replay` reads."
        ),
        click.option(
            "--html", metavar="FILE.html", help="Write a page that replays it and needs nothing."
        ),
    ):
        command = option(command)
    return command


def save_replay(replay: GameReplay | SearchReplay, html: str | None, record: str | None) -> None:
    """Write what was asked for, and say so on the error stream."""
    for path in (html, record):
        if path is not None:
            replay.save(path)
            click.echo(f"wrote {path}", err=True)
