"""Lists of tuples with None at a place where another list of the same name has a value."""

from __future__ import annotations

import pytest
from numba.core.errors import NumbaError

from .both_modes import assert_same, compiled

CASES = ((0,), (1,), (5,))


def comprehensions(n):
    if n < 3:
        steps = [(None, k) for k in range(n)]
    else:
        steps = [(source, k) for source in range(2) for k in range(n)]
    return steps, [k if source is None else source + k for source, k in steps]


def displays(n):
    steps = [(None, n, "a"), (None, 2, "b")] if n else [(3, n, "c")]
    steps.append((n, n, "d"))
    return steps


def appended(n):
    steps = []
    for k in range(3):
        steps.append((None, k))
    if n:
        for k in range(n):
            steps.append((k, k))
    return steps, sum(1 for source, _ in steps if source is None)


def added(n):
    steps = []
    if n < 3:
        steps += [(None, k) for k in range(2)]
    else:
        steps += [(n, k) for k in range(2)]
    return steps


def either_place(n):
    if n < 1:
        pairs = [(None, 2.5)]
    elif n < 3:
        pairs = [(n, None), (n + 1, None)]
    else:
        pairs = []
    return pairs


def nested(n):
    moves = [((None, n), 1)] if n < 3 else [((n, n), 2)]
    return [place for (source, place), _ in moves if source is None], moves


def several_names(n):
    steps = [(1, n)]
    same = steps
    chosen = same if n < 3 else [(None, n)]
    chosen.append((None, 7))
    steps.append((2, 2))
    return steps, same, chosen


@pytest.mark.parametrize(
    "function",
    [comprehensions, displays, appended, added, either_place, nested, several_names],
)
def test_both_modes_answer_the_same(function):
    assert_same(function, *CASES)


def of_an_argument(n, given):
    chosen = given if n < 3 else [(None, n)]
    chosen.append((None, 7))
    return given


def of_a_tuple(n):
    kept = ([(1, 2)], n)
    chosen = kept[0] if n < 3 else [(None, n)]
    chosen.append((None, 7))
    return kept


def of_a_dict(n):
    kept = {1: [(1, 2)]}
    kept[1].append((None, 7))
    return kept


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(of_an_argument, (1, [(1, 2)])), (of_a_tuple, (1,)), (of_a_dict, (1,))],
)
def test_a_list_that_others_may_have_is_not_made_anew(function, arguments):
    with pytest.raises(NumbaError, match="stands where|Cannot refine|Cannot unify"):
        compiled(function, *arguments)
