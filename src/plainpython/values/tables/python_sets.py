"""Slots of CPython's sets, in whose order they are iterated: read from a set, and written.

The slots of a set depend on all that was done to it. They are read from the object itself, where
it lies in memory, and a set is made with the same ones. `is_known` tries first whether this Python
does what `set_tables` does: compiled rules may iterate sets only if so.
"""

from __future__ import annotations

import ctypes
import functools
import sys
import zlib
from collections.abc import Sequence
from typing import Any

__all__ = ["DUMMY", "EMPTY", "Slots", "is_known", "slots_of", "with_slots"]

EMPTY, DUMMY = object(), object()
_EXPECTED = 3463375119


class _Head(ctypes.Structure):
    _fields_ = (
        ("references", ctypes.c_ssize_t),
        ("type", ctypes.c_void_p),
        ("fill", ctypes.c_ssize_t),
        ("used", ctypes.c_ssize_t),
        ("mask", ctypes.c_ssize_t),
        ("table", ctypes.c_void_p),
        ("hash", ctypes.c_ssize_t),
        ("finger", ctypes.c_ssize_t),
    )


class _Entry(ctypes.Structure):
    _fields_ = (("key", ctypes.c_void_p), ("hash", ctypes.c_ssize_t))


class Slots:
    """The slots of a table, each with an item, EMPTY or DUMMY, and where `pop` goes on."""

    def __init__(self, slots: Sequence[Any], finger: int = 0) -> None:
        self.slots = list(slots)
        self.finger = finger

    @property
    def items(self) -> list[Any]:
        """The items, in the order of iteration."""
        return [each for each in self.slots if each is not EMPTY and each is not DUMMY]


def slots_of(value: set[Any] | frozenset[Any]) -> Slots:
    """Return the slots of a set."""
    head = _Head.from_address(id(value))
    items = iter(list(value))
    slots = []
    for entry in _table(head):
        if not entry.key:
            slots.append(EMPTY)
        else:
            slots.append(DUMMY if entry.hash == -1 else next(items))
    return Slots(slots, head.finger)


def with_slots(family: str, slots: Slots) -> Any:
    """Return a set, or a frozen one, with these slots."""
    count = len(slots.slots)
    fillers = dict.fromkeys(range(count // 2 - 1 if count > _LEAST else 0))
    made: Any = set()
    made.update(fillers)  # this makes the table as large as it is to be
    if family == "frozenset":
        made = frozenset(made)
    head = _Head.from_address(id(made))
    table = _table(head)
    if len(table) != count:
        raise RuntimeError("a set of Python has a table of another size than is known")
    head.fill = head.used = 0
    ctypes.memset(head.table, 0, ctypes.sizeof(table))
    for filler in fillers:
        ctypes.pythonapi.Py_DecRef(ctypes.py_object(filler))
    for entry, item in zip(table, slots.slots, strict=True):
        if item is not EMPTY:
            head.fill += 1
            if item is DUMMY:
                entry.key, entry.hash = _dummy(), -1
            else:
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(item))
                entry.key, entry.hash = id(item), hash(item)
                head.used += 1
    head.finger = slots.finger
    return made


_LEAST = 8


def _table(head: _Head) -> Any:
    return (_Entry * (head.mask + 1)).from_address(head.table)


def _dummy() -> int:
    """Return the address of the object that marks removed items."""
    emptied = {0}
    emptied.discard(0)
    return int(_table(_Head.from_address(id(emptied)))[0].key)


@functools.cache
def is_known() -> bool:
    """Return whether this Python lays out sets as compiled code does."""
    return (
        sys.implementation.name == "cpython"
        and object.__basicsize__ == 2 * ctypes.sizeof(ctypes.c_void_p) == 16  # no other threads
        and set.__basicsize__ == ctypes.sizeof(_Head) + _LEAST * ctypes.sizeof(_Entry) + 8
        and _fingerprint() == _EXPECTED
    )


def _fingerprint() -> int:
    """Return a checksum of the slots of sets after many operations."""
    number, total = 1, 0
    sets: list[Any] = [set(), set(), set()]

    def draw(count: int) -> int:
        nonlocal number
        number = (number * 6_364_136_223_846_793_005 + 1) % 2**64
        return (number >> 33) % count

    for step in range(80):
        chosen, other, index = sets[draw(3)], sets[draw(3)], draw(3)
        start, span, items = draw(9), draw(40), draw(24)
        part: list[Any] = [start * 8 + draw(span + 1) for _ in range(items)]
        if step % 20 > 10:
            part = [(each, -each % 3) for each in part]
        for each in part:
            chosen.add(each)
        for each in part[::3]:
            chosen.discard(each)
        operation = draw(9)
        if operation < 4:
            sets[index] = (chosen | other, chosen & other, chosen - other, chosen ^ other)[
                operation
            ]
        elif operation == 4:
            chosen -= other
        elif operation == 5:
            chosen ^= other
        elif operation == 6 and chosen:
            chosen.pop()
        elif operation == 7:
            sets[index] = with_slots("set", slots_of(chosen))
        else:
            sets[index] = chosen.copy()
        for each in sets:
            written = [
                0 if item is EMPTY else 1 if item is DUMMY else item
                for item in slots_of(each).slots
            ]
            total = zlib.crc32(repr(written).encode(), total)
    return total
