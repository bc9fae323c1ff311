"""partial, itemgetter and their like, compiled as in Python."""

from __future__ import annotations

from functools import partial
from operator import attrgetter, itemgetter, methodcaller
from typing import NamedTuple

from ..values.both_modes import assert_same

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


def test_calls_that_make_functions():
    assert_same(made_functions, (3,), (1,), (4,))
