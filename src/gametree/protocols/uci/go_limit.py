"""The end of a search that `go` asks for, as a limit."""

from __future__ import annotations

from ...limits import LEAST_MEMORY, Limit
from ...players.time_control import Clock, TimeControl
from ...players.timekeeper import share
from ...record import Record
from ..engine.search import endless
from .commands import UciGo
from .notation import Notation
from .options import UciOptions

__all__ = ["limit_of", "memory_of"]

_MEGABYTE = 1 << 20
_LONGEST_BY_DEPTH = 60.0  # seconds; of a search for a mate, too
_UNCLEAR = 1.0  # seconds for a move where only what made no sense limited the search
_SHORTEST = 0.001  # seconds


def memory_of(options: UciOptions) -> int:
    """Return the bytes that the tree may take."""
    return max(LEAST_MEMORY, options["Hash"] * _MEGABYTE)


def limit_of(go: UciGo, record: Record, notation: Notation, options: UciOptions) -> Limit:
    """Return the limit of a search, from the moment when `go` arrives."""
    memory = memory_of(options)
    overhead = options["Move Overhead"] / 1000
    nodes = max(1, go.nodes) if go.nodes is not None else None
    if go.infinite:
        return endless(memory)
    if go.movetime is not None:
        seconds = max(_SHORTEST, go.movetime / 1000 - overhead)
        return Limit(simulations=nodes, seconds=seconds, memory=memory)
    mine = go.times[record.player]
    if mine is not None:
        main = max(_SHORTEST, mine / 1000)
        increment = max(0, go.increments[record.player] or 0) / 1000
        moves = float(max(1, go.movestogo or 0))
        if not go.movestogo or go.movestogo < 0:
            moves = notation.moves_left(record)
        control = TimeControl(main, increment)
        limit = share(Clock(control, main, 0), moves, min(overhead, main / 2))
        return Limit(nodes, limit.seconds, memory, longest=limit.longest)
    if go.depth is not None or go.mate is not None:
        return Limit(nodes, _LONGEST_BY_DEPTH, memory)
    if go.faults and nodes is None and not go.limited:
        return Limit(seconds=_UNCLEAR, memory=memory)
    return Limit(simulations=nodes, memory=memory)
