"""`gametree journal`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from ..errors import BadParameter

__all__ = ["command"]


@click.command("journal")
@click.argument("file")
@click.option("--match", "key", metavar="KEY", help="Only this match: the beginning of its key.")
@click.option(
    "--export",
    "target",
    metavar="FILE",
    help="Write the games: .jsonl to compute with, .csv for spreadsheets, .pgn to read.",
)
def command(file: str, key: str | None, target: str | None) -> None:
    """List the matches in a journal of games, or export their games.

    A journal may be read while a match is being played into it.
    """
    from ..arena.export import FORMATS, write_whole
    from ..arena.journal import Journal
    from .text.tables import print_table

    ending = "" if target is None else Path(target).suffix[1:].lower()
    if target is not None and ending not in FORMATS:
        endings = ", ".join(f".{name}" for name in FORMATS)
        raise BadParameter(f"--export must name a file that ends in {endings}, not {target!r}")
    with Journal(file, write=False) as journal:
        matches = journal.matches() if key is None else [journal.match(key)]
        if target is not None:
            games = (game for match in matches for game in match.games())
            write_whole(FORMATS[ending](games), target)
            click.echo(f"wrote {target}")
            return
        columns = ("match", "begun", "games", "game", "players")
        rows = [
            (
                match.key[:12],
                time.strftime("%Y-%m-%d %H:%M", time.localtime(match.begun)),
                f"{len(match.finished()):,}",
                str(match.configuration.get("game", "-")),
                ", ".join(match.configuration.get("players", ())),
            )
            for match in matches
        ]
    print_table(columns, rows, left=("match", "begun", "game", "players"))
