"""Vectors of 256 small integers under one name in both modes, for sums of many rows of a table.

Interpreted, a vector is a NumPy array of 256 items of 16 bits. Compiled, it is a value that
lies in the processor's vector registers, so that a row is added in a few instructions. A table
is a flat array of such rows, int16. Sums wrap around: keep them within 16 bits.
"""

from __future__ import annotations

from typing import Any

__all__ = ["LANES", "Vector", "clipped_dot", "row"]

LANES = 256

Vector = Any
"""256 integers of 16 bits; `+` adds item by item."""


def row(table: Any, index: int) -> Vector:
    """Return a row of a table; compiled, nobody checks that it has so many."""
    return table[LANES * index : LANES * (index + 1)]


def clipped_dot(vector: Vector, top: int, weights: Vector) -> int:
    """Return the sum of all items times their weights, each item brought within 0 to `top`.

    It must be within 32 bits.
    """
    return int(vector.clip(0, top).astype("int32").dot(weights.astype("int32")))
