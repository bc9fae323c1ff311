"""The memory of an interpreted tree, weighed: how much its positions take depends on the game."""

from __future__ import annotations

import sys
from typing import Any

from ...primitives.records import WORD, block_size
from ...rules.many_moves import LateEdges
from .tree import END, NODES, Tree

__all__ = ["weigh_positions"]

_SAMPLE = 100  # nodes
_DEEPEST = 6  # levels of a position, which may refer to anything
_MOST = 50_000  # objects that the root refers to
_GRAIN = 16  # bytes: what Python's allocator rounds up to


def weigh_positions(tree: Tree) -> None:
    """Set how much the tree takes, by some nodes with the positions and moves on their edges.

    What the root refers to does not count: all positions may share it. Nothing changes where that
    is very much.

    Args:
        tree: an interpreted one.

    """
    count = tree.used[NODES]
    numbers = range(1, count, max(1, count // _SAMPLE))
    known: set[int] = set()
    for part in (tree.nodes[:1], tree.edges[:1]):
        _bytes(part, known, 0)
    if not numbers or len(known) > _MOST:
        return
    held = sum(_bytes(tree.nodes[number], known, 0) for number in numbers)
    held += sum(_bytes(tree.edges[number], known, 0) for number in numbers)
    before = tree.edges.kept_words
    tree.edges.kept_words = 0
    plain = sum(block_size(tree.edges, tree.nodes[number].count) for number in numbers)
    tree.edges.kept_words = (held // WORD - plain) // len(numbers)
    tree.used[END] += count * (tree.edges.kept_words - before)


def _bytes(thing: Any, known: set[int], depth: int) -> int:
    """Return the bytes of an object and of what it refers to, unless they are known."""
    if thing is None or id(thing) in known or isinstance(thing, type) or callable(thing):
        return 0
    if len(known) > 2 * _MOST:
        return 0
    known.add(id(thing))
    size = -(-sys.getsizeof(thing) // _GRAIN) * _GRAIN
    if depth == _DEEPEST or isinstance(thing, (str, bytes, int, float)):
        return size
    return size + sum(_bytes(each, known, depth + 1) for each in _parts(thing))


def _parts(thing: Any) -> Any:
    if isinstance(thing, LateEdges):
        return thing.made()
    if isinstance(thing, dict):
        return [*thing, *thing.values()]
    if isinstance(thing, (list, tuple, set, frozenset)):
        return thing
    held = getattr(thing, "__dict__", None)
    slots = (name for cls in type(thing).__mro__ for name in vars(cls).get("__slots__", ()))
    parts = [getattr(thing, name, None) for name in slots]
    return parts if held is None else [*parts, held]
