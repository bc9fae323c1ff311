"""Vectors of small integers: what they add up to, and that both modes agree."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree.native.build import compile_function
from gametree.primitives.vectors import LANES, clipped_dot, row, table_of


class Table(gt.Compilable):
    """Adds up all rows but the last, which weighs the sum."""

    runtime_arrays = ("table",)

    def __init__(self, table):
        self.table = table.ravel()

    def answer(self, top, count):
        total = row(self.table, 0)
        for index in range(1, count):
            total = total + row(self.table, index)
        return clipped_dot(total, top, row(self.table, count))


def ask(obj, top, count):
    return obj.answer(top, count)


def random_table(seed, largest):
    rng = np.random.default_rng(seed)
    return rng.integers(-largest, largest, (9, LANES), np.int16, endpoint=True)


@pytest.fixture(scope="module")
def native():
    return compile_function(ask, Table(random_table(0, 1)), 1, 1)


@pytest.mark.parametrize("top", [0, 1, 500, 32767])
@pytest.mark.parametrize("largest", [1, 100, 500])
def test_both_modes_add_and_weigh_alike(native, largest, top):
    table = random_table(largest, largest)
    sums = table[:8].astype(int).sum(0)
    expected = int(np.clip(sums, 0, top) @ table[8].astype(int))
    obj = Table(table)
    assert obj.answer(top, 8) == native(obj, top, 8) == expected


def test_sums_wrap_around_in_both_modes(native):
    obj = Table(np.concatenate([np.full((2, LANES), 20_000, np.int16), random_table(1, 9)]))
    assert obj.answer(32767, 2) == native(obj, 32767, 2) == 0


def test_a_table_begins_at_a_cache_line_and_stays_as_it_is():
    rows = random_table(2, 1000)
    for _ in range(3):
        table = table_of(rows)
        assert table.ctypes.data % 64 == 0
        assert table.tolist() == rows.ravel().tolist()
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 1
