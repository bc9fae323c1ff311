"""Playout policies by name."""

from __future__ import annotations

from ..errors import BadParameter
from .decisive import Decisive
from .evaluation import EpsilonGreedy, PlayoutPolicy, Uniform
from .learning import MAST, NST
from .named import with_parameters
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


def playout_policy(name: str, **parameters: float | None) -> PlayoutPolicy:
    """Return a policy with these parameters, `epsilon` or `decay`; None stands for its own.

    Raises:
        BadParameter: if there is no such policy, or it does not take a parameter or its value.

    """
    if name not in PLAYOUT_POLICIES:
        raise BadParameter(f"playout must be one of {', '.join(PLAYOUT_POLICIES)}, not {name!r}")
    return with_parameters("playout", PLAYOUT_POLICIES, name, parameters)
