"""Functions of itertools and functools in compiled rules."""

from __future__ import annotations

import functools
import itertools
import operator
from itertools import groupby, zip_longest

import numpy as np
import pytest

import plainpython

from ..both_modes import assert_same


def small(number):
    return number < 3


def twice_and(total, number):
    return total * 2 + number


def chained():
    first = itertools.count(3)
    return (
        list(itertools.chain([1], (2, 3), range(2))),
        list(itertools.chain.from_iterable([[1], [2, 3]])),
        list(itertools.accumulate([1, 2, 3])),
        list(itertools.accumulate([3, 1, 2], max)),
        list(itertools.accumulate([1, 2], initial=5)),
        list(itertools.islice(first, 2, 9, 3)),
        list(itertools.islice([1, 2, 3], 2)),
        list(itertools.islice(itertools.cycle("ab"), 5)),
        list(itertools.repeat(7, 3)),
        list(itertools.takewhile(small, [1, 2, 5, 1])),
        list(itertools.dropwhile(small, [1, 2, 5, 1])),
        list(itertools.filterfalse(small, [1, 5])),
        list(itertools.starmap(twice_and, [(1, 2), (3, 4)])),
        list(itertools.compress("abc", [1, 0, 1])),
        list(itertools.pairwise([1, 2, 3])),
        list(filter(small, [1, 5, 2])),
        list(filter(None, [0, 4])),
        list(map(abs, [-1, 2])),
        list(map(operator.add, [1, 2], (3, 4))),
        functools.reduce(twice_and, [1, 2, 3]),
        functools.reduce(operator.mul, (2, 3), 4),
    )


def test_itertools():
    assert_same(chained)


def groups_and_longest(n):
    row = [k * n % 7 for k in range(9)]
    runs = [(key, list(group)) for key, group in groupby(row, key=lambda k: k > 2)]
    return (
        runs,
        max(len(list(group)) for _, group in groupby(k % 2 for k in row)),
        list(zip_longest(row, (2, 3), fillvalue=1)),
        list(zip_longest((1, 2), [n], (5, 6, 7), fillvalue=0)),
    )


def test_groups_and_the_longest_of_several():
    assert_same(groups_and_longest, (3,), (1,), (5,))


def zipped(some, other):
    row = list(some)
    pairs = zip(row, other, strict=True)
    first = next(pairs)
    by_three = [a * b - c for a, b, c in zip(row, range(len(row)), other, strict=True)]
    columns = list(zip(*[row, list(other)], strict=True))
    return first, list(pairs), by_three, columns, list(zip(other, [5], strict=False))


def zipped_until(row, other, end):
    seen = 0
    for a, b in zip(row, other, strict=True):
        seen += a * b
        if a == end:
            break
    for column in zip(*[row, other], strict=True):
        if column[0] == end:
            break
    return seen


def caught(row, other):
    try:
        pairs = list(zip(row, other, np.arange(3), strict=True))
    except ValueError:
        return -1
    return len(pairs)


def growing(first, other, extra):
    row, seen = list(first), []
    for a, b in zip(row, other, strict=True):
        seen.append((a, b))
        if len(row) < len(first) + extra:
            row.append(b)
    return seen


@pytest.mark.parametrize("row", [(1, 2, 3), (1, 2)])
@pytest.mark.parametrize("other", [(4, 5, 6), (4, 5, 6, 7)])
def test_strict_zips(row, other):
    assert_same(zipped, (row, other))
    assert_same(zipped_until, (row, other, 2), (row, other, 9))
    assert_same(caught, (row, other))


def test_a_strict_zip_follows_its_list():
    assert_same(growing, ((1, 2, 3), (4, 5, 6, 7), 1), ((1, 2, 3), (4, 5, 6, 7), 2))


def test_strict_zips_of_no_sequences_are_refused():
    for function in (
        lambda row: list(zip(row, (each for each in row), strict=True)),
        lambda row: list(zip(row, {each: 1 for each in row}, strict=True)),
    ):
        with pytest.raises(plainpython.CannotCompile, match=r"it gives zip.* make a list of it"):
            plainpython.compile(function, [1, 2])
