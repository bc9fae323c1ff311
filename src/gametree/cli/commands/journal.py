"""`gametree journal`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter, GametreeError
from ..rules import tell_understood

if TYPE_CHECKING:
    from ...arena.journal.game_record import GameRecord
    from ...arena.journal.journal import Match

__all__ = ["command"]

_PAGE = "html"
_SGF = "sgf"


@click.command("journal")
@click.argument("file")
@click.option("--match", "key", metavar="KEY", help="Only this match: the beginning of its key.")
@click.option("--index", type=int, metavar="N", help="Only this game of the match, from 0.")
@click.option(
    "--export",
    "target",
    metavar="FILE",
    help="Write the games: .jsonl to compute with, .csv for spreadsheets, .pgn for chess programs; "
    ".sgf for programs that show boards, .html to replay the one of --index.",
)
def command(file: str, key: str | None, index: int | None, target: str | None) -> None:
    """List the matches in a journal of games, or export their games.

    A journal may be read while a match is being played into it.
    """
    from ...arena.journal.journal import Journal
    from ...arena.reports.export import FORMATS, write_whole
    from ...replays.from_match import replay_of_match_game, sgf_of_match_games
    from ..text.tables import print_table

    ending = "" if target is None else Path(target).suffix[1:].lower()
    if target is not None and ending not in (*FORMATS, _SGF, _PAGE):
        endings = ", ".join(f".{name}" for name in (*FORMATS, _SGF, _PAGE))
        raise BadParameter(f"--export must name a file that ends in {endings}, not {target!r}")
    if ending == _PAGE and index is None:
        raise BadParameter("a page replays one game: give its number in the match as --index")
    if index is not None and target is None:
        raise BadParameter("--index says which game to --export: name a file there")
    with Journal(file, write=False) as journal:
        matches = journal.matches() if key is None else [journal.match(key)]
        if target is not None:
            games: Iterator[GameRecord] = (game for match in matches for game in match.games())
            if index is not None:
                games = iter([_game(matches, index)])
            if ending == _PAGE:
                replay_of_match_game(next(_told(games))).save(target)
            elif ending == _SGF:
                write_whole(sgf_of_match_games(_told(games)), target)
            else:
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


def _told(games: Iterator[GameRecord]) -> Iterator[GameRecord]:
    """Yield games whose rules are about to be loaded; print once how each was understood."""
    known = set()
    for game in games:
        rules = game.game, tuple(sorted(game.parameters.items()))
        if rules not in known:
            known.add(rules)
            with suppress(GametreeError):  # the replay reports it
                tell_understood(game.game, game.parameters)
        yield game


def _game(matches: list[Match], index: int) -> GameRecord:
    """Return the game of this number, of the only match."""
    if len(matches) != 1:
        raise BadParameter(f"there are {len(matches)} matches: say which, as --match KEY")
    for game in matches[0].games():
        if game.index == index:
            return game
    raise BadParameter(f"match {matches[0].key[:12]} has no game {index} yet")
