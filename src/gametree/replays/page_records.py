"""Reads the record of a game that the page has saved: JSON with the names of the moves."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .. import games
from ..errors import BadParameter, GametreeError, ReplayError
from ..game import Game
from ..naming.named_moves import play_named
from ..naming.parameters import parse_parameters
from ..record import Record
from ..setting_up.beginnings import POSITION, begun_at, has_position
from .game_replay import GameReplay
from .reading import illegal_move

__all__ = ["game_of_page"]

_MOST_BYTES = 1 << 24


def game_of_page(
    path: str | os.PathLike[str], game: Game | None, parameters: Mapping[str, Any]
) -> tuple[GameReplay, str]:
    """Return the game of a record of the page, up to the first illegal move, and why it ends there.

    The sentence is empty if all moves are legal. Nothing in a file is run: rules other than those
    of bundled games must be given.

    Args:
        path: the file.
        game: the rules; by default the bundled game that the record names.
        parameters: of the game; they replace the file's.

    Raises:
        BadParameter: if the file is of another game.
        ReplayError: if it cannot be read, is damaged, or its position cannot be set up.

    """
    name = os.fspath(path)
    saved = _read(name)
    rules = _rules_of(name, saved, game, parameters)
    state = None
    if POSITION in saved["parameters"] and not has_position(type(rules)):
        try:
            state = begun_at(rules, saved["parameters"][POSITION])
        except GametreeError as error:
            raise ReplayError(f"{name}: its position cannot be set up: {error}") from error
    record = Record(rules, state)
    moves = saved["moves"]
    for number, move in enumerate(moves, start=1):
        try:
            play_named(record, move)
        except GametreeError as error:
            return GameReplay(record), illegal_move(number, move, error, len(moves) - number + 1)
    if record.over or saved["returns"] is None:
        return GameReplay(record), ""
    if len(saved["returns"]) != rules.players:
        raise ReplayError(f"{name}: returns must be {rules.players} numbers, one a player")
    return GameReplay(record, how="as the file says", returns=saved["returns"]), ""


def _read(name: str) -> dict[str, Any]:
    """Return what a record says, each part of the type that it should be."""
    try:
        if Path(name).stat().st_size > _MOST_BYTES:
            raise ReplayError(f"{name!r} is too large: more than 16 MiB")
        saved = json.loads(Path(name).read_bytes())
    except OSError as error:
        raise ReplayError(f"{name!r} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{name!r} is damaged: it is no JSON") from error
    if not isinstance(saved, dict) or "moves" not in saved:
        raise ReplayError(f"{name!r} is no record of a game: it has no 'moves'")
    saved = {"parameters": {}, "returns": None, **saved}
    parameters, returns = saved["parameters"], saved["returns"]
    sound = {
        "game": isinstance(saved.get("game"), str),
        "parameters": isinstance(parameters, dict) and _are(str, parameters.values()),
        "moves": isinstance(saved["moves"], list) and _are(str, saved["moves"]),
        "returns": returns is None or (isinstance(returns, list) and _are((int, float), returns)),
    }
    for part, is_sound in sound.items():
        if not is_sound:
            raise ReplayError(f"{name!r} is damaged: its {part!r} is not as the page writes it")
    return saved


def _are(kind: type | tuple[type, ...], values: Iterable[Any]) -> bool:
    return all(isinstance(each, kind) for each in values)


def _rules_of(
    name: str, saved: Mapping[str, Any], game: Game | None, parameters: Mapping[str, Any]
) -> Game:
    """Return the rules that a record names, with its parameters, or those that are given."""
    bundled = saved["game"] in games.names() + games.hidden_names()
    if game is None and not bundled:
        raise ReplayError(
            f"{name} is of {saved['game']!r}, which is no bundled game: name the rules, as --game "
            "FILE:CLASS"
        )
    kind = games.find(saved["game"]) if game is None else type(game)
    if bundled and kind is not games.find(saved["game"]):
        assert game is not None
        raise BadParameter(f"{name} holds a game of {saved['game']}, not of {game.name}")
    texts = dict(saved["parameters"])
    if not has_position(kind):
        texts.pop(POSITION, None)
    if game is not None and not texts:
        return game
    try:
        return kind(**{**parse_parameters(kind, texts), **parameters})
    except GametreeError as error:
        raise ReplayError(f"{name}: {error}") from error
