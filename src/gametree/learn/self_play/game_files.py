"""Played games in files: some games each, in the order in which they were played."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...errors import ModelError
from ...files.checksummed_file import FileKind, making_sense, open_checksummed, write_checksummed
from .played_positions import ACTIONS, FEATURES, POSITIONS, USED, PlayedPositions

__all__ = ["GameFile", "read_games", "write_games"]

_GAMES = FileKind(b"gametree-games 1", "file of games", ModelError)


class GameFile(NamedTuple):
    """Games of self-play, one after the other.

    Attributes:
        games: they.
        before: positions that were played before these.
        numbers: games that had been begun when the last of these ended.

    """

    games: list[PlayedPositions]
    before: int
    numbers: int


def write_games(path: Path, played: GameFile) -> None:
    """Write games to a file, whole or not at all.

    Raises:
        ModelError: if it cannot be written.

    """
    arrays = {
        name: np.concatenate([getattr(game, name) for game in played.games])
        for name in PlayedPositions._fields
    }
    content = {
        "before": played.before,
        "numbers": played.numbers,
        "types": {name: [array.dtype.str, len(array)] for name, array in arrays.items()},
    }
    write_checksummed(path, _GAMES, content, arrays)


def read_games(path: Path) -> GameFile:
    """Return the games in a file.

    Raises:
        ModelError: if it cannot be read or is damaged.

    """
    with open_checksummed(path, _GAMES) as file, making_sense(file.path, _GAMES):
        content = file.content
        types = content["types"]
        arrays = {name: np.zeros(length, np.dtype(kind)) for name, (kind, length) in types.items()}
        for name in PlayedPositions._fields:
            file.read(name, arrays[name])
        games = _parted(PlayedPositions(**arrays))
        return GameFile(games, int(content["before"]), int(content["numbers"]))


def _parted(all_of: PlayedPositions) -> list[PlayedPositions]:
    """Return the games of which these are the arrays put together."""
    used = all_of.used.reshape(-1, USED)
    positions = [0, *np.cumsum(used[:, POSITIONS]).tolist()]
    features = [0, *np.cumsum(used[:, FEATURES]).tolist()]
    actions = [0, *np.cumsum(used[:, ACTIONS]).tolist()]
    total = max(1, positions[-1])
    by_position = {name: len(getattr(all_of, name)) // total for name in ("cells", "values")}
    players = len(all_of.returns) // max(1, len(used))
    games = []
    for number in range(len(used)):
        begin, end = positions[number], positions[number + 1]
        parts = {
            "features": all_of.features[features[number] : features[number + 1]],
            "returns": all_of.returns[players * number : players * (number + 1)],
            "used": used[number],
        }
        for name in ("feature_ends", "movers", "proven", "action_ends"):
            parts[name] = getattr(all_of, name)[begin:end]
        for name, each in by_position.items():
            parts[name] = getattr(all_of, name)[each * begin : each * end]
        for name in ("actions", "shares"):
            parts[name] = getattr(all_of, name)[actions[number] : actions[number + 1]]
        games.append(PlayedPositions(**parts))
    return games
