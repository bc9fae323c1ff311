"""What is to be seen of a member of a state, by the values that it had."""

from __future__ import annotations

import enum
from collections import namedtuple
from dataclasses import dataclass

import numpy as np
import pytest

from gametree.games import TicTacToe
from gametree.networks.feature_plan import part_of
from gametree.networks.features import features_of
from gametree.networks.seen_play import SeenPlay


def finder(values):
    """Return the features of a game whose states had these values, one after the other."""
    return features_of(TicTacToe(), SeenPlay(values, [0] * len(values), [], {}, [], []))


def seen(values):
    """Return for each value the numbers of its features."""
    features = finder(values)
    rows = []
    for value in values:
        found = np.zeros(features.most + 1, int)
        rows.append(tuple(found[: features.collect(TicTacToe(), value, 0, found, 0)].tolist()))
        assert all(0 <= each < features.size for each in rows[-1])
        assert len(set(rows[-1])) == len(rows[-1])
    return rows


class Colour(enum.Enum):
    RED = 1
    BLUE = 2
    GREEN = 3


@dataclass
class Point:
    x: int
    y: int


Pair = namedtuple("Pair", "x y")

BOARDS = [0, 1, 1 | 1 << 9, 1 | 1 << 9 | 1 << 33, 1 << 50 | 1 << 9 | 1 << 33, 1 << 50 | 1 << 62]

# Values of a member in random games; each other than all others.
MEMBERS = {
    "integers": [3, -2, 0, 7],
    "truth values": [True, False],
    "whole floats": [0.0, 1.0, -1.0],
    "quantities": [0.25, 0.5, 1.75],
    "NumPy's integers": [np.int8(3), np.int8(-3)],
    "boards of bits": BOARDS,
    "texts as categories": ["red", "blue"],
    "texts as boards": ["".join("xo."[(i >> j) % 3] for j in range(9)) for i in range(40)],
    "texts of several lengths": ["a" * (5 + i % 4) + "b" * (i // 4) for i in range(20)],
    "None or a number": [None, 0, 1],
    "None or a text": [None, "won", "drawn"],
    "members of an enumeration": list(Colour),
    "pairs": [(0, 5), (1, 5), (1, 6)],
    "boards as tuples": [(0, 0, 1, 2, 0, 1), (0, 0, 1, 2, 0, 0), (2, 2, 2, 2, 2, 2)],
    "records as tuples": [
        (0, 0, 0, "wait", (1, 2), None),
        (0, 3, 0, "wait", (1, 2), None),
        (0, 3, 0, "roll", (1, 2), None),
        (0, 3, 0, "roll", (1, 1), None),
        (0, 3, 0, "roll", (1, 1), 2),
        (2, 3, 0, "roll", (1, 1), 3),
    ],
    "boards as lists": [[0, 1, 2], [2, 1, 0], [2, 2, 0]],
    "lists of several lengths": [[], [1], [1, 2], [2, 1], [2]],
    "rows of rows": [[[0, 1], [1, 0]], [[1, 1], [1, 0]]],
    "bytes": [b"\0\1\2", b"\2\1\0"],
    "byte arrays": [bytearray(b"\0\1\2"), bytearray(b"\2\1\0")],
    "named tuples": [Pair(1, 2), Pair(1, 3), Pair(2, 2)],
    "dataclasses": [Point(1, 2), Point(1, 3), Point(2, 2)],
    "arrays": [np.array([0, 1, 2]), np.array([0, 2, 2])],
    "arrays of floats": [np.zeros((3, 3)), np.eye(3), -np.eye(3)],
    "arrays of truth values": [np.array([True, False]), np.array([False, False])],
    "arrays of one number": [np.array(1), np.array(2)],
    "structured arrays": [
        np.array((1, [2, 3]), [("x", int), ("y", int, (2,))])[()],
        np.array((1, [2, 4]), [("x", int), ("y", int, (2,))])[()],
    ],
    "dicts": [{}, {(0, 1): "x"}, {(0, 1): "o"}, {(0, 1): "x", (2, 2): "o"}],
    "dicts of what is there": [{}, {4: "x"}, {4: "x", 5: "x"}],
    "dicts of members": [
        {"board": [0, 0], "player": 0, "winner": None},
        {"board": [0, 1], "player": 0, "winner": None},
        {"board": [0, 1], "player": 1, "winner": None},
        {"board": [0, 1], "player": 1, "winner": 1},
        {"board": [0, 1], "player": 1, "winner": 0},
    ],
    "sets": [set(), {1}, {1, 5}, {5}],
    "frozensets of tuples": [frozenset({(0, 1)}), frozenset({(1, 0)}), frozenset()],
}


@pytest.mark.parametrize("kind", MEMBERS)
def test_different_values_have_different_features(kind):
    rows = seen(MEMBERS[kind])
    assert len(set(rows)) == len(rows)


def test_a_number_is_one_feature_and_a_board_a_feature_for_each_bit():
    assert seen([5, 3, 4]) == [(2,), (0,), (1,)]
    assert seen(BOARDS) == [tuple(bit for bit in range(64) if board >> bit & 1) for board in BOARDS]


def test_numbers_that_moves_change_as_numbers_are_no_boards():
    counts = list(range(0, 3000, 7))
    rows = seen(counts)
    assert {len(row) for row in rows} == {1}
    assert len(set(rows)) > 10
    assert rows == sorted(rows)  # ranges, in order


def test_cells_are_numbered_one_after_the_other():
    assert seen([(0, 1, 2, 0, 0), (2, 2, 2, 2, 2)])[1] == (2, 5, 8, 11, 14)
    assert seen([np.array([[0, 1], [1, 0]])]) == [(0, 3, 5, 6)]
    assert seen([[[0, 1], [1, 0]]]) == [(0, 3, 5, 6)]


def test_what_was_never_seen_has_no_feature():
    features = finder([[0, 1], [1, 1], [1, 0]])
    found = np.zeros(9, int)
    assert (
        features.collect(TicTacToe(), [7, 1, 1], 0, found, 0) == 1
    )  # a value and a place that were not there
    assert found[0] == 3


def test_features_are_written_behind_those_that_are_there():
    found = np.full(9, -1)
    assert finder([[0, 1], [1, 1]]).collect(TicTacToe(), [1, 0], 0, found, 3) == 5
    assert found.tolist() == [-1, -1, -1, 1, 2, -1, -1, -1, -1]


class Nothing:
    """An object that shows nothing."""

    __slots__ = ()


@pytest.mark.parametrize(
    "values",
    [[], [1, 1], [None], ["x"], [(), ()], [Nothing(), Nothing()], [object()], [1, "x"]],
)
def test_where_nothing_differs_there_is_nothing_to_see(values):
    assert part_of(values).size == 0


def test_only_boards_have_planes():
    def cells(values):
        return [(plane.cells, plane.shape) for plane in part_of(values).planes("state")]

    rows = [[0, 1, 2], [1, 0, 2]]
    assert cells([rows, [[1, 1, 1]] * 2]) == [(6, (2, 3))]
    assert cells([np.array(rows)]) == [(6, (2, 3))]
    assert cells([[None, 0, 1]]) == cells([[0, 1, 2]]) == [(3, None)]
    assert cells([{"a": 1, "b": 0}]) == [(2, None)]
    assert cells([0, 0b111111111, 0b101010100, 0b111000111]) == [(9, None)]
    assert cells([3, 4, 5]) == []


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (7, 7), (4, 5), (9, 11), (6, 8)])
@pytest.mark.parametrize("place", ["first", "last"])
def test_a_column_that_is_never_set_tells_the_rows_of_a_board_of_bits(rows, columns, place):
    """As in connect four, where a column of the board takes one bit more than it has cells."""
    border = 0 if place == "first" else columns - 1
    cells = [r * columns + c for r in range(rows) for c in range(columns) if c != border]
    boards = [0]
    for cell in np.random.default_rng(1).permutation(cells).tolist():
        boards.append(boards[-1] | 1 << cell)
    (plane,) = part_of(boards).planes("state")
    assert (plane.cells, plane.shape) == (rows * columns, (rows, columns))


def test_a_board_of_bits_without_such_a_column_tells_no_rows():
    boards = [0]
    for cell in range(64):
        boards.append(boards[-1] | 1 << cell)
    (plane,) = part_of(boards).planes("state")
    assert (plane.cells, plane.shape) == (64, None)
