"""Changes that other threads see whole or not at all: names of single machine instructions.

Compiled code runs without Python's lock, so a plain `record.visits += 1` can lose what
another thread adds at the same time. Interpreted, these do the same for one thread.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "add_to_field",
    "add_to_item",
    "lower_field",
    "lower_in_vector",
    "move_field",
    "move_in_vector",
    "raise_field",
    "raise_in_vector",
    "read_item",
    "replace_item",
]


def add_to_field(record: Any, name: str, amount: float) -> None:
    """Add to a field of a record; its name is a literal."""
    setattr(record, name, getattr(record, name) + amount)


def move_field(record: Any, name: str, target: float, part: float) -> None:
    """Move a field by a part of the way to a number, as a mean does that takes it in."""
    number = getattr(record, name)
    setattr(record, name, number + (target - number) * part)


def move_in_vector(record: Any, name: str, index: int, target: float, part: float) -> None:
    """As `move_field`, for one number of a field that holds several."""
    numbers = getattr(record, name)
    numbers[index] += (target - numbers[index]) * part


def raise_field(record: Any, name: str, bound: float) -> None:
    """Bring a field up to a number, if it is below."""
    setattr(record, name, max(getattr(record, name), bound))


def lower_field(record: Any, name: str, bound: float) -> None:
    """Bring a field down to a number, if it is above."""
    setattr(record, name, min(getattr(record, name), bound))


def raise_in_vector(record: Any, name: str, index: int, bound: float) -> None:
    """Do as `raise_field`, for one number of a field that holds several."""
    numbers = getattr(record, name)
    numbers[index] = max(numbers[index], bound)


def lower_in_vector(record: Any, name: str, index: int, bound: float) -> None:
    """Do as `lower_field`, for one number of a field that holds several."""
    numbers = getattr(record, name)
    numbers[index] = min(numbers[index], bound)


def add_to_item(numbers: Any, index: int, amount: int) -> int:
    """Add to a number in a buffer; return what it was before."""
    before: int = numbers[index]
    numbers[index] = before + amount
    return before


def replace_item(numbers: Any, index: int, old: int, new: int) -> bool:
    """Replace a number in a buffer by another one, if it is still there.

    What this thread has written before is seen by whoever sees the new number.
    """
    if numbers[index] != old:
        return False
    numbers[index] = new
    return True


def read_item(numbers: Any, index: int) -> int:
    """Return a number of a buffer, and see all that was written before it."""
    number: int = numbers[index]
    return number
