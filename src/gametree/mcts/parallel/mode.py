"""Chooses between one tree for all workers and a tree for each, by their speeds."""

from __future__ import annotations

import math
import statistics
import time

from .remote_tree import RemoteTree
from .root_parallel import RootParallel
from .worker import Goal, LocalTree

__all__ = ["better"]

_SECONDS = 0.01
_TURNS = 3
_MEMORY = 1 << 28  # bytes; never reached


def better(one_tree: RootParallel, trees: RootParallel) -> RootParallel:
    """Return the one that is likely to play better, by its speed at the root; it is started again.

    What further simulations bring in one tree, they bring in separate trees in part only. By
    the matches in docs/strength.md it is about half of the Elo, so one tree is chosen if its
    speed-up over one thread is at least the root of that of separate trees.
    """
    if trees.first.finished:
        return trees
    alone, apart, together = (
        statistics.median(_speed(each) for _ in range(_TURNS))
        for each in (trees.all[0], trees, one_tree)
    )
    chosen = one_tree if together >= math.sqrt(alone * apart) else trees
    chosen.restart_trees()
    return chosen


def _speed(grown: RootParallel | LocalTree | RemoteTree) -> float:
    """Return how many simulations a second are made."""
    before = grown.standing().simulations
    begun = time.perf_counter()
    grown.grow(Goal(None, _SECONDS, _MEMORY, until_full=False), lambda: False)
    taken = time.perf_counter() - begun
    return max(1, grown.standing().simulations - before) / taken
