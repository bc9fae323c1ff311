"""Detects undeclared chance: plays a move of the root twice and compares the positions."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from ..actors import chance_acts
from ..game import Game, State

__all__ = ["chance_warning"]

_MOVES = 2
_DEEPEST = 8


def chance_warning(game: Game, state: State) -> str:
    """Return what is to be said of rules that lead to two positions by one move; or "".

    Chance has its own method. Adapters know more of the luck in what they adapt, and look
    for themselves. Whatever fails here fails in the search, which tells.
    """
    if type(game).__module__.startswith("gametree.adapters."):
        return ""
    try:
        if chance_acts(game, state):
            return ""
        for action in list(islice(game.legal_actions(state), _MOVES)):
            first, second = (game.next_state(game.copy(state), action) for _ in range(2))
            if not _may_be_same(first, second, 0):
                return (
                    f"{type(game).__name__}.next_state led to two different states by the move "
                    f"{action!r}: a search takes what it saw first for certain, so luck in the "
                    "rules is misjudged; make it a move of CHANCE with chance_outcomes"
                )
    except Exception:
        return ""
    return ""


def _may_be_same(first: Any, second: Any, depth: int) -> bool:
    """Return whether two values may have the same contents, as far as Python can compare them."""
    if type(first) is not type(second):
        return False
    if depth > _DEEPEST:
        return True
    if isinstance(first, (tuple, list)):
        return len(first) == len(second) and all(
            _may_be_same(one, other, depth + 1) for one, other in zip(first, second, strict=True)
        )
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(
            _may_be_same(first[each], second[each], depth + 1) for each in first
        )
    if isinstance(first, (set, frozenset)):
        return len(first) == len(second)  # of what compares by identity, perhaps
    if isinstance(first, Random):
        return bool(first.getstate() == second.getstate())
    if hasattr(first, "tobytes"):
        return bool(first.tobytes() == second.tobytes())
    if hasattr(first, "__dict__"):
        return _may_be_same(vars(first), vars(second), depth + 1)
    by_identity = getattr(type(first), "__eq__", None) is object.__eq__
    return by_identity or bool(first == second) or first != first
