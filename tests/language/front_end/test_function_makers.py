"""partial, itemgetter and their like, compiled as in Python."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from operator import attrgetter, itemgetter, methodcaller
from typing import NamedTuple

import pytest
from numba.core.errors import TypingError

from ..both_modes import assert_same, compiled

by_second = itemgetter(1)


class Point(NamedTuple):
    """A point, to be sorted."""

    row: int
    column: int

    def distance(self, other):
        return abs(self.row - other) + abs(self.column)


def weighted(digits, weight=3, *, offset=0):
    return sum(weight * digit for digit in digits) + offset


def made_functions(n):
    pairs = [(k, (3 * k + n) % 5) for k in range(5)]
    points = [Point(*pair) for pair in pairs]
    tripled = partial(weighted, weight=3)
    these = (n, 1)
    of_these = partial(weighted, these)
    return (
        max(pairs, key=itemgetter(1)),
        sorted(pairs, key=by_second),
        sorted(pairs, key=itemgetter(1, 0))[0],
        max(points, key=attrgetter("column", "row")).row,
        min(points, key=methodcaller("distance", 2)).row,
        tripled((1, n), offset=1),
        of_these(),
        of_these(2),
        list(map(partial(weighted, weight=2), [(1,), (n,)])),
    )


@dataclass
class Weights:
    weight: int

    def total(self, digits, offset=0, *, factor=1):
        return (sum(self.weight * digit for digit in digits) + offset) * factor

    def made(self, n):
        these = (n, 2)
        of_these = partial(self.total, these)
        tenfold = partial(self.total, factor=10)
        return (
            of_these(),
            of_these(3),
            of_these(factor=2),
            tenfold(these, 1),
            list(map(tenfold, [(1,), (n, n)])),
        )


class Others(Weights):
    def made(self, n):
        return super().made(n)


def of_methods(n):
    return Weights(n).made(n), Others(2).made(n)


def test_partial_of_a_method():
    assert_same(of_methods, (3,), (1,))


@dataclass
class Rule:
    step: int

    def value(self, digit, offset=1):
        return digit + offset + self.step

    def made(self, n):
        return partial(self.value, n)()


class OtherRule(Rule):
    def value(self, digit, offset=7):
        return digit + offset


def of_several(n):
    return Rule(n).made(n) + OtherRule(n).made(n)


def test_partial_of_a_method_that_depends_on_the_object_is_refused():
    with pytest.raises(TypingError, match=r"no method of its own class.*; use a lambda"):
        compiled(of_several, 1)


def test_calls_that_make_functions():
    assert_same(made_functions, (3,), (1,), (4,))
