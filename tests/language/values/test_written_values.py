"""Lists, tuples, dicts, objects and arrays as `str`, `repr` and f-strings write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
import pytest

import plainpython
from plainpython.errors import CannotCompile
from plainpython.machine_errors import MachineLimitError


class Suit(Enum):
    HEARTS = "h"
    SPADES = "s"


class Rank(IntEnum):
    ACE = 1
    KING = 13


class Cell(NamedTuple):
    row: int
    mark: str


@dataclass
class Card:
    suit: Suit
    rank: Rank
    seen: list[int] = field(default_factory=list)
    secret: int = field(default=7, repr=False)


@dataclass
class Named:
    number: int

    def __str__(self):
        return f"no. {self.number}"


@dataclass
class Shown:
    number: int

    def __repr__(self):
        return f"<{self.number}>"


def written(value):
    return str(value), f"{value}", repr(value)


VALUES = {
    "list": [3, -1],
    "no items": [[1], []],
    "rows": [["X", "."], ["O", "it's"]],
    "truths": [True, False],
    "tuple": (1, "a", True),
    "one item": (5,),
    "long tuple": (0,) * 12,
    "NamedTuple": [Cell(1, "x")],
    "dict": {(1, 2): "a", (0, 0): 'say "b"'},
    "keys": {"turn": 1, "cells": 2},
    "members": [Suit.HEARTS, Suit.SPADES],
    "member": Suit.SPADES,
    "number": Rank.KING,
    "dataclass": Card(Suit.HEARTS, Rank.ACE, [2]),
    "own str": Named(3),
    "own repr": [Shown(3)],
    "table": np.array([[1, -20], [300, 4]]),
    "small": (np.zeros((2, 3), np.int8), 4),
    "line": np.arange(9, dtype=np.uint8),
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES.keys())
def test_values_are_written_as_interpreted(value):
    assert plainpython.compile(written, value)(value) == written(value)


def may_be_none(number):
    parts = [None, number]
    return f"{parts}", str((parts[0], number))


def test_none_among_numbers():
    assert plainpython.compile(may_be_none, 3)(3) == may_be_none(3)


@pytest.mark.parametrize(
    "value",
    [["\n"], ["\\"], ["é"], ["""'"'"""], np.zeros((2, 60), np.int64), np.zeros((0, 2), np.int64)],
    ids=["line", "backslash", "accent", "quotes", "long", "empty"],
)
def test_what_is_written_otherwise_is_left_to_python(value):
    with pytest.raises(MachineLimitError):
        plainpython.compile(written, value)(value)


@pytest.mark.parametrize(
    "value", [{1, 2}, 0.1, [0.5], np.array([0.5]), {"turn": 1, "cells": [0, 2]}]
)
def test_sets_floats_and_dicts_of_several_types_are_refused(value):
    with pytest.raises(CannotCompile, match="it makes a text of "):
        plainpython.compile(written, value)


def test_a_function_without_source_writes_alike():
    names = {}
    exec("def write(value): return str(value), repr(value)", names)
    assert plainpython.compile(names["write"], (1, 2))((1, 2)) == ("(1, 2)", "(1, 2)")


def item_in_a_list(numbers):
    return str([numbers[0]])


def item_or_int(numbers):
    number = numbers[0] if len(numbers) > 1 else 7
    return repr(number)


def item_in_a_dict(numbers):
    return f"{ {1: numbers[1]} }"


def member_among_ints(number):
    return str([Rank.KING, number])


def member_or_int(number):
    return repr(Rank.ACE if number > 5 else number)


def given(values):
    return str(values)


@pytest.mark.parametrize(
    ("function", "example"),
    [
        (item_in_a_list, np.array([1, 2])),
        (item_or_int, np.array([1, 2])),
        (item_in_a_dict, np.array([1, 2])),
        (member_among_ints, 3),
        (member_or_int, 3),
        (given, [Rank.KING, 3]),
        (given, [np.int64(1)]),
        (given, (np.int64(1), 2)),
        (given, [1, True]),
    ],
)
def test_other_numbers_among_ints_are_refused(function, example):
    """Python writes np.int64(1), True and <Rank.KING: 13> there."""
    with pytest.raises(CannotCompile, match="among ints"):
        plainpython.compile(function, example)


def test_ints_made_of_them_are_written():
    def made(numbers):
        return str([int(numbers[0])])

    numbers = np.array([1, 2])
    assert plainpython.compile(made, numbers)(numbers) == "[1]"
