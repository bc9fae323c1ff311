"""Playout policies by name."""

from __future__ import annotations

from ..errors import BadParameter
from .decisive import Decisive
from .evaluation import EpsilonGreedy, PlayoutPolicy, Uniform
from .learning import MAST, NST
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

_WITH_EPSILON: dict[str, type[EpsilonGreedy | MAST]] = {
    "greedy": EpsilonGreedy,
    "mast": MAST,
    "nst": NST,
}


def playout_policy(name: str, epsilon: float | None = None) -> PlayoutPolicy:
    """Return a policy, with this probability of a random action or with its own default.

    Raises:
        BadParameter: if there is no such policy, or it does not accept `epsilon`.

    """
    if name not in PLAYOUT_POLICIES:
        raise BadParameter(f"playout must be one of {', '.join(PLAYOUT_POLICIES)}, not {name!r}")
    if epsilon is None:
        return PLAYOUT_POLICIES[name]()
    if name not in _WITH_EPSILON:
        raise BadParameter(
            f"playout={name} has no epsilon; those that have one are {', '.join(_WITH_EPSILON)}"
        )
    return _WITH_EPSILON[name](epsilon)
