"""The memory of a tree: grows it, moves its root, and recycles nodes when it is full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...game import Game
from ...primitives.actions import Packing
from ...primitives.records import WORD, block_size
from ...rules.workspace import Workspace
from ..selection.counted_moves import GROWTH
from ..tree.transpositions import Transpositions, refilled
from ..tree.tree import (
    COUNTED,
    EDGES,
    END,
    NODES,
    REPLACED,
    ROOM,
    ROOT,
    Tree,
    allocate,
    drop_from,
    enlarged_tree,
)
from .method import Method
from .subtree import copy_subtree, weigh

__all__ = ["FIRST_WORDS", "Storage"]

# Room at the start, in words, and by how much it grows: room that is not used yet costs no
# memory, so few big steps are best.
FIRST_WORDS = 4096
_GROWTH = 4
_MOST_WORDS = (1 << 31) - 1  # places are counted in 32 bits

_WEIGHED = 1 << 12  # nodes with this many visits are not distinguished
_FIRST_NODES = 64  # of a table of transpositions
# Seconds for each byte of a tree whose nodes are recycled, at most.
_RECYCLING_COMPILED = 2e-9
_RECYCLING_INTERPRETED = 1e-7


class Storage:
    """A tree in memory, which grows up to its limit.

    Attributes:
        tree, work: the tree, and the workspace of its simulations.
        frozen: whether the tree has no more room and grows no more.
        full: whether it was so at any time since it was thawed.
        packing: how a compiled tree keeps actions; None if they are integers of 32 bits.
        why_interpreted: why the search runs interpreted; empty if it runs compiled.
        compared: how a compiled search was compared with an interpreted one; empty if it was not.

    """

    tree: Tree
    work: Workspace

    def __init__(self, game: Game, method: Method) -> None:
        self.game = game
        self.method = method
        self.frozen = False
        self.full = False
        self.packing: Packing | None = None
        self.why_interpreted = "compiled=False was asked for"
        self.compared = ""

    @property
    def compiled(self) -> bool:
        """True if the search runs compiled."""
        return not self.why_interpreted

    @property
    def positions(self) -> int:
        """Positions that the tree knows: those of edges, or of nodes where edges are not all."""
        if self.tree.used[COUNTED]:
            return int(self.tree.used[NODES] - self.tree.used[REPLACED])
        return 1 + int(self.tree.used[EDGES])

    @property
    def in_use(self) -> tuple[int, int]:
        """Nodes and edges in the tree."""
        return int(self.tree.used[NODES]), int(self.tree.used[EDGES])

    @property
    def bytes(self) -> int:
        """Memory that they take; interpreted, an estimate."""
        return WORD * int(self.tree.used[END])

    def thaw(self) -> None:
        """Let a tree that was full grow again."""
        self.frozen = False
        self.full = False

    def allocate(self, *, compiled: bool) -> None:
        """Start an empty tree with small buffers."""
        self.tree = self.empty_tree(FIRST_WORDS, compiled=compiled)
        if isinstance(self.method.transpositions, Transpositions):
            table = Transpositions.for_nodes(_FIRST_NODES, compiled=compiled)
            self.method.transpositions = table

    def empty_tree(self, words: int, *, compiled: bool) -> Tree:
        """Return an empty tree of this search with capacity for this many words."""
        return allocate(
            self.method, self.game.players, words, compiled=compiled, packing=self.packing
        )

    def take_back(self) -> None:
        """Remove the node that a simulation had made when it broke off, if there is one."""
        number = int(self.work.counters.unlinked) - 1
        if number >= 0:
            self.work.counters.unlinked = 0
            self.method.proofs.forget_finished(self.tree, number)
            drop_from(self.tree, number)

    def reroot(self, child: int) -> None:
        """Make a node the root; keep what hangs below it."""
        plies = self._copy(child, 0, int(self.tree.used[END]))
        self.work.counters.max_depth = plies
        self.thaw()

    def recycle(self, memory: int) -> bool:
        """Drop the nodes with the fewest visits, so that half of `memory` is free again.

        What is known of them stays on the edges that led to them. False if too many nodes
        have many visits; the tree stays frozen then.
        """
        words = min(memory // WORD, _MOST_WORDS)
        weights = self._zeros(_WEIGHED, np.int64)
        arguments = (self.tree, self.method.proofs, weights)
        self._ready(weigh, *arguments)(*arguments)
        least = 0
        kept = int(sum(weights))
        while least < _WEIGHED - 1 and 2 * kept > words:
            kept -= int(weights[least])
            least += 1
        if 2 * kept > words:
            return False
        self._copy(ROOT, max(1, least), words)
        self.frozen = 4 * int(self.tree.used[END]) > 3 * words
        return not self.frozen

    def widen_root(self, memory: int) -> bool:
        """Copy the tree to one whose root has more edges; False if there is no memory for it."""
        root = self.tree.nodes[ROOT]
        count = min(int(root.total), GROWTH * int(root.count))
        wanted = int(self.tree.used[END]) + block_size(self.tree.edges, count)
        words = max(wanted, int(self.tree.used[ROOM]))
        if words > min(memory // WORD, _MOST_WORDS):
            return False
        self._copy(ROOT, 0, words, edges=count)
        return True

    def recycling_seconds(self) -> float:
        """Return how long `recycle` is likely to take."""
        return self.bytes * (_RECYCLING_COMPILED if self.compiled else _RECYCLING_INTERPRETED)

    def _copy(self, root: int, least: int, words: int, edges: int = 0) -> int:
        """Go on with the nodes below `root` that have this many visits; return the longest path.

        The root gets `edges` edges if it has fewer.
        """
        old = self.tree
        new = self.empty_tree(words, compiled=self.compiled)
        grain = block_size(old.edges, 0) if self.compiled else 1
        places = self._zeros(int(old.used[END]) // grain + 1, np.int32)
        arguments = (old, new, self.method.proofs, places, grain, root, least, edges)
        copy = self._ready(copy_subtree, *arguments)
        plies: int = copy(*arguments)
        new.used[COUNTED] = old.used[COUNTED]
        self.tree = new
        table = self.method.transpositions
        if isinstance(table, Transpositions):
            self.method.transpositions = refilled(new)
        return plies

    def _zeros(self, count: int, kind: type) -> Any:
        return np.zeros(count, kind) if self.compiled else [0] * count

    def _ready(self, function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
        """Return a function of trees as it runs in this mode."""
        if not self.compiled:
            return function
        from ...native.build import compile_function

        return compile_function(function, *arguments)

    def grow(self, memory: int) -> bool:
        """Enlarge the tree; return False if the memory limit does not allow it."""
        room = int(self.tree.used[ROOM])
        wanted = min(memory // WORD, _MOST_WORDS, max(FIRST_WORDS, _GROWTH * room))
        return wanted >= room * 1.01 and self._enlarge(wanted)

    def fit(self, count: int) -> None:
        """Enlarge the tree for a node with this many edges, even beyond the memory limit."""
        edges = self.tree.edges
        wanted = int(self.tree.used[END]) + block_size(edges, count)
        wanted += self.method.proofs.reserve(count) * block_size(edges, 0)
        if wanted > int(self.tree.used[ROOM]):
            self._enlarge(wanted)

    def _enlarge(self, wanted: int) -> bool:
        """Give the tree capacity for this many words; False if there is no such memory."""
        if not self.compiled:
            self.tree.used[ROOM] = wanted
            return True
        trees = [self.tree]
        del self.tree  # what is still held cannot be moved
        try:
            self.tree = enlarged_tree(trees, wanted)
        except MemoryError:
            self.tree = trees[0]
            return False
        return True
