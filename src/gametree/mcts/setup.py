"""From the keywords of a search to its trees, set up at a position: all of them are checked."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from plainpython.forms import type_in_words

from ..errors import (
    BadParameter,
    GameError,
    InvalidState,
    NotCompilable,
    NotCompiledWarning,
    RandomRulesWarning,
)
from ..game import Action, Game, State, legal_action
from ..naming.parameters import expect, is_one_of
from ..numbers.checks import refuse_many
from ..primitives.actions import is_same
from ..primitives.rng import Rng
from ..rules.chance_checks import chance_warning
from ..rules.checked_game import CheckedGame
from ..rules.given_states import GivenStates
from ..rules.hidden_information import refuse_hidden
from .caller_level import level_of_caller
from .choice_of_method import ChosenMethod
from .engine.engine import Engine
from .engine.method import Method
from .engine.rehearsal import rehearse_strategies
from .method_from_strategies import expand_after_of, method_from
from .mode_verdicts import compare_modes
from .parallel.mode import better
from .parallel.ray_tree import Seedling, Site
from .parallel.ray_workers import RayWorkers
from .parallel.root_parallel import RootParallel
from .parallel.threaded_engine import ThreadedEngine

__all__ = ["set_up", "set_up_by_choice"]


_PARALLEL = ("root", "tree", "auto")

# What the rules raise when they are given something of another shape.
_WRONG_SHAPE = (AttributeError, IndexError, TypeError, ValueError)


def set_up_by_choice(
    game: Game,
    state: State | None,
    history: Sequence[State],
    choice: ChosenMethod,
    *,
    workers: int | RayWorkers,
    parallel: str,
    **ways: Any,
) -> RootParallel:
    """Return the trees of a search whose strategies were chosen; the rest is as for `set_up`.

    Threads on one tree cannot share nodes: that is left out where they are to work on one.
    """
    choice = deepcopy(choice)  # strategies may learn, and others are set up by it, too
    together = choice.for_one_tree()
    if parallel == "root" or workers == 1 or together is choice:
        return set_up(
            game, state, history, choice.strategies, workers=workers, parallel=parallel, **ways
        )
    trees = set_up(
        game, state, history, together.strategies, workers=workers, parallel=parallel, **ways
    )
    if trees.parallel == "tree":
        return trees
    return set_up(game, state, history, choice.strategies, workers=workers, parallel="root", **ways)


def set_up(
    game: Game,
    state: State | None,
    history: Sequence[State],
    strategies: Mapping[str, Any],
    *,
    seed: int,
    compiled: bool | str,
    workers: int | RayWorkers,
    parallel: str,
    best_line: bool | None,
    moves: Sequence[Action] | None = None,
) -> RootParallel:
    """Return the trees of a search, each with a root; the arguments are those of `Searcher`.

    Raises:
        BadParameter, InvalidState, GameError, NotCompilable: as `Searcher` does.

    """
    refuse_hidden(game, "this search")
    expect(_is_count(game.players), "game.players", "a whole number of 1 or more", game.players)
    is_mode = isinstance(compiled, bool) or is_one_of(("auto",), compiled)
    expect(is_mode, "compiled", '"auto", True or False', compiled)
    expect(is_one_of(_PARALLEL, parallel), "parallel", f"one of {list(_PARALLEL)}", parallel)
    cluster = None
    if isinstance(workers, RayWorkers):
        expect(parallel == "root", "parallel", '"root" with workers on a cluster', parallel)
        cluster = workers.connected()
        workers = workers.n
    expect(
        _is_count(workers), "workers", "a whole number of 1 or more, or gt.RayWorkers(...)", workers
    )
    if cluster is None:
        refuse_many(workers)
    states = GivenStates(game)
    root = states.first if state is None else states.taken(state)
    method = method_from(game, root, strategies, best_line)
    earlier = states.taken_history(history)
    if moves is not None:
        expect(cluster is None, "moves", "None with workers on a cluster", moves)
        moves = _root_moves(game, root, moves)
    luck = chance_warning(game, root)
    if luck:
        warnings.warn(luck, RandomRulesWarning, stacklevel=level_of_caller())
    expand_after = expand_after_of(strategies)
    rehearse_strategies(game, root, earlier, method, expand_after)
    start = _Start(game, root, method, expand_after, seed, earlier, moves, steady=not luck)
    try:
        if parallel == "tree" and workers > 1:
            _refuse_interpreted(game, compiled)
            return start.threaded(workers)
        trees = start.apart(workers, compiled, cluster)
        if parallel == "auto" and workers > 1 and trees.first.compiled:
            try:
                return better(start.threaded(workers), trees)
            except BadParameter:  # what strategies keep, threads cannot share
                pass
        return trees
    except GameError as error:
        if state is None or not isinstance(error.__cause__, _WRONG_SHAPE):
            raise
        raise InvalidState(
            f"{type_in_words(state)} is no state of {type(game).__name__}: {error}"
        ) from error


class _Start(NamedTuple):
    """Where trees begin, and how they grow; `steady` if the rules answer alike each time."""

    game: Game
    root: State
    method: Method
    expand_after: int
    seed: int
    earlier: Sequence[State]
    moves: Sequence[Action] | None
    steady: bool

    def threaded(self, workers: int) -> RootParallel:
        """Return one tree that several threads grow together."""
        engine = ThreadedEngine(
            self.game,
            self.game.copy(self.root),
            self.method,
            self.expand_after,
            Rng(self.seed),
            self.earlier,
            self.moves,
            threads=workers,
        )
        _compile(engine, self.root, steady=self.steady)
        return RootParallel(engine, workers, self.seed)

    def apart(self, workers: int, compiled: bool | str, cluster: Any) -> RootParallel:
        """Return a tree for each worker, compiled if that is asked for and possible."""
        seedling = Seedling(self.game, self.root, self.method, self.expand_after, self.earlier)
        site = None if cluster is None or workers == 1 else Site(cluster, seedling)
        engine = self._engine()
        why = _compiled_if_possible(engine, self.root, compiled, steady=self.steady)
        if why and compiled:
            engine = self._engine()
            engine.why_interpreted = why
        return RootParallel(engine, workers, self.seed, site)

    def _engine(self) -> Engine:
        rng = Rng(self.seed)
        return Engine(
            self.game, self.root, self.method, self.expand_after, rng, self.earlier, self.moves
        )


def _root_moves(game: Game, root: State, moves: Sequence[Action]) -> list[Action]:
    """Return the moves that a search is restricted to, as the rules write them, each once."""
    legal = CheckedGame(game).legal_actions(root)
    found: list[Action] = []
    for move in moves:
        try:
            action = legal_action(move, legal)
        except LookupError:
            raise BadParameter(
                f"moves must be legal at the root, and {move!r} is not; there are "
                f"{len(legal)} legal moves"
            ) from None
        if game.counts_actions or not any(is_same(action, each) for each in found):
            found.append(action)
    if game.counts_actions:  # they are numbers, perhaps very many
        found = list(dict.fromkeys(found))
    expect(bool(found), "moves", "one legal move or more", moves)
    return found


def _refuse_interpreted(game: Game, compiled: bool | str) -> None:
    if compiled is False or (compiled == "auto" and game.interpreted_only):
        raise BadParameter(
            'parallel="tree" is for searches that run compiled: interpreted, workers are '
            'processes, each with a tree of its own (parallel="root")'
        )


def _compiled_if_possible(
    engine: Engine, state: State, compiled: bool | str, *, steady: bool
) -> str:
    """Compile an engine as it was asked for; return why it has to run interpreted, or nothing.

    `steady` says whether the rules answer one question in one way.
    """
    if not compiled:
        return engine.why_interpreted
    if engine.game.interpreted_only:
        why = engine.game.why_interpreted
        if compiled is True:
            raise NotCompilable(f"{engine.game.name} is searched interpreted alone: {why}")
        return why
    try:
        _compile(engine, state, steady=steady, insist=compiled is True)
    except NotCompilable as error:
        if compiled is True:
            raise
        message = f"searching interpreted: {error}"
        warnings.warn(message, NotCompiledWarning, stacklevel=level_of_caller())
        return str(error)
    return engine.why_interpreted


def _compile(engine: Engine, state: State, *, steady: bool, insist: bool = True) -> None:
    """Compile an engine, and compare it with an interpreted one the first time.

    Raises:
        NotCompilable: if it cannot be, or the two modes differ.
        GameError: as `Engine.compile`.

    """
    begun = time.process_time()
    engine.compile(insist=insist)
    if not engine.compiled or not steady:
        return
    verdict = compare_modes(engine, state, time.process_time() - begun, insist=insist)
    if verdict.unsteady:
        warnings.warn(verdict.unsteady, RandomRulesWarning, stacklevel=level_of_caller())
    engine.compared = str(verdict)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
