"""Strategies by name, and the keywords of `Searcher` that the options of a search stand for."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..naming.parameters import require
from .backup.backup import Backup
from .by_name import Question
from .evaluation.decisive_moves import Decisive
from .evaluation.evaluation import Evaluation
from .evaluation.heuristic_priors import HeuristicPriors
from .evaluation.last_good_reply import LastGoodReply
from .evaluation.mast_nst import MAST, NST
from .evaluation.playout import EpsilonGreedy, Playout, PlayoutPolicy, Uniform
from .search_options import SearchOptions
from .selection.chance_nodes import ChanceNodes, WidenedChance
from .selection.first_play_urgency import FirstPlay
from .selection.implicit_minimax import ImplicitMinimax
from .selection.open_loop import OpenLoop
from .selection.progressive_bias import ProgressiveBias
from .selection.progressive_history import ProgressiveHistory
from .selection.progressive_widening import Widening
from .selection.puct import PUCT
from .selection.rave import GRAVE
from .selection.rule import SelectionRule
from .selection.sequential_halving import SequentialHalving
from .selection.single_player import SPMCTS
from .selection.thompson import Thompson
from .selection.ucb1 import UCB1, UCB1Tuned

__all__ = ["BACKUP", "CHANCE", "EVALUATION", "PLAYOUT", "SELECTION", "strategies_of"]

SELECTION: Question[SelectionRule] = Question(
    "selection",
    SelectionRule,
    {
        "ucb1": UCB1,
        "ucb1-tuned": UCB1Tuned,
        "puct": PUCT,
        "thompson": Thompson,
        "grave": GRAVE,
        "implicit": ImplicitMinimax,
        "history": ProgressiveHistory,
        "sp-mcts": SPMCTS,
    },
)

PLAYOUT: Question[PlayoutPolicy] = Question(
    "playout",
    PlayoutPolicy,
    {
        "uniform": Uniform,
        "greedy": EpsilonGreedy,
        "mast": MAST,
        "nst": NST,
        "lgr": LastGoodReply,
        "decisive": Decisive,
    },
)

EVALUATION: Question[Evaluation] = Question("evaluation", Evaluation, {})

BACKUP: Question[Backup] = Question("backup", Backup, {})

CHANCE: dict[str, type[ChanceNodes]] = {
    "nodes": ChanceNodes,
    "widened": WidenedChance,
    "open_loop": OpenLoop,
}


def strategies_of(options: SearchOptions) -> dict[str, Any]:
    """Return the keywords of `Searcher` that options stand for; none for what is left to it.

    Raises:
        BadParameter: if a value is wrong, or options do not go together.
        PythonFileError: if a file cannot be loaded or holds no such class.

    """
    require(bool, solver=options.solver, transpositions=options.transpositions)
    found = {
        "selection": _selection(options),
        "evaluation": _evaluation(options),
        "backup": None if options.backup is None else BACKUP.answered(options.backup, {}),
        "expand_after": options.expand_after,
        "final_move": options.final_move,
        "solver": options.solver or None,
        "transpositions": options.transpositions or None,
        "chance": _chance(options),
    }
    return {name: value for name, value in found.items() if value is not None}


def _selection(options: SearchOptions) -> SelectionRule | None:
    """Return the rule that is named with those around it, or None if nothing is said of it."""
    own = _parameters(SELECTION, options)
    if options.widening is None and options.widening_alpha is not None:
        raise BadParameter("widening_alpha says how widening goes on: give widening=1.0 as well")
    around = (options.bias, options.first_play, options.widening, options.halving)
    if options.selection is None and all(each is None for each in (*own.values(), *around)):
        return None
    named = "ucb1" if options.selection is None else options.selection
    rule = SELECTION.answered(named, own)
    if options.bias is not None:
        rule = ProgressiveBias(rule, options.bias)
    if options.first_play is not None:
        rule = FirstPlay(rule, options.first_play)
    if options.widening is not None:
        alpha = 0.5 if options.widening_alpha is None else options.widening_alpha
        rule = Widening(rule, options.widening, alpha)
    return rule if options.halving is None else SequentialHalving(rule, options.halving)


def _chance(options: SearchOptions) -> ChanceNodes | None:
    """Return how a search goes on where chance moves, or None if nothing is said of it."""
    given = {"k": options.chance_k, "alpha": options.chance_alpha}
    numbers = {name: value for name, value in given.items() if value is not None}
    if numbers and options.chance != "widened":
        raise BadParameter("chance_k and chance_alpha belong to chance=widened: give that as well")
    if options.chance is None:
        return None
    if options.chance not in CHANCE:
        raise BadParameter(f"chance must be one of {', '.join(CHANCE)}, not {options.chance!r}")
    return CHANCE[options.chance](**numbers)


def _evaluation(options: SearchOptions) -> Evaluation | None:
    """Return what a leaf is worth, with priors if they are asked for; None if nothing is said."""
    own = _parameters(PLAYOUT, options)
    playouts = {"playout": options.playout, "max_plies": options.max_plies, **own}
    given = [name for name, value in playouts.items() if value is not None]
    leaf: Evaluation | None = None
    if options.evaluation is not None:
        if given:
            raise BadParameter(
                f"evaluation stands in place of playouts: leave out {' and '.join(given)}"
            )
        leaf = EVALUATION.answered(options.evaluation, {})
    elif given:
        named = options.playout
        if named is None:
            named = "uniform" if options.epsilon is None else "greedy"
        leaf = Playout(PLAYOUT.answered(named, own), max_plies=options.max_plies)
    if options.heuristic_priors is not None:
        leaf = HeuristicPriors(options.heuristic_priors, leaf)
    return leaf


def _parameters(question: Question[Any], options: SearchOptions) -> dict[str, Any]:
    """Return the options that are parameters of a bundled strategy."""
    known = set().union(*question.parameters().values())
    return {each: value for each, value in vars(options).items() if each in known}
