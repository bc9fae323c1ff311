"""Playout policies by name."""

from __future__ import annotations

from ..by_name import Question
from .decisive_moves import Decisive
from .last_good_reply import LastGoodReply
from .mast_nst import MAST, NST
from .playout import EpsilonGreedy, PlayoutPolicy, Uniform

__all__ = ["PLAYOUT_POLICIES", "playout_policy"]

PLAYOUT_POLICIES: dict[str, type[PlayoutPolicy]] = {
    "uniform": Uniform,
    "greedy": EpsilonGreedy,
    "mast": MAST,
    "nst": NST,
    "lgr": LastGoodReply,
    "decisive": Decisive,
}
"""Playout policies by the names that descriptions and the command line share."""

_PLAYOUT = Question("playout", PlayoutPolicy, PLAYOUT_POLICIES)


def playout_policy(answer: str | PlayoutPolicy, **parameters: float | None) -> PlayoutPolicy:
    """Return a policy with these parameters, `epsilon` or `decay`; None stands for its own.

    Raises:
        BadParameter, PythonFileError: as `Question.answered`.

    """
    return _PLAYOUT.answered(answer, parameters)
