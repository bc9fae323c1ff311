"""Games by what a person types: a bundled one's name, a class in a Python file, one of OpenSpiel's.

load_game("connect_four", {"width": "8"})
load_game("path/to/mygame.py:MyGame", {})
load_game("mygame.py", {})  # the file holds one Game class
load_game("openspiel:go", {"board_size": "9"})  # a game of OpenSpiel's
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType

from . import games
from .errors import GameError, GametreeError, UnknownGame
from .game import Game
from .parameters import create, parse_parameters

__all__ = ["find_class", "is_from_file", "load_game"]

_PREFIX = "gametree_file_"
_OPENSPIEL = "openspiel:"


def load_game(spec: str, parameters: Mapping[str, str]) -> Game:
    """Return the game that `spec` names, its parameters given as text.

    Raises:
        UnknownGame: if there is no such game, file or class.
        BadParameter: if the game takes no such parameter or does not accept a value.
        GameError: if the file or the constructor raises.

    """
    if spec.startswith(_OPENSPIEL):
        return _openspiel_game(spec.removeprefix(_OPENSPIEL), parameters)
    game_class = find_class(spec)
    values = parse_parameters(game_class, parameters)
    try:
        return create(game_class, values)
    except GametreeError:
        raise
    except Exception as error:
        raise GameError(f"{game_class.__name__} cannot be made: {_told(error)}") from error


def _openspiel_game(name: str, parameters: Mapping[str, str]) -> Game:
    """Return a game of OpenSpiel's; what the adapter has no parameter for is the game's own."""
    from .adapters.openspiel import OpenSpiel

    ours = {key: text for key, text in parameters.items() if key in ("see_hidden", "samples")}
    theirs = ",".join(f"{key}={text}" for key, text in parameters.items() if key not in ours)
    return OpenSpiel(f"{name}({theirs})" if theirs else name, **parse_parameters(OpenSpiel, ours))


def find_class(spec: str) -> type[Game]:
    """Return the class that `spec` names.

    Raises:
        UnknownGame, GameError: as `load_game`.

    """
    if spec.endswith(".py"):
        path, class_name = spec, ""
    elif ".py:" in spec:  # the last colon: Windows has another one in its paths
        path, _, class_name = spec.rpartition(":")
    else:
        return games.find(spec)
    module = _import_file(Path(path))
    return _named_class(module, path, class_name) if class_name else _only_class(module, path)


def is_from_file(module_name: str) -> bool:
    """Tell whether a module was loaded from a user's file by this module."""
    return module_name.startswith(_PREFIX)


def _import_file(path: Path) -> ModuleType:
    """Run a file as a module whose name depends on its path only, so that pickles find it."""
    path = path.resolve()
    if not path.is_file():
        raise UnknownGame(f"there is no file {str(path)!r}")
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    name = f"{_PREFIX}{path.stem}_{digest}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownGame(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:  # the file may import its neighbours
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, (Exception, SystemExit)):
            raise GameError(_fault_of_file(path, error)) from error
        raise
    return module


def _fault_of_file(path: Path, error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f"{path.name} is not valid Python: {error.msg} (line {error.lineno})"
    if isinstance(error, (OSError, UnicodeDecodeError)) and not _lines_in(path, error):
        return f"{path.name} cannot be read: {_told(error)}"
    lines = _lines_in(path, error)
    where = f" (line {lines[-1]})" if lines else ""
    return f"{path.name} cannot be loaded: {_told(error)}{where}"


def _lines_in(path: Path, error: BaseException) -> list[int | None]:
    frames = traceback.extract_tb(error.__traceback__)
    return [frame.lineno for frame in frames if frame.filename == str(path)]


def _named_class(module: ModuleType, path: str, class_name: str) -> type[Game]:
    found = getattr(module, class_name, None)
    if isinstance(found, type) and issubclass(found, Game):
        return found
    if found is not None:
        raise UnknownGame(
            f"{class_name} in {path} is no game: it must be a class that derives from gametree.Game"
        )
    there = _classes(module)
    close = get_close_matches(class_name, there, n=1)
    meant = f"; did you mean {close[0]}?" if close else ""
    raise UnknownGame(f"{path} has no class {class_name}{meant or _listing(list(there))}")


def _only_class(module: ModuleType, path: str) -> type[Game]:
    there = _classes(module)
    if len(there) == 1:
        return next(iter(there.values()))
    if there:
        first = next(iter(there))
        raise UnknownGame(
            f"{path} holds several games, {', '.join(there)}: name one, as in {path}:{first}"
        )
    raise UnknownGame(f"{path} holds no game: no class in it derives from gametree.Game")


def _classes(module: ModuleType) -> dict[str, type[Game]]:
    """Return the games that the file itself defines; a leading underscore hides a class."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Game)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    }


def _listing(names: list[str]) -> str:
    return f"; its games are {', '.join(names)}" if names else "; it holds no game at all"


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
