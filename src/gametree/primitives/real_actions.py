"""Actions that are numbers, or tuples of numbers, between bounds.

`low` and `high` are what `Game.action_bounds` returns: two numbers, or two tuples of as many
numbers as an action has. Distances are measured in parts of the bounds, so that no coordinate
counts more.
"""

from __future__ import annotations

import math
from typing import Any

from ..errors import BadParameter
from .rng import Rng

__all__ = ["are_bounds", "between", "corner", "distance", "is_several", "nearby", "real", "within"]

_SCALES = 8
"""Steps beside another action are at most 1, 1/2, 1/4 ... of the bounds, each as often."""


def between(low: Any, high: Any, rng: Rng) -> Any:
    """Return a random action, each with the same probability."""
    if isinstance(low, tuple):
        return tuple([at_share(*pair, rng.uniform()) for pair in zip(low, high, strict=True)])
    return at_share(low, high, rng.uniform())


def corner(low: Any, high: Any, rng: Rng) -> Any:
    """Return an action of which each number is one of its bounds."""
    if isinstance(low, tuple):
        return tuple([either(*pair, rng.below(2)) for pair in zip(low, high, strict=True)])
    return either(low, high, rng.below(2))


def nearby(action: Any, low: Any, high: Any, rng: Rng) -> Any:
    """Return an action beside another one: mostly very near, sometimes far, often on a bound."""
    return moved(action, low, high, 1.0 / (1 << rng.below(_SCALES)), rng)


def moved(action: Any, low: Any, high: Any, scale: float, rng: Rng) -> Any:
    """Return an action at random steps of up to `scale` of the bounds from another one."""
    if isinstance(low, tuple):
        triples = zip(action, low, high, strict=True)
        return tuple([beside(*triple, scale, rng.uniform()) for triple in triples])
    return beside(action, low, high, scale, rng.uniform())


def is_several(low: Any) -> bool:
    """Return whether actions are tuples of two numbers or more."""
    return isinstance(low, tuple) and len(low) > 1


def within(action: Any, low: Any, high: Any) -> bool:
    """Return whether an action is of the form of the bounds, and between them."""
    if isinstance(low, tuple):
        return (
            isinstance(action, tuple)
            and len(action) == len(low)
            and all(map(is_between, action, low, high))
        )
    return is_between(action, low, high)


def is_between(number: Any, low: Any, high: Any) -> bool:
    """Return whether a value is a number between two others."""
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        return False
    return low <= number <= high  # type: ignore[no-any-return]  # not so if it is not a number


def distance(action: Any, other: Any, low: Any, high: Any) -> float:
    """Return the square of the distance of two actions."""
    if isinstance(action, tuple):
        total = 0.0
        for parts in zip(action, other, low, high, strict=True):
            total += part_between(*parts)
        return total
    return part_between(action, other, low, high)


def at_share(low: float, high: float, share: float) -> float:
    """Return the number that is so far from the lower bound to the higher one."""
    return low + (high - low) * share


def either(low: float, high: float, which: int) -> float:
    """Return one of two numbers."""
    return float(low) if which == 0 else float(high)


def beside(number: float, low: float, high: float, scale: float, share: float) -> float:
    """Return a number beside another one, by a step of up to `scale` of the bounds either way."""
    step = (high - low) * (scale * (2.0 * share - 1.0))
    return min(max(number + step, float(low)), float(high))


def part_between(number: float, other: float, low: float, high: float) -> float:
    """Return the square of the distance of two numbers, in parts of the bounds."""
    width = high - low
    if width <= 0.0:
        return 0.0
    part = (number - other) / width
    return part * part


def are_bounds(low: Any, high: Any) -> bool:
    """Return whether two values are finite bounds of one form, the lower one first."""
    if isinstance(low, tuple) != isinstance(high, tuple):
        return False
    pairs = zip(low, high, strict=True) if isinstance(low, tuple) else ((low, high),)
    return all(
        is_between(least, least, most) and math.isfinite(least) and math.isfinite(most)
        for least, most in pairs
    )


def real(action: Any, low: Any, high: Any) -> Any:
    """Return an action that somebody names in the form of the bounds: 2 as 2.0, a list as a tuple.

    Raises:
        BadParameter: if it is not of that form.

    """
    if hasattr(action, "tolist"):  # of NumPy
        action = action.tolist()
    try:
        if isinstance(low, tuple):
            found = tuple([_float(each) for each in action])
            if len(found) != len(low):
                raise TypeError
            return found
        return _float(action)
    except (TypeError, ValueError):
        form = f"a tuple of {len(low)} numbers" if isinstance(low, tuple) else "a number"
        raise BadParameter(f"{action!r} is no action here: {form} was expected") from None


def _float(number: Any) -> float:
    if isinstance(number, (bool, str)):
        raise TypeError
    return float(number)
