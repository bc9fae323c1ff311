"""Habits of published programs: counters, lambdas to choose from, dicts that are filled by key."""

from __future__ import annotations

import sys

import pytest
from numba.core.errors import NumbaError

import plainpython
from plainpython.machine_errors import MachineLimitError

from ..both_modes import compiled

visited = 0
looked_at = 0


def habits(cells, who):
    global visited
    visited += 1
    limit = len(cells)
    if who == 1:
        ends = lambda x, y: x == limit - 1  # noqa: E731
    else:
        ends = lambda x, y: y == limit - 1  # noqa: E731
    step = (lambda v: v + limit) if who else (lambda v: v - limit)

    def reaches(x, y):
        if ends(x, y):
            return True
        return x < 9 and reaches(x + 1, y + 2)

    told = {}
    told["who"] = who
    told["ends"] = reaches(0, 1)
    told["next"] = step(step(told["who"]))
    told["landing"] = {"side": who, "pit": cells[0]}
    return told["ends"], told["next"] + told["landing"]["pit"], len(told)


def test_counters_lambdas_and_filled_dicts_are_as_in_python():
    made = plainpython.compile(habits, [4], 1)
    for cells in ([4], [4, 5, 6, 7], [1] * 8):
        for who in (0, 1, 2):
            assert made(cells, who) == habits(cells, who), (cells, who)


def ends_early(n):
    if n > 5:
        sys.exit(1)
    return n


def test_a_program_that_would_end_raises_an_error():
    made = compiled(ends_early, 2)
    assert made(2) == 2
    with pytest.raises(MachineLimitError, match="the program is ended here"):
        made(6)


def counts():
    global looked_at
    looked_at += 1


def stops(limit):
    return looked_at > limit


def test_a_counter_that_is_read_is_refused():
    with pytest.raises(NumbaError, match="the global variable looked_at, in which counts counts"):
        compiled(stops, 3)
