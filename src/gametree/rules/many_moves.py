"""Nodes with very many moves, interpreted: edges are made when they are first used.

A node with a million edges takes a second and hundreds of megabytes, of which a search of some
thousand simulations looks at a thousandth. Where the actions are numbers (`Game.counts_actions`)
they are not even listed, and both modes try them in the order of a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..primitives.rng import Rng

__all__ = [
    "LAST_KEY",
    "LISTED",
    "MANY",
    "LateEdges",
    "in_keyed_order",
    "in_random_order",
    "keyed",
    "mixed",
]

MANY = 4096
"""A node with more edges than these makes them late."""

LISTED = 64
"""Moves up to which a node lists them, although they are only counted."""

LAST_KEY = 0x7FFF_FFFF
"""Keys of an order are from 1 to this; 0 is the order of the numbers themselves."""

_STEP = 0x1E37_79B9
_ROUNDS = 3


class LateEdges:
    """The edges of a node, by place, made in the order of places when they are looked at."""

    __slots__ = ("_actions", "_count", "_made", "_make")

    def __init__(self, make: Callable[[int], list[Any]], count: int) -> None:
        self._make = make
        self._count = count
        self._made: list[Any] = []
        self._actions: Iterator[Any] = iter(())

    def take(self, actions: Iterator[Any]) -> None:
        """Give the edges these actions, the first place the first one."""
        self._actions = actions

    def made(self) -> list[Any]:
        """Return the edges that there are, one at least."""
        _ = self[0]
        return self._made

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        if len(self._made) == self._count:
            return iter(self._made)
        return (self[place] for place in range(self._count))

    def __getitem__(self, place: int) -> Any:
        while place >= len(self._made):
            if place >= self._count:
                raise IndexError(f"edge {place} of {self._count}")
            (edge,) = self._make(1)
            edge.action = next(self._actions, edge.action)
            self._made.append(edge)
        return self._made[place]

    def __setitem__(self, place: int, edge: Any) -> None:
        _ = self[place]  # all up to there
        self._made[place] = edge


def keyed(place: int, count: int, key: int) -> int:
    """Return the number at an index of a random order of the numbers below `count`.

    For each key another order, of more than `LISTED` numbers. A Feistel network (Luby and
    Rackoff, 1988) on the bits of the place; a result that is too large is its next place (Black
    and Rogaway, "Ciphers with arbitrary finite domains", 2002).
    """
    if key == 0:
        return place
    bits = 1
    while count - 1 >> bits:
        bits += 1
    low = bits >> 1
    low_mask = (1 << low) - 1
    high_mask = (1 << (bits - low)) - 1
    left = place >> low
    right = place & low_mask
    while True:
        word = key
        for _ in range(_ROUNDS):
            left ^= mixed(right ^ word) & high_mask
            word = word + _STEP & LAST_KEY
            right ^= mixed(left ^ word) & low_mask
            word = word + _STEP & LAST_KEY
        number = left << low | right
        if number < count:
            return number


def mixed(word: int) -> int:
    """Return 31 bits that each depend on all 31 bits of a word."""
    word = word * 0x2C1B_3C6D & LAST_KEY
    word = (word ^ word >> 15) * 0x297A_2D39 & LAST_KEY
    return word ^ word >> 15


def in_keyed_order(count: int, key: int) -> Iterator[int]:
    """Yield the numbers below `count` in the order of a key."""
    return (keyed(place, count, key) for place in range(count))


def in_random_order(count: int, rng: Rng) -> Iterator[int]:
    """Yield the numbers below `count`, each once; it takes as much room as have come."""
    moved: dict[int, int] = {}
    for first in range(count):
        other = first + rng.below(count - first)
        yield moved.get(other, other)
        moved[other] = moved.pop(first, first)
