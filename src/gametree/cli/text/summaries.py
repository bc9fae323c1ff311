"""A game in one line."""

from __future__ import annotations

import inspect

from ...game import Game
from ...naming.parameters import describe_parameters

__all__ = ["summary"]


def summary(game_class: type[Game]) -> tuple[str, str, str, str]:
    """Return name, number of players, parameters with defaults, and what it is about.

    The last is the first line of the class's docstring, less a title such as `Nim: `.
    """
    line = (inspect.getdoc(game_class) or "").split("\n", 1)[0]
    title, colon, rest = line.partition(": ")
    rules = (rest if colon else title).replace("`", "")
    return (
        game_class.name,
        str(game_class.players),
        describe_parameters(game_class) or "-",
        rules,
    )
