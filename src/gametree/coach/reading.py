"""Read games: our records, those of the page, SGF, PGN, GTP, and moves as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import BadParameter, GametreeError, IllegalMove, ReplayError
from ..game import Game, State
from ..game_files.reading import read_games
from ..game_files.writing import GAME_ENDINGS
from ..naming.named_moves import play_named
from ..protocols.gtp.dialects import GtpDialect, dialect_of
from ..record import Record, split_moves
from ..replays.game_replay import GameReplay
from ..replays.page_records import game_of_page
from ..replays.reading import game_up_to_fault, illegal_move, replay_of_file_game

__all__ = ["games_in", "played_by_names"]

_GTP = re.compile(r"^\s*(?:\d+\s+)?play\s+\S+\s+\S+", re.IGNORECASE | re.MULTILINE)
_NUMBER = re.compile(r"\d+\.+")  # of a move
_MOST_BYTES = 1 << 24


def games_in(
    path: str, game: Game | None, parameters: Mapping[str, Any], begins: State | None = None
) -> Iterator[tuple[GameReplay, str]]:
    """Yield the games of a file, each with a sentence about where it was cut off.

    Args:
        path: the file. A name that ends in .jsonl is a record of gametree, .json one of the page,
            .sgf and .pgn are read as such, and all else as moves in a text or as commands of GTP.
        game: the rules; needed for moves as text, and for records of rules in a file.
        parameters: those that were given for the rules; they replace those of the file.
        begins: where moves in a text begin; by default at the first position.

    Raises:
        BadParameter: if the rules are needed and missing, or the file is of other rules.
        ReplayError: if the file cannot be read or is damaged.

    """
    ending = Path(path).suffix.lower()
    if begins is not None and ending in (".jsonl", ".json", *GAME_ENDINGS):
        raise BadParameter(f"{path} says itself where its game begins: leave the position out")
    if ending == ".jsonl":
        yield game_up_to_fault(path, game)
    elif ending == ".json":
        yield game_of_page(path, game, parameters)
    elif ending in GAME_ENDINGS:
        for found in read_games(path, **parameters):
            if game is not None and type(found.record.game) is not type(game):
                raise BadParameter(
                    f"{path} holds a game of {found.record.game.name}, not of {game.name}"
                )
            cut = [note for note in found.notes if "cannot be played" in note]
            yield replay_of_file_game(found), "; ".join(cut)
    else:
        text = _text_of(path)
        if game is None:
            raise BadParameter(f"{path} does not say which game it is: name it, as --game othello")
        if _GTP.search(text):
            if begins is not None:
                raise BadParameter(f"{path} holds commands of GTP, which play from an empty board")
            yield _played_by_gtp(game, text)
        else:
            names = [each for each in split_moves(text) if not _NUMBER.fullmatch(each)]
            yield played_by_names(game, names, begins)


def played_by_names(
    game: Game, names: Sequence[str], begins: State | None = None
) -> tuple[GameReplay, str]:
    """Return the game of moves by their names, up to the first illegal one, and why it ends there.

    The sentence is empty if all moves are legal.
    """
    record = Record(game, begins)
    for number, name in enumerate(names, start=1):
        try:
            play_named(record, name)
        except GametreeError as error:
            rest = len(names) - number + 1
            return GameReplay(record), illegal_move(number, name, error, rest)
    return GameReplay(record), ""


def _played_by_gtp(game: Game, text: str) -> tuple[GameReplay, str]:
    """Return the game that commands of GTP play; commands without a meaning here are skipped."""
    dialect = dialect_of(game)
    vertices: list[str] = []
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if words and words[0].isdecimal():
            words = words[1:]
        name = words[0].lower() if words else ""
        if name == "play" and len(words) == 3:
            vertices.append(words[2])
        elif name in ("boardsize", "komi") and len(words) == 2:
            dialect = _set(dialect, name, words[1])
    record = Record(dialect.game)
    for number, vertex in enumerate(vertices, start=1):
        problem: GametreeError
        try:
            record.play(dialect.action(vertex))
            continue
        except IllegalMove:  # its text has the move as the rules write it
            problem = IllegalMove("it is no legal move here")
        except GametreeError as error:
            problem = error
        rest = len(vertices) - number + 1
        return GameReplay(record), illegal_move(number, vertex, problem, rest)
    return GameReplay(record), ""


def _set(dialect: GtpDialect, name: str, value: str) -> GtpDialect:
    try:
        if name == "komi":
            return dialect.with_komi(float(value))
        return dialect.resized(int(value))
    except ValueError as error:  # BadParameter is one, too
        raise ReplayError(f"the line '{name} {value}' cannot be followed: {error}") from error


def _text_of(path: str) -> str:
    try:
        if Path(path).stat().st_size > _MOST_BYTES:
            raise ReplayError(f"{path!r} is too large: more than 16 MiB")
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ReplayError(f"{path!r} is no text in UTF-8") from None
    except ReplayError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ReplayError(f"{path!r} cannot be read: {why}") from error
