"""From the keywords of a search to its trees, set up at a position: all of them are checked."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeVar

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
from ..primitives.actions import is_same
from ..primitives.rng import Rng
from ..rules.chance_checks import chance_warning
from ..rules.checked_game import CheckedGame
from ..rules.given_states import GivenStates
from ..rules.hidden_information import refuse_hidden
from ..rules.repetition import repetition_of
from .backup.backup import Backup
from .backup.best_line import NOBODY, remembering
from .batching.pending import rule_for
from .choice_of_method import ChosenMethod
from .engine.engine import Engine
from .engine.method import Method
from .engine.rehearsal import rehearse_strategies
from .evaluation.evaluation import Evaluation
from .evaluation.playout import Playout
from .mode_verdicts import compare_modes
from .parallel.mode import better
from .parallel.ray_tree import Seedling, Site
from .parallel.ray_workers import RayWorkers
from .parallel.root_parallel import RootParallel
from .parallel.threaded_engine import ThreadedEngine
from .proofs.multiplayer_bounds import bounds_for
from .proofs.proofs import NoProofs
from .selection.chance_nodes import ChanceNodes
from .selection.counted_moves import moves_for
from .selection.puct import PUCT
from .selection.rule import SelectionRule
from .selection.rule_kinds import LearningRule
from .selection.ucb1 import UCB1
from .tree.allocation import Sharing
from .tree.fields import check_fields
from .tree.transpositions import NoTranspositions, transpositions_for

__all__ = ["level_of_caller", "set_up", "set_up_by_choice"]

_Strategy = TypeVar("_Strategy")

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
    selection: Any = strategies.get("selection")
    evaluation: Any = strategies.get("evaluation")
    expand_after = strategies.get("expand_after", 1)
    solver = strategies.get("solver", False)
    transpositions = strategies.get("transpositions", False)
    backup = strategies.get("backup", Backup())
    chance_nodes = strategies.get("chance", ChanceNodes())
    if evaluation is None:
        evaluation = game.default_evaluation()
    if evaluation is None:
        evaluation = Playout()
    expect(_is_count(game.players), "game.players", "a whole number of 1 or more", game.players)
    expect(isinstance(evaluation, Evaluation), "evaluation", "one such as Playout()", evaluation)
    if selection is None:
        selection = PUCT() if evaluation.gives_priors else UCB1()
    expect(isinstance(selection, SelectionRule), "selection", "a rule such as UCB1()", selection)
    expect(isinstance(backup, Backup), "backup", "one such as Backup()", backup)
    expect(isinstance(chance_nodes, ChanceNodes), "chance", "one such as OpenLoop()", chance_nodes)
    expect(_is_count(expand_after), "expand_after", "a whole number of 1 or more", expand_after)
    expect(isinstance(solver, bool), "solver", "True or False", solver)
    expect(isinstance(transpositions, bool), "transpositions", "True or False", transpositions)
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
    evaluation = _given_back(evaluation, "fitted_to", Evaluation, game)
    rule = _given_back(selection, "fitted_to", SelectionRule, game, evaluation)
    if isinstance(rule, LearningRule):
        evaluation = _given_back(rule, "listening_to", Evaluation, evaluation)
        _given_back(rule, "backup_around", Backup, backup)
    repetition = repetition_of(game)
    rule = chance_nodes.rule_for(
        rule,
        **{
            "solver=True": solver,
            "transpositions=True": transpositions,
            "evaluations in batches": evaluation.waits,
            "a policy for repeated positions": repetition.watches,
        },
    )
    if evaluation.guides:
        expect(
            expand_after == 1,
            "expand_after",
            "1 where a BatchEvaluator gives priors, which positions keep from the first visit",
            expand_after,
        )
    states = GivenStates(game)
    root = states.first if state is None else states.taken(state)
    seeker = _seeker(game, root, best_line)
    if seeker != NOBODY:
        evaluation = remembering(evaluation)
    proofs = bounds_for(game) if solver else NoProofs()
    shared = transpositions_for(game) if transpositions else NoTranspositions()
    method = Method(
        rule_for(rule, evaluation),
        evaluation,
        repetition,
        proofs,
        shared,
        Sharing(),
        chance=game.defines_chance_outcomes,
        backup=backup,
        chance_nodes=chance_nodes,
        seeker=seeker,
        moves=moves_for(game, rule, evaluation, backup, proofs, shared),
    )
    check_fields(method.parts())
    earlier = states.taken_history(history)
    if moves is not None:
        expect(cluster is None, "moves", "None with workers on a cluster", moves)
        moves = _root_moves(game, root, moves)
    luck = chance_warning(game, root)
    if luck:
        warnings.warn(luck, RandomRulesWarning, stacklevel=level_of_caller())
    rehearse_strategies(game, root, earlier, method, expand_after)

    def threaded() -> RootParallel:
        position = game.copy(root)
        engine = ThreadedEngine(
            game, position, method, expand_after, Rng(seed), earlier, moves, threads=workers
        )
        _compile(engine, root, steady=not luck)
        return RootParallel(engine, workers, seed)

    try:
        if parallel == "tree" and workers > 1:
            _refuse_interpreted(game, compiled)
            return threaded()
        seedling = Seedling(game, root, method, expand_after, earlier)
        site = None if cluster is None or workers == 1 else Site(cluster, seedling)
        engine = Engine(game, root, method, expand_after, Rng(seed), earlier, moves)
        why = _compiled_if_possible(engine, root, compiled, steady=not luck)
        if why and compiled:
            engine = Engine(game, root, method, expand_after, Rng(seed), earlier, moves)
            engine.why_interpreted = why
        trees = RootParallel(engine, workers, seed, site)
        if parallel == "auto" and workers > 1 and engine.compiled:
            try:
                return better(threaded(), trees)
            except BadParameter:  # what strategies keep, threads cannot share
                pass
        return trees
    except GameError as error:
        if state is None or not isinstance(error.__cause__, _WRONG_SHAPE):
            raise
        raise InvalidState(
            f"{type_in_words(state)} is no state of {type(game).__name__}: {error}"
        ) from error


def _root_moves(game: Game, root: State, moves: Sequence[Action]) -> list[Action]:
    """Return the moves that a search is restricted to, as the rules write them, each once."""
    expect(not game.counts_actions, "moves", "None in a game that counts its moves", moves)
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
        if not any(is_same(action, each) for each in found):
            found.append(action)
    expect(bool(found), "moves", "one legal move or more", moves)
    return found


def _seeker(game: Game, root: State, wanted: bool | None) -> int:
    """Return whose best line is kept: of one player alone, unless something else is wanted."""
    expect(wanted is None or isinstance(wanted, bool), "best_line", "None, True or False", wanted)
    if wanted is None:
        wanted = game.players == 1 and game.lines_repeat and not game.defines_chance_outcomes
    if not wanted:
        return NOBODY
    if game.defines_chance_outcomes:
        raise BadParameter(
            "best_line=True is for games without chance: luck does not play a line again"
        )
    return game.current_player(root) if game.players > 1 else 0


def _given_back(strategy: Any, method: str, base: type[_Strategy], *arguments: Any) -> _Strategy:
    """Return the strategy that a method gives, or raise `BadParameter` if it gives none."""
    given = getattr(strategy, method)(*arguments)
    if not isinstance(given, base):
        raise BadParameter(
            f"{type(strategy).__name__}.{method} returned {given!r}; it must return "
            f"{'an' if base is Evaluation else 'a'} {base.__name__}"
        )
    return given


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


def level_of_caller() -> int:
    """Return the stack level, for a warning, of the first caller outside the search."""
    search = (__name__, f"{__package__}.searcher")
    level = 1
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__") in search and frame.f_back is not None:
        frame = frame.f_back
        level += 1
    return level


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
