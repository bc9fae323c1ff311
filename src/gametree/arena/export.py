"""Games as text: JSON Lines to compute with, CSV for spreadsheets, PGN-like text to read.

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

from ..errors import BadParameter, JournalError
from ..game import CHANCE
from ..replacing import replacing
from .game_record import GameRecord
from .json_values import encodable, from_json, to_json

__all__ = ["FORMATS", "csv_rows", "game_texts", "json_lines", "read_json_lines", "write_whole"]

_WIDTH = 80

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
    """Yield each game as text to read: tags in brackets, numbered moves, result and reason.

    A number stands before the first move of a round; dots take the place of players before the
    one who begins. Outcomes of chance are in parentheses. The opening is a tag, and the moves
    after it count from 1. A move that could be misread (spaces, brackets, ...) is in quotes.
    """
    for game in games:
        tags = "".join(f"[{name} {_quoted(value)}]\n" for name, value in _tags(game))
        words = [*_numbered_moves(game), *_ending(game).split()]
        yield f"{tags}\n{_wrapped(words)}\n\n"


def _tags(game: GameRecord) -> Iterator[tuple[str, str]]:
    yield "Match", game.match
    yield "Index", str(game.index)
    yield "Date", time.strftime("%Y.%m.%d", time.gmtime(_moment(game.started)))
    yield "UTCTime", time.strftime("%H:%M:%S", time.gmtime(_moment(game.started)))
    yield "Game", game.game
    if game.parameters:
        yield "Parameters", to_json(game.parameters)
    for number, seat in enumerate(game.seats, start=1):
        yield f"Player{number}", seat
    if game.opening:
        yield "Opening", " ".join(map(_move, game.opening))
    yield "Seed", str(game.seed)
    yield "Result", _result(game)
    yield "Termination", game.termination
    if game.culprit is not None:
        yield "Culprit", f"player {game.culprit + 1}"
    if game.detail:
        yield "Detail", game.detail
    yield "Version", game.version


def _moment(seconds: float) -> float:
    return seconds if 0 <= seconds < 2.0**37 else 0.0  # beyond it the system has no calendar


def _result(game: GameRecord) -> str:
    return " ".join(f"{value:g}" for value in game.returns)


def _numbered_moves(game: GameRecord) -> Iterator[str]:
    number, last = 0, len(game.seats)
    for move, mover in zip(game.moves, game.movers, strict=True):
        if mover == CHANCE:
            yield f"({_move(move)})"
            continue
        if mover <= last:
            number += 1
            yield f"{number}." if number > 1 or mover == 0 else "1..."
        last = mover
        yield _move(move)


def _ending(game: GameRecord) -> str:
    whose = "" if game.culprit is None else f" of player {game.culprit + 1}"
    return f"{{{_result(game)}: {game.termination}{whose}}}"


def _move(text: str) -> str:
    return text if _PLAIN_MOVE.fullmatch(text) and text.isprintable() else _quoted(text)


def _quoted(text: str) -> str:
    return to_json(text)


def _wrapped(words: list[str]) -> str:
    lines: list[list[str]] = []
    room = 0
    for word in words:
        if len(word) + 1 > room:
            lines.append([])
            room = _WIDTH + 1
        lines[-1].append(word)
        room -= len(word) + 1
    return "\n".join(map(" ".join, lines))


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
