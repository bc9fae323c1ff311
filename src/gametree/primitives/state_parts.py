"""The two parts of a state that is a pair, a dict or an object: its content, and who has moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["CONTENT", "MISSING", "MOVER", "content_part", "mover_part", "state_pair"]

CONTENT, MOVER = "content", "player_just_moved"

MISSING = object()


def content_part(state: Any) -> Any:
    """Return the content of a state; `MISSING` if it has none."""
    return _part(state, CONTENT, 0)


def mover_part(state: Any) -> Any:
    """Return who has just moved; `MISSING` if a state does not say."""
    return _part(state, MOVER, 1)


def state_pair(content: Any, player_just_moved: int) -> Any:
    """Return both as a pair: a list, compiled a tuple."""
    return [content, player_just_moved]


def _part(state: Any, name: str, place: int) -> Any:
    kind = type(state)
    if kind is list or kind is tuple:  # what `create_state` makes, without any other question
        return state[place] if len(state) == 2 else MISSING
    if isinstance(state, Mapping):
        return state.get(name, MISSING)
    if hasattr(state, name):
        return getattr(state, name)
    pair = isinstance(state, (list, tuple)) and len(state) == 2
    return state[place] if pair else MISSING
