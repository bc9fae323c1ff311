"""Runs simulations whose leaves are evaluated together, a batch at a time."""

from __future__ import annotations

from ...primitives.state_arrays import row_type
from ...rules.workspace import OutOfRoom
from ..batching.evaluators import ask, guide_root, played_again
from ..batching.pending import ITEMS, GuidedWaiting, Waiting, abandon
from .working_tree import WorkingTree

__all__ = ["park", "run_batches"]


def run_batches(engine: WorkingTree, waiting: Waiting, simulations: int, memory: int) -> None:
    """Run so many simulations, a batch of them at a time; fewer if the root is solved."""
    kind = row_type(engine.state)
    end = engine.simulations + simulations
    if isinstance(waiting, GuidedWaiting):
        guide_root(waiting, engine.tree, engine.state, kind, keeps_states=engine.keeps_states)
    while engine.simulations < end and not engine.solved:
        could_grow = not engine.frozen
        park(engine, waiting, min(end, engine.simulations + engine.unit), memory)
        states = None
        if not engine.keeps_states:
            states = played_again(waiting, engine.game, engine.state)
        ask(waiting, kind, states)
        parked = waiting.used[ITEMS]
        engine.simulate(parked)
        abandon(waiting, engine.tree, engine.work)  # those that a proof at the root has spared
        if could_grow and engine.frozen:
            return  # nodes are recycled now, not when the clock ends the slice


def park(engine: WorkingTree, waiting: Waiting, end: int, memory: int) -> None:
    """Run simulations up to a number of them, those that wait included."""
    while True:
        left = end - engine.simulations - int(waiting.used[ITEMS])
        try:
            engine.simulate(left)
            return
        except OutOfRoom as signal:
            shortage = signal.with_traceback(None)
        engine.make_room(shortage, memory)
