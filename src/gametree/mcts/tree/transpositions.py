"""Transpositions: one node for a position, however many lines lead to it.

The tree becomes a graph without cycles of nodes that know their children. An
edge counts its own visits; what it is worth is the mean of the node behind it,
over the simulations of all lines that lead there (UCT2 of Childs, Brodeur and
Kocsis, 2008; edges apart from nodes as in KataGo's GraphSearch document).

Each node keeps its key. Interpreted, `slots` is a dict from keys to node numbers; compiled,
a table of node numbers with open addressing.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from ...errors import BadParameter
from ...game import Game, State
from ...primitives.actions import is_same
from ...primitives.proposals import refuse_unlisted
from ...rules.workspace import ActionsFull, KeysCollide, TableFull, Workspace
from .tree import NO_CHILD, NODES, ROOT, Field, Tree, after

__all__ = [
    "NoTranspositions",
    "Transpositions",
    "enter_all",
    "refilled",
    "transpositions_for",
]


class NoTranspositions(Compilable):
    """Each line has nodes of its own. Base class."""

    node_fields: ClassVar[tuple[Field, ...]] = ()
    shares: ClassVar[bool] = False

    def find(self, game: Game, state: State, tree: Tree, work: Workspace) -> int:
        """Return the node of a position, or NO_CHILD."""
        return NO_CHILD

    def note(self, game: Game, state: State, tree: Tree, number: int) -> None:
        """Note on the new node of a position what it can be found by."""

    def enter(self, tree: Tree, number: int) -> None:
        """Let a node be found from here on."""

    def reserve(self, tree: Tree) -> None:
        """Raise `TableFull` if the table has no free slot for one more node."""


class Transpositions(NoTranspositions):
    """Lines that meet share a node."""

    node_fields = (("key", "u8"),)
    shares = True
    runtime_arrays = ("slots",)

    def __init__(self, slots: Any) -> None:
        self.slots = slots

    @classmethod
    def for_nodes(cls, nodes: int, *, compiled: bool) -> Transpositions:
        """Return an empty table with capacity for this many nodes."""
        return cls(np.zeros(4 << nodes.bit_length(), np.int32) if compiled else {})

    def _native_reserve(self, tree: Tree) -> None:
        if 2 * tree.used[NODES] >= len(self.slots):
            raise TableFull

    @native_twin(_native_reserve)
    def reserve(self, tree: Tree) -> None:
        if not isinstance(self.slots, dict):
            self._native_reserve(tree)

    def _native_find(self, game: Game, state: State, tree: Tree, work: Workspace) -> int:
        number = self.slots[slot_of(self.slots, tree.nodes, u64(key_of_state(game.key(state))))]
        if number != NO_CHILD and game.defines_key:
            confirm(game, state, tree, work, number)
        return number  # type: ignore[no-any-return]

    @native_twin(_native_find)
    def find(self, game: Game, state: State, tree: Tree, work: Workspace) -> int:
        if not isinstance(self.slots, dict):
            return self._native_find(game, state, tree, work)
        number: int = self.slots.get(game.key(state), NO_CHILD)
        if number != NO_CHILD and game.defines_key:
            confirm(game, state, tree, work, number)
        return number

    def _native_note(self, game: Game, state: State, tree: Tree, number: int) -> None:
        tree.nodes[number].key = u64(key_of_state(game.key(state)))

    @native_twin(_native_note)
    def note(self, game: Game, state: State, tree: Tree, number: int) -> None:
        if not isinstance(self.slots, dict):
            self._native_note(game, state, tree, number)
        else:
            tree.nodes[number].key = game.key(state)

    def _native_enter(self, tree: Tree, number: int) -> None:
        # As a u64, which NumPy's number of the same size is not where this runs interpreted.
        key = u64(tree.nodes[number].key)
        self.slots[slot_of(self.slots, tree.nodes, key)] = number

    @native_twin(_native_enter)
    def enter(self, tree: Tree, number: int) -> None:
        if not isinstance(self.slots, dict):
            self._native_enter(tree, number)
        else:
            self.slots[tree.nodes[number].key] = number


def transpositions_for(game: Game) -> Transpositions:
    """Return an empty table for a game; refuse games whose positions have no usable key.

    Raises:
        BadParameter: if its positions cannot be told by what they are.

    """
    name = type(game).__name__
    refuse_unlisted(game, "transpositions=True")
    if game.repetition:
        raise BadParameter(
            f"{name} cannot be searched with transpositions=True: with "
            f"repetition={game.repetition!r}, what a position is worth depends on how it came about"
        )
    if game.states_change and not game.defines_key:
        raise BadParameter(
            f"{name} must define key(state) to be searched with transpositions=True: its states "
            "change, so they cannot be remembered themselves"
        )
    return Transpositions({})


def confirm(game: Game, state: State, tree: Tree, work: Workspace, number: int) -> None:
    """Raise `KeysCollide` if a node is plainly not that of the position."""
    node = tree.nodes[number]
    edges = tree.edges[number]
    if node.count == 0:
        return  # its edges have been recycled
    count = game.fill_legal_actions(state, work.actions)
    if count > len(work.actions):  # as after loading, when buffers are small again
        raise ActionsFull
    if count != node.count or game.current_player(state) != node.player:
        raise KeysCollide
    for index in range(count):
        found = False
        for place in range(count):
            if is_same(edges[place].action, work.actions[index]):
                found = True
        if not found:
            raise KeysCollide


def slot_of(slots: Any, nodes: Any, key: Any) -> Any:
    """Return the slot that holds the node with a key, or the empty one where it belongs."""
    mask = u64(len(slots) - 1)
    slot = (key ^ key >> u64(32)) & mask
    while slots[slot] != NO_CHILD and nodes[slots[slot]].key != key:
        slot = (slot + u64(1)) & mask
    return slot


def refilled(tree: Tree) -> Transpositions:
    """Return a table of all nodes of a tree; compiled, with capacity for as many again."""
    if isinstance(tree.nodes, list):
        slots: dict[Any, int] = {}
        for number, node in enumerate(tree.nodes):
            if is_listed(number, node):
                slots[node.key] = number
        return Transpositions(slots)
    from ...native.build import compile_function

    table = Transpositions.for_nodes(int(tree.used[NODES]), compiled=True)
    arguments = (table.slots, tree)
    compile_function(enter_all, *arguments)(*arguments)
    return table


def enter_all(slots: Any, tree: Tree) -> None:
    """Enter all nodes, which have their keys, in empty slots."""
    number = ROOT
    for _ in range(tree.used[NODES]):
        node = tree.nodes[number]
        if is_listed(number, node):
            slots[slot_of(slots, tree.nodes, node.key)] = number
        number = after(tree, number)


def is_listed(number: int, node: Any) -> bool:
    """Return whether a node is to be found by its key.

    The root is not: a line that comes back to it is a cycle. Nor are those that finished
    positions share.
    """
    return number != ROOT and (node.count > 0 or node.visits > 0)
