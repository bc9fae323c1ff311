"""Names in a game's class that nothing uses and that resemble those of `Game`: likely misspelt."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from difflib import get_close_matches

from ...game import Game

__all__ = ["unused_names"]

_ALIKE = 0.8  # as `difflib` measures it: is_terminl is, clear_key is not

# What other libraries call the same.
_ELSEWHERE = {
    "action_to_string": "action_to_text",
    "apply_action": "next_state",
    "clone": "copy",
    "evaluate": "heuristic",
    "game_over": "is_terminal",
    "information_state_string": "information_state",
    "is_game_over": "is_terminal",
    "is_over": "is_terminal",
    "legal_moves": "legal_actions",
    "make_move": "next_state",
    "max_utility": "max_return",
    "min_utility": "min_return",
    "num_players": "players",
    "observation_tensor": "observation",
    "possible_moves": "legal_actions",
    "render": "state_to_text",
    "string_to_action": "text_to_action",
    "to_move": "current_player",
    "to_string": "state_to_text",
    "utility": "returns",
}

_OWN = frozenset(name for name in dir(Game) if not name.startswith("_"))
_MEANT = sorted(name for name in _OWN if not name.startswith("defines_"))


def unused_names(game: Game) -> Iterator[str]:
    """Yield a sentence for each name of the user's classes that is likely another one of `Game`."""
    classes = [cls for cls in type(game).__mro__ if _is_users(cls)]
    used: set[str] = set()
    for module in {cls.__module__ for cls in classes}:
        names = _names_read(module)
        if names is None:
            return
        used |= names
    defined = {name for cls in classes for name in vars(cls)}
    for cls in classes:
        for name in vars(cls):
            if name in _OWN or name in used or name.startswith("_"):
                continue
            close = get_close_matches(name, _MEANT, n=1, cutoff=_ALIKE)
            meant = _ELSEWHERE.get(name, close[0] if close else "")
            if meant and meant not in defined:
                defined.add(meant)
                yield f"no code in its file uses {cls.__name__}.{name}: is {meant} meant?"


def _is_users(cls: type) -> bool:
    return issubclass(cls, Game) and cls.__module__.partition(".")[0] != "gametree"


def _names_read(module: str) -> set[str] | None:
    """Return the names that a file uses, as attributes and in texts, too; None without a file."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, SyntaxError, TypeError):
        return None
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # getattr(game, "name")
    return found
