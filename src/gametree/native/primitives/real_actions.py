"""The functions of `gametree.primitives.real_actions`: for numbers, and for tuples of numbers."""

from __future__ import annotations

from typing import Any

from numba.core import types

from plainpython.values.operations import operation

from ...primitives import real_actions as plain


def _made(arguments: str, each: str, kind: Any, join: str = ", ") -> Any:
    """Return a function that does for a number, or each number of tuples, what `each` says.

    There "@" stands for the index of a number in its tuple.
    """
    text = each.replace("@", "")
    if isinstance(kind, types.BaseTuple):
        text = join.join(each.replace("@", f"[{index}]") for index in range(len(kind)))
        text = f"({text},)" if join == ", " else text
    return eval(f"lambda {arguments}: {text}", {"plain": plain, "__name__": __name__})


@operation(plain.between)
def _between(low, high, rng):
    each = "plain.at_share(low@, high@, rng.uniform())"
    return _made("low, high, rng", each, low)


@operation(plain.corner)
def _corner(low, high, rng):
    each = "plain.either(low@, high@, rng.below(2))"
    return _made("low, high, rng", each, low)


@operation(plain.moved)
def _moved(action, low, high, scale, rng):
    each = "plain.beside(action@, low@, high@, scale, rng.uniform())"
    return _made("action, low, high, scale, rng", each, low)


@operation(plain.is_several)
def _is_several(low):
    several = isinstance(low, types.BaseTuple) and len(low) > 1
    return (lambda low: True) if several else (lambda low: False)


@operation(plain.within)
def _within(action, low, high):
    each = "(low@ <= action@ <= high@)"
    return _made("action, low, high", each, low, " and ")


@operation(plain.distance)
def _distance(action, other, low, high):
    each = "plain.part_between(action@, other@, low@, high@)"
    return _made("action, other, low, high", each, low, " + ")
