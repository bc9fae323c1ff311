"""The tree, as data only: nodes are positions, edges are moves.

The edges of a node lie side by side, from `first` on. An edge knows the node
it leads to, once there is one (`child`; 0 means none, since the root is no
child). A node is made at a position's second visit by default, so most edges
have none. Where chance moves, `player` is CHANCE and the edges hold in `total`
the probability of their outcome.

Compiled, `nodes` and `edges` are NumPy arrays of records; interpreted, lists
of objects with the same attributes. Everything starts at zero. Values are
stored as differences from `Workspace.span[ORIGIN]`, so that returns of any
size keep their precision.

Bytes with two players and UCB1: 40 a node and 24 an edge.
"""

from __future__ import annotations

import contextlib
import mmap
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

__all__ = [
    "NO_CHILD",
    "ROOT",
    "EdgeView",
    "Field",
    "Tree",
    "allocate",
    "edges_of",
    "enlarge",
    "record_sizes",
]

Field = tuple[str, str]
"""A field of a record: its name and its NumPy type code."""

ROOT = 0
NO_CHILD = 0

_NODE: tuple[Field, ...] = (
    ("first", "i4"),  # index of the first edge
    ("visits", "i4"),  # simulations that went on from here: the sum over the edges
    ("count", "i4"),  # number of edges
    ("player", "i2"),  # who moves, or CHANCE
)
_EDGE: tuple[Field, ...] = (
    ("total", "f8"),  # sum of the values for the player who moves; a probability
    ("visits", "i4"),
    ("child", "i4"),
)
# Interpreted edges also keep the position they lead to, once it is known.
_STATE = ("state", "O")


_LARGE = 1 << 20  # bytes

# A process that forks must not share its tree with the child. (Windows does not fork.)
_PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
_PAGES_MOVE = sys.platform == "linux"


class Tree(NamedTuple):
    """The columns of a tree; how many records are in use stands in the workspace."""

    nodes: Any
    edges: Any


class _Layout(NamedTuple):
    """The record types of one kind of tree, for both modes."""

    node: Any
    edge: Any
    node_class: type
    edge_class: type


@lru_cache(maxsize=64)
def _layout(
    players: int, node_fields: tuple[Field, ...], edge_fields: tuple[Field, ...]
) -> _Layout:
    value = ("value", "f8", (players,))  # sums of the values for each player
    node = [*_NODE, *node_fields, value]
    edge = [*_EDGE, *edge_fields, ("action", "i4")]
    return _Layout(
        np.dtype((np.record, np.dtype(node, align=True))),
        np.dtype((np.record, np.dtype(edge, align=True))),
        _record_class("Node", node, players),
        _record_class("Edge", [*edge, _STATE], players),
    )


def _record_class(name: str, fields: Sequence[tuple[Any, ...]], players: int) -> type:
    """Return a class whose objects stand for zeroed records with these fields."""
    starts = {"f": 0.0, "i": 0, "u": 0, "O": None}
    zeros = [(field[0], starts[field[1][0]]) for field in fields if len(field) == 2]
    vectors = [field[0] for field in fields if len(field) == 3]

    def start_at_zero(self: Any) -> None:
        for field, zero in zeros:
            setattr(self, field, zero)
        for field in vectors:
            setattr(self, field, [0.0] * players)

    slots = tuple(field[0] for field in fields)
    return type(name, (), {"__slots__": slots, "__init__": start_at_zero})


def allocate(method: Any, players: int, nodes: int, edges: int, *, compiled: bool) -> Tree:
    """Return an empty tree with room for so many nodes and edges, and a spare edge.

    Room costs memory only once it is used: the arrays come from zeroed pages.
    """
    layout = _layout(players, method.node_fields(), method.edge_fields())
    edges += 1
    if compiled:
        return Tree(_zeros(nodes, layout.node), _zeros(edges, layout.edge))
    return Tree(
        [layout.node_class() for _ in range(nodes)], [layout.edge_class() for _ in range(edges)]
    )


def enlarge(columns: list[Any], place: int, size: int) -> None:
    """Make room for so many records in `columns[place]`, the contents kept.

    Pages of their own are moved, not copied, if nothing else holds on to them.
    """
    records = columns[place]
    if size <= len(records):
        return
    if isinstance(records, list):
        records.extend(type(records[0])() for _ in range(size - len(records)))
        return
    dtype, pages = records.dtype, getattr(records.base, "obj", None)
    if _PAGES_MOVE and isinstance(pages, mmap.mmap):
        columns[place] = records = None
        try:
            pages.resize(size * dtype.itemsize)
        except (BufferError, OSError):  # lent to someone, or no such space: copy
            pass
        finally:
            columns[place] = records = np.frombuffer(pages, dtype)
        if len(records) == size:
            return
    larger = _zeros(size, dtype)
    larger[: len(records)] = records
    columns[place] = larger


class EdgeView(NamedTuple):
    """A copy of what an edge holds, in Python's own types."""

    action: Any
    visits: int
    total: float
    child: int


def edges_of(tree: Tree, number: int) -> list[EdgeView]:
    """Return the edges of a node."""
    node = tree.nodes[number]
    edges = tree.edges[node.first : node.first + node.count]
    if isinstance(edges, list):
        return [EdgeView(edge.action, edge.visits, edge.total, edge.child) for edge in edges]
    columns = (edges[name].tolist() for name in EdgeView._fields)
    return list(map(EdgeView, *columns))


def _zeros(size: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Return zeroed records; large arrays take pages of their own.

    From the heap they would be zeroed by hand, which makes all of it resident
    at once, and given back late.
    """
    if size * dtype.itemsize < _LARGE:
        return np.zeros(size, dtype)
    pages = mmap.mmap(-1, size * dtype.itemsize, **_PRIVATE)
    if hasattr(mmap, "MADV_HUGEPAGE"):  # Linux: fewer look-ups of addresses
        with contextlib.suppress(OSError):  # a kernel without them
            pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, dtype)


def record_sizes(method: Any, players: int, *, compiled: bool) -> tuple[int, int]:
    """Return the bytes that one node and one edge take.

    Interpreted, an estimate: slots of 8 bytes, 16 for the object, 8 for its
    place in the list, and 24 for each number that is its own object.
    """
    layout = _layout(players, method.node_fields(), method.edge_fields())
    if compiled:
        return layout.node.itemsize, layout.edge.itemsize

    def estimate(record: Any) -> int:
        return 24 + sum(8 + 24 for _ in record.__slots__)

    return estimate(layout.node_class) + 56 + 32 * players, estimate(layout.edge_class)
