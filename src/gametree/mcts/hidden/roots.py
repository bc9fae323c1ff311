"""The two roots in UCB1, from tables: to compute them took a third of the time of small games.

A count of up to 9 bits has a value of its own, a larger one that of its upper 9 bits: the error is
below 0.1 percent.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plainpython.compilable import Compilable, native_twin

from ...numbers.elementary import log

__all__ = ["Roots"]

_BITS = 9
_EXACT = 1 << _BITS
_LAST = 31  # bits of a count


def _row(count: int) -> int:
    """Return the index for a count in the tables."""
    if count < _EXACT:
        return count
    shift = count.bit_length() - _BITS
    return (shift << (_BITS - 1)) + (count >> shift)


def _counts() -> list[float]:
    """Return for each row of the tables a count in the middle of those that it serves."""
    counts = [float(count) for count in range(_EXACT)]
    for shift in range(1, _LAST - _BITS + 1):
        upper = range(_EXACT // 2, _EXACT)
        counts += [(part << shift) + 0.5 * ((1 << shift) - 1) for part in upper]
    return counts


_OF_LOGARITHMS = [math.sqrt(log(count + 1.0)) for count in _counts()]
_INVERSES = [0.0] + [1.0 / math.sqrt(count) for count in _counts()[1:]]


class Roots(Compilable):
    """The tables, which compiled code gets as arrays."""

    runtime_arrays = ("logarithms", "inverses")

    def __init__(self) -> None:
        self.logarithms: Any = np.array(_OF_LOGARITHMS)
        self.inverses: Any = np.array(_INVERSES)

    def _native_of_logarithm(self, count: int) -> Any:
        return self.logarithms[_row(count)]

    @native_twin(_native_of_logarithm)
    def of_logarithm(self, count: int) -> float:
        """Return the root of log(count + 1)."""
        return _OF_LOGARITHMS[_row(count)]

    def _native_inverse(self, count: int) -> Any:
        return self.inverses[_row(count)]

    @native_twin(_native_inverse)
    def inverse(self, count: int) -> float:
        """Return 1 by the root of a count, which is not 0."""
        return _INVERSES[_row(count)]
