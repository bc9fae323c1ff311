"""Algebra on two sets of different types of items: the same items, in the order of Python."""

from __future__ import annotations

import pytest
from numba.core.errors import NumbaError

from ..both_modes import assert_same, compiled


def exchanged(n):
    truths = {True, False}
    some = {n, 7, 99, 1}
    many = {5 * k for k in range(n)}
    many.discard(5)
    return (
        [each + 0 for each in truths ^ some],
        [each + 0 for each in some ^ truths],
        [each + 0 for each in truths ^ many],
        [each + 0 for each in many ^ truths],
        [each + 0 for each in frozenset(truths) ^ many],
        [each + 0 for each in truths.symmetric_difference([n, 7, 99])],
        [each + 0 for each in many.symmetric_difference((n, 7, 99))],
        [each for each in many.symmetric_difference([])],  # noqa: C416
        many ^ many == set(),
        {1.5, n} ^ {n, 2} == {1.5, 2},
    )


def pairs_exchanged(n):
    pairs, others = {(True, 1), (False, 2)}, {(k, k) for k in range(n)}
    return (
        [100 * first + second for first, second in pairs ^ others],
        [100 * first + second for first, second in others ^ pairs],
    )


def united(n):
    truths, many = {True, False}, {5 * k for k in range(n)}
    many.discard(0)
    return (
        [each + 0 for each in truths | many],
        [each + 0 for each in many | truths],
        [each + 0 for each in many.union(truths)],
        {n, 2}.difference([1.5, 2.5]) == {n},
        {n, 2}.intersection([1.5, 2.0]) == {2},
    )


@pytest.mark.parametrize("function", [exchanged, pairs_exchanged, united])
def test_sets_of_two_types(function):
    assert_same(function, (1,), (5,), (9,), (30,))


def exchanged_with_floats(n):
    items = {n, 2}
    items.symmetric_difference_update([2.0, 9.0])
    return len(items)


def united_with_floats(n):
    return len({n, 2}.union([1.5]))


@pytest.mark.parametrize("function", [exchanged_with_floats, united_with_floats])
def test_items_that_a_set_cannot_hold_are_refused(function):
    with pytest.raises(NumbaError, match=r"float64"):
        compiled(function, 1)
