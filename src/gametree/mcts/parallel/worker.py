"""A tree that grows in slices until it reaches its goal or is stopped."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

from plainpython.call_frames import with_room_for_calls

from ...game import Action, State
from ...primitives.actions import is_same
from ..backup.best_line import FoundLine
from ..engine.engine import Engine
from ..engine.root_move import RootMove
from ..persistence.parts import EncodedTree, Part
from ..persistence.saved_tree import encode_tree, restore_tree
from ..selection.rule_kinds import PlannedRule
from ..time_management import SLICE_SECONDS, next_slice
from ..tree.tree import NO_CHILD, ROOT, edges_of
from .merged_tree import NodeCopy, copy_node

__all__ = ["MOST_VISITS", "TREE_SHARE", "Goal", "LocalTree", "Standing"]

MOST_VISITS = (1 << 31) - (1 << 26)
"""Visits are counted in 32 bits; a slice comes to far less than what is left."""

# Near the end a slice takes half of what is left, since the speed is never known
# exactly, down to this.
_LAST_SECONDS = 0.0002

# More time for the first simulation than the search has, at least.
_FIRST_SECONDS = 1.0

TREE_SHARE = 0.6
"""Of the memory, for the tree; its copy takes half as much at first. So too where nothing is
recycled yet: the next run may have to."""


class Goal(NamedTuple):
    """The limits of a tree that grows: it stops at the first one reached."""

    simulations: int | None  # how many more; None: as many as come
    seconds: float  # from now on; may be infinite
    memory: int  # bytes that the tree may take
    until_full: bool  # whether to end when they are used up, not to recycle nodes
    last: float = math.inf  # seconds from now on after which the whole search must have ended


class Standing(NamedTuple):
    """The state of a tree, in numbers that can be sent to another process."""

    simulations: int  # run so far, whatever the root was
    root_visits: int  # those that its statistics rest on
    worn_out: bool  # whether a root has as many visits as can be counted
    max_depth: int
    nodes: int  # and unvisited children
    bytes: int
    low: float  # the lowest return seen; above `high` while there is none
    high: float
    full: bool  # whether the memory has been used up
    solved: bool  # whether it is proven which move is best at the root


class LocalTree:
    """A tree of this process: an engine, and how many simulations it runs in one go."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._slice = 1

    def start_tree(self) -> None:
        """Start an empty tree at the present position."""
        self.engine.start_tree()

    def move_to(self, state: State, action: Action) -> None:
        """Prepare a move to `state`, which `action` leads to: see `RootMove`."""
        edges = edges_of(self.engine.tree, ROOT)
        child = next((edge.child for edge in edges if is_same(edge.action, action)), NO_CHILD)
        self._move = RootMove(self.engine, state, child, action)

    def arrive(self) -> None:
        """Finish a move to another root; keep what hangs below it."""
        self._move.finish()
        del self._move

    def turn_back(self) -> None:
        """Be again what the tree was before a move to another root."""
        self._move.undo()
        del self._move

    def thaw(self) -> None:
        """Let a tree that was full grow again, as far as the memory of its next goal allows."""
        self.engine.thaw()

    def plan(self, simulations: int | None) -> None:
        """Tell the selection rule of a run of this many simulations; None: of any number."""
        engine = self.engine
        rule = engine.method.selection
        if isinstance(rule, PlannedRule):
            rule.plan(engine.tree, simulations, engine.rng)

    def look(self, number: int) -> NodeCopy:
        """Return the statistics of a node."""
        engine = self.engine
        return copy_node(engine.tree, engine.method, number)

    def best_line(self) -> FoundLine | None:
        """Return the best line that came to an end: see `Engine.best_line`."""
        return self.engine.best_line()

    def encode(self) -> EncodedTree:
        """Return the tree in the form of a file.

        Raises:
            BadParameter: if its actions or keys cannot be written.

        """
        return encode_tree(self.engine)

    def restore(self, part: Part) -> None:
        """Be the tree of a file from here on; this one is started at the same position.

        Raises:
            BadParameter: if game or strategies are not those of that tree.
            SavedSearchError: if it is damaged, or of another layout.

        """
        restore_tree(self.engine, part)

    def standing(self) -> Standing:
        """Return the status of the tree."""
        engine = self.engine
        span = engine.work.span
        visits = engine.root_visits
        return Standing(
            engine.simulations,
            visits,
            visits > MOST_VISITS,
            engine.max_depth,
            engine.positions,
            engine.bytes,
            float(span.low),
            float(span.high),
            engine.full,
            engine.solved,
        )

    @with_room_for_calls
    def grow(self, goal: Goal, halted: Callable[[], bool]) -> None:
        """Run slice by slice until the goal is reached, or `halted` answers True.

        Ends as well when the root is solved, or has as many visits as can be counted.

        Raises:
            GameError: if the rules break their contract; the tree stays sound.

        """
        engine = self.engine
        begun = time.perf_counter()
        end = begun + goal.seconds
        last = begun + goal.last
        left = goal.simulations
        # Nodes that are recycled move to a new tree, which needs room beside the old one.
        room = int(TREE_SHARE * goal.memory)
        recycles = True
        while not halted():
            size = engine.unit * -(-self._slice // engine.unit)  # whole batches
            if left is not None:
                size = min(size, left)
            over = engine.solved or engine.root_visits > MOST_VISITS
            if size == 0 or over or (goal.until_full and engine.frozen):
                return
            seconds = end - time.perf_counter()
            if seconds <= 0.0:
                return
            recycled = False
            if engine.frozen and recycles and engine.recycling_seconds() < seconds:
                recycles = recycled = engine.recycle(room)
            rest = last - time.perf_counter()
            if engine.root_visits == 0:  # without a first simulation there is nothing to tell
                rest += max(_FIRST_SECONDS, goal.last)
            ran, taken = engine.run(size, room, rest)
            if recycled and ran == 0 and engine.frozen:
                recycles = False  # it freed too little for the very next node
            left_before = left
            if left is not None:
                left -= ran
            allowed = min(SLICE_SECONDS, 0.5 * (end - time.perf_counter()))
            if size == left_before:  # cut short: the next one need not begin small again
                size = max(size, self._slice // 4)
            self._slice = next_slice(size, ran, taken, max(_LAST_SECONDS, allowed))
