"""Changes that other threads see whole or not at all: names of single machine instructions.

Compiled code runs without Python's lock, so a plain `record.visits += 1` can lose what
another thread adds at the same time. Interpreted, these do the same for one thread.
"""

from __future__ import annotations

from typing import Any

__all__ = ["add_to_field", "add_to_item", "add_to_vector", "fill_field"]


def add_to_field(record: Any, name: str, amount: float) -> None:
    """Add to a field of a record; its name is a literal."""
    setattr(record, name, getattr(record, name) + amount)


def add_to_vector(record: Any, name: str, index: int, amount: float) -> None:
    """Add to one number of a field that holds several."""
    getattr(record, name)[index] += amount


def add_to_item(numbers: Any, index: int, amount: int) -> int:
    """Add to a number in a buffer; return what it was before."""
    before: int = numbers[index]
    numbers[index] = before + amount
    return before


def fill_field(record: Any, name: str, number: int) -> int:
    """Set a field of a record that is 0, and leave any other; return what it was before.

    What this thread has written before is seen by whoever sees the number.
    """
    before: int = getattr(record, name)
    if before == 0:
        setattr(record, name, number)
    return before
