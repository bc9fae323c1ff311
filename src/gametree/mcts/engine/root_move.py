"""A move of the root to a child, prepared and then finished: several trees move or none does."""

from __future__ import annotations

from ...actors import is_player
from ...errors import GameError, InvalidState, NotCompilable
from ...game import Action, State
from ...primitives.actions import is_same
from ...primitives.registers import set_values, values_of
from ..backup.best_line import FoundLine
from ..tree.tree import NO_CHILD
from .engine import Engine

__all__ = ["RootMove"]


class RootMove:
    """A prepared move of an engine to `state`, which an edge of the root leads to.

    If the constructor raises, the engine is unchanged. Otherwise `finish` moves the root and `undo`
    drops the move.

    Args:
        child: the node behind the edge, or NO_CHILD.
        action: the move of the edge.

    Raises:
        GameError: if rules or strategies fail there, or the rules give another state
            interpreted than compiled.

    """

    def __init__(self, engine: Engine, state: State, child: int, action: Action) -> None:
        try:
            state = engine.hold(state)
        except (InvalidState, NotCompilable) as error:
            raise GameError(
                f"{type(engine.game).__name__}.next_state returned interpreted what compiled code "
                f"cannot take: {error}"
            ) from None
        self._engine = engine
        self._attributes = dict(vars(engine))
        self._transpositions = engine.method.transpositions
        self._counters = [int(each) for each in values_of(engine.work.counters)]
        self._random_state = int(engine.rng.state[0])
        self._line = _rest_of(engine.best_line(), action)
        self._child = child
        try:
            self._prepare(state)
        except BaseException:
            self.undo()
            raise

    def _prepare(self, state: State) -> None:
        engine = self._engine
        engine.earlier = [*engine.earlier, engine.state]
        engine.state = state
        engine.moves = None
        # A node of moves made, whatever chance has done, is no node of what it has done now.
        is_position = engine.method.chance_nodes.shows_positions
        is_kept = is_position and self._child != NO_CHILD
        if is_kept and engine.tree.nodes[self._child].count > 0:
            engine.recall_past()
        else:
            self._child = NO_CHILD
            engine.start_tree()

    def finish(self) -> None:
        """Move the root; keep what hangs below it."""
        engine = self._engine
        self._attributes.clear()  # they hold the old tree
        engine.method.evaluation.fade()
        if self._child != NO_CHILD:
            engine.reroot(self._child)
        if is_player(engine.method.seeker):
            engine.keep_line(self._line)

    def undo(self) -> None:
        """Restore the engine as it was before."""
        engine = self._engine
        engine.__dict__.clear()
        engine.__dict__.update(self._attributes)
        engine.method.transpositions = self._transpositions
        set_values(engine.work.counters, self._counters)
        engine.rng.state[0] = self._random_state


def _rest_of(line: FoundLine | None, action: Action) -> FoundLine | None:
    """Return what is left of a line once a move was made; None if it was another move."""
    if line is None or not line.actions or not is_same(line.actions[0], action):
        return None
    return FoundLine(line.actions[1:], line.value)
