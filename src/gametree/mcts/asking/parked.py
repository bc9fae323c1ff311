"""Parked simulations outside the search: taken out of its buffers, and put back in any order.

The search parks a simulation in the arrays of `Waiting`, made for one batch. A ticket may stay
open for minutes while others come and go, so its simulation is copied out at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...game import Action
from ...primitives.actions import is_same
from ..batching.pending import ARRIVED, ITEMS, RESUMED, ROWS, Waiting, abandon
from ..engine.batches import park
from ..engine.engine import Engine

__all__ = ["Parked", "choose", "give_back", "park_again", "resume", "write_answer"]


class Parked(NamedTuple):
    """A simulation whose leaf has no value yet.

    Attributes:
        nodes, edges, actions: the path to the leaf: numbers of nodes, indices of edges in them,
            and the actions of these edges.
        leaf: the number of the leaf's node, or NO_CHILD.
        listed: the legal actions of the leaf, in the order in which the search lists them.
        is_new: whether no other simulation waits for the same leaf already.

    """

    nodes: tuple[int, ...]
    edges: tuple[int, ...]
    actions: tuple[Action, ...]
    leaf: int
    listed: tuple[Action, ...]
    is_new: bool


def choose(engine: Engine, memory: int) -> Parked | None:
    """Run one simulation; return it if its leaf has to wait for its values, and else None.

    Raises:
        GameError: if the rules break their contract; the tree stays sound.

    """
    waiting = _waiting_of(engine)
    with engine.explaining_errors():
        park(engine, waiting, engine.simulations + 1, memory)
    if not waiting.used[ITEMS]:
        return None
    depth = int(waiting.ends[0])
    is_new = bool(waiting.used[ROWS])
    count = int(waiting.counts[0]) if is_new else 0
    parked = Parked(
        tuple(map(int, waiting.trail_nodes[:depth])),
        tuple(map(int, waiting.trail_edges[:depth])),
        tuple(_plain(waiting.trail_actions[step]) for step in range(depth)),
        int(waiting.children[0]),
        tuple(_plain(waiting.actions[index]) for index in range(count)),
        is_new,
    )
    _empty(waiting)
    return parked


def resume(
    engine: Engine, parked: Parked, values: tuple[float, ...], priors: tuple[float, ...] | None
) -> bool:
    """Finish a parked simulation: its leaf has these values, and `listed` these priors.

    Returns False if it does not count, since the best move at the root is proven by now.
    """
    waiting = _waiting_of(engine)
    _put_in(waiting, parked)
    write_answer(waiting, values, priors)
    try:
        with engine.explaining_errors():
            engine.simulate(1)
        counts = bool(waiting.used[RESUMED])
        abandon(waiting, engine.tree, engine.work)
    finally:
        _empty(waiting)
    return counts


def write_answer(
    waiting: Waiting, values: tuple[float, ...], priors: tuple[float, ...] | None
) -> None:
    """Give the search the answer for its only leaf."""
    compiled = not isinstance(waiting.values, list)
    waiting.values = np.array(values) if compiled else list(values)
    if priors is not None:
        waiting.priors = np.array(priors) if compiled else list(priors)
    waiting.used[ARRIVED] = 1


def give_back(engine: Engine, parked: Parked) -> None:
    """Cancel a parked simulation: it does not count, and its leaf may be chosen again."""
    waiting = _waiting_of(engine)
    _put_in(waiting, parked)
    if parked.is_new:
        abandon(waiting, engine.tree, engine.work)
    else:  # another simulation still waits for the priors of this leaf
        waiting.leave(engine.tree, engine.work)
        _empty(waiting)


def park_again(engine: Engine, parked: Parked) -> None:
    """Let a simulation that was given back wait again, in the same tree."""
    tree, waiting = engine.tree, _waiting_of(engine)
    for number, place, action in zip(parked.nodes, parked.edges, parked.actions, strict=True):
        edges = tree.edges[number]
        if not is_same(edges[place].action, action):  # proofs have reordered the edges
            place = next(
                index
                for index in range(tree.nodes[number].count)
                if is_same(edges[index].action, action)
            )
        edges[place].waiting += 1
        tree.nodes[number].waiting += 1
    if parked.is_new:
        waiting.await_priors(tree, parked.leaf, 0)


def _waiting_of(engine: Engine) -> Waiting:
    waiting = engine.method.evaluation
    assert isinstance(waiting, Waiting)
    return waiting


def _put_in(waiting: Waiting, parked: Parked) -> None:
    """Let a simulation be the only one that is parked."""
    _empty(waiting)
    waiting.rows[0] = 0
    waiting.children[0] = parked.leaf
    waiting.ends[0] = len(parked.nodes)
    for step, number in enumerate(parked.nodes):
        waiting.trail_nodes[step] = number
        waiting.trail_edges[step] = parked.edges[step]
        waiting.trail_actions[step] = parked.actions[step]
    waiting.used[ITEMS] = waiting.used[ROWS] = 1


def _empty(waiting: Waiting) -> None:
    for name in (ITEMS, ROWS, ARRIVED, RESUMED):
        waiting.used[name] = 0


def _plain(action: Any) -> Action:
    return action.item() if isinstance(action, np.generic) else action
