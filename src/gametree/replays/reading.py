"""Reads records of games and of searches."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .. import games
from ..errors import GametreeError, ReplayError
from ..game import Game
from ..game_files.file_game import FileGame
from ..mcts.persistence.json_codec import JsonCodec, not_too_deep
from ..naming.parameters import expect
from ..record import Record
from .game_replay import GameReplay
from .lines import parse
from .search_replay import SearchReplay

__all__ = ["load_replay", "replay_of_file_game", "replay_of_lines"]

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
    try:
        if Path(path).stat().st_size > _MOST_BYTES:
            raise ReplayError(f"{os.fspath(path)!r} is too large for a record: more than 1 GiB")
        text = Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        raise ReplayError(
            f"{os.fspath(path)!r} cannot be read: {error.strerror or error}"
        ) from error
    except UnicodeDecodeError:
        raise ReplayError(f"{os.fspath(path)!r} is no record: it is no text in UTF-8") from None
    return replay_of_lines(text, game)


def replay_of_lines(text: str, game: Game | None = None) -> GameReplay | SearchReplay:
    """Return the game or the search of a record, given as text; as `load_replay`."""
    head, body, end = parse(text)
    rules = _rules_of(head, game)
    state = None
    if head["begins"] is not None:
        try:
            with not_too_deep():
                state = JsonCodec(rules).decode(head["begins"])
        except (GametreeError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise ReplayError("line 1: the position that it begins at is damaged") from error
    try:
        record = Record(rules, state)
    except GametreeError as error:
        raise ReplayError(f"line 1: the position that it begins at is none: {error}") from error
    if head["kind"] == "game":
        return GameReplay.from_lines(rules, record, body, head, end)
    return SearchReplay.from_lines(rules, record.state, body, head, end)


def replay_of_file_game(found: FileGame) -> GameReplay:
    """Return a game of an SGF or PGN file as a replay."""
    own = found.how == "rules"
    return GameReplay(
        found.record,
        players=found.players,
        how=found.how,
        returns=None if own or found.how == "unfinished" else found.returns,
    )


def _rules_of(head: dict[str, Any], game: Game | None) -> Game:
    if game is None:
        if head["game"] not in games.names() + games.hidden_names():
            raise ReplayError(
                f"the record is of {head['rules']}, which is no bundled game: give the rules, as "
                "load_replay(path, game)"
            )
        try:
            return games.load(head["game"], **head["parameters"])
        except GametreeError as error:
            raise ReplayError(f"line 1: {error}") from error
    expect(isinstance(game, Game), "game", "a Game, such as games.Nim()", game)
    if repr(game) != head["rules"]:
        raise ReplayError(f"the record is of {head['rules']}, not of {game!r}")
    return game
