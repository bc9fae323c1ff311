"""Functions and methods that call themselves, compiled as they run interpreted."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass

import pytest
from numba.core.errors import TypingError

from .both_modes import assert_same, compiled


@dataclass
class Grid:
    """A board of which some cells are walls."""

    size: int

    def fill(self, cells, row, column):
        if not (0 <= row < self.size and 0 <= column < self.size) or cells[row][column]:
            return 0
        cells[row][column] = 2
        return 1 + sum(
            self.fill(cells, row + down, column + right)
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )

    def ways(self, numbers, left):
        if left == 0:
            return 1
        if left < 0 or not numbers:
            return 0
        return self.ways(numbers[1:], left - numbers[0]) + self.ways(numbers[1:], left)

    @property
    def halvings(self):
        return 0 if self.size < 1 else 1 + Grid(self.size // 2).halvings


def even(number):
    return True if number == 0 else odd(number - 1)


def odd(number):
    return False if number == 0 else even(number - 1)


def recursive(size):
    walls = [[int((3 * row + column) % 4 == 3) for column in range(size)] for row in range(size)]
    grid = Grid(size)
    return (
        grid.fill(walls, 0, 0),
        grid.ways((1, 2, 3, size, 5), 6),
        even(size),
        grid.halvings,
    )


def endless(number):
    return endless(number + 1) + 1 if number >= 0 else 0


def called_endless(number):
    try:
        return endless(number)
    except RecursionError:
        return -1


def whole(number):
    return 0 if number == 0 else half(number - 1)


def half(number):
    return whole(number) + 0.5


def of_two_types(number):
    return whole(number)


def test_methods_and_functions_that_call_themselves():
    assert_same(recursive, (3,), (4,), (7,))


def paths(number, path):
    """The path is put together in a variable, and a list of what comes of it is added to one."""
    found = []
    for step in (1, 2):
        place = path[-1][0] + step
        if place > number:
            continue
        longer = path + ((place, step),)
        further = paths(number, longer)
        if further:
            found.extend(further)
        else:
            found.append(longer)
    return found


def short_paths(number):
    return [((k, 0), (k + 1, 1)) for k in range(number)]


def all_paths(number):
    """A list of tuples of any length on one path, of pairs on the other."""
    found = []
    found.extend(paths(number, ((0, 0),)))
    if number % 2:
        return found
    pairs = []
    pairs.extend(short_paths(number))
    return pairs


def test_tuples_that_grow_from_call_to_call():
    assert_same(all_paths, (1,), (2,), (3,), (4,))


READ_BY_ITSELF = """
class Tree:
    def leaves(self, depth):
        return 1 if depth == 0 else 2 * self.leaves(depth - 1)

def even(number):
    return True if number == 0 else odd(number - 1)

def odd(number):
    return False if number == 0 else even(number - 1)

def both(number):
    return Tree().leaves(number), even(number)
"""


def test_functions_of_a_file_that_is_no_listed_module_call_themselves(tmp_path):
    path = tmp_path / "read_by_itself.py"
    path.write_text(READ_BY_ITSELF)
    spec = importlib.util.spec_from_file_location("read_by_itself", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)  # and `sys.modules` is left as it is
    assert_same(module.both, (3,), (4,))


def test_recursion_without_end_raises():
    assert_same(called_endless, (-1,), (0,))
    with pytest.raises(RecursionError, match="more than 1000 deep"):
        compiled(endless, 1)(1)


def test_results_of_two_types_in_a_circle_are_refused():
    with pytest.raises(TypingError, match="does not return values of one type"):
        compiled(of_two_types, 1)
