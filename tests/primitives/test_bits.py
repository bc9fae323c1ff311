"""The functions on boards: what they compute, and that both modes compute the same."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plainpython import bits
from plainpython.bits import ALL, u64

repeatable = settings(deadline=None, derandomize=True, database=None)

BOARDS = st.integers(0, ALL)
FILLED = st.integers(1, ALL)


def indices(board):
    return [index for index in range(64) if board >> index & 1]


@repeatable
@given(BOARDS)
@example(0)
@example(ALL)
def test_the_functions_agree_with_the_list_of_set_bits(board):
    found = indices(board)
    assert bits.popcount(board) == len(found)
    assert [bits.nth(board, n) for n in range(len(found))] == found
    assert sum(map(bits.bit, found)) == board
    if found:
        assert bits.lowest(board) == found[0]
        assert indices(bits.without_lowest(board)) == found[1:]


def test_removing_the_lowest_bit_of_nothing_leaves_nothing():
    assert bits.without_lowest(0) == 0


def test_u64_is_an_int_like_any_other():
    assert u64(5) == 5
    assert u64(5) | 8 == 13
    assert hash(u64(5)) == hash(5)
    assert ALL == 2**64 - 1


# Both modes


def popcounts(board, signed, small):
    return bits.popcount(board), bits.popcount(signed), bits.popcount(small)


def lowest_of(board, signed, small):
    return bits.lowest(board), bits.lowest(signed), bits.lowest(small)


def rests(board, signed, small):
    return bits.without_lowest(board), bits.without_lowest(signed), bits.without_lowest(small)


def nths(board, signed, n):
    return bits.nth(board, n), bits.nth(signed, n)


def one(index):
    return bits.bit(index)


def constants(board):
    return board & ALL, board ^ u64(1 << 63), u64(7)


def with_an_int(board, number, count):
    """A board and an ordinary int, as a game has them in its constants and counters."""
    changed = board
    changed |= number
    changed ^= 5
    return (
        board & number,
        number | board,
        board ^ number,
        (board ^ number) >> count,
        (changed & ~number) >> 1,
        board >> count,
        (board << count) & ALL,
        (board | 1) == (board ^ 0),
    )


@pytest.fixture(scope="module")
def native():
    """Return a function compiled for boards (b), ints (i) and actions of the tree (a)."""
    from numba.core import types

    from plainpython.back_end import bits as taught  # noqa: F401
    from plainpython.back_end.functions import compiling, dispatcher

    kinds = {"b": types.uint64, "i": types.int64, "a": types.int32}
    compiled = {}

    def compile_for(function, letters):
        if (function, letters) not in compiled:
            with compiling():
                arguments = tuple(kinds[letter] for letter in letters)
                entry = dispatcher(function, entry=True).compile(arguments)
            compiled[function, letters] = entry
        return compiled[function, letters]

    return compile_for


SIGNED = st.integers(1, 2**63 - 1)
SMALL = st.integers(1, 2**31 - 1)


@repeatable
@given(FILLED, SIGNED, SMALL)
@example(1 << 63, 1, 1)
@example(ALL, 2**63 - 1, 2**31 - 1)
def test_compiled_functions_return_the_same(native, board, signed, small):
    for function in (popcounts, lowest_of, rests):
        assert native(function, "bia")(board, signed, small) == function(board, signed, small)


@repeatable
@given(BOARDS)
@example(ALL)
def test_compiled_constants_are_the_same(native, board):
    assert native(constants, "b")(board) == constants(board)


@repeatable
@given(FILLED, SIGNED, st.data())
def test_the_nth_bit_is_the_same_compiled(native, board, signed, data):
    n = data.draw(st.integers(0, min(board.bit_count(), signed.bit_count()) - 1))
    assert native(nths, "bii")(board, signed, n) == nths(board, signed, n)


@pytest.mark.parametrize("index", range(64))
def test_a_single_bit_is_the_same_compiled(native, index):
    assert native(one, "i")(index) == native(one, "a")(index) == bits.bit(index)


@repeatable
@given(BOARDS, SIGNED, st.integers(0, 63))
@example(1 << 63, 1, 8)
def test_a_board_combined_with_an_int_stays_a_board(native, board, number, count):
    """Numba by itself makes a signed number of them, and bit 63 a minus sign."""
    assert native(with_an_int, "bii")(board, number, count) == with_an_int(board, number, count)


WITHOUT_PDEP = """
import random
from numba.core import types
from gametree import bits
from plainpython.back_end import bits as native
native._HAS_FAST_PDEP = False
from plainpython.back_end.functions import compiling, dispatcher

def nth(board, n):
    return bits.nth(board, n)

with compiling():
    native = dispatcher(nth, entry=True).compile((types.uint64, types.int64))
random = random.Random(1)
boards = [1 << 63, bits.ALL] + [random.getrandbits(64) | 1 << 63 for _ in range(50)]
for board in boards:
    for n in range(board.bit_count()):
        assert native(board, n) == nth(board, n), (board, n)
print("same")
"""


def test_the_nth_bit_is_the_same_on_processors_without_fast_pdep():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PDEP], capture_output=True, text=True, timeout=600
    )
    assert done.stdout == "same\n", done.stderr
