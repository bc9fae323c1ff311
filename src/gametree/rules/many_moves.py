"""Nodes with very many moves, interpreted: edges are made when they are first used.

A node with a million edges takes a second and hundreds of megabytes, of which a search of some
thousand simulations looks at a thousandth. Where the actions are numbers (`Game.counts_actions`)
they are not even listed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from ..primitives.rng import Rng

__all__ = ["MANY", "AllNumbers", "LateEdges", "in_random_order"]

MANY = 4096
"""A node with more edges than these makes them late."""


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


class AllNumbers(list[Any]):
    """Stands for a list of the numbers from 0 on, where no actions need be listed."""

    def __len__(self) -> int:
        return sys.maxsize

    def __getitem__(self, place: Any) -> Any:
        return place

    def __setitem__(self, place: Any, action: Any) -> None:
        """Do nothing: what belongs there is there."""

    def __add__(self, other: Any) -> Any:
        return self


def in_random_order(count: int, rng: Rng) -> Iterator[int]:
    """Yield the numbers below `count`, each once; it takes as much room as have come."""
    moved: dict[int, int] = {}
    for first in range(count):
        other = first + rng.below(count - first)
        yield moved.get(other, other)
        moved[other] = moved.pop(first, first)
