"""Games as programmers write them who know Python, and nothing of compilers.

Each folder holds a group of shapes; a shape is a class with the five methods of a game. The
shapes of `tic_tac_toe` are one game, and those of `gomoku` another: their legal actions come in
the same order, so a search with the same seed grows the same tree in each. In `features`, each
class uses one thing of Python, and what it computes decides how the game goes on. Those of `silent`
are like them: they use what compiled code once took for something else.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import gametree as gt

__all__ = ["GROUPS", "shape", "shapes"]

GROUPS = ("tic_tac_toe", "gomoku", "features")

_RULES = ("initial_state", "current_player", "legal_actions", "next_state", "returns")


def shapes(group: str) -> dict[str, type[gt.Game]]:
    """Return the shapes of a group by their names, "lists.ListCopied" say, file by file."""
    found = {}
    for path in sorted((Path(__file__).parent / group).glob("*.py")):
        module = import_module(f"{__name__}.{group}.{path.stem}")
        for name, value in vars(module).items():
            if _is_game(value) and value.__module__ == module.__name__:
                found[f"{path.stem}.{name}"] = value
    return found


def shape(group: str, name: str) -> type[gt.Game]:
    """Return one shape."""
    file, _, cls = name.partition(".")
    found: type[gt.Game] = getattr(import_module(f"{__name__}.{group}.{file}"), cls)
    return found


def _is_game(value: object) -> bool:
    """Tell whether a value is a class of games that has all five methods of its own."""
    return (
        isinstance(value, type)
        and issubclass(value, gt.Game)
        and all(getattr(value, name) is not getattr(gt.Game, name, None) for name in _RULES)
    )
