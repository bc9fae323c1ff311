"""Steps of a playout beside its moves: the noted line, and the clock."""

from __future__ import annotations

from time import perf_counter_ns

from plainpython.compilable import native_twin

from ...game import Action, Game, State
from ...primitives.state_memory import settled
from ...rules.workspace import LineFull, TimeUp, Workspace

__all__ = ["in_time", "note_move"]


def note_move(work: Workspace, action: Action) -> None:
    """Note a move of the playout under way.

    Raises:
        LineFull: if there is no room for the whole line.

    """
    counters = work.counters
    index = counters.line
    if counters.depth + index >= len(work.line):
        lengthen(work)
    work.line[index] = action
    counters.line = index + 1


def _native_lengthen(work: Workspace) -> None:
    raise LineFull


@native_twin(_native_lengthen)
def lengthen(work: Workspace) -> None:
    """Enlarge the buffer of lines; raise `LineFull` where it cannot grow in place."""
    if not isinstance(work.line, list):
        raise LineFull
    for buffer in (work.line, work.best):
        buffer.extend([0] * len(buffer))


def _native_in_time(game: Game, state: State, work: Workspace) -> State:
    return settled(game, state)  # a million moves take no time, but memory


@native_twin(_native_in_time)
def in_time(game: Game, state: State, work: Workspace) -> State:
    """Return the position of a playout that goes on.

    Raises:
        TimeUp: if the time of the search is over.

    """
    deadline: int = work.counters.deadline
    if deadline != 0 and perf_counter_ns() > deadline:
        raise TimeUp
    return state
