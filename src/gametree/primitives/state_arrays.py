"""States as rows of one array, for functions that look at many of them at once.

States made of numbers become a structured array: a field for each member, named
as in the NamedTuple, or `f0`, `f1`, ... as in a tuple; records stay what they are.
Compiled code writes tuples as words of 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plainpython.bits import u64

__all__ = ["as_array", "empty_rows", "row_type", "store_state"]


def row_type(state: Any) -> Any:
    """Return the NumPy type of states like this one; None if they are not made of numbers."""
    if isinstance(state, np.void):
        return state.dtype
    if isinstance(state, (u64, np.unsignedinteger)):
        return np.dtype(np.uint64)
    if isinstance(state, (int, np.integer, np.bool_)):
        return np.dtype(np.int64)
    if isinstance(state, (float, np.floating)):
        return np.dtype(np.float64)
    if not isinstance(state, tuple) or not state:
        return None
    names = getattr(state, "_fields", [f"f{index}" for index in range(len(state))])
    members = [row_type(member) for member in state]
    if any(member is None for member in members):
        return None
    return np.dtype(list(zip(names, members, strict=True)))


def empty_rows(state: Any, count: int, *, compiled: bool) -> Any:
    """Return capacity for this many states like this one."""
    kind = row_type(state)
    if not compiled:
        return [None] * count
    if isinstance(state, np.void):
        return np.zeros(count, kind)
    words = 1 if kind is None else kind.itemsize // 8  # None: it will not compile
    return np.zeros(count * words, np.int64)


def store_state(rows: Any, row: int, state: Any) -> None:
    """Write a state to a row."""
    if isinstance(rows, list) or isinstance(state, np.void):
        rows[row] = state
    else:
        words = list(_words(state))
        rows[row * len(words) : (row + 1) * len(words)] = words


def as_array(rows: Any, count: int, kind: Any) -> Any:
    """Return the first `count` states as an array of the type `kind`.

    As a list if that is None, or if they are no such numbers: interpreted, an int may
    have more than 64 bits.
    """
    if isinstance(rows, list):
        states = rows[:count]
        try:
            return states if kind is None else np.array(states, kind)
        except (OverflowError, TypeError, ValueError):
            return states
    if rows.dtype == kind:
        return rows[:count]
    return rows.view(kind)[:count]


def _words(state: Any) -> Iterator[Any]:
    if isinstance(state, tuple):
        for member in state:
            yield from _words(member)
    elif isinstance(state, (float, np.floating)):
        yield np.float64(state).view(np.int64)
    else:
        yield (int(state) + (1 << 63)) % (1 << 64) - (1 << 63)  # as a signed integer
