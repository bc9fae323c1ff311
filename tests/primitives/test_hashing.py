"""Keys of positions: the same number in both modes, and no two positions with one number."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametree.compiled.build import compile_search  # noqa: F401 - teaches Numba the keys
from gametree.compiled.functions import compiling, dispatcher
from gametree.primitives.bits import u64
from gametree.primitives.hashing import key_of_state


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
