"""The method of a search, put together from its strategies: they are checked and fitted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from ..actors import NOBODY, is_player
from ..errors import BadParameter
from ..game import Game, State
from ..naming.parameters import expect
from ..primitives.proposals import refuse_unlisted
from ..rules.repetition import repetition_of
from .backup.backup import Backup
from .backup.best_line import remembering
from .batching.pending import rule_for
from .engine.method import Method
from .evaluation.evaluation import Evaluation
from .evaluation.playout import Playout
from .proofs.multiplayer_bounds import bounds_for
from .proofs.proofs import NoProofs
from .results.variations import CHOSEN_ALPHA, CHOSEN_C, SLOW_C
from .selection.chance_nodes import ChanceNodes
from .selection.long_lists import edges_for
from .selection.progressive_widening import Widening
from .selection.proposed_moves import ProposedMoves
from .selection.puct import PUCT
from .selection.rule import SelectionRule
from .selection.rule_kinds import LearningRule, RuleAround
from .selection.ucb1 import UCB1
from .tree.allocation import Sharing
from .tree.fields import check_fields
from .tree.transpositions import NoTranspositions, transpositions_for

__all__ = ["expand_after_of", "method_from"]

_Strategy = TypeVar("_Strategy")


def method_from(
    game: Game, root: State, strategies: Mapping[str, Any], best_line: bool | None
) -> Method:
    """Return the method of a search with these strategies and the defaults for the others.

    Raises:
        BadParameter: if one of them is none, or does not go with the game or another one.

    """
    evaluation = _evaluation_of(game, strategies)
    selection = strategies.get("selection")
    if selection is None:
        selection = PUCT() if evaluation.gives_priors else _usual_ucb1(game, evaluation)
    backup = strategies.get("backup", Backup())
    chance_nodes = strategies.get("chance", ChanceNodes())
    solver, transpositions = (
        strategies.get("solver", False),
        strategies.get("transpositions", False),
    )
    expand_after = expand_after_of(strategies)
    expect(isinstance(selection, SelectionRule), "selection", "a rule such as UCB1()", selection)
    expect(isinstance(backup, Backup), "backup", "one such as Backup()", backup)
    expect(isinstance(chance_nodes, ChanceNodes), "chance", "one such as OpenLoop()", chance_nodes)
    expect(isinstance(solver, bool), "solver", "True or False", solver)
    expect(isinstance(transpositions, bool), "transpositions", "True or False", transpositions)
    if game.proposes_actions:
        selection = _widened(game, selection, evaluation)
    chance_nodes = chance_nodes.fitted_to(game)
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
    seeker = _seeker(game, root, best_line)
    if is_player(seeker):
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
        chance=game.has_chance,
        backup=backup,
        chance_nodes=chance_nodes,
        seeker=seeker,
        moves=(
            ProposedMoves(rule, chance_nodes, waits=evaluation.waits)
            if game.proposes_actions or game.draws_outcomes
            else edges_for(game, rule, evaluation, backup, proofs, shared)
        ),
    )
    check_fields(method.parts())
    return method


def _widened(game: Game, selection: SelectionRule, evaluation: Evaluation) -> SelectionRule:
    """Return a rule for a game whose actions are proposed: one that widens.

    Raises:
        BadParameter: if the search needs a list of the actions.

    """
    if game.repetition == "forbidden":
        refuse_unlisted(game, 'repetition = "forbidden"')
    if evaluation.gives_priors and not game.asks_evaluator:
        refuse_unlisted(game, f"evaluation={evaluation!r}, which gives priors,")
    rule: Any = selection
    while isinstance(rule, RuleAround):
        if isinstance(rule, Widening):
            return selection
        rule = rule.rule
    return Widening(selection, alpha=CHOSEN_ALPHA)


def _usual_ucb1(game: Game, evaluation: Evaluation) -> UCB1:
    """Return UCB1 as in books; with a measured constant where a search has few evaluations."""
    if game.proposes_actions:
        return UCB1(CHOSEN_C)
    return UCB1(SLOW_C) if evaluation.is_slow else UCB1()


def expand_after_of(strategies: Mapping[str, Any]) -> int:
    """Return after how many visits a position gets a node.

    Raises:
        BadParameter: if that is no whole number of 1 or more.

    """
    visits = strategies.get("expand_after", 1)
    is_count = isinstance(visits, int) and not isinstance(visits, bool) and visits >= 1
    expect(is_count, "expand_after", "a whole number of 1 or more", visits)
    return visits  # type: ignore[no-any-return]


def _evaluation_of(game: Game, strategies: Mapping[str, Any]) -> Evaluation:
    evaluation = strategies.get("evaluation")
    if evaluation is None:
        evaluation = game.default_evaluation()
    if evaluation is None:
        evaluation = Playout()
    expect(isinstance(evaluation, Evaluation), "evaluation", "one such as Playout()", evaluation)
    return evaluation


def _seeker(game: Game, root: State, wanted: bool | None) -> int:
    """Return whose best line is kept: of one player alone, unless something else is wanted."""
    expect(wanted is None or isinstance(wanted, bool), "best_line", "None, True or False", wanted)
    if wanted is None:
        wanted = game.players == 1 and game.lines_repeat and not game.has_chance
    if not wanted:
        return NOBODY
    if game.has_chance:
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
