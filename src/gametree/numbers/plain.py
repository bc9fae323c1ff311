"""Numbers of NumPy as numbers of Python."""

from __future__ import annotations

from typing import Any

__all__ = ["plain_number"]


def plain_number(value: Any) -> Any:
    """Return a number of NumPy as Python's own; anything else as it is."""
    if getattr(value, "ndim", None) == 0 and callable(item := getattr(value, "item", None)):
        return item()
    return value
