"""Keys of positions: the same number in both modes, and no two positions with one number."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametree.native.build import compile_function
from plainpython.back_end.functions import compiling, dispatcher
from plainpython.bits import u64
from plainpython.hashing import key_of_contents, key_of_state
from plainpython.values import arena


def key(state):
    return key_of_state(state)


def compiled_key(state):
    with compiling():
        return dispatcher(key, entry=True)(state)


class Board(NamedTuple):
    mine: int
    theirs: int
    clock: float


@pytest.mark.parametrize(
    "state",
    [
        5,
        True,
        (),
        (1, 2),
        (-1, -2),
        (u64(2**64 - 1), 3),
        (1, 2.5, True, (4, (-5, 6.0))),
        Board(3, -4, -0.0),
    ],
    ids=repr,
)
def test_both_modes_give_the_same_number(state):
    assert compiled_key(state) == key_of_state(state)


class Cells:
    """Equal to itself alone."""

    def __init__(self, cells, turn, inner):
        self.cells = cells
        self.turn = turn
        self.inner = inner
        self.grid = np.array([[cells[0], 2], [3, 4]])
        self.count = {turn: 3}


HELD = [Cells([1, -2], "X", [0.5]), None]


def test_objects_are_equal_by_their_contents():
    one, same, other = (Cells([n, 2], "X", Cells([n], None, ())) for n in (1, 1, 3))
    assert key_of_contents(one) == key_of_contents(same) != key_of_contents(other)
    with pytest.raises(TypeError):
        key_of_contents(object())


def test_contents_have_one_key_in_both_modes():
    def contents(n):
        return key_of_contents((n, HELD[0], HELD[n], (0.5, True)))

    arena.provide()
    entry_point = compile_function(contents, 1)
    arena.enter()
    assert entry_point(1) == contents(1)


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize(
    "state_of",
    [
        lambda n, there: (n if there else None, 7),
        lambda n, there: (n > 1 if there else None, n * 0.5 if there else None),
        lambda n, there: ((n, n) if there else None, 7),
        lambda n, there: n if there else None,
    ],
)
def test_what_may_be_none_has_one_key_in_both_modes(state_of, there):
    def keyed(n, there):
        return key_of_state(state_of(n, there)), key_of_contents(state_of(n, there))

    arena.provide()
    entry_point = compile_function(keyed, 1, True)
    arena.enter()
    assert entry_point(3, there) == keyed(3, there)


def test_zero_has_one_sign():
    assert key_of_state((0.0,)) == key_of_state((-0.0,))


def test_small_boards_all_differ():
    # All 3^8 boards of eight squares, where Python's own hash takes -1 for -2.
    boards = list(itertools.product((-2, -1, 0), repeat=8))
    assert len({key_of_state(board) for board in boards}) == len(boards)


def test_the_grouping_counts():
    states = [(1, 2, 3), ((1, 2), 3), (1, (2, 3)), ((1, 2, 3),), (1, 2), (1, 2, 0)]
    assert len({key_of_state(state) for state in states}) == len(states)


words = st.integers(-(2**63), 2**64 - 1)


@given(st.lists(words, max_size=4).map(tuple), st.lists(words, max_size=4).map(tuple))
def test_equal_keys_mean_equal_words(one, other):
    same = [word % 2**64 for word in one] == [word % 2**64 for word in other]
    assert (key_of_state(one) == key_of_state(other)) == same
    assert 0 <= key_of_state(one) < 2**64
