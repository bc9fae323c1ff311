"""Bounds-checked views of compiled memory, for users' strategies that run interpreted.

For the search for a fault, which runs interpreted: plain Python would count from the end where
an index is negative, and read on where no node begins.
"""

from __future__ import annotations

from typing import Any

from ...rules.workspace import Workspace
from ..tree.tree import END, NODES, Tree

__all__ = ["strict_tree", "strict_work"]


class _Items:
    """A buffer: items with places from 0 to one less than their number."""

    def __init__(self, items: Any, name: str) -> None:
        self._items = items
        self._name = name

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, place: int) -> Any:
        return self._items[self._checked(place)]

    def __setitem__(self, place: int, value: Any) -> None:
        self._items[self._checked(place)] = value

    def _checked(self, place: int) -> int:
        if not 0 <= place < len(self._items):
            raise IndexError(f"there is no {self._name} at {place}, of {len(self._items)}")
        return place


class _Heads:
    """The heads of the blocks in use."""

    def __init__(self, column: Any, end: int) -> None:
        self._column = column
        self._end = end

    def __getitem__(self, number: int) -> Any:
        if not 0 <= number < self._end:
            raise IndexError(f"there is no node of the number {number}")
        return self._column[number]


class _Edges(_Heads):
    """The items of the blocks in use."""

    def __getitem__(self, number: int) -> Any:
        return _Items(super().__getitem__(number), "edge of the node")


def strict_tree(tree: Tree) -> Tree:
    """Return the tree such that every node and edge that is not there raises `IndexError`."""
    end = int(tree.used[NODES if isinstance(tree.nodes, list) else END])
    return Tree(_Heads(tree.nodes, end), _Edges(tree.edges, end), tree.used)


def strict_work(work: Workspace) -> Workspace:
    """Return the workspace such that every item that is not there raises `IndexError`."""
    names = ("actions", "path_nodes", "path_edges", "values")
    return work._replace(**{name: _Items(getattr(work, name), f"work.{name}") for name in names})
