"""Runs a search one simulation at a time, interpreted and observed, in either mode's tree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from plainpython.compilable import Compilable, attributes

from ...errors import BadParameter
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.workspace import Workspace
from ..engine.method import Method
from ..engine.simulation import run_simulations
from ..evaluation.move_listeners import Moves, NativeMoves
from ..parallel.root_parallel import RootParallel
from ..tree.tree import Tree
from .observed_method import observed
from .observers import Notebook
from .steps import TraceStep

__all__ = ["Tracer"]


class Tracer:
    """Runs simulations of a search and records their steps.

    The engine makes room and mends faults as ever; only what it calls to simulate is another:
    the same functions, interpreted, with an observer. So the tree is the one that the search would
    have grown.

    Raises:
        BadParameter: if the search has several workers, leaves wait for their values, or
            nodes are no positions.

    """

    def __init__(self, trees: RootParallel) -> None:
        if trees.workers > 1:
            raise BadParameter(
                f"a trace follows one worker, and this search has {trees.workers}: make a Searcher "
                "with workers=1"
            )
        engine = trees.first
        if engine.method.evaluation.waits:
            raise BadParameter(
                "a trace follows one simulation from its beginning to its end, and with a "
                f"BatchEvaluator many wait at once: trace with evaluation=Playout(), say, not "
                f"{engine.method.evaluation!r}"
            )
        if not engine.method.chance_nodes.shows_positions:
            raise BadParameter(
                "a trace tells of positions, and the nodes of an open-loop search are none: trace "
                f"with chance=ChanceNodes(), not {engine.method.chance_nodes!r}"
            )
        self._engine = engine
        self._notebook = Notebook(engine.game, engine.method)
        self._method = observed(engine.method, self._notebook)

    def simulate(self, memory: int) -> list[TraceStep]:
        """Run one simulation and return its steps; none if the search is over.

        Raises:
            GameError: if the rules break their contract; the tree stays sound.

        """
        engine = self._engine
        with engine.simulating_by(self._run):
            while not engine.solved:
                if engine.run(1, memory)[0]:
                    return list(self._notebook.steps)
        return []

    def _run(
        self,
        game: Game,
        method: Method,
        root: State,
        tree: Tree,
        work: Workspace,
        rng: Rng,
        simulations: int,
    ) -> None:
        """Stand for the engine's kernel."""
        engine = self._engine
        self._method.transpositions = method.transpositions  # a larger one, perhaps
        checked = _GameOfCompiledTree(game) if engine.compiled else CheckedGame(game)
        self._notebook.begin(engine.root_visits + 1, checked.copy(root))
        arguments = (checked, self._method, root, tree)
        if not engine.compiled:
            run_simulations(*arguments, work, rng, simulations)
            return
        # Rules and strategies are to see Python's numbers, as interpreted ones do.
        work = engine.interpreted_work(checked)._replace(actions=[0] * len(work.actions))
        with _native_moves(method):
            run_simulations(*arguments, work, rng, simulations)


class _GameOfCompiledTree(CheckedGame):
    """A game whose keys are those that compiled code finds."""

    def key(self, state: State) -> Any:
        twin = getattr(type(self.game).key, "__native_twin__", None)
        return super().key(state) if twin is None else twin(self.game, state)


@contextmanager
def _native_moves(method: Method) -> Iterator[None]:
    """Let what strategies have learned of moves be found where compiled code keeps it.

    Many of them may hold on to the same object: it changes its class, and then back.
    """
    found = set(_moves_in(method, set()))
    for moves in found:
        moves.__class__ = NativeMoves
    try:
        yield
    finally:
        for moves in found:
            moves.__class__ = Moves


def _moves_in(thing: Compilable, seen: set[int]) -> Iterator[Moves]:
    """Yield each `Moves` that an object holds, or what it holds."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if type(thing) is Moves:
        yield thing
    for _, value in attributes(thing):
        if isinstance(value, Compilable):
            yield from _moves_in(value, seen)
