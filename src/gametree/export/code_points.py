"""Texts of an exported game as code points: compiled as users' code is, which has two kinds."""

from __future__ import annotations

from typing import Any

__all__ = ["put_code_points", "put_number"]


def put_code_points(text: str, out: Any) -> int:
    """Write the code points of a text; return how many there are, also where they do not fit."""
    size = len(text)
    if size <= len(out):
        for place in range(size):
            out[place] = ord(text[place])
    return size


def put_number(number: int, out: Any) -> int:
    """Write the decimal digits of a number above 0; return how many there are."""
    size = 0
    rest = number
    while rest > 0:
        size += 1
        rest //= 10
    for place in range(size):
        out[size - 1 - place] = 48 + number % 10
        number //= 10
    return size
