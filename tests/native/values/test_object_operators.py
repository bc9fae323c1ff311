from __future__ import annotations

import copy
from dataclasses import dataclass, field

from gametree.native.build import compile_function
from plainpython.values import arena


def compiled(function, number):
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


@dataclass(frozen=True)
class Place:
    row: int
    column: int = 2
    STEP = 5

    def moved(self, rows):
        return Place(self.row + rows, self.column)

    @property
    def total(self):
        return self.row + self.column


@dataclass
class Pile:
    cells: list[int] = field(default_factory=list)
    size: int = 0

    def push(self, item):
        self.cells.append(item)
        self.size += 1
        return self

    def __len__(self):
        return self.size

    def __getitem__(self, place):
        return self.cells[place]

    def __contains__(self, item):
        return item in self.cells

    @classmethod
    def of(cls, item):
        return cls([item, item], 2)

    @staticmethod
    def two():
        return 2

    def copy(self):
        return Pile(self.cells[:], self.size)


START = Place(4)


def test_frozen_dataclasses_are_values():
    def play(n):
        place = Place(n)
        equal = place == Place(n, column=3), place == Place(n), place != Place(n), place is place
        moved = place.moved(2)
        return equal, moved.total, moved.row, Place.STEP, moved.STEP, START.row, START.total

    assert compiled(play, 5) == play(5)


def test_objects_do_what_their_methods_say():
    def play(n):
        pile = Pile()
        pile.push(n).push(n + 1)
        shallow, deep, own = copy.copy(pile), copy.deepcopy(pile), pile.copy()
        deep.push(7)
        own.push(9)
        own.cells[0] = 50
        sizes = len(pile), len(deep), len(own), Pile.two(), not pile, bool(Pile())
        items = pile[0], pile[1], deep[2], own[0], Pile.of(3)[1], n in pile, 99 in pile
        return sizes, items, shallow == pile, deep == pile

    assert compiled(play, 5) == play(5)


@dataclass
class Steps:
    most: int = 3

    def __iter__(self):
        for step in range(self.most):
            yield step * self.most


def test_what_takes_all_items_takes_objects_that_have_them():
    def play(n):
        steps = Steps(n)
        return list(steps), sorted(steps, reverse=True), tuple(steps), sum(steps), sum(steps, n)

    assert compiled(play, 5) == play(5)
