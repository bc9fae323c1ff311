"""Loops within `try`: what raises while such a loop goes on would pass the handler by."""

from __future__ import annotations

from typing import Any

from numba.core import types

from ...reasons import Unsupported
from ..operations import generated
from ..sequences.deques import DequeType
from ..tables.dicts import DictType, ViewType
from ..tables.sets import SetType
from .shared_iterators import SharedIteratorType

__all__ = ["steady", "unchanged"]


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


def unchanged(values: Any) -> Any:
    """Return what such a loop goes through and may change: nothing that must keep its size."""
    return values


@generated(unchanged)
def _typed_unchanged(typing: Any, values: Any) -> Any:
    if isinstance(values, DictType | ViewType | SetType | DequeType):
        raise Unsupported(
            "a loop within try may change what it goes through, and the RuntimeError of that would "
            "pass the except clause by",
            "loop over list(...) of it",
        )
    return values(values), lambda context, builder, sig, args: args[0]
