"""Games by what a person types: a bundled one's name, a class in a Python file, one of OpenSpiel's.

load_game("connect_four", {"width": "8"})
load_game("path/to/mygame.py:MyGame", {})
load_game("mygame.py", {})  # the file holds one Game class
load_game("openspiel:go", {"board_size": "9"})  # a game of OpenSpiel's
"""

from __future__ import annotations

from collections.abc import Mapping

from . import games
from .errors import GameError, GametreeError, UnknownGame
from .game import Game
from .parameters import create, parse_parameters
from .python_file import Kind, file_spec, find_class

__all__ = ["game_class", "load_game"]

_OPENSPIEL = "openspiel:"
_GAME = Kind("game", "a class that derives from gametree.Game", lambda cls: issubclass(cls, Game))


def load_game(spec: str, parameters: Mapping[str, str]) -> Game:
    """Return the game that `spec` names, its parameters given as text.

    Raises:
        UnknownGame: if there is no such game.
        PythonFileError: if a file cannot be loaded, or holds no such class.
        BadParameter: if the game takes no such parameter or does not accept a value.
        GameError: if the constructor raises.

    """
    if spec.startswith(_OPENSPIEL):
        return _openspiel_game(spec.removeprefix(_OPENSPIEL), parameters)
    cls = game_class(spec)
    values = parse_parameters(cls, parameters)
    try:
        return create(cls, values)
    except GametreeError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise GameError(f"{cls.__name__} cannot be made: {told}") from error


def _openspiel_game(name: str, parameters: Mapping[str, str]) -> Game:
    """Return a game of OpenSpiel's; what the adapter has no parameter for is the game's own."""
    from .adapters.openspiel import OpenSpiel

    ours = {key: text for key, text in parameters.items() if key in ("see_hidden", "samples")}
    theirs = ",".join(f"{key}={text}" for key, text in parameters.items() if key not in ours)
    return OpenSpiel(f"{name}({theirs})" if theirs else name, **parse_parameters(OpenSpiel, ours))


def game_class(spec: str) -> type[Game]:
    """Return the class that `spec` names.

    Raises:
        UnknownGame, PythonFileError: as `load_game`.

    """
    found = file_spec(spec)
    if found is None:
        return games.find(spec)
    if found.rest is not None:
        raise UnknownGame(
            f"{spec!r} is no game: a file is followed by a class, as in {found.path}:MyGame, and "
            "parameters are given apart"
        )
    return find_class(found.path, found.name, _GAME)
