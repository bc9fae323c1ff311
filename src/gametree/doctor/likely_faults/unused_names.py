"""Names in a game's class that nothing uses and that resemble those of `Game`: likely misspelt."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from types import CodeType, FunctionType
from typing import Any

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
    for cls in classes:
        used |= _names_read_in(sys.modules.get(cls.__module__), cls)
    defined = {name for cls in classes for name in vars(cls)}
    for cls in classes:
        for name in vars(cls):
            if name in _OWN or name in used or name.startswith("_"):
                continue
            meant = _ELSEWHERE.get(name) or next(
                iter(get_close_matches(name, _MEANT, n=1, cutoff=_ALIKE)), None
            )
            if meant is not None and meant not in defined:
                defined.add(meant)
                yield f"no code in its file uses {cls.__name__}.{name}: is {meant} meant?"


def _is_users(cls: type) -> bool:
    return issubclass(cls, Game) and cls.__module__.partition(".")[0] != "gametree"


def _names_read_in(module: Any, cls: type) -> set[str]:
    """Return the names that the functions of a class, and of the module around it, read."""
    found: set[str] = set()
    for holder in (cls, *(vars(module).values() if module is not None else ())):
        if isinstance(holder, FunctionType):
            found |= _names_in(holder.__code__)
        elif inspect.isclass(holder) and holder.__module__ == cls.__module__:
            for member in vars(holder).values():
                for function in _functions_of(member):
                    found |= _names_in(function.__code__)
    return found


def _functions_of(member: Any) -> Iterator[FunctionType]:
    """Yield the functions behind a member of a class: a method, a property, a cached one."""
    for name in ("__func__", "fget", "fset", "func", "__wrapped__"):
        behind = getattr(member, name, None)
        if isinstance(behind, FunctionType):
            yield behind
    if isinstance(member, FunctionType):
        yield member


def _names_in(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names_in(constant)
        elif isinstance(constant, str):
            names.add(constant)  # getattr(self, "name")
    return names
