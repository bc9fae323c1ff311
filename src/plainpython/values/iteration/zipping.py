"""`zip(*rows)`, and `zip(..., strict=True)`: Numba's own zip does the rest."""

from __future__ import annotations

from typing import Any

from numba.core import types

from ...reasons import Unsupported
from ..arrays.arrays import ArrayType
from ..operations import operation
from ..sequences.filling import as_tuple, begun, filled
from ..sequences.sequences import SequenceType

__all__ = ["columns", "columns_of_one_length", "zipped_strictly"]

_SEQUENCES = (SequenceType, types.BaseTuple, types.RangeType, ArrayType)


def columns(rows: Any) -> Any:
    """Return the columns of a board given by its rows, as `zip(*rows)` yields them."""
    width = 0
    first = True
    for row in rows:
        width = len(row) if first else min(width, len(row))
        first = False
    result = begun(width)
    for index in range(width):
        column = begun(len(rows))
        for row in rows:
            column = filled(column, row[index])
        result = filled(result, as_tuple(column))
    return as_tuple(result)


def columns_of_one_length(rows: Any) -> Any:
    """Yield `zip(*rows, strict=True)`: rows that are too long are found when the others end."""
    for each in columns(rows):  # noqa: UP028
        yield each
    for row in rows:
        if len(row) != len(rows[0]):
            raise ValueError("an argument of zip() is shorter than another one")


def zipped_strictly(parts: Any) -> Any:
    """Yield `zip(*parts, strict=True)` of sequences."""
    yield from zip(*parts, strict=True)


@operation(zipped_strictly)
def _typed_zipped_strictly(parts):
    if not all(isinstance(each, _SEQUENCES) for each in parts.types):
        raise Unsupported(
            "it gives zip(..., strict=True) an iterator, a dict or a set",
            "make a list of it first, or leave strict out",
        )
    if len(parts) == 0:
        return None
    return lambda parts: _all_of_one_length(zip(*parts), parts)  # noqa: B905


def _all_of_one_length(zipped: Any, parts: Any) -> Any:
    for each in zipped:  # noqa: UP028
        yield each
    if not _are_of_one_length(parts):
        raise ValueError("an argument of zip() is shorter than another one")


def _are_of_one_length(parts: Any) -> bool:
    return len(set(map(len, parts))) == 1


@operation(_are_of_one_length)
def _typed_are_of_one_length(parts):
    if len(parts) == 1:
        return lambda parts: True
    return lambda parts: len(parts[0]) == len(parts[1]) and _are_of_one_length(parts[1:])
