"""Runs a search one simulation at a time, interpreted and observed, in either mode's tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import BadParameter
from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.checked_game import CheckedGame
from ...rules.workspace import Workspace
from ..engine.engine import Engine
from ..engine.method import Method
from ..engine.simulation import run_simulations
from ..parallel.root_parallel import RootParallel
from ..tree.tree import Tree
from .observers import Notebook, observed
from .steps import Step

__all__ = ["Tracer"]


class Tracer:
    """Runs simulations of a search that tell what they do.

    The engine makes room and mends faults as ever; only what it calls to simulate is another:
    the same functions, interpreted, with observers around the strategies. So the tree is the one
    that the search would have grown.

    Raises:
        BadParameter: if the search has several workers, or leaves wait for their values.

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
        self._engine = engine
        self._notebook = Notebook(engine.game, engine.method)
        self._method = observed(engine.method, self._notebook)

    def simulate(self, memory: int) -> list[Step]:
        """Run one simulation and return its steps; none if the search is over.

        Raises:
            GameError: if the rules break their contract; the tree stays sound.

        """
        engine = self._engine
        with self._observed():
            while not engine.solved:
                if engine.run(1, memory)[0]:
                    self._notebook.back_up(engine.tree)
                    return list(self._notebook.steps)
        return []

    @contextmanager
    def _observed(self) -> Iterator[None]:
        engine = self._engine
        kernel: Callable[..., Any] = engine._kernel
        engine._kernel = self._run
        try:
            yield
        finally:
            engine._kernel = kernel

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
        checked = CheckedGame(game)
        if engine.compiled:
            # As interpreted code has it: the rules and the strategies then see Python's numbers.
            work = engine._interpreted_work()._replace(actions=[0] * len(work.actions))
        self._notebook.begin(engine.root_visits + 1, checked.copy(root))
        run_simulations(checked, self._method, root, tree, work, rng, simulations)
