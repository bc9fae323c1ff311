"""A decorator that caches the results of a measurement for the last few games."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from plainpython.compilable import attributes

from ..game import Game

__all__ = ["cached_by_game"]

_GAMES = 64

_PLAIN = (int, float, str, bytes, type(None))

_Measured = TypeVar("_Measured")
_Rest = ParamSpec("_Rest")


def cached_by_game(
    measure: Callable[Concatenate[Game, _Rest], _Measured],
) -> Callable[Concatenate[Game, _Rest], _Measured]:
    """Return the same function, which asks once for each of the last few games.

    Two games are the same if they are of one class and have the same parameters, as far as
    these are numbers and texts; else a game is only itself.
    """
    kept: list[tuple[Game, object, _Measured]] = []

    @wraps(measure)
    def asked(game: Game, /, *rest: _Rest.args, **named: _Rest.kwargs) -> _Measured:
        asking = (type(game), _parameters(game), rest, named)
        for known, before, measured in kept:
            if before == asking and (known is game or asking[1] is not None):
                return measured
        measured = measure(game, *rest, **named)
        kept.append((game, asking, measured))
        del kept[:-_GAMES]
        return measured

    return asked


def _parameters(game: Game) -> list[tuple[str, Any]] | None:
    """Return the attributes of a game with their types, or None if some cannot be compared."""
    found = list(attributes(game))
    if all(_is_plain(value) for _, value in found):
        return [(name, repr(value)) for name, value in found]
    return None


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return isinstance(value, _PLAIN)
