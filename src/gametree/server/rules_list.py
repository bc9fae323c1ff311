"""The games that a server offers, with their parameters and levels, as the page lists them."""

from __future__ import annotations

import inspect
from typing import Any

from ..errors import GametreeError
from ..loading import game_class

__all__ = ["rules_of"]

_LEVELS = (
    ("beginner", 10),
    ("easy", 100),
    ("medium", 1_000),
    ("strong", 10_000),
    ("very strong", 100_000),
)


def rules_of(spec: str) -> dict[str, Any]:
    """Return what is told of a game before it is played."""
    name, players, parameters = spec, 2, []
    try:
        cls = game_class(spec)
    except GametreeError:  # rules in another interface, or of another library
        pass
    else:
        name, players = cls.name.replace("_", " "), cls.players
        parameters = [
            {
                "name": each.name,
                "type": type(each.default).__name__ if each.default is not each.empty else "str",
                "default": None if each.default is each.empty else _plain(each.default),
            }
            for each in inspect.signature(cls).parameters.values()
            if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        ]
    return {
        "id": spec,
        "name": name,
        "players": players if isinstance(players, int) else 2,
        "playerNames": None,
        "parameters": parameters,
        "levels": [{"name": n, "simulations": s, "elo": None} for n, s in _LEVELS],
    }


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float, str, type(None))) else str(value)
