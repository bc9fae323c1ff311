"""Results of races between ways to search a game, kept by the fingerprint of its rules."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from ...errors import BadParameter, RaceError
from ...files.replacing import replacing
from ...files.user_folders import data_home
from ...game import Game
from ...rules.measurement_cache import cached_by_game
from ..persistence.fingerprints import name_and_digest
from .variations import VARIATIONS

__all__ = ["RaceResult", "forget_race", "race_of", "save_race"]

_VERSION = 1


@dataclass(frozen=True)
class RaceResult:
    """How the variations of a search fared in their matches.

    Attributes:
        winners: names of those that won, to be taken together.
        verdicts: a sentence for each match.
        raced: the day.

    """

    winners: tuple[str, ...]
    verdicts: tuple[str, ...]
    raced: str


_read: dict[Path, tuple[tuple[int, int], RaceResult]] = {}


def race_of(game: Game) -> RaceResult | None:
    """Return what a race has found of a game; None if there was none.

    Raises:
        RaceError: if the file cannot be read or is damaged.

    """
    path = _path_of(game)
    if path is None:
        return None
    try:
        status = path.stat()
    except OSError:
        return None
    stamp = (status.st_mtime_ns, status.st_size)
    if path not in _read or _read[path][0] != stamp:
        _read[path] = (stamp, _result_in(path))
    return _read[path][1]


def save_race(game: Game, result: RaceResult) -> Path:
    """Keep what a race has found; searches of the game go by it from now on.

    Raises:
        BadParameter: for a user without a home.
        RaceError: if the file cannot be written; what was there before still is.

    """
    path = _path_of(game)
    if path is None:
        raise BadParameter("there is no home folder to keep races in: set GAMETREE_DATA_DIR")
    facts = {"version": _VERSION, "game": repr(game), **asdict(result)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, "x", encoding="utf-8") as file:
            json.dump(facts, file, indent=2)
    except OSError as error:
        raise RaceError(
            f"the race cannot be kept in {str(path)!r}: {error.strerror or error}"
        ) from error
    return path


def forget_race(game: Game) -> bool:
    """Remove what a race has found of a game; return whether there was anything.

    Raises:
        RaceError: if it cannot be removed.

    """
    path = _path_of(game)
    if path is None or not path.exists():
        return False
    try:
        path.unlink()
    except OSError as error:
        raise RaceError(f"{str(path)!r} cannot be removed: {error.strerror or error}") from error
    return True


def _result_in(path: Path) -> RaceResult:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["version"] != _VERSION:
            raise ValueError("it is of another version")
        result = RaceResult(tuple(content["winners"]), tuple(content["verdicts"]), content["raced"])
        if not set(result.winners) <= VARIATIONS.keys():
            raise ValueError("it names what is no variation of a search here")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RaceError(
            f"what a race has found cannot be read from {str(path)!r}: "
            f"{error}; run gametree race again, with --forget to be rid of it"
        ) from error
    return result


@cached_by_game
def _path_of(game: Game) -> Path | None:
    try:
        folder = data_home() / "races"
    except RuntimeError:
        return None
    name = re.sub(r"\W", "_", type(game).__name__)
    return folder / f"{name}-{name_and_digest(game, with_arrays=True)[1][:16]}.json"
