"""The action space of an environment, and the actions that a mask allows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isfinite, prod
from random import Random
from typing import Any

import numpy as np

from ...errors import BadParameter
from ..values.copying import InvalidAnswer

__all__ = ["MASK", "Actions", "RealActions", "actions_of"]

MASK = "action_mask"
"""Where environments put their masks: in an observation that is a dict, or in the info."""

_MOST_ACTIONS = 100_000

_EXAMPLES = 3
"""Actions between the bounds that checks play, beside the bounds."""


def actions_of(space: Any, owner: str) -> Actions | RealActions:
    """Return the actions of a space, listed or between bounds.

    Raises:
        BadParameter: as `Actions` and `RealActions` do.

    """
    bounds = _bounds_in(space)
    return Actions(space, owner) if bounds is None else RealActions(space, *bounds, owner)


def _bounds_in(space: Any) -> tuple[Any, Any] | None:
    """Return the bounds of a `Box` of any library or of dm_env's `BoundedArray`; else None."""
    for low, high in (("low", "high"), ("minimum", "maximum")):
        if all(hasattr(space, name) for name in (low, high, "shape")):
            return getattr(space, low), getattr(space, high)
    return None


class RealActions:
    """Actions that are numbers between bounds, or tuples of them.

    Args:
        space: a `Box` of one number or more, of Gymnasium or the old Gym, or a `BoundedArray`.
        low, high: its bounds.
        owner: whose it is, for messages.

    Attributes:
        bounds: the lowest and the highest action, as `Game.action_bounds` returns them.

    Raises:
        BadParameter: if a number has no bounds.

    """

    def __init__(self, space: Any, low: Any, high: Any, owner: str) -> None:
        self._shape: tuple[int, ...] = tuple(space.shape)
        self._dtype = getattr(space, "dtype", None) or float
        pairs = [
            np.broadcast_to(np.asarray(bound, float), self._shape).reshape(-1).tolist()
            for bound in (low, high)
        ]
        if not pairs[0] or not all(map(isfinite, [*pairs[0], *pairs[1]])):
            raise BadParameter(
                f"{owner} has the action space {space}: a search needs bounds for each number; "
                "wrap the environment so that they are finite "
                "(gymnasium.wrappers.RescaleAction or ClipAction)"
            )
        alone = len(pairs[0]) == 1
        lowest, highest = (each[0] if alone else tuple(each) for each in pairs)
        self.bounds: tuple[Any, Any] = (lowest, highest)
        chance = Random(0)
        drawn = [
            [chance.uniform(least, most) for least, most in zip(*pairs, strict=True)]
            for _ in range(_EXAMPLES)
        ]
        self._examples = [each[0] if alone else tuple(each) for each in (*pairs, *drawn)]

    def allowed(self, mask: Any) -> Sequence[Any]:
        """Return some actions; a mask cannot say which numbers are allowed."""
        return self._examples

    def for_step(self, action: Any) -> Any:
        """Return an action as `step` expects it."""
        return np.array(action, self._dtype).reshape(self._shape)


class Actions:
    """The actions of a finite space: integers, or tuples of integers.

    Args:
        space: a `Discrete`, `MultiDiscrete` or `MultiBinary` space of Gymnasium or the old Gym,
            dm_env's `DiscreteArray`, or how many actions there are.
        owner: whose it is, for messages.

    Raises:
        BadParameter: if the space is continuous, or has too many actions to list.

    """

    def __init__(self, space: Any, owner: str) -> None:
        self._owner = owner
        self._shape: tuple[int, ...] | None = None
        kinds = {cls.__name__ for cls in type(space).__mro__}  # the libraries need not be there
        if isinstance(space, int) and not isinstance(space, bool) and space > 0:
            self._ranges = [range(space)]
        elif "DiscreteArray" in kinds:
            self._ranges = [range(int(space.num_values))]
        elif "Discrete" in kinds:
            start = int(getattr(space, "start", 0))
            self._ranges = [range(start, start + int(space.n))]
        elif "MultiDiscrete" in kinds:
            self._shape = np.shape(space.nvec)
            sizes = np.reshape(space.nvec, -1).tolist()
            starts = np.reshape(getattr(space, "start", [0] * len(sizes)), -1).tolist()
            self._ranges = [
                range(start, start + size) for start, size in zip(starts, sizes, strict=True)
            ]
        elif "MultiBinary" in kinds:
            self._shape = tuple(space.shape)
            self._ranges = [range(2)] * prod(self._shape)
        else:
            raise BadParameter(
                f"{owner} has the action space {space}: a search needs finitely many actions, "
                "a Discrete, MultiDiscrete or MultiBinary space; wrap the environment so that "
                "a few chosen actions stand for all (gymnasium.wrappers.TransformAction)"
            )
        count = prod(map(len, self._ranges))
        if count > _MOST_ACTIONS:
            raise BadParameter(
                f"{owner} has {count:,} actions; a search lists them all, at most {_MOST_ACTIONS:,}"
            )
        self._all = self._listed(self._ranges)

    def allowed(self, mask: Any) -> Sequence[Any]:
        """Return the actions that a mask allows; all where it is None.

        A mask of a `Discrete` space has one number for each action, not 0 where it is
        allowed; one of a `MultiDiscrete` space is a tuple of such masks.

        Raises:
            InvalidAnswer: if it is of another length, or allows nothing.

        """
        if mask is None:
            return self._all
        masks = [mask] if self._shape is None else list(mask)
        lengths = [len(each) for each in masks]
        expected = [len(each) for each in self._ranges]
        if lengths != expected:
            raise InvalidAnswer(
                self._owner,
                f"gave an action mask of {_sizes(lengths)}; {_sizes(expected)} were expected",
            )
        ranges = [
            [action for action, allowed in zip(actions, each, strict=True) if allowed]
            for actions, each in zip(self._ranges, masks, strict=True)
        ]
        if not all(ranges):
            raise InvalidAnswer(
                self._owner, "gave an action mask that allows nothing, yet the game is not over"
            )
        return self._listed(ranges)

    def for_step(self, action: Any) -> Any:
        """Return an action as `step` expects it."""
        if self._shape is None:
            return action
        return np.array(action).reshape(self._shape)

    def _listed(self, ranges: Sequence[Sequence[int]]) -> Sequence[Any]:
        return list(ranges[0]) if self._shape is None else list(product(*ranges))


def _sizes(lengths: Sequence[int]) -> str:
    return " and ".join(map(str, lengths)) + " entries"
