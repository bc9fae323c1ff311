"""Selection rules by name."""

from __future__ import annotations

from ...errors import BadParameter
from ..by_name import Question
from .first_play_urgency import FirstPlay
from .implicit_minimax import ImplicitMinimax
from .progressive_bias import ProgressiveBias
from .progressive_history import ProgressiveHistory
from .progressive_widening import Widening
from .puct import PUCT
from .rave import GRAVE
from .rule import SelectionRule
from .sequential_halving import SequentialHalving
from .thompson import Thompson
from .ucb1 import UCB1, UCB1Tuned

__all__ = ["SELECTION_RULES", "selection_rule"]

SELECTION_RULES: dict[str, type[SelectionRule]] = {
    "ucb1": UCB1,
    "ucb1-tuned": UCB1Tuned,
    "puct": PUCT,
    "thompson": Thompson,
    "grave": GRAVE,
    "implicit": ImplicitMinimax,
    "history": ProgressiveHistory,
}
"""Selection rules by the names that descriptions and the command line share."""

_SELECTION = Question("selection", SelectionRule, SELECTION_RULES)


def selection_rule(
    answer: str | SelectionRule,
    c: float | None = None,
    first_play: float | None = None,
    widening: float | None = None,
    widening_alpha: float | None = None,
    bias: float | None = None,
    halving: int | None = None,
    **own: float | None,
) -> SelectionRule:
    """Return a rule with its exploration constant and what it has of its own; None: its default.

    `first_play` is the urgency of unvisited children, if they are to compete, `widening`
    and `widening_alpha` are k and alpha of `Widening`, if few are to be looked at; `bias` is
    the weight of `ProgressiveBias`, where there are priors; `halving` is how many moves
    `SequentialHalving` considers then at the root, if it is to choose there.

    Raises:
        BadParameter, PythonFileError: as `Question.answered`, or if rules do not go together.

    """
    rule = _SELECTION.answered(answer, {"c": c, **own})
    if bias is not None:
        rule = ProgressiveBias(rule, bias)
    if first_play is not None:
        rule = FirstPlay(rule, first_play)
    if widening is not None:
        rule = Widening(rule, widening, 0.5 if widening_alpha is None else widening_alpha)
    elif widening_alpha is not None:
        raise BadParameter("widening_alpha says how widening goes on: give widening=1.0 as well")
    return rule if halving is None else SequentialHalving(rule, halving)
