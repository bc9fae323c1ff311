"""Strategies by the options of a search: the keywords of `Searcher` that the options mean."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..naming.parameters import require
from .backup.backup import BACKUPS
from .evaluation.evaluation import EVALUATIONS, EVALUATIONS_AROUND, Evaluation
from .evaluation.playout import Playout
from .evaluation.playout_policy import PLAYOUT_POLICIES
from .registry import Strategies
from .search_options import SearchOptions
from .selection.chance_nodes import CHANCE_NODES, ChanceNodes
from .selection.rule import SELECTION_RULES, SelectionRule
from .selection.rule_kinds import RULES_AROUND

__all__ = ["strategies_of"]


def strategies_of(options: SearchOptions) -> dict[str, Any]:
    """Return the keywords of `Searcher` for options; options that are not set give none.

    Raises:
        BadParameter: if a value is wrong, or options do not go together.
        PythonFileError: if a file cannot be loaded or holds no such class.

    """
    require(bool, solver=options.solver, transpositions=options.transpositions)
    found = {
        "selection": _selection(options),
        "evaluation": _evaluation(options),
        "backup": None if options.backup is None else BACKUPS.create(options.backup, {}),
        "expand_after": options.expand_after,
        "final_move": options.final_move,
        "solver": options.solver or None,
        "transpositions": options.transpositions or None,
        "chance": _chance(options),
    }
    return {name: value for name, value in found.items() if value is not None}


def _selection(options: SearchOptions) -> SelectionRule | None:
    """Return the selection rule with the rules around it, or None if no option names one."""
    parameters = _parameters(SELECTION_RULES, options)
    around = RULES_AROUND.any_given(vars(options))
    if options.selection is None and not parameters and not around:
        return None
    named = "ucb1" if options.selection is None else options.selection
    return RULES_AROUND.around(SELECTION_RULES.create(named, parameters), vars(options))


def _chance(options: SearchOptions) -> ChanceNodes | None:
    """Return how a search goes on where chance moves, or None if no option says it."""
    parameters = _parameters(CHANCE_NODES, options)
    if options.chance is None and not parameters:
        return None
    named = "nodes" if options.chance is None else options.chance
    return CHANCE_NODES.create(named, parameters)


def _evaluation(options: SearchOptions) -> Evaluation | None:
    """Return the evaluation of leaves with what goes around it, or None if no option names one."""
    parameters = _parameters(PLAYOUT_POLICIES, options)
    playouts = {"playout": options.playout, "max_plies": options.max_plies, **parameters}
    given = [name for name, value in playouts.items() if value is not None]
    leaf: Evaluation | None = None
    if options.evaluation is not None:
        if given:
            raise BadParameter(
                f"evaluation stands in place of playouts: leave out {' and '.join(given)}"
            )
        leaf = EVALUATIONS.create(options.evaluation, {})
    elif given:
        named = options.playout
        if named is None:
            named = "uniform" if options.epsilon is None else "greedy"
        leaf = Playout(PLAYOUT_POLICIES.create(named, parameters), max_plies=options.max_plies)
    return EVALUATIONS_AROUND.around(leaf, vars(options))


def _parameters(strategies: Strategies[Any], options: SearchOptions) -> dict[str, Any]:
    """Return the given options that are parameters of some bundled strategies."""
    given = vars(options)
    names = [each.name for each in strategies.options() if each.name != strategies.option]
    return {name: given[name] for name in names if given.get(name) is not None}
