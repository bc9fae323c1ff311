"""The single values inside a state, by where they are, and states with some of them replaced."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

__all__ = ["Path", "leaves_of", "with_leaves"]

Path = tuple[Any, ...]
"""Indices, keys and names of fields, from the state inwards."""

_SINGLE = (str, int, float, Enum, type(None))
_MOST = 4000


def leaves_of(state: Any) -> dict[Path, Any] | None:
    """Return the single values of a state; None if it has parts of other kinds, or too many."""
    found = dict(_leaves(state, ()))
    return None if len(found) > _MOST or ... in found.values() else found


def with_leaves(state: Any, values: Mapping[Path, Any]) -> Any:
    """Return a copy of a state with other values at some paths."""
    if () in values:
        return values[()]
    if not values:
        return state
    inner: dict[Any, dict[Path, Any]] = {}
    for (step, *rest), value in values.items():
        inner.setdefault(step, {})[tuple(rest)] = value
    if isinstance(state, str):
        return "".join(inner[at][()] if at in inner else sign for at, sign in enumerate(state))
    parts = {step: with_leaves(_part(state, step), below) for step, below in inner.items()}
    if isinstance(state, tuple):
        items = [parts.get(at, item) for at, item in enumerate(state)]
        return type(state)(*items) if hasattr(state, "_fields") else tuple(items)
    copied = copy.copy(state)
    for step, part in parts.items():
        if dataclasses.is_dataclass(state):
            object.__setattr__(copied, step, part)
        else:
            copied[step] = part
    return copied


def _part(state: Any, step: Any) -> Any:
    return getattr(state, step) if dataclasses.is_dataclass(state) else state[step]


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield the values below one; an ellipsis for what cannot be taken apart."""
    if isinstance(value, str) and len(value) > 1:
        yield from (((*path, at), sign) for at, sign in enumerate(value))
    elif isinstance(value, _SINGLE):
        yield path, value
    elif isinstance(value, (list, tuple)):
        yield (*path, "length"), len(value)
        for at, item in enumerate(value):
            yield from _leaves(item, (*path, at))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for each in dataclasses.fields(value):
            yield from _leaves(getattr(value, each.name), (*path, each.name))
    elif getattr(value, "ndim", 0) and value.dtype.names is None and value.dtype != object:
        for index in _indices(value.shape):
            yield (*path, index), value[index].item()
    else:
        yield path, ...


def _indices(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not shape:
        yield ()
        return
    for first in range(shape[0]):
        yield from ((first, *rest) for rest in _indices(shape[1:]))
