"""Byte arrays in compiled rules."""

from __future__ import annotations

import pytest
from numba.core.errors import TypingError

from ..both_modes import assert_same, compiled


def changed(n):
    board = bytearray(5)
    board[n % 5] = 200 + n
    board[-1] = True
    board.append(7)
    board.insert(1, n)
    board.extend(b"ab")
    board.extend([n, 3])
    board += bytes((1, 2))
    other = board[2:6]
    other[0] = 99
    taken = board.pop()
    del board[0]
    board.remove(7)
    more = bytearray(b"xyz") + b"!" + bytearray([n])
    more.reverse()
    return (
        bytes(board),
        list(other),
        taken,
        len(board),
        sum(board),
        97 in board,
        board.index(97),
        board.count(0),
        bytes(more),
        bytes(board * 2)[3],
        bytes(bytearray()),
        [each for each in bytearray(n)],
        max(other),
        sorted(more)[0],
        tuple(board.copy()),
        more[1:3],
    )


def compared(n):
    board = bytearray((1, n))
    same = board
    same[0] = 2
    return (
        board == b"\x02\x03",
        board == bytearray([2, n]),
        board != bytes(2),
        b"a" < bytearray(b"b"),
        board == [2, 3],
        board is same,
        isinstance(board, bytearray),
        isinstance(board, bytes | list),
        not bytearray(),
    )


def faulty(case):
    board = bytearray(2)
    if case == 0:
        board[0] = 256
    elif case == 1:
        board[0] = -1
    elif case == 2:
        board[2] = 1
    elif case == 3:
        board.append(256)
    elif case == 4:
        board.extend([1, 300])
    elif case == 5:
        board.insert(0, -1)
    elif case == 6:
        board.index(9)
    elif case == 7:
        return len(bytearray([256]))
    elif case == 8:
        return len(bytearray(-case))
    elif case == 9:
        return int(300 in board)
    elif case == 10:
        return int(-1 in bytes(board))
    elif case == 11:
        return bytes(board).count(case + 300)
    elif case == 12:
        return board.count(case + 300)
    return len(board)


def test_byte_arrays():
    assert_same(changed, (3,), (1,), (4,))
    assert_same(compared, (3,), (1,))
    assert_same(faulty, *[(case,) for case in range(14)])


def looks_for_bytes(n):
    return b"a" in bytearray(n)


def takes_floats(n):
    board = bytearray(n)
    board.append(0.5)
    return board[0]


def sets_a_slice(n):
    board = bytearray(n)
    board[:2] = b"ab"
    return board[0]


def adds_a_list(n):
    board = bytearray(n)
    board += [1]
    return board[0]


@pytest.mark.parametrize("function", [adds_a_list, looks_for_bytes, takes_floats, sets_a_slice])
def test_what_is_not_compiled_is_refused(function):
    with pytest.raises(TypingError):
        compiled(function, 3)
