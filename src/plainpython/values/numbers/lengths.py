"""`math.hypot` and `math.dist`, rounded as Python rounds them; C's hypot is off by a bit at times.

The squares are summed with their errors, and the root is corrected by what its own square leaves
(Borges, "An improved algorithm for hypot(a,b)", 2019; products by Dekker, 1971).
"""

from __future__ import annotations

import math
from typing import Any

from numba.core import types

from ...machine_errors import MachineLimitError
from ..operations import python_code
from ..sequences.displays import empty_list
from ..sequences.items import item_of
from ..unpacking import as_list

__all__ = ["GATHERED", "STAND_INS", "STARRED"]

_LEAST = 2.0**-1022  # of normal floats
_HALVES = 2.0**27 + 1


def _square(value: float) -> tuple[float, float]:
    """Return a square, and what was lost when it was rounded."""
    shifted = value * _HALVES
    upper = shifted - (shifted - value)
    lower = value - upper
    square = value * value
    return square, ((upper * upper - square) + 2.0 * upper * lower) + lower * lower


def _length(parts: Any) -> float:
    """Return the square root of a sum of squares."""
    largest = 0.0
    infinite = undefined = False
    for each in parts:
        size = abs(float(each))
        infinite = infinite or math.isinf(size)
        undefined = undefined or math.isnan(size)
        largest = max(largest, size) if not math.isnan(size) else largest
    if infinite:
        return math.inf
    if undefined:
        return math.nan
    if largest == 0.0:
        return 0.0
    if largest < _LEAST:
        raise MachineLimitError("the length of a vector is so small that Python's versions differ")
    exponent = math.frexp(largest)[1]
    total = rest = 0.0
    for each in parts:
        square, lost = _square(math.ldexp(float(each), -exponent))
        before, total = total, total + square
        added = total - before
        rest += ((before - (total - added)) + (square - added)) + lost
    root = math.sqrt(total + rest)
    square, lost = _square(root)
    root += (((total - square) - lost) + rest) / (2.0 * root)
    return math.ldexp(root, exponent)


def _is_of_numbers(parts: Any) -> bool:
    return isinstance(item_of(parts), types.Number | types.Boolean)


def _hypot(parts: Any) -> float:
    return math.hypot(*parts)


@python_code(_hypot, _is_of_numbers)
def _typed_hypot(parts):
    return _length(as_list(parts))


def _dist(one: Any, other: Any) -> float:
    return math.dist(one, other)


@python_code(_dist, _is_of_numbers, _is_of_numbers)
def _typed_dist(one, other):
    first, second = as_list(one), as_list(other)
    if len(first) != len(second):
        raise ValueError("both points must have the same number of dimensions")
    between = empty_list()
    for index in range(len(first)):
        between.append(float(first[index]) - float(second[index]))
    return _length(between)


STAND_INS: dict[Any, Any] = {math.dist: _dist}
"""The functions that replace Python's in compiled code."""

GATHERED: dict[Any, Any] = {math.hypot: _hypot}
"""The functions that take one tuple in place of any number of arguments."""

STARRED: dict[Any, Any] = {math.hypot: _hypot}
"""The functions that take one value in place of its items as arguments."""
