"""Checks of numbers that users pass: each returns a float, or raises `BadParameter`."""

from __future__ import annotations

import sys

from ..errors import BadParameter

__all__ = ["MOST_WORKERS", "fraction", "is_finite", "not_negative", "positive", "refuse_many"]

MOST_WORKERS = 1024
"""Threads or processes of one machine: more than any has processors for."""


def not_negative(name: str, value: float) -> float:
    """Return a number of 0 or more as a float."""
    if not (is_finite(value) and value >= 0):
        raise BadParameter(f"{name} must be a number of 0 or more, not {value!r}")
    return float(value)


def positive(name: str, value: float) -> float:
    """Return a number above 0 as a float."""
    if not (is_finite(value) and value > 0):
        raise BadParameter(f"{name} must be a number above 0, not {value!r}")
    return float(value)


def fraction(name: str, value: float) -> float:
    """Return a number from 0 to 1 as a float."""
    if not (is_finite(value) and 0 <= value <= 1):
        raise BadParameter(f"{name} must be a number from 0 to 1, not {value!r}")
    return float(value)


def refuse_many(workers: int) -> None:
    """Refuse more workers than a machine can start."""
    if workers > MOST_WORKERS:
        raise BadParameter(
            f"workers must be at most {MOST_WORKERS:,}, not {workers:,}: one for each processor "
            "is enough"
        )


def is_finite(value: object) -> bool:
    """Return whether it is a number, not a bool, that is finite as a float, too."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) <= sys.float_info.max
