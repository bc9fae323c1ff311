"""Games by what a person types: a bundled one's name, rules in a Python file, one of OpenSpiel's.

load_game("connect_four", {"width": "8"})
load_game("path/to/mygame.py:MyGame", {})
load_game("mygame.py", {})  # the file holds one Game class
load_game("glue.py:game", {})  # a game that the file has made
load_game("boards.py:TTT", {})  # rules in another interface, see `adapters.interfaces`
load_game("openspiel:go", {"board_size": "9"})  # a game of OpenSpiel's
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any

from .. import games
from ..errors import BadParameter, GameError, GametreeError, UnknownGame
from ..game import Game
from ..user_code.locating import described
from ..user_code.python_file import Kind, classes, file_spec, find_class, import_file, left_out
from ..user_code.rules_text import rules_text
from .parameters import create, parse_parameters

__all__ = ["game_class", "how_to_play", "load_game"]

_OPENSPIEL = "openspiel:"


def load_game(
    spec: str, parameters: Mapping[str, str], tell: Callable[[str], object] | None = None
) -> Game:
    """Return the game that `spec` names, its parameters given as text.

    Args:
        spec: see above.
        parameters: those of the game's class, and those of the adapter if it needs one.
        tell: called with a sentence that says how rules of another interface were understood.

    Raises:
        UnknownGame: if there is no such game.
        PythonFileError: if a file cannot be loaded, or holds no such class.
        BadParameter: if the game takes no such parameter or does not accept a value; or if
            rules of another interface cannot be understood.
        GameError: if the constructor raises.

    """
    if spec.startswith(_OPENSPIEL):
        return _openspiel_game(spec.removeprefix(_OPENSPIEL), parameters)
    found = _found(spec, parameters)
    if tell is not None:
        _tell_left_out(spec, tell)
    if isinstance(found, type) and issubclass(found, Game):
        game: Game = _made(found, parse_parameters(found, parameters))
        return game
    if isinstance(found, Game):
        game, sentence = _as_it_is(spec, found, parameters), _by_adapter(spec, found)
    else:
        game, sentence = _understood(spec, found, parameters)
    if tell is not None and sentence:
        tell(sentence)
    return game


def _by_adapter(spec: str, game: Game) -> str:
    """Return what an adapter in a user's file understood; empty if the file uses none."""
    detail = getattr(game, "understood", None)
    return f"{spec} understood as {game.name}: {detail}" if isinstance(detail, str) else ""


def game_class(spec: str) -> type[Game]:
    """Return the class of a game that derives from `Game`.

    Raises:
        UnknownGame, PythonFileError: as `load_game`, or if the rules have another interface.

    """
    found = _found(spec)
    if isinstance(found, type) and issubclass(found, Game):
        return found
    raise UnknownGame(f"{spec} does not derive from gametree.Game, as is needed here")


def how_to_play(spec: str) -> str:
    """Return how a game is played, as its author says in the docstring; "" if nothing is said.

    Raises:
        UnknownGame, PythonFileError: as `load_game`.

    """
    return "" if spec.startswith(_OPENSPIEL) else rules_text(_found(spec))


def _found(spec: str, parameters: Mapping[str, str] = MappingProxyType({})) -> Any:
    """Return what holds the rules: a class, or an object, function or module of a user's file."""
    file = file_spec(spec)
    if file is None:
        return games.find(spec)
    if file.rest is not None:
        raise UnknownGame(
            f"{spec!r} is no game: a file is followed by a class, as in {file.path}:MyGame, and "
            "parameters are given apart"
        )
    if file.name:
        held = getattr(import_file(file.path), file.name, None)
        if isinstance(held, Game):
            return held
        if not isinstance(held, type) and (held is not None) and _fits_when_made(held):
            return held
        if inspect.isclass(held) and not _is_rules(held) and _names_members(parameters):
            return held
        return find_class(file.path, file.name, _RULES)
    module = import_file(file.path)
    if classes(module, _is_game):
        return find_class(file.path, "", _GAME)
    if not classes(module, _is_rules) and _interface_of(module) is None:
        _refuse_part(spec, module, parameters)
    is_game = _interface_of(module) is not None or _names_members(parameters)
    if is_game and not classes(module, _is_rules):
        return module
    if not classes(module, _is_rules) and _lacks_first_board(module):
        raise UnknownGame(
            f"{spec} would be a game if it had a function that makes the first board, by a usual "
            "name such as initial_board; another one is named by --param start=NAME, or the board "
            "given by, say, --param 'start=[None] * 9'"
        )
    return find_class(file.path, "", _RULES)


def _refuse_part(spec: str, module: ModuleType, parameters: Mapping[str, str]) -> None:
    """Refuse a file with a part of an interface, and say what it lacks.

    Raises:
        UnknownGame: if its functions, or a class of it, have most of an interface.

    """
    parts: dict[str, Any] = {"": module} if not _names_members(parameters) else {}
    parts |= classes(module, lambda cls: True) if not _lacks_first_board(module) else {}
    for name, part in parts.items():
        told = _nearly(part)
        if told:
            raise UnknownGame(f"{spec} holds no game: {name and name + ': '}{told}")


def _tell_left_out(spec: str, tell: Callable[[str], object]) -> None:
    """Tell which lines of a file were left out."""
    file = file_spec(spec)
    if file is not None:
        for line in left_out(file.path):
            tell(f"{file.path}: line {line} is left out: it asks for input as the file is loaded")


def _is_game(cls: type) -> bool:
    return issubclass(cls, Game)


def _is_unfinished(cls: type) -> bool:
    """Return True for a game without a method that every game defines."""
    names = ("initial_state", "current_player", "next_state", "returns")
    return _is_game(cls) and any(getattr(cls, name) is getattr(Game, name) for name in names)


def _interface_of(thing: Any) -> Any:
    from ..adapters.interfaces import interface_of

    return interface_of(thing)


def _lacks_first_board(module: Any) -> bool:
    from ..adapters.interfaces import lacks_first_board

    return lacks_first_board(module)


def _is_rules(cls: type) -> bool:
    return _is_game(cls) or _interface_of(cls) is not None


def _nearly(thing: Any) -> str:
    """Return what a class, an object or a module lacks that is nearly rules."""
    from ..adapters.interfaces import lacking, nearly

    named = nearly(thing)
    if named or isinstance(thing, ModuleType):
        return named
    missing = lacking(thing)
    if len(missing) == len(_KEYWORDS):
        return ""
    what = " and ".join(f"a method that {each}" for each in missing)
    keywords = " ".join(f"--param {_KEYWORDS[each]}=NAME" for each in missing)
    return (
        f"it would be a state object if it had {what}, by a usual name; if it has, give the "
        f"name: {keywords}"
    )


def _fits_when_made(held: Any) -> bool:
    """Return True if an object is rules, or a function that may return rules."""
    return inspect.isfunction(held) or _interface_of(held) is not None


_KEYWORDS = {
    "lists its legal moves": "moves",
    "plays a move": "play",
    "tells the result or the winner": "result",
}
"""The parameters that name the members which `adapters.interfaces.lacking` tells of."""

_OF_ADAPTERS = ("moves", "play", "over", "result", "winner", "player", "just_moved")
"""Parameters of the adapter of state objects that name a member."""

_GAME = Kind("game", "a class that derives from gametree.Game", _is_game, unfinished=_is_unfinished)
_RULES = Kind(
    "game",
    "a class that derives from gametree.Game, or rules in another interface that gametree knows "
    "(docs/adapters.md: a state object, rules of boards and players, an environment, ...)",
    _is_rules,
    _nearly,
)


def _understood(spec: str, found: Any, parameters: Mapping[str, str]) -> tuple[Game, str]:
    """Return rules of another interface as a game, and what was understood."""
    from ..adapters.recognition.members import maker_of

    if isinstance(found, type):
        found = maker_of(found, parameters)
    makes = isinstance(found, type) or inspect.isroutine(found)
    make = found if makes else _first_board(found)
    theirs = set() if make is None else _taken_by(make)
    theirs = {name for name in theirs if not _means_member(found, name, parameters)}
    own = {name: text for name, text in parameters.items() if name in theirs}
    ours = {name: text for name, text in parameters.items() if name not in theirs}
    thing = _made(found, parse_parameters(found, own)) if makes else found
    if isinstance(thing, Game):
        message = _by_adapter(spec, thing) or f"{spec} returned a game: {thing.name}"
        return _as_it_is(spec, thing, ours), message
    interface = _interface_of(thing)
    if interface is None and _names_members(ours):
        interface = _state_object()
    if interface is None:
        raise UnknownGame(
            f"{spec} returned {type(thing).__name__}, which is no game: "
            f"{_nearly(thing) or f'it must be of {_RULES.mark}'}"
        )
    adapt = interface.adapt
    if makes and interface == _state_object() and not _can_be_copied(thing):
        thing = partial(_made, found, parse_parameters(found, own))  # each game has its own
    start = {"start": partial(make, **parse_parameters(make, own))} if own and not makes else {}
    game = adapt(thing, **start, **parse_parameters(adapt, ours))
    detail = getattr(game, "understood", interface.mark)
    return game, f"{spec} understood as {interface.noun}: {detail}"


def _first_board(found: Any) -> Any:
    """Return the function of a module that makes the first state; None if it has none."""
    from ..adapters.recognition import members, roles

    name = members.named(found, roles.START) if isinstance(found, ModuleType) else None
    return None if name is None else getattr(found, name)


def _as_it_is(spec: str, game: Game, parameters: Mapping[str, str]) -> Game:
    """Return a game that a user's file has made; it takes no parameters any more."""
    if parameters:
        raise BadParameter(
            f"{spec} is a game already, which takes no parameters: give {', '.join(parameters)} "
            "where it is made"
        )
    return game


def _names_members(parameters: Mapping[str, str]) -> bool:
    """Return True if parameters say which members of a class list moves, play one, or the like."""
    names = {*_OF_ADAPTERS, "start", "candidates", "successors"}
    return not names.isdisjoint(parameters)


def _means_member(found: Any, name: str, parameters: Mapping[str, str]) -> bool:
    """Return True for `player=NAME` that names a member, where the class takes a `player`, too."""
    text = parameters.get(name, "")
    if name not in _OF_ADAPTERS or not isinstance(found, type):
        return False
    made = vars(found).get("__init__")
    set_there = made.__code__.co_names if inspect.isfunction(made) else ()
    return hasattr(found, text) or text in set_there


def _can_be_copied(thing: Any) -> bool:
    try:
        copy.deepcopy(thing)
    except Exception:
        return False
    return True


def _state_object() -> Any:
    from ..adapters.interfaces import INTERFACES

    return next(each for each in INTERFACES if each.noun == "a state object")


def _taken_by(make: Callable[..., Any]) -> set[str]:
    try:
        return set(inspect.signature(make).parameters)
    except (TypeError, ValueError):
        return set()


def _made(make: Any, values: Mapping[str, Any]) -> Any:
    """Return what a user's class or function makes.

    Raises:
        BadParameter: if it does not accept a value.
        GameError: if it raises.

    """
    try:
        return create(make, values)
    except GametreeError:
        raise
    except Exception as error:
        raise GameError(f"{make.__name__} cannot be made: {described(error)}") from error


def _openspiel_game(name: str, parameters: Mapping[str, str]) -> Game:
    """Return a game of OpenSpiel's; what the adapter has no parameter for is the game's own."""
    from ..adapters.openspiel import OpenSpiel

    ours = {key: text for key, text in parameters.items() if key in ("see_hidden", "samples")}
    theirs = ",".join(f"{key}={text}" for key, text in parameters.items() if key not in ours)
    return OpenSpiel(f"{name}({theirs})" if theirs else name, **parse_parameters(OpenSpiel, ours))
