"""Blocks of records in one memory: a head, and right behind it its items.

Whoever reads a head and its items then finds them side by side, and one number leads to
both: the place of the block, in words of 8 bytes. Nothing leads from a head to its items
over a pointer, for which a processor would have to wait.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["WORD", "FieldRecord", "Heads", "Items", "block_size", "copied_record", "swap"]

WORD = 8
"""Bytes of the unit in which places are counted."""

_Words = np.ndarray[Any, np.dtype[np.int64]]


class FieldRecord(np.record):  # type: ignore[misc]
    """A record whose fields are its attributes, also one by the name of a method, such as `mean`.

    Of NumPy's own records such an attribute is the method.
    """

    def __getattribute__(self, name: str) -> Any:
        if name in np.record.__getattribute__(self, "dtype").fields:
            return self[name]
        return np.record.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Heads:
    """The heads of the blocks in `words`: `heads[place]` is a record that can be written to.

    `end[0]` is where the blocks in use end. Users' compiled code is held to it, and to the
    number of items that a head tells (see `gametree.native.primitives.records`).
    """

    def __init__(self, words: _Words, dtype: np.dtype[Any], end: _Words) -> None:
        self.words = words
        self.dtype = dtype
        self.end = end
        self.size = dtype.itemsize // WORD

    __iter__ = None  # places are no indices

    def __getitem__(self, place: int) -> Any:
        return self.words[place : place + self.size].view(self.dtype)[0]

    def __setitem__(self, place: int, record: Any) -> None:
        self.words[place : place + self.size].view(self.dtype)[0] = record


class Items:
    """The items of the blocks: `items[place]` are those of the block there.

    They are as many as the field `count` of its head says.
    """

    def __init__(self, heads: Heads, dtype: np.dtype[Any]) -> None:
        self.words = heads.words
        self.end = heads.end
        self.heads = heads
        self.dtype = dtype

    __iter__ = None  # as for heads

    def __getitem__(self, place: int) -> Any:
        end = place + self.block_size(int(self.heads[place].count))
        return self.words[place + self.heads.size : end].view(self.dtype)

    def block_size(self, count: int) -> int:
        """Return how many words a block with this many items takes."""
        return self.heads.size + count * (self.dtype.itemsize // WORD)


def copied_record(record: Any) -> Any:
    """Return a copy of a record of NumPy: what `copy` of a game whose states are such returns."""
    return record.copy()


def block_size(items: Any, count: int) -> int:
    """Return how many words a block with this many items takes."""
    return items.block_size(count)  # type: ignore[no-any-return]


def swap(items: Any, one: int, other: int) -> None:
    """Let two items of a block change places."""
    if hasattr(items, "dtype"):
        items[[one, other]] = items[[other, one]]
    else:
        items[one], items[other] = items[other], items[one]
