"""Tuples that a loop makes longer or shorter."""

from __future__ import annotations

import pytest

from ..both_modes import assert_same

CASES = ((0,), (1,), (2,), (5,))


def longer(n):
    path: tuple[int, ...] = ()
    pairs = ((n, 0),)
    for k in range(n):
        path += (k,)
        pairs = pairs + ((k, k + 1),)
    return path, pairs, sum(path)


def in_front(n):
    found = []
    for k in range(n):
        path = ((k, 0),)
        for j in range(k):
            path = ((j, 1),) + path
        found.append(path)
    return found


def shorter(n):
    row = tuple(range(n + 3))
    while len(row) > 2:
        row = row[1:]
    waiting = (n,)
    steps = 0
    while waiting:
        first = waiting[0]
        waiting = waiting[1:]
        steps += 1
        if first > 0:
            waiting = waiting + (first - 1, first - 2)
    return row, steps


def given(path, n):
    for k in range(n):
        path = path + ((k, k),)
    return path


def of_parameters(n):
    return given((), n), given(((8, 9),), n)


def kept(n):
    best = ()
    for k in range(n):
        current = (k,)
        while len(current) < k:
            current = current + (len(current),)
        if len(current) > len(best):
            best = current
    return best


def no_tuples(n):
    text, items, number = "abcdef", [1, 2, 3, 4, 5, 6], 1
    for k in range(n):
        text = text[1:]
        items = items[1:] + [k]
        number = number + k
    return text, items, number


def replaced(n):
    cells = (0, 0, 0, 0, 0)
    for k in range(n):
        cells = cells[:k] + (k + 1,) + cells[k + 1 :]
    return cells


@pytest.mark.parametrize(
    "function", [longer, in_front, shorter, of_parameters, kept, no_tuples, replaced]
)
def test_both_modes_answer_the_same(function):
    assert_same(function, *CASES)
