"""product, combinations and permutations in compiled rules."""

from __future__ import annotations

import itertools
from itertools import combinations, product

from ..both_modes import assert_same


def arranged():
    steps = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if a or b]
    total = 0
    for throw in product(range(2), repeat=5):
        total = total * 3 % 1009 + sum(throw)
    for order in itertools.permutations([4, 5, 6, 7, 8]):
        total = total * 7 % 1009 + order[1] - order[3]
    return (
        steps,
        total,
        list(product("ab", range(2))),
        list(product([1, 2], (3,), [4, 5])),
        list(combinations(range(4), 2)),
        list(combinations([1, 2, 3, 4], 3)),
        list(combinations([1, 2, 3, 4, 5, 6], 5)),
        list(combinations([1], 2)),
        list(itertools.permutations((1, 2, 3))),
        list(itertools.permutations([1, 2, 3, 4], 3))[5:9],
        list(itertools.permutations([1, 2, 3], 2)),
    )


def test_choices_of_items():
    assert_same(arranged)
