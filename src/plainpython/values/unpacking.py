"""Unpacking of values: check that they are sequences, and take the items of others."""

from __future__ import annotations

from typing import Any

from numba.core import types

from .operations import operation
from .sequences.displays import empty_list
from .sequences.items import as_row
from .sequences.sequences import ListType, RowType
from .unions import UnionType

__all__ = ["as_list", "as_sequence", "is_sequence", "of_any_length"]


def as_sequence(values: Any) -> Any:
    """Return a tuple, list, text or range as it is, the items of anything else in a list."""
    return values


def is_sequence(values: Any) -> bool:
    """Return True for what a pattern in brackets matches."""
    return isinstance(values, tuple | list | range)


def as_list(values: Any) -> Any:
    """Return the items of a sequence in a list."""
    return list(values)


@operation(as_list)
def _as_list(values: Any) -> Any:
    if isinstance(values, types.BaseTuple):
        return lambda values: as_list(as_row(values))
    if isinstance(values, ListType):
        return lambda values: values[:]
    if isinstance(values, UnionType):
        return None

    def collected(values):
        result = empty_list()
        for each in values:
            result.append(each)
        return result

    return collected


@operation(as_sequence)
def _as_sequence(values: Any) -> Any:
    if isinstance(values, types.BaseTuple | RowType | ListType | types.Array | types.RangeType):
        return lambda values: values
    if isinstance(values, UnionType):
        return None
    return lambda values: as_list(values)


@operation(is_sequence)
def _is_sequence(values: Any) -> Any:
    if isinstance(values, types.BaseTuple | ListType | types.RangeType) or (
        isinstance(values, RowType) and values.kind == "tuple"
    ):
        return lambda values: True
    if isinstance(values, UnionType):
        return None
    return lambda values: False


def of_any_length(values: Any) -> Any:
    """Return a tuple in the type that does not tell its length: a function calls itself with it."""
    return values


@operation(of_any_length)
def _of_any_length(values: Any) -> Any:
    if isinstance(values, types.UniTuple) or values == types.Tuple(()):
        return lambda values: as_row(values)
    return lambda values: values
