"""Vectors of 256 small integers under one name in both modes, for sums of many rows of a table.

Interpreted, a vector is a NumPy array of 256 items of 16 bits. Compiled, it is a value that
lies in the processor's vector registers, so that a row is added in a few instructions. A table
is a flat array of such rows, int16. Sums wrap around: keep them within 16 bits.
"""

from __future__ import annotations

from typing import Any

__all__ = ["LANES", "Vector", "clipped", "clipped_dot", "dot", "row", "saturated_sum", "table_of"]

LANES = 256
_LINE = 64  # bytes of a cache line

Vector = Any
"""256 integers of 16 bits; `+` and `-` go item by item, and wrap around."""


def table_of(rows: Any) -> Any:
    """Return a table of rows, n by LANES, that nobody can change.

    It begins where a cache line does: else each load would take two lines, at half the speed.
    """
    import numpy as np

    whole = np.empty(rows.size + _LINE // 2, np.int16)
    begin = -whole.ctypes.data % _LINE // 2
    table = whole[begin : begin + rows.size]
    table[:] = rows.ravel()
    table.flags.writeable = False
    return table


def row(table: Any, index: int) -> Vector:
    """Return a row of a table; compiled, nobody checks that it has so many."""
    return table[LANES * index : LANES * (index + 1)]


def saturated_sum(one: Vector, other: Vector) -> Vector:
    """Return the sum item by item; beyond 16 bits it stays at their least or greatest number."""
    return (one.astype("int32") + other).clip(-32768, 32767).astype("int16")


def clipped(vector: Vector, top: int) -> Vector:
    """Return a vector with each item brought within 0 to `top`."""
    return vector.clip(0, top)


def dot(vector: Vector, weights: Vector) -> int:
    """Return the sum of all items times their weights. It must be within 32 bits."""
    return int(vector.astype("int32").dot(weights.astype("int32")))


def clipped_dot(vector: Vector, top: int, weights: Vector) -> int:
    """Return the sum of all items times their weights, each item brought within 0 to `top`.

    It must be within 32 bits.
    """
    return dot(clipped(vector, top), weights)
