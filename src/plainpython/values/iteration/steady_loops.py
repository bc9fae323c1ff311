"""Refuse loops within `try` whose iterator may raise, because the handler would not catch that."""

from __future__ import annotations

from collections import deque
from typing import Any

from numba.core import types

from ...reasons import Unsupported
from ..operations import generated, operation
from ..sequences.deques import DequeType
from ..tables.dicts import DictType, ViewType
from ..tables.sets import SetType
from .shared_iterators import SharedIteratorType

__all__ = ["has_changed", "size_of", "steady"]


def steady(values: Any) -> Any:
    """Return what a loop within `try` goes through: no generator, which may raise."""
    return values


@generated(steady)
def _typed_steady(typing: Any, values: Any) -> Any:
    inner = values.inner if isinstance(values, SharedIteratorType) else values
    if isinstance(inner, types.Generator):
        raise Unsupported(
            "a loop within try takes items of a generator or a map, whose errors would pass the "
            "except clause by",
            "loop over list(...) of it",
        )
    return values(values), lambda context, builder, sig, args: args[0]


def size_of(values: Any) -> int:
    """Return the size that what a loop goes through must keep; 0 if it may change."""
    return len(values) if isinstance(values, _SIZED) else 0


@operation(size_of)
def _typed_size_of(values: Any) -> Any:
    if isinstance(values, _STEADY):
        return lambda values: len(values)
    return lambda values: 0


def has_changed(values: Any, size: int) -> bool:
    """Return True if what a loop goes through has lost the size that it must keep."""
    return isinstance(values, _SIZED) and len(values) != size


@operation(has_changed)
def _typed_has_changed(values: Any, size: Any) -> Any:
    if isinstance(values, _STEADY):
        return lambda values, size: len(values) != size
    return lambda values, size: False


_SIZED = (dict, set, frozenset, deque)
_STEADY = (DictType, ViewType, SetType, DequeType)
