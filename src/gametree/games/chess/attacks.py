"""Attacks of chess pieces on a board of 64 bits: shifts of whole boards, no tables.

A direction is a shift, so all pieces that go that way go at once. Rays are filled in three
steps of 1, 2 and 4 squares (Kogge and Stone's parallel prefix, 1973, as chess programs use it).
"""

from __future__ import annotations

from typing import NamedTuple

from plainpython.bits import ALL, u64

__all__ = [
    "DARK",
    "KNIGHT_STEPS",
    "LAST_ROWS",
    "RAY_STEPS",
    "EightBoards",
    "is_attacked",
    "king_steps",
    "knight_steps",
    "pawn_attacks",
    "rays",
]

# The squares, one bit each:
#
#   8  56 57 58 59 60 61 62 63
#      ...                          A step to the right is 1 bit up, a step forward for white
#   2   8  9 10 11 12 13 14 15      8 bits. What a shift moves over the side of the board
#   1   0  1  2  3  4  5  6  7      enters at the other side, and is masked there.
#       a  b  c  d  e  f  g  h

_A = u64(0x0101_0101_0101_0101)
_NOT_A = u64(ALL ^ _A)
_NOT_H = u64(ALL ^ (_A << 7))
_NOT_AB = u64(ALL ^ (_A * 3))
_NOT_GH = u64(ALL ^ (_A * 3 << 6))
LAST_ROWS = u64(0xFF00_0000_0000_00FF)
DARK = u64(0xAA55_AA55_AA55_AA55)
"""The dark squares, a1 among them."""

RAY_STEPS = (8, -8, 1, -1, 9, -9, 7, -7)
"""By how much the number of a square changes along each of `rays`; opposite ones side by side."""

KNIGHT_STEPS = (17, -17, 15, -15, 10, -10, 6, -6)
"""The same for each of `knight_steps`."""


class EightBoards(NamedTuple):
    """Boards of eight directions."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int


def _up(pieces: int, empty: int, step: int, entered: int) -> int:
    """Return where pieces get by steps of `step` bits upwards: through empty squares and one more.

    `entered` are the squares that such a step can lead to.
    """
    free = empty & entered
    pieces |= free & pieces << step
    free &= free << step
    pieces |= free & pieces << 2 * step
    free &= free << 2 * step
    pieces |= free & pieces << 4 * step
    return pieces << step & entered


def _down(pieces: int, empty: int, step: int, entered: int) -> int:
    """Return the same for steps downwards."""
    free = empty & entered
    pieces |= free & pieces >> step
    free &= free >> step
    pieces |= free & pieces >> 2 * step
    free &= free >> 2 * step
    pieces |= free & pieces >> 4 * step
    return pieces >> step & entered


def rays(along_files: int, along_rows: int, rising: int, falling: int, empty: int) -> EightBoards:
    """Return where pieces get in the eight directions of `RAY_STEPS`, one board for each.

    There may be others that go `along_files`, up and down, `along_rows`, on `rising` diagonals such
    as a1-h8, and on `falling` ones. They pass `empty` squares; the first other one stops them.
    """
    return EightBoards(
        _up(along_files, empty, 8, ALL),
        _down(along_files, empty, 8, ALL),
        _up(along_rows, empty, 1, _NOT_A),
        _down(along_rows, empty, 1, _NOT_H),
        _up(rising, empty, 9, _NOT_A),
        _down(rising, empty, 9, _NOT_H),
        _up(falling, empty, 7, _NOT_H),
        _down(falling, empty, 7, _NOT_A),
    )


def knight_steps(knights: int) -> EightBoards:
    """Return where knights get by each of `KNIGHT_STEPS`."""
    return EightBoards(
        knights << 17 & _NOT_A,
        knights >> 17 & _NOT_H,
        knights << 15 & _NOT_H,
        knights >> 15 & _NOT_A,
        knights << 10 & _NOT_AB,
        knights >> 10 & _NOT_GH,
        knights << 6 & _NOT_GH,
        knights >> 6 & _NOT_AB,
    )


def king_steps(king: int) -> int:
    """Return the square of a king and the squares beside it."""
    row = king | king << 1 & _NOT_A | king >> 1 & _NOT_H
    return row | row << 8 & ALL | row >> 8


def pawn_attacks(pawns: int, player: int) -> tuple[int, int]:
    """Return where a player's pawns capture: towards the a-file, and towards the h-file."""
    if player == 0:
        return (pawns << 7 & _NOT_H, pawns << 9 & _NOT_A)
    return (pawns >> 9 & _NOT_H, pawns >> 7 & _NOT_A)


def is_attacked(
    square: int, pawns: int, knights: int, diagonal: int, straight: int, empty: int, player: int
) -> bool:
    """Return whether a square of `player`, a board of one bit, is attacked by pieces of the other.

    `diagonal` are his bishops and queens, `straight` his rooks and queens. His king is left out.
    """
    north, south, east, west, ne, sw, nw, se = rays(square, square, square, square, empty)
    a, b, c, d, e, f, g, h = knight_steps(square)
    left, right = pawn_attacks(square, player)
    hit = (north | south | east | west) & straight | (ne | sw | nw | se) & diagonal
    return (hit | (a | b | c | d | e | f | g | h) & knights | (left | right) & pawns) != 0
