"""The ladders of games: those that come with gametree, and the user's, by the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import LadderError
from ..files.replacing import replacing
from ..files.user_folders import data_file, surely
from ..game import Game, title_of
from ..games import find, hidden_names, names
from ..mcts.persistence.fingerprints import name_of_rules
from .dial import FIRST_SEARCH, player_at
from .ladder import MOST_LEVELS, Ladder, LadderLevel

__all__ = [
    "bundled_ladders",
    "bundled_name",
    "file_of_ladder",
    "file_of_person",
    "games_of_ladder",
    "ladder_file_of",
    "ladder_of",
    "of_other_rules",
    "read_json",
    "save_ladder",
    "unmeasured",
    "write_json",
]

_BUNDLED = Path(__file__).parent / "measured"
_SUFFIX = ".levels.json"
_PERSON = ".person.json"
_GAMES = ".games.db"
_UNMEASURED_FROM = -0.5


def ladder_of(game: Game) -> Ladder:
    """Return the ladder of a game: the user's, or the bundled one, or one that is not measured.

    Raises:
        LadderError: if the file of the ladder is damaged.
        GameError: if the rules break their contract.

    """
    path = ladder_file_of(game)
    return unmeasured(game) if path is None else Ladder.from_dict(read_json(path), str(path))


def ladder_file_of(game: Game) -> Path | None:
    """Return the file of a game's ladder; None if its levels have not been measured."""
    for path in (_own(game, _SUFFIX), _bundled(game)):
        if path is not None and path.is_file():
            return path
    return None


def file_of_ladder(game: Game) -> Path:
    """Return the file in the user's folder that the ladder of a game belongs in.

    Raises:
        BadParameter: for a user without a home.

    """
    return surely(_own(game, _SUFFIX), "levels")


def games_of_ladder(game: Game) -> Path:
    """Return the journal of the games by which the levels of a game are measured.

    Raises:
        BadParameter: for a user without a home.

    """
    return surely(_own(game, _GAMES), "levels")


def file_of_person(game: Game) -> Path:
    """Return the file with the user's rating in a game.

    Raises:
        BadParameter: for a user without a home.

    """
    return surely(_own(game, _PERSON), "levels")


def save_ladder(ladder: Ladder, path: Path) -> None:
    """Write a ladder, whole or not at all.

    Raises:
        LadderError: if it cannot be written; what was there before still is.

    """
    write_json(path, ladder.to_dict())


def of_other_rules(game: Game) -> list[Path]:
    """Return the user's ladders of games of the same name whose rules are others."""
    own = _own(game, _SUFFIX)
    if own is None or not own.parent.is_dir():
        return []
    name = own.name.rpartition("-")[0]
    others = own.parent.glob(f"{name}-{'[0-9a-f]' * 16}{_SUFFIX}")
    return sorted(each for each in others if each != own)


def bundled_ladders() -> list[str]:
    """Return the names of the bundled games whose ladders come with gametree."""
    return sorted(path.stem for path in _BUNDLED.glob("*.json"))


def unmeasured(game: Game) -> Ladder:
    """Return ten levels by blunders and simulations, without any Elo."""
    dials = [_UNMEASURED_FROM + n * (FIRST_SEARCH - _UNMEASURED_FROM) / 4 for n in range(2, 5)]
    dials += [FIRST_SEARCH + n for n in range(1, MOST_LEVELS - len(dials) + 1)]
    levels = tuple(
        LadderLevel(str(n), None, None, None, player_at(dial)) for n, dial in enumerate(dials, 1)
    )
    note = "these levels were not measured: nobody knows their Elo"
    return Ladder(levels, title_of(game), 0, 0.0, __version__, (note,))


def read_json(path: Path, then: str = "measure or play again") -> Any:
    """Return what a file holds; `then` is what to do if it is damaged and moved away.

    Raises:
        LadderError: if it cannot be read, or is no JSON.

    """
    try:
        return json.loads(path.read_bytes())
    except OSError as error:
        raise LadderError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError):
        raise LadderError(
            f"the file {str(path)!r} is damaged, since it is no JSON: move it away, and {then}"
        ) from None


def write_json(path: Path, content: Any) -> None:
    """Write JSON to a file, whole or not at all.

    Raises:
        LadderError: if it cannot be written; what was there before still is.

    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, "x", encoding="utf-8") as file:
            file.write(json.dumps(content, indent=1) + "\n")
    except OSError as error:
        raise LadderError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error


def bundled_name(game: Game) -> str | None:
    """Return the name of a bundled game with its usual parameters; None for other rules."""
    rules = type(game)
    if not rules.__module__.startswith("gametree.games."):
        return None
    name = _name_of_class(rules)
    if name is None or repr(game) != repr(rules()):
        return None
    return name


def _own(game: Game, suffix: str) -> Path | None:
    return data_file("levels", f"{name_of_rules(game)}{suffix}")


def _bundled(game: Game) -> Path | None:
    """Return the file of a bundled game's ladder, for its usual parameters."""
    name = bundled_name(game)
    return None if name is None else _BUNDLED / f"{name}.json"


def _name_of_class(rules: type[Game]) -> str | None:
    return next((each for each in (*names(), *hidden_names()) if find(each) is rules), None)
