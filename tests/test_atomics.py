"""Sums that no thread loses, in both modes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from gametree.atomics import add_to_field, add_to_item, add_to_vector, fill_field
from gametree.compiled.build import compile_function

RECORD = np.dtype(
    (np.record, [("count", "i4"), ("child", "i4"), ("total", "f8"), ("value", "f8", (2,))]),
    align=True,
)
TIMES = 2_000_000


def change(records, numbers, times):
    last = 0
    for _ in range(times):
        add_to_field(records[0], "count", 1)
        add_to_field(records[0], "total", 0.5)
        add_to_vector(records[0], "value", 1, 0.25)
        last = add_to_item(numbers, 2, 3)
    fill_field(records[0], "child", 7)
    return last


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
    assert records[0].value.tolist() == [0.0, 0.25 * whole]
    assert numbers.tolist() == [0, 0, 3 * whole, 0]
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


def test_only_the_first_fills_a_field():
    record = np.zeros(1, RECORD)[0]
    assert fill_field(record, "child", 5) == 0
    assert fill_field(record, "child", 6) == 5
    assert record.child == 5
