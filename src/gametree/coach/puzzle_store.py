"""The puzzles of a game that were found before: the user's and the bundled ones, by the rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import LadderError
from ..files.user_folders import data_file, surely
from ..game import Game
from ..levels.store import bundled_name, read_json, write_json
from ..mcts.persistence.fingerprints import name_of_rules
from .puzzle import REMEDY, Puzzle

__all__ = ["MOST_STORED", "add_puzzles", "file_of_puzzles", "puzzles_of", "solver_file"]

MOST_STORED = 2000
"""Puzzles that are kept of a game."""

_BUNDLED = Path(__file__).parent / "mined"


def puzzles_of(game: Game) -> list[Puzzle]:
    """Return the puzzles that are stored for the rules of a game, and those that come with it.

    Raises:
        LadderError: if the user's file is damaged.

    """
    found: dict[str, Puzzle] = {}
    for path in (_file(name_of_rules(game)), _BUNDLED / f"{bundled_name(game)}.json"):
        if path is not None and path.is_file():
            for each in _read(path):
                found.setdefault(each.key, each)
    return list(found.values())


def add_puzzles(game: Game, puzzles: Iterable[Puzzle]) -> Path:
    """Store further puzzles of a game; return the file that they are in.

    Raises:
        BadParameter: for a user without a home.
        LadderError: if the file is damaged, or cannot be written. What was there before still is.

    """
    path = file_of_puzzles(game)
    kept = {each.key: each for each in (_read(path) if path.is_file() else [])}
    kept |= {each.key: each for each in puzzles}
    shown = [each.to_dict() for each in list(kept.values())[-MOST_STORED:]]
    write_json(path, {"game": repr(game), "puzzles": shown})
    return path


def file_of_puzzles(game: Game) -> Path:
    """Return the file in the user's folder that the puzzles of a game belong in.

    Raises:
        BadParameter: for a user without a home.

    """
    return surely(_file(name_of_rules(game)), "puzzles")


def solver_file(rules: str) -> Path:
    """Return the file with the user's rating in the puzzles of a game.

    Args:
        rules: the name of the rules, as `name_of_rules` has it.

    Raises:
        BadParameter: for a user without a home.

    """
    return surely(_file(rules, ".solver.json"), "puzzles")


def _read(path: Path) -> list[Puzzle]:
    told: Any = read_json(path, REMEDY)
    puzzles = told.get("puzzles") if isinstance(told, dict) else None
    if not isinstance(puzzles, list):
        raise LadderError(
            f"the file of puzzles {str(path)!r} is damaged: move it away, and {REMEDY}"
        )
    return [Puzzle.from_dict(each, str(path)) for each in puzzles]


def _file(rules: str, suffix: str = ".json") -> Path | None:
    return data_file("puzzles", f"{rules}{suffix}")
