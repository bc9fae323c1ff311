"""Allocates the memory of a tree: for one thread, or for several without locks.

Threads on one tree take new nodes without a lock (Enzenberger and Müller, "A Lock-free
Multithreaded Monte-Carlo Tree Search Algorithm", ACG 2009). Where each of them works, and
who may be there, is the matter of `mcts.parallel.tree_parallel`.
"""

from __future__ import annotations

import numpy as np

from plainpython.compilable import Compilable

from ...primitives.atomics import add_to_item, read_item, replace_item
from ...primitives.records import block_size
from ...rules.workspace import TreeFull, Workspace
from .tree import EDGES, END, NODES, ROOM, Tree, new_node

__all__ = ["SharedTree", "Sharing", "take_over"]

# Places in `SharedTree.marks`.
_BEGUN = 0  # simulations begun in this slice, by all threads
_HELD = 8  # from here on, each an edge that a thread holds, or 0; the place tells which may stand
_HOLDS = 64  # places for them, a power of 2
_MARKS = _HELD + _HOLDS

_NO_MORE = 1 << 62


class Sharing(Compilable):
    """One thread has the tree for itself. Base class."""

    def add_node(self, tree: Tree, work: Workspace, count: int, spare: int) -> int:
        """Return the number of a new node: see `new_node`."""
        return new_node(tree, count, spare)

    def list_finished(self, tree: Tree, place: int, number: int) -> None:
        """Put a node of finished positions before the others of the list that begins at `place`."""
        tree.nodes[number].next_finished = tree.used[place]
        tree.used[place] = number


class SharedTree(Sharing):
    """Several threads add to the tree at once, each with a workspace of its own."""

    runtime_arrays = ("marks",)

    def __init__(self) -> None:
        self.marks = np.zeros(_MARKS, np.int64)

    def add_node(self, tree: Tree, work: Workspace, count: int, spare: int) -> int:
        size = block_size(tree.edges, count)
        wanted = size + spare * block_size(tree.edges, 0)
        number = read_item(tree.used, END)
        while number + wanted <= tree.used[ROOM]:
            if replace_item(tree.used, END, number, number + size):
                # It leaves no hole if it is never linked. `take_over` tells the tree of it.
                tree.nodes[number].count = count
                work.counters.new_nodes += 1
                work.counters.new_edges += count
                return number
            number = read_item(tree.used, END)
        raise TreeFull

    def list_finished(self, tree: Tree, place: int, number: int) -> None:
        node = tree.nodes[number]
        node.next_finished = read_item(tree.used, place)
        while not replace_item(tree.used, place, node.next_finished, number):
            node.next_finished = read_item(tree.used, place)

    def begin(self, wanted: int, simulations: int) -> int:
        """Return how many simulations to run: as many as wanted, but `simulations` by all threads.

        What is not run of them is to be given back: see `give_back`.
        """
        before = add_to_item(self.marks, _BEGUN, wanted)
        count = max(0, min(wanted, simulations - before))
        self.give_back(wanted - count)
        return count

    def give_back(self, count: int) -> None:
        """Leave this many simulations to whoever begins the next ones."""
        add_to_item(self.marks, _BEGUN, -count)

    def all_begun(self, simulations: int) -> bool:
        """Return whether this many have been begun, or the threads are to stop."""
        return read_item(self.marks, _BEGUN) >= simulations

    def stop(self) -> None:
        """Let no thread begin any more."""
        self.marks[_BEGUN] = _NO_MORE

    def hold(self, number: int, place: int) -> bool:
        """Hold an edge of a node; False if another thread does, or is in its place."""
        edge = _name(number, place)
        return replace_item(self.marks, _HELD + _place(edge), 0, edge)

    def held(self, number: int, place: int) -> bool:
        """Return whether an edge is held."""
        edge = _name(number, place)
        return read_item(self.marks, _HELD + _place(edge)) == edge

    def release(self, number: int, place: int) -> None:
        """Let go of an edge that is held, with all that was written below it."""
        edge = _name(number, place)
        replace_item(self.marks, _HELD + _place(edge), edge, 0)

    def rest(self) -> None:
        """Let go of all edges, and begin to count again: no thread is at the tree."""
        self.marks[:] = 0


def _name(number: int, place: int) -> int:
    """Return a number for an edge, not 0."""
    return int(number) << 32 | int(place) + 1


def _place(edge: int) -> int:
    """Return which of the places an edge may be held at."""
    return (edge ^ edge >> 32 ^ edge >> 38) & _HOLDS - 1


def take_over(tree: Tree, work: Workspace) -> None:
    """Let the tree count what a thread has added; nobody else is at it."""
    tree.used[NODES] += work.counters.new_nodes
    tree.used[EDGES] += work.counters.new_edges
    work.counters.new_nodes = work.counters.new_edges = 0
