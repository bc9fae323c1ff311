"""Playout policies by name."""

from __future__ import annotations

from .decisive import Decisive
from .evaluation import EpsilonGreedy, PlayoutPolicy, Uniform
from .learning import MAST, NST
from .named import Question
from .replies import LastGoodReply

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
