"""Functions that Python calls: what they take, give back, raise and refuse."""

from __future__ import annotations

import random
from dataclasses import dataclass
from random import choice

import numpy as np
import pytest

import plainpython
from plainpython.machine_errors import MachineChangeError, MachineOverflowError


@dataclass(frozen=True)
class Pair:
    first: int
    second: int


def mixed(rows, factor, names, pair):
    counts = dict(names)
    counts["all"] = sum([sum(row) for row in rows]) * factor
    return [counts["all"] // pair.first, factor], counts, {(1, 2): "a"}, Pair(pair.second, 7)


def changes(rows):
    rows.append([1])
    return len(rows)


def draws(sides):
    return random.randrange(sides)


def chooses(items):
    return choice(items)


def draws_with_numpy(sides):
    return [np.random.randint(sides) for _ in range(3)]


def reads(name):
    return open(name).read()


ROWS = [[1, 2], [3]]


@pytest.fixture(scope="module")
def made():
    return plainpython.compile(mixed, ROWS, 2, {"a": 1}, Pair(3, 4))


def test_values_of_all_kinds_go_in_and_come_back(made):
    for arguments in ((ROWS, 2, {"a": 1}, Pair(3, 4)), ([[5]], -3, {}, Pair(2, 0))):
        assert made(*arguments) == mixed(*arguments)


def test_what_the_function_raises_is_raised(made):
    with pytest.raises(ZeroDivisionError):
        made(ROWS, 2, {}, Pair(0, 1))


def test_arguments_of_another_number_or_type_are_refused(made):
    with pytest.raises(TypeError, match="mixed was compiled for 4 arguments, and got 1"):
        made(ROWS)
    with pytest.raises(TypeError, match=r"argument 1 of mixed is list .*float.*compiled for list"):
        made([[1.5]], 2, {}, Pair(1, 1))
    with pytest.raises(MachineOverflowError, match="argument 2 of mixed has an int of more bits"):
        made(ROWS, 2**70, {}, Pair(1, 1))


def test_what_was_given_is_read_only():
    with pytest.raises(MachineChangeError):
        plainpython.compile(changes, ROWS)(ROWS)
    assert ROWS == [[1, 2], [3]]


def test_what_cannot_be_compiled_is_told_with_its_line():
    line = reads.__code__.co_firstlineno + 1
    with pytest.raises(plainpython.CannotCompile, match=rf"reads .*test_entry.py, line {line}"):
        plainpython.compile(reads, "notes.txt")
    with pytest.raises(TypeError, match="expected a Python function"):
        plainpython.compile(len, [1])


def unites(items):
    return items.union(items, [7])


def updates(items):
    found = set(items)
    found.update([4], (5, 6))
    return len(found)


def begins(text):
    return text.startswith("a", 1)


def rounds(number):
    return round(number, -1)


@pytest.mark.parametrize(
    ("function", "example", "named"),
    [
        (unites, {1}, r"call union with \(set of int, set of int, list of ints\)"),
        (updates, {1}, r"call update of set of int with \(list of ints, \(5, 6\)\)"),
        (begins, "ab", r"call startswith with \(str, str, 1\)"),
        (rounds, 15, r"call round with \(int, -1\)"),
    ],
)
def test_calls_are_named_as_they_are_written(function, example, named):
    with pytest.raises(plainpython.CannotCompile, match=f"compiled code cannot {named};"):
        plainpython.compile(function, example)


@pytest.mark.parametrize(
    ("function", "example", "named"),
    [
        (draws, 6, "random.randrange"),
        (chooses, [1, 2], "random.choice"),
        (draws_with_numpy, 6, "numpy.random.randint"),
    ],
)
def test_draws_from_another_generator_than_python_has_are_refused(function, example, named):
    with pytest.raises(plainpython.CannotCompile, match=rf"draws with {named}, .*seed does not"):
        plainpython.compile(function, example)
