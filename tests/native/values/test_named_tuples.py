from __future__ import annotations

import dataclasses
from typing import NamedTuple

from gametree.native.build import compile_function
from plainpython.values import arena

from ...language.both_modes import assert_same


def compiled(function, number):
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


class Cell(NamedTuple):
    size: int
    owner: int | None = None
    UNIT = 4

    def times(self, count=1):
        return self.size * count

    @property
    def is_free(self):
        return self.owner is None

    def taken(self, owner):
        return self._replace(owner=owner)


def test_named_tuples_have_methods_properties_defaults_and_constants():
    def play(n):
        free, taken = Cell(n), Cell(n, owner=4)
        methods = free.times(), free.times(3), free.times(count=4), free.taken(2).owner
        owners = free.owner == 4, taken.owner == 4, free.owner is None, free.owner or 17
        same = free == taken, taken == Cell(n, 4), free != taken, free == free.taken(None)
        return methods, owners, same, Cell.UNIT, free.UNIT, free.is_free, taken.is_free

    assert compiled(play, 5) == play(5)


class Row(NamedTuple):
    left: int
    middle: int = 5
    right: int = 7


@dataclasses.dataclass(frozen=True)
class Pair:
    first: int
    second: int = 3


def made_of_items(n):
    rows = [list(range(k, k + n)) for k in range(3)]
    made = Row(*rows[0]), Row(*tuple(rows[1])), Row(*(k * n for k in rows[2]))
    pair = Pair(*rows[1][:2])
    return made, Row(*made[0]), Row(*(n, 2)), pair.first, pair.second


def test_records_are_made_of_items():
    assert_same(made_of_items, (3,), (2,), (1,), (0,), (4,))
