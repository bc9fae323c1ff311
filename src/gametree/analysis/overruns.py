"""Bounds of a worker of a pool: too much time or memory, for which it is killed."""

from __future__ import annotations

from .pool_worker import PoolWorker
from .query import PAUSED
from .task import COMPILE, LOAD
from .turn_order import Asked
from .worker_bounds import WorkerBounds

__all__ = ["overgrown", "overrun"]

_HALT_SECONDS = 2.5  # that a search has to end after the message to stop


def overrun(worker: PoolWorker, asked: Asked, bounds: WorkerBounds, now: float) -> str:
    """Return what a worker that takes too long is killed for; empty if it does not."""
    game = asked.query.game
    silent = now - max(worker.heard, worker.phase_since)
    if worker.phase == LOAD:
        if silent > bounds.load_seconds:
            return (
                f"loading {game} and playing the moves took more than {bounds.load_seconds:g} "
                "s: do its rules end?"
            )
    elif worker.phase == COMPILE:
        if silent > bounds.compile_seconds:
            return (
                f"getting {game} ready took more than {bounds.compile_seconds:g} s: do its "
                "rules end?"
            )
    elif worker.ending and now - worker.since > _HALT_SECONDS:
        return f"the search of {game} did not stop when asked: do its rules end?"
    elif asked.query.kind in PAUSED:
        if silent > bounds.silent_seconds:
            return (
                f"the search of {game} gave no sign of life for {bounds.silent_seconds:g} s: "
                "do its rules end?"
            )
    else:
        allowed = min(asked.query.max_time or bounds.most_seconds, bounds.most_seconds)
        if silent > allowed + bounds.silent_seconds:
            return f"{asked.query.player} thought about {game} for longer than its {allowed:g} s"
    return ""


def overgrown(worker: PoolWorker, bounds: WorkerBounds) -> str:
    """Return what a worker that takes too much memory is killed for; empty if it does not."""
    if worker.handle.bytes() <= bounds.memory:
        return ""
    return (
        f"the search took more than {bounds.memory >> 20:,} MiB of memory: do the rules "
        "let lists or states grow without end?"
    )
