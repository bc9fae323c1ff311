"""Makes players from descriptions such as `mcts:c=0.7` or `mine.py:MyPlayer:depth=3`."""

from __future__ import annotations

import re
from copy import deepcopy
from difflib import get_close_matches
from importlib import import_module
from typing import Any

from ..errors import BadParameter, GametreeError
from ..naming.parameters import create, describe_parameters, key_values, parse_parameters, switches
from ..user_code.locating import failure
from ..user_code.python_file import Kind, file_spec, find_class
from .player import Player

__all__ = ["describe_players", "description_of", "make_player", "split_alias", "split_description"]

# A name before a description: `strong=mcts:c=0.7`. Parameters come after a colon.
_ALIAS = re.compile(r"\s*([^\W\d][\w .+-]*?)\s*=\s*(\S.*)", re.DOTALL)

# The module and class of each kind; imported when it is first used.
_HOMES = {
    "random": ("players.baselines", "RandomPlayer"),
    "greedy": ("players.baselines", "Greedy"),
    "flat": ("players.searching", "Flat"),
    "mcts": ("players.searching", "Mcts"),
    "alphabeta": ("players.alphabeta", "AlphaBeta"),
    "perfect": ("players.perfect", "Perfect"),
    "nrpa": ("players.nrpa", "Nrpa"),
    "human": ("players.human", "Human"),
    "level": ("levels.player", "LeveledPlayer"),
    "program": ("protocols.program.player", "Program"),
    "uci": ("protocols.uci.player", "Uci"),
    "ugi": ("protocols.uci.player", "Ugi"),
    "gtp": ("protocols.gtp.player", "Gtp"),
}

_PLAYER = Kind(
    "player",
    "a class that derives from gametree.Player",
    lambda cls: issubclass(cls, Player),
)


class _Described(str):
    """The description of a player that was given as an object, which it holds."""

    player: Player


def description_of(player: Any) -> str:
    """Return a player's description; `make_player` copies a player given as an object.

    Raises:
        BadParameter: if `player` is neither a text nor a player.

    """
    if isinstance(player, Player):
        text = _Described(" ".join(repr(player).split()))
        text.player = player
        return text
    if isinstance(player, _Described):
        return player
    if isinstance(player, str):
        return player.strip()
    if isinstance(player, type) and issubclass(player, Player):
        raise BadParameter(f"a player is an object of its class: {player.__name__}()")
    raise BadParameter(
        "a player is described by a text such as 'mcts:c=0.7', or is an object that derives from "
        f"gametree.Player, not {player!r}"
    )


def make_player(spec: str) -> Player:
    """Return the player that a text describes: a kind, then `key=value` pairs after a colon.

    The kind is a bundled one, or a class in a Python file: `mine.py:MyPlayer:depth=3`, or
    `mine.py:depth=3` if the file holds one player. `mcts:auto` is short for `mcts:auto=true`,
    and so for other parameters that are true or false.

    Raises:
        BadParameter: if a part of the description is wrong; the message says what is allowed.
        PythonFileError: if a file cannot be loaded or holds no such class.

    """
    spec = description_of(spec)
    if isinstance(spec, _Described):
        return deepcopy(spec.player)  # a player changes while it plays
    kind, rest = split_description(spec)
    cls = _class_of(kind)
    first = getattr(cls, "first_parameter", "")
    if first and rest.strip() and "=" not in rest.partition(",")[0]:
        rest = f"{first}={rest}"
    try:
        player: Player = create(cls, parse_parameters(cls, key_values(rest, ",", switches(cls))))
    except BadParameter as error:
        raise BadParameter(f"in the player {spec!r}: {error}{_hint(rest, error)}") from error
    except GametreeError:
        raise
    except Exception as error:
        message = failure(error, f"making {cls.__name__}")
        raise BadParameter(f"in the player {spec!r}: {message}") from error
    return player


def _hint(rest: str, error: BadParameter) -> str:
    if ".py" not in rest or "has no parameter" not in str(error):
        return ""
    return "; those of a class in a file follow it after colons, as in mine.py:MyRule:depth=3"


def split_description(spec: str) -> tuple[str, str]:
    """Return the kind that a description names, and its parameters: `kind:parameters`."""
    kind, _, rest = spec.strip().partition(":")
    found = None if kind.strip() in _HOMES else file_spec(spec)
    if found is None:
        return kind.strip(), rest
    return f"{found.path}:{found.name}" if found.name else found.path, found.rest or ""


def split_alias(player: str) -> tuple[str, str]:
    """Return the name that a text gives to a player, or "", and the player's description."""
    found = _ALIAS.fullmatch(player)
    if isinstance(player, _Described) or found is None or file_spec(player) is not None:
        return "", player
    return found[1], found[2].strip()


def describe_players() -> list[tuple[str, str, str]]:
    """Return the kind, the parameters with defaults and a description of every bundled player."""
    described = []
    for kind in _HOMES:
        cls = _class_of(kind)
        sense = (cls.__doc__ or "").strip().split("\n")[0]
        described.append((kind, describe_parameters(cls), sense))
    return described


def _class_of(kind: str) -> type[Any]:
    if kind in _HOMES:
        module, name = _HOMES[kind]
        return getattr(import_module(f"..{module}", __package__), name)  # type: ignore[no-any-return]
    found = file_spec(kind)
    if found is not None:
        return find_class(found.path, found.name, _PLAYER)
    close = get_close_matches(kind, _HOMES, n=1)
    guess = f"did you mean {close[0]}? " if close else ""
    raise BadParameter(
        f"there is no player {kind!r}; {guess}players are {', '.join(_HOMES)}, and classes in "
        "files, such as mine.py:MyPlayer"
    )
