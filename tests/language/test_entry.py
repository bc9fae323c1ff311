"""Functions that Python calls: what they take, give back, raise and refuse."""

from __future__ import annotations

from dataclasses import dataclass

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
