"""64-bit boards under one name in both modes.

Interpreted, a board is a plain Python int. Compiled, it is an unsigned 64-bit
integer, and each function here becomes one or two instructions where the
processor has them. The operators `& | ^ << >>` work on boards in both modes,
with one thing to watch: a Python int keeps the bits that a left shift pushes
past bit 63, so mask the result (`(x << 8) & ALL`).

A board of up to 63 bits may simply be an ordinary int. One that uses bit 63
is a `u64`: write its constants as `u64(...)`. In compiled code `& | ^` of a
u64 and an int, and a u64 shifted by an int, are u64; but arithmetic such as
`board - 1` needs `u64(1)`, or its result is no u64 any more.
"""

from __future__ import annotations

__all__ = ["ALL", "bit", "lowest", "nth", "popcount", "u64", "without_lowest"]


class u64(int):  # noqa: N801 - reads as the type that it is
    """An int that compiled code takes for an unsigned 64-bit integer."""

    __slots__ = ()


ALL = u64(0xFFFF_FFFF_FFFF_FFFF)


def bit(index: int) -> int:
    """Return the u64 board with the one bit `index` (0 to 63) set."""
    return 1 << index


def popcount(board: int) -> int:
    """Return the number of set bits."""
    return board.bit_count()


def lowest(board: int) -> int:
    """Return the index of the lowest set bit; the board must not be empty."""
    return (board & -board).bit_length() - 1


def without_lowest(board: int) -> int:
    """Return the board without its lowest set bit."""
    return board & (board - 1)


def nth(board: int, n: int) -> int:
    """Return the index of the n-th set bit, counting from 0 at the lowest.

    The board must have more than `n` set bits.
    """
    for _ in range(n):
        board &= board - 1
    return (board & -board).bit_length() - 1
