"""Reads records of games and of searches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import games
from ..errors import GametreeError, ReplayError
from ..game import Game
from ..game_files.file_game import FileGame
from ..mcts.persistence.json_codec import JsonCodec, not_too_deep
from ..naming.named_moves import play_named
from ..naming.parameters import expect
from ..numbers.counting import counted
from ..record import Record
from .game_replay import GameReplay
from .lines import parse
from .search_replay import SearchReplay

__all__ = [
    "game_up_to_fault",
    "illegal_move",
    "load_replay",
    "replay_of_file_game",
    "replay_of_lines",
]

_MOST_BYTES = 1 << 30


def load_replay(
    path: str | os.PathLike[str], game: Game | None = None
) -> GameReplay | SearchReplay:
    """Return the game or the search of a record in JSON Lines.

    Nothing in a file is run: rules other than those of bundled games must be given.

    Args:
        path: the file.
        game: the rules; by default the bundled game that the record names.

    Raises:
        BadParameter: if `game` is no game.
        ReplayError: if the file cannot be read, is damaged, is of another version, or is of
            other rules.

    """
    with _naming(path):
        return replay_of_lines(_text_of(path), game)


@contextmanager
def _naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in errors that do not."""
    try:
        yield
    except ReplayError as error:
        name = os.fspath(path)
        if name in str(error):
            raise
        raise ReplayError(f"{name}: {error}") from error


def _text_of(path: str | os.PathLike[str]) -> str:
    """Return the text of a record."""
    try:
        if Path(path).stat().st_size > _MOST_BYTES:
            raise ReplayError(f"{os.fspath(path)!r} is too large for a record: more than 1 GiB")
        return Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        raise ReplayError(
            f"{os.fspath(path)!r} cannot be read: {error.strerror or error}"
        ) from error
    except UnicodeDecodeError:
        raise ReplayError(f"{os.fspath(path)!r} is no record: it is no text in UTF-8") from None


def replay_of_lines(text: str, game: Game | None = None) -> GameReplay | SearchReplay:
    """Return the game or the search of a record, given as text; as `load_replay`."""
    head, body, end = parse(text)
    record = _begun(head, game)
    if head["kind"] == "game":
        return GameReplay.from_lines(record.game, record, body, head, end)
    return SearchReplay.from_lines(record.game, record.state, body, head, end)


def game_up_to_fault(path: str | os.PathLike[str], game: Game | None) -> tuple[GameReplay, str]:
    """Return the game of a record, up to the first illegal move, and a sentence about that.

    The sentence is empty if all moves are legal.

    Raises:
        BadParameter, ReplayError: as `load_replay`; also if the record is that of a search.

    """
    with _naming(path):
        head, body, end = parse(_text_of(path))
    if head["kind"] != "game":
        raise ReplayError(f"{os.fspath(path)!r} is a record of a search, not of a game")
    record = _begun(head, game)
    for number, line in enumerate(body, start=1):
        try:
            play_named(record, line["move"])
        except GametreeError as error:
            names = [each["move"] for each in body[: number - 1]]
            return GameReplay(record, players=head["players"]), illegal_move(
                number, line["move"], error, len(body) - len(names)
            )
    record = _begun(head, game)
    return GameReplay.from_lines(record.game, record, body, head, end), ""


def illegal_move(number: int, name: str, error: GametreeError, rest: int) -> str:
    """Return the sentence about a move that cannot be played, and those from there on."""
    left = counted(rest, "move")
    return f"move {number}, {name!r}, cannot be played: {error}; {left} from there on left out"


def replay_of_file_game(found: FileGame) -> GameReplay:
    """Return a game of an SGF or PGN file as a replay."""
    own = found.how == "rules"
    return GameReplay(
        found.record,
        players=found.players,
        how=found.how,
        returns=None if own or found.how == "unfinished" else found.returns,
    )


def _begun(head: dict[str, Any], game: Game | None) -> Record:
    """Return a record at the position where a game or a search begins."""
    rules = _rules_of(head, game)
    state = None
    if head["begins"] is not None:
        try:
            with not_too_deep():
                state = JsonCodec(rules).decode(head["begins"])
        except (GametreeError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise ReplayError("line 1: the position that it begins at is damaged") from error
    try:
        return Record(rules, state)
    except GametreeError as error:
        raise ReplayError(f"line 1: the position that it begins at is none: {error}") from error


def _rules_of(head: dict[str, Any], game: Game | None) -> Game:
    if game is None:
        if head["game"] not in games.names() + games.hidden_names():
            raise ReplayError(
                f"the record is of {head['rules']}, which is no bundled game: give the rules, by "
                "`--game` or as load_replay(path, game)"
            )
        try:
            return games.load(head["game"], **head["parameters"])
        except GametreeError as error:
            raise ReplayError(f"line 1: {error}") from error
    expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
    if repr(game) != head["rules"]:
        raise ReplayError(f"the record is of {head['rules']}, not of {game!r}")
    return game
