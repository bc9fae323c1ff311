"""Checks of numbers that users pass: each returns a float, or raises `BadParameter`."""

from __future__ import annotations

import math

from .errors import BadParameter

__all__ = ["fraction", "not_negative", "positive"]


def not_negative(name: str, value: float) -> float:
    """Return a number of 0 or more as a float."""
    if not (_is_number(value) and 0 <= value < math.inf):
        raise BadParameter(f"{name} must be a number of 0 or more, not {value!r}")
    return float(value)


def positive(name: str, value: float) -> float:
    """Return a number above 0 as a float."""
    if not (_is_number(value) and 0 < value < math.inf):
        raise BadParameter(f"{name} must be a number above 0, not {value!r}")
    return float(value)


def fraction(name: str, value: float) -> float:
    """Return a number from 0 to 1 as a float."""
    if not (_is_number(value) and 0 <= value <= 1):
        raise BadParameter(f"{name} must be a number from 0 to 1, not {value!r}")
    return float(value)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
