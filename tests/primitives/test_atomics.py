"""Sums and bounds that no thread loses, in both modes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from gametree.native.build import compile_function
from gametree.primitives.atomics import (
    add_to_field,
    add_to_item,
    lower_field,
    lower_in_vector,
    move_field,
    move_in_vector,
    raise_field,
    raise_in_vector,
    read_item,
    replace_item,
)
from gametree.primitives.records import FieldRecord

FIELDS = np.dtype(
    [
        ("count", "i4"),
        ("total", "f8"),
        ("mean", "f8"),
        ("low", "f8"),
        ("high", "f8"),
        ("value", "f8", (2,)),
        ("bounds", "f8", (2,)),
    ],
    # As in a tree: what lies across two cache lines is changed at a thousandth of the speed.
    align=True,
)
RECORD = np.dtype((FieldRecord, FIELDS))
TIMES = 200_000
TURNS = 1000
PART = 1e-6


def change(records, numbers, times):
    last = 0
    for turn in range(times):
        add_to_field(records[0], "count", 1)
        add_to_field(records[0], "total", 0.5)
        move_field(records[0], "mean", 1.0, PART)
        move_in_vector(records[0], "value", 1, 1.0, PART)
        raise_field(records[0], "low", turn % 1000)
        lower_field(records[0], "high", -turn % 1000)
        raise_in_vector(records[0], "bounds", 0, 0.5 * turn)
        lower_in_vector(records[0], "bounds", 1, -0.5 * turn)
        last = add_to_item(numbers, 2, 3)
        if turn % TURNS == 0:
            while not replace_item(numbers, 1, 0, 1):  # one thread at a time
                pass
            numbers[3] += 1
            replace_item(numbers, 1, 1, 0)
    return last + read_item(numbers, 0)


def buffers():
    return np.zeros(2, RECORD), np.zeros(4, np.int64)


@pytest.fixture(scope="module")
def compiled():
    return compile_function(change, *buffers(), TIMES)


def test_threads_lose_nothing(compiled):
    """Compiled, they run at once: plain additions lose some in nearly every run."""
    records, numbers = buffers()
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(compiled, records, numbers, TIMES) for _ in range(4)]
    last = [run.result() for run in runs]
    whole = 4 * TIMES
    assert records[0].count == whole
    assert records[0].total == 0.5 * whole
    # What is left of the way is multiplied by 1 - PART each time, whoever comes first.
    moved = pytest.approx(1.0 - (1.0 - PART) ** whole, abs=0.1 * PART)
    assert [records[0].mean, *records[0].value.tolist()] == [moved, 0.0, moved]
    assert (records[0].low, records[0].high) == (999.0, 0.0)
    assert records[0].bounds.tolist() == [0.5 * (TIMES - 1), -0.5 * (TIMES - 1)]
    assert numbers.tolist() == [0, 0, 3 * whole, whole // TURNS]
    assert max(last) == 3 * (whole - 1)  # each addition tells what was there before
    assert len(set(last)) == 4


def test_both_modes_do_the_same(compiled):
    found = []
    for function in (change, compiled):
        records, numbers = buffers()
        last = function(records, numbers, 5)
        found.append((last, records.tobytes(), numbers.tolist()))
    assert found[0] == found[1]
    assert found[0][0] == 12


def test_a_number_is_replaced_only_where_it_still_stands():
    numbers = np.zeros(4, np.int64)
    assert replace_item(numbers, 1, 0, 5)
    assert not replace_item(numbers, 1, 0, 6)
    assert read_item(numbers, 1) == 5
