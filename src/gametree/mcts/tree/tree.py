"""The tree, as data only: nodes are positions, edges are moves.

A node and its edges lie side by side in one memory (see `primitives.records`); the number of
a node is its place there. An edge goes by its place among the edges of its node, and knows
the node that it leads to, once there is one (`child`; 0 means none, since the root is no
child). A node is made at a position's second visit by default, so most edges have none.
Where chance moves, `player` is CHANCE; the edges then have a `probability` and no mean.

Compiled, `nodes[number]` and `edges[number][place]` are records; interpreted, objects with
the same attributes in lists, and numbers count nodes. Everything starts at zero.

Bytes with two players and UCB1: 40 a node and 24 an edge.
"""

from __future__ import annotations

import contextlib
import mmap
import sys
from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from plainpython.compilable import native_twin

from ...primitives.actions import Packing, edge_class
from ...primitives.records import WORD, FieldRecord, Heads, Items, block_size
from ...rules.many_moves import LateEdges
from ...rules.workspace import TreeFull

__all__ = [
    "COUNTED",
    "EDGES",
    "EDGE_NAMES",
    "EDGE_NOTES",
    "END",
    "FINISHED",
    "LISTS",
    "NODES",
    "NODE_NAMES",
    "NO_CHILD",
    "NO_NODE",
    "PROBABILITY",
    "REPLACED",
    "ROOM",
    "ROOT",
    "EdgeView",
    "Field",
    "Tree",
    "after",
    "allocate",
    "copy_record",
    "drop_from",
    "edge_columns",
    "edges_of",
    "enlarged_tree",
    "kept_on_edges",
    "met_edges",
    "new_node",
    "priors_of",
    "require_room",
]

Field = tuple[str, str] | tuple[str, str, tuple[int]]
"""A field of a record: its name, its NumPy type code, and the shape of a vector of floats."""

ROOT = 0
NO_CHILD = 0
NO_NODE = -1  # no number of a node, the root included

# Places in `Tree.used`.
NODES = 0  # nodes in use
EDGES = 1  # edges in use
END = 2  # words in use by both (see `primitives.records`); interpreted, an estimate
ROOM = 3  # words that there are
FINISHED = 4  # from here on, the newest node of each list of finished positions: `mcts.proofs`
LISTS = 256  # of them, a power of 2
REPLACED = FINISHED + LISTS  # nodes that larger ones have taken the place of
COUNTED = REPLACED + 1  # nodes ever made whose edges come as they are needed
_USED = COUNTED + 1

_NODE: tuple[Field, ...] = (
    ("visits", "i4"),  # simulations that went on from here: the sum over the edges
    ("count", "i4"),  # number of edges
    ("player", "i2"),  # who moves, or CHANCE
)
_EDGE: tuple[Field, ...] = (
    ("mean", "f8"),  # of the values for the player who moves
    ("visits", "i4"),
    ("child", "i4"),
)
PROBABILITY: Field = ("probability", "f8")
"""What edges hold besides in games of chance: that of an outcome, where chance moves."""

EDGE_NOTES = ("state", "returns", "moves")
"""What interpreted edges also keep, once it is known: the position that they lead to; where the
game is over there, its returns; the moves that were listed there, until it has a node. `None`
before."""

NODE_NAMES = frozenset({"value", *(field[0] for field in _NODE)})
"""What every node holds."""

EDGE_NAMES = frozenset({"action", "probability", *EDGE_NOTES, *(field[0] for field in _EDGE)})
"""What every edge holds, in one mode or both."""


_LARGE = 1 << 20  # bytes

# A process that forks must not share its tree with the child. (Windows does not fork.)
_PRIVATE = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
_PAGES_MOVE = sys.platform == "linux"


class Tree(NamedTuple):
    """A tree, and how much of it is in use."""

    nodes: Any
    edges: Any
    used: Any  # int: NODES ... FINISHED and the lists


class _Layout(NamedTuple):
    """The record types of one kind of tree, for both modes."""

    node: Any
    edge: Any
    node_class: Any  # with a method `zeroed`
    edge_class: Any
    fields: tuple[int, int]  # numbers and lists of a node and of an edge, in these classes


@lru_cache(maxsize=64)
def _layout(
    players: int,
    node_fields: tuple[Field, ...],
    edge_fields: tuple[Field, ...],
    packing: Packing | None,
) -> _Layout:
    value: Field = ("value", "f8", (players,))  # means of the values for each player
    # Short ones first: they fill what alignment leaves behind `player`.
    by_size = sorted(node_fields, key=lambda field: np.dtype(field[1]).itemsize)
    node = [*_NODE, *by_size, value]
    action: Any = "i4" if packing is None else packing.kind
    fields = [*_EDGE, *edge_fields]
    edge = [*fields, ("action", action)]
    listed = sum(1 + vector[0] for field in node_fields for vector in field[2:])
    return _Layout(
        np.dtype((FieldRecord, np.dtype(node, align=True))),
        np.dtype((edge_class(packing), np.dtype(edge, align=True))),
        _record_class("Node", node),
        _record_class("Edge", [*fields, ("action", "i8"), *((note, "O") for note in EDGE_NOTES)]),
        (len(node) + listed, len(edge) + 1),
    )


def _record_class(name: str, fields: Sequence[tuple[Any, ...]]) -> type:
    """Return a class whose objects have the fields of a record: see `zeroed`."""
    starts = {"f": "0.0", "i": "0", "u": "0", "O": "None"}
    # Written out as dataclasses do it: a loop over the fields takes three times as long. So does
    # a call of `__init__` for each object.
    zeroed = ["def zeroed(count):", "    made = []", "    for _ in range(count):"]
    zeroed.append("        record = new()")
    # As assigning one record of NumPy's to another copies what it holds, its vectors included.
    copied = ["def __copy__(self):", "    other = new()"]
    for field, kind, *vector in fields:
        zero = f"[0.0] * {vector[0][0]}" if vector else starts[kind[0]]
        zeroed.append(f"        record.{field} = {zero}")
        copied.append(f"    other.{field} = self.{field}{'[:]' if vector else ''}")
    zeroed += ["        made.append(record)", "    return made"]
    members: dict[str, Any] = {}
    record = type(name, (), {"__slots__": tuple(field[0] for field in fields)})
    exec("\n".join([*zeroed, *copied, "    return other"]), {"new": record}, members)
    record.zeroed = staticmethod(members["zeroed"])  # type: ignore[attr-defined]
    record.__copy__ = members["__copy__"]  # type: ignore[attr-defined]
    return record


class _EdgeLists(list[Any]):
    """The edges of each node, interpreted."""

    def __init__(self, layout: _Layout, late_from: int) -> None:
        self.layout = layout
        self.late_from = late_from
        # Slots of 8 bytes, 16 for the object, 8 for its place in a list, and 24 for each number
        # that is its own object; a node has two lists besides.
        self._node_words = 14 + 4 * layout.fields[0]
        self._edge_words = 3 + 4 * layout.fields[1]

    def block_size(self, count: int) -> int:
        """Return about how many words a node with so many edges takes."""
        return self._node_words + min(count, self.late_from) * self._edge_words


def allocate(
    method: Any, players: int, words: int, *, compiled: bool, packing: Packing | None = None
) -> Tree:
    """Return an empty tree with a number of words of memory.

    Room costs memory only once it is used: it comes as zeroed pages. Compiled, edges keep
    actions as `packing` says.
    """
    layout = _layout(players, method.node_fields(), method.edge_fields(), packing)
    if compiled:
        tree = _in_memory(_zeros(words), layout.node, layout.edge, np.zeros(_USED, np.int64))
    else:
        tree = Tree([], _EdgeLists(layout, method.moves.late_from), [0] * _USED)
    tree.used[ROOM] = words
    return tree


def _in_memory(words: Any, node: np.dtype[Any], edge: np.dtype[Any], used: Any) -> Tree:
    heads = Heads(words, node, used[END : END + 1])
    return Tree(heads, Items(heads, edge), used)


def enlarged_tree(trees: list[Tree], words: int) -> Tree:
    """Take the compiled tree from the list; return it enlarged to a number of words.

    Pages of their own are moved, not copied, if nothing else holds on to them.

    Raises:
        MemoryError: if there is no such room; the tree is then in the list again.

    """
    tree = trees.pop()
    node, edge, used, memory = tree.nodes.dtype, tree.edges.dtype, tree.used, [tree.nodes.words]
    del tree
    try:
        _enlarge(memory, words)
    except MemoryError:
        trees.append(_in_memory(memory[0], node, edge, used))
        raise
    used[ROOM] = words
    return _in_memory(memory[0], node, edge, used)


def _enlarge(memory: list[Any], size: int) -> None:
    pages = getattr(memory[0].base, "obj", None)
    if _PAGES_MOVE and isinstance(pages, mmap.mmap):
        memory.clear()
        try:
            pages.resize(size * WORD)
        except (BufferError, OSError):  # lent to someone, or no such space: copy
            pass
        finally:
            memory.append(np.frombuffer(pages, np.int64))
        if len(memory[0]) == size:
            return
    larger = _zeros(size)
    larger[: len(memory[0])] = memory[0]
    memory[0] = larger


def require_room(tree: Tree, count: int, spare: int) -> None:
    """Raise `TreeFull` if the tree lacks memory for a node with edges and `spare` without."""
    wanted = block_size(tree.edges, count) + spare * block_size(tree.edges, 0)
    if tree.used[END] + wanted > tree.used[ROOM]:
        raise TreeFull


def _native_place_node(tree: Tree, count: int) -> int:
    number = tree.used[END]
    tree.nodes[number].count = count
    return number  # type: ignore[no-any-return]


@native_twin(_native_place_node)
def _place_node(tree: Tree, count: int) -> int:
    if not isinstance(tree.nodes, list):
        return _native_place_node(tree, count)
    layout = tree.edges.layout
    (node,) = layout.node_class.zeroed(1)
    node.count = count
    tree.nodes.append(node)
    new_edges = layout.edge_class.zeroed
    late = count > tree.edges.late_from
    tree.edges.append(LateEdges(new_edges, count) if late else new_edges(count))
    return len(tree.nodes) - 1


def new_node(tree: Tree, count: int, spare: int) -> int:
    """Return the number of a new node with so many edges.

    Raises:
        TreeFull: if there is no room for it and `spare` nodes without edges.

    """
    used = tree.used
    size = block_size(tree.edges, count)
    wanted = size if spare == 0 else size + spare * block_size(tree.edges, 0)
    if used[END] + wanted > used[ROOM]:
        raise TreeFull
    number = _place_node(tree, count)
    used[NODES] += 1
    used[EDGES] += count
    used[END] += size
    return number


def _native_copy_record(records: Any, place: int, record: Any) -> None:
    records[place] = record


@native_twin(_native_copy_record)
def copy_record(records: Any, place: int, record: Any) -> None:
    """Let the node or the edge at a place hold all that another one holds."""
    records[place] = copy(record)


def drop_from(tree: Tree, number: int) -> None:
    """Remove a node and all that were made after it; nothing leads to them."""
    used = tree.used
    if isinstance(tree.nodes, list):
        for node in tree.nodes[number:]:
            used[NODES] -= 1
            used[EDGES] -= node.count
            used[END] -= block_size(tree.edges, node.count)
        del tree.nodes[number:], tree.edges[number:]
        return
    end = int(used[END])
    at = number
    while at < end:
        used[NODES] -= 1
        used[EDGES] -= tree.nodes[at].count
        at = after(tree, at)
    used[END] = number
    tree.nodes.words[number:end] = 0  # as new nodes expect it


def _native_after(tree: Tree, number: int) -> int:
    return number + block_size(tree.edges, tree.nodes[number].count)


@native_twin(_native_after)
def after(tree: Tree, number: int) -> int:
    """Return the number of the node that was made after another."""
    return number + 1 if isinstance(tree.nodes, list) else _native_after(tree, number)


class EdgeView(NamedTuple):
    """A copy of what an edge holds, in Python's own types."""

    action: Any
    visits: int
    mean: float
    child: int
    probability: float = 0.0  # where chance moves


_HELD = EdgeView._fields[:-1]  # where it does not


def edges_of(tree: Tree, number: int) -> list[EdgeView]:
    """Return the edges of a node; of a great many, those that were looked at."""
    return list(map(EdgeView, *edge_columns(tree, number)))


def edge_columns(tree: Tree, number: int) -> list[list[Any]]:
    """Return what `edges_of` does, field by field in the order of `EdgeView`: many come quickly."""
    edges = met_edges(tree, number)
    if isinstance(edges, list):
        chance = bool(edges) and hasattr(edges[0], "probability")
        held = EdgeView._fields if chance else _HELD
        columns = [[getattr(edge, name) for edge in edges] for name in held]
    else:
        chance = "probability" in edges.dtype.names
        columns = [edges[name].tolist() for name in (EdgeView._fields if chance else _HELD)]
        packing = getattr(edges.dtype.type, "packing", None)
        if packing is not None:
            columns[0] = list(map(packing.unpack, columns[0]))
    return columns if chance else [*columns, [0.0] * len(edges)]


def met_edges(tree: Tree, number: int) -> Any:
    """Return the edges of a node themselves; of a great many, those that were looked at.

    Of counted moves (`mcts.selection.counted_moves`) none follow the last one visited: the modes
    prepare edges beyond it in their own ways.
    """
    edges = tree.edges[number]
    if isinstance(edges, LateEdges):
        edges = edges.made()
    node = tree.nodes[number]
    if getattr(node, "total", 0) == 0:
        return edges
    count = min(len(edges), int(node.laid))
    while count > 1 and edges[count - 1].visits == 0:
        count -= 1
    return edges[:count]


def priors_of(tree: Tree, number: int) -> list[float]:
    """Return the priors of the edges of a node, in the order of `edges_of`; empty without any."""
    return kept_on_edges(tree, number, "prior")


def kept_on_edges(tree: Tree, number: int, field: str) -> list[float]:
    """Return what strategies keep on the edges of a node, in the order of `edges_of`."""
    edges = met_edges(tree, number)
    if isinstance(edges, list):
        return [float(getattr(edge, field)) for edge in edges if hasattr(edge, field)]
    return edges[field].tolist() if field in edges.dtype.names else []


def _zeros(size: int) -> np.ndarray[Any, Any]:
    """Return zeroed words; many take pages of their own.

    From the heap they would be zeroed by hand, which makes all of them resident
    at once, and given back late.
    """
    if size * WORD < _LARGE:
        return np.zeros(size, np.int64)
    pages = mmap.mmap(-1, size * WORD, **_PRIVATE)
    if hasattr(mmap, "MADV_HUGEPAGE"):  # Linux: fewer look-ups of addresses
        with contextlib.suppress(OSError):  # a kernel without them
            pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, np.int64)
