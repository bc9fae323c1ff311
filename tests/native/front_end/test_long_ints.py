"""Shifts and powers of two in rules whose boards are long ints: which are long, which are not."""

from __future__ import annotations

import pytest

from ..values.long_game import LAST, compiled, long_game


@pytest.fixture(scope="module", autouse=True)
def _long():
    with long_game():
        yield


TEN = list(range(0, 1000, 10))


def written(row, column, board):
    place = row << 3 | column  # an index
    power = 2**3
    small = 1 << 5
    return (
        TEN[place],
        TEN[power],
        TEN[small],
        2**-2,
        3**column,
        1 << 63,
        1 << 70,
        2**64 - 1,
        1 << place,
        2**place,
        board | 0x8000_0000_0000_0000,
        board ^ 0x1_0000_0000_0000_0000,
    )


def test_what_is_written_down_stays_an_index():
    function = compiled(written, 1, 1, LAST)
    for arguments in ((7, 7, LAST), (0, 3, 0), (2, 0, -LAST - 1)):
        assert function(*arguments) == written(*arguments)
