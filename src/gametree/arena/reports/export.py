"""Games as text: JSON Lines to compute with, CSV for spreadsheets, PGN for chess programs.

Each format takes games and yields text, one game at a time, so a journal of any size needs the
memory of one game:

    write_whole(json_lines(journal.games()), "games.jsonl")
    sys.stdout.writelines(game_texts(match.games()))
"""

from __future__ import annotations

import contextlib
import csv
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from ...actors import is_chance
from ...errors import BadParameter, GametreeError, JournalError
from ...files.replacing import replacing
from ...game_files.pgn_writing import pgn_of_moves, pgn_quoted, pgn_result, wrapped
from ...games.chess.game import Chess
from ..journal.game_record import GameRecord
from ..journal.json_values import encodable, from_json, to_json

__all__ = ["FORMATS", "csv_rows", "game_texts", "json_lines", "read_json_lines", "write_whole"]

_WIDTH = 79

_DATABASE = b"SQLite format 3\0"  # how every SQLite file begins

# What of a game is too long for the cells of a spreadsheet.
_COLUMNS = [field.name for field in fields(GameRecord) if field.name != "statistics"]

# A move that can stand among others and is not taken for a move's number or a comment.
_PLAIN_MOVE = re.compile(r"""(?!\d+\.+$)[^\s"'()\[\]{};\\]+""")


def json_lines(games: Iterable[GameRecord]) -> Iterator[str]:
    """Yield a line of JSON for each game, with the fields of `GameRecord` in their order.

    Numbers that are not finite are the texts "nan", "inf" and "-inf". `read_json_lines` gives
    the same games back.
    """
    for game in games:
        yield to_json(game.to_dict()) + "\n"


def read_json_lines(lines: Iterable[str]) -> Iterator[GameRecord]:
    """Yield the games that `json_lines` wrote; empty lines are passed over.

    Raises:
        BadParameter: if a line is no game; it says which.

    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield GameRecord.from_dict(from_json(line, "a game"))
            except BadParameter as error:
                raise BadParameter(f"line {number}: {error}") from None


def csv_rows(games: Iterable[GameRecord]) -> Iterator[str]:
    """Yield the lines of a CSV file (RFC 4180): the names of the columns, then a row a game.

    What is no single number or text (seats, moves, seconds, ...) is JSON within its cell, None
    is an empty cell. The statistics of the moves are left out.
    """
    writer: Any = csv.writer(_Echo())  # its rows are what `_Echo.write` returns
    yield writer.writerow(_COLUMNS)
    for game in games:
        yield writer.writerow([_cell(getattr(game, name)) for name in _COLUMNS])


class _Echo:
    def write(self, text: str) -> str:
        return text


def _cell(value: Any) -> Any:
    if isinstance(value, (tuple, dict)):
        return to_json(value)
    return encodable(value) if isinstance(value, str) else value


def game_texts(games: Iterable[GameRecord]) -> Iterator[str]:
    """Yield each game as PGN: tags, numbered moves, and how the game ended.

    Chess is written by the standard, so that chess programs read the same game: the moves of the
    opening are among its moves, and a first position that is not the usual one is the tag FEN.

    PGN knows no other game. There the opening is a tag, and the moves after it count from 1; a
    number stands before the first move of a round, and dots take the place of players before the
    one who begins. Outcomes of chance are in parentheses. A move that could be misread (spaces,
    brackets, ...) is in quotes.
    """
    for game in games:
        rules = _chess(game)
        if rules is None:
            yield _text_of_any_game(game)
        else:
            moves = [*game.opening, *game.moves]
            plies = {"OpeningPlies": str(len(game.opening))} if game.opening else {}
            yield pgn_of_moves(
                rules,
                moves,
                game.returns,
                game.termination,
                {**_roster(game), **_others(game), **plies},
                game.culprit,
            )


def _chess(game: GameRecord) -> Chess | None:
    """Return the rules of a game of chess; None of another game."""
    if game.game != "chess" or len(game.seats) != 2:
        return None
    try:
        return Chess(**game.parameters)
    except (TypeError, GametreeError):  # of another version
        return None


def _text_of_any_game(game: GameRecord) -> str:
    tags = {**_roster(game), "Game": game.game, **_others(game)}
    if game.opening:
        tags["Opening"] = " ".join(map(_move, game.opening))
    tags["Returns"] = _returns(game)
    tags["Termination"] = game.termination
    head = "".join(f"[{name} {pgn_quoted(value)}]\n" for name, value in tags.items())
    words = [*_numbered_moves(game), *_ending(game).split(), pgn_result(game.returns)]
    return f"{head}\n{wrapped(words, _WIDTH)}\n\n"


def _roster(game: GameRecord) -> dict[str, str]:
    moment = time.gmtime(_moment(game.started))
    numbered = [f"Player{number}" for number in range(1, len(game.seats) + 1)]
    names = ("White", "Black") if len(game.seats) == 2 else numbered
    return {
        "Event": game.match,
        "Site": "?",
        "Date": time.strftime("%Y.%m.%d", moment),
        "Round": str(game.index + 1),
        **dict(zip(names, game.seats, strict=True)),
        "Result": pgn_result(game.returns),
        "UTCTime": time.strftime("%H:%M:%S", moment),
    }


def _others(game: GameRecord) -> dict[str, str]:
    tags = {"Parameters": to_json(game.parameters)} if game.parameters else {}
    tags["Seed"] = str(game.seed)
    if game.culprit is not None:
        tags["Culprit"] = f"player {game.culprit + 1}"
    if game.detail:
        tags["Detail"] = game.detail
    return {**tags, "Version": game.version}


def _moment(seconds: float) -> float:
    return seconds if 0 <= seconds < 2.0**37 else 0.0  # beyond it the system has no calendar


def _returns(game: GameRecord) -> str:
    return " ".join(f"{value:g}" for value in game.returns)


def _numbered_moves(game: GameRecord) -> Iterator[str]:
    number, last = 0, len(game.seats)
    for move, mover in zip(game.moves, game.movers, strict=True):
        if is_chance(mover):
            yield f"({_move(move)})"
            continue
        if mover <= last:
            number += 1
            yield f"{number}." if number > 1 or mover == 0 else "1..."
        last = mover
        yield _move(move)


def _ending(game: GameRecord) -> str:
    whose = "" if game.culprit is None else f" of player {game.culprit + 1}"
    return f"{{{_returns(game)}: {game.termination}{whose}}}"


def _move(text: str) -> str:
    return text if _PLAIN_MOVE.fullmatch(text) and text.isprintable() else to_json(text)


FORMATS: dict[str, Callable[[Iterable[GameRecord]], Iterator[str]]] = {
    "jsonl": json_lines,
    "csv": csv_rows,
    "pgn": game_texts,
}
"""The formats by the usual ending of a file's name."""


def write_whole(pieces: Iterable[str], path: str | os.PathLike[str]) -> None:
    """Write a file of text in UTF-8, whole or not at all.

    It is written aside, brought to the disk and renamed: whoever reads `path` finds what was
    there before or all of the new, whatever happens in between. A journal is not overwritten.

    Raises:
        JournalError: if it cannot be written; what was there before still is.

    """
    try:
        target = Path(os.path.realpath(os.fsdecode(path)))
        if os.path.lexists(target) and not os.path.isfile(target):
            raise JournalError(f"{str(path)!r} is no ordinary file: name another")
        if _is_database(target):
            raise JournalError(f"{str(path)!r} is a database, a journal perhaps: name another file")
    except (TypeError, ValueError):
        raise JournalError(f"a file is named by its path, not by {path!r}") from None
    try:
        with replacing(target, "x", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
    except JournalError:  # of the pieces
        raise
    except OSError as error:
        why = error.strerror or str(error)
        raise JournalError(f"{str(path)!r} cannot be written: {why}") from error


def _is_database(path: Path) -> bool:
    # A journal that is in use is told by its lock, since to open and close it here would make
    # the system forget the locks that this process has on it.
    if os.path.exists(f"{path}-writer"):
        return True
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE
    return False
