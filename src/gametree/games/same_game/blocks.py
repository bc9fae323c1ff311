"""Blocks of SameGame as bits: which of them form groups, and how what is left falls."""

from __future__ import annotations

from plainpython.bits import lowest, popcount, without_lowest
from plainpython.compilable import Compilable

__all__ = ["MOST_KINDS", "PLANES", "WORD", "WORDS", "Blocks", "Board", "State", "count_of"]

Board = tuple[int, int, int, int]
State = tuple[Board, Board, Board, int]
"""The first, second and third bit of the kind of each block, 0 for none; points so far."""

WORD = 63  # cells in each word of a board, at most
WORDS = 4
PLANES = 3
MOST_KINDS = 6


class Blocks(Compilable):
    """What holds on all boards of this many columns and rows.

    A cell has the number column * rows + row, counted from the bottom left.

    Attributes:
        size: cells in each word of a board.

    """

    # A board is four words, of as many whole columns as have room. With 15 rows:
    #
    #    14  29  44  59
    #    ..  ..  ..  ..   the cell above is the next bit; the one to the right is 15 bits
    #     1  16  31  46   further on, or in the next word
    #     0  15  30  45

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        in_word = WORD // rows
        self.size = in_word * rows
        self._full = (1 << self.size) - 1
        self._column = (1 << rows) - 1  # the first one
        bottom = sum(1 << column * rows for column in range(in_word))
        self._not_top = self._full & ~(bottom << rows - 1)
        self._to_last = self.size - rows  # how far the last column is from the first
        self._not_last = (1 << self._to_last) - 1
        self._above = tuple(  # each cell of a word, in its column
            self._column << cell // rows * rows & ~((2 << cell) - 1) for cell in range(self.size)
        )

    def links(self, state: State) -> tuple[Board, Board]:
        """Return the blocks that are like the one above, and those like the one to the right."""
        p, q, r, _ = state
        return (
            (
                self._like_above(p[0], q[0], r[0]),
                self._like_above(p[1], q[1], r[1]),
                self._like_above(p[2], q[2], r[2]),
                self._like_above(p[3], q[3], r[3]),
            ),
            (
                self._like_right(p[0], q[0], r[0], p[1], q[1], r[1]),
                self._like_right(p[1], q[1], r[1], p[2], q[2], r[2]),
                self._like_right(p[2], q[2], r[2], p[3], q[3], r[3]),
                self._like_right(p[3], q[3], r[3], 0, 0, 0),
            ),
        )

    def corners(self, up: Board, right: Board) -> Board:
        """Return the blocks of groups with none of their group below or to the left of them."""
        return (
            self._corners_of_word(up[0], right[0], 0),
            self._corners_of_word(up[1], right[1], right[0]),
            self._corners_of_word(up[2], right[2], right[1]),
            self._corners_of_word(up[3], right[3], right[2]),
        )

    def group(self, up: Board, right: Board, cell: int) -> Board:
        """Return the blocks of the group of a cell."""
        word = cell // self.size
        block = 1 << cell - word * self.size
        a = block if word == 0 else 0
        b = block if word == 1 else 0
        c = block if word == 2 else 0
        d = block if word == 3 else 0
        count = 0
        before = -1
        while count != before:
            before = count
            a = self._grown(a, up[0], right[0], 0, b)
            b = self._grown(b, up[1], right[1], a & right[0], c)
            c = self._grown(c, up[2], right[2], b & right[1], d)
            d = self._grown(d, up[3], right[3], c & right[2], 0)
            count = count_of((a, b, c, d))
        return (a, b, c, d)

    def is_first(self, up: Board, right: Board, cell: int) -> bool:
        """Return whether a cell is the lowest one in the leftmost column of its group."""
        group = self.group(up, right, cell)
        word = cell // self.size
        for earlier in range(word):
            if group[earlier]:
                return False
        return lowest(group[word]) == cell - word * self.size

    def without(self, state: State, group: Board) -> tuple[Board, Board, Board]:
        """Return the planes without a group: what is above has fallen, columns have closed up."""
        p = self._fallen(state[0], group)
        q = self._fallen(state[1], group)
        r = self._fallen(state[2], group)
        for column in range(self.columns - 1, -1, -1):
            word = column * self.rows // self.size
            bottom = 1 << column * self.rows - word * self.size
            if group[word] & bottom and (p[word] | q[word] | r[word]) & bottom == 0:
                p = self._without_column(p, column)
                q = self._without_column(q, column)
                r = self._without_column(r, column)
        return (p, q, r)

    def count(self, state: State, kind: int) -> int:
        """Return how many blocks there are of a kind."""
        return self.size * WORDS - count_of(self.unlike(state, kind))

    def unlike(self, state: State, kind: int) -> Board:
        """Return the cells where there is nothing, or another kind."""
        p, q, r, _ = state
        a = self._full if kind & 1 else 0
        b = self._full if kind & 2 else 0
        c = self._full if kind & 4 else 0
        return (
            p[0] ^ a | q[0] ^ b | r[0] ^ c,
            p[1] ^ a | q[1] ^ b | r[1] ^ c,
            p[2] ^ a | q[2] ^ b | r[2] ^ c,
            p[3] ^ a | q[3] ^ b | r[3] ^ c,
        )

    def kind(self, state: State, cell: int) -> int:
        """Return the kind of the block on a cell, 0 if there is none."""
        word = cell // self.size
        bit = cell - word * self.size
        p, q, r, _ = state
        return p[word] >> bit & 1 | (q[word] >> bit & 1) << 1 | (r[word] >> bit & 1) << 2

    def _like_above(self, p: int, q: int, r: int) -> int:
        return (p | q | r) & self._not_top & ~((p ^ p >> 1) | (q ^ q >> 1) | (r ^ r >> 1))

    def _like_right(self, p: int, q: int, r: int, next_p: int, next_q: int, next_r: int) -> int:
        unlike = p ^ self._leftward(p, next_p)
        unlike |= q ^ self._leftward(q, next_q)
        unlike |= r ^ self._leftward(r, next_r)
        return (p | q | r) & ~unlike

    def _corners_of_word(self, up: int, right: int, right_before: int) -> int:
        return (up | right) & ~(up << 1 | self._rightward(right, right_before))

    def _grown(self, blocks: int, up: int, right: int, linked_before: int, following: int) -> int:
        """Return the blocks of a word, and those of their group beside them.

        `linked_before` are those of the word before that are like the one to the right.
        """
        blocks |= (blocks & up) << 1 | blocks >> 1 & up
        blocks |= self._rightward(blocks & right, linked_before)
        return blocks | self._leftward(blocks, following) & right

    def _leftward(self, word: int, following: int) -> int:
        """Return a word moved to the left by one column; the next word gives the last one."""
        return word >> self.rows | (following & self._column) << self._to_last

    def _rightward(self, word: int, before: int) -> int:
        """Return a word moved to the right by one column; the one before gives the first one."""
        return (word & self._not_last) << self.rows | before >> self._to_last

    def _fallen(self, board: Board, gone: Board) -> Board:
        return (
            self._fallen_word(board[0], gone[0]),
            self._fallen_word(board[1], gone[1]),
            self._fallen_word(board[2], gone[2]),
            self._fallen_word(board[3], gone[3]),
        )

    def _fallen_word(self, word: int, gone: int) -> int:
        while gone:
            cell = lowest(gone)
            above = self._above[cell]
            word = word & ~(above | 1 << cell) | (word & above) >> 1
            gone = without_lowest(gone)
            gone = gone & ~above | (gone & above) >> 1
        return word

    def _without_column(self, board: Board, column: int) -> Board:
        word = column * self.rows // self.size
        left = (1 << column * self.rows - word * self.size) - 1
        return (
            self._closed(board[0], board[1], 0 - word, left),
            self._closed(board[1], board[2], 1 - word, left),
            self._closed(board[2], board[3], 2 - word, left),
            self._closed(board[3], 0, 3 - word, left),
        )

    def _closed(self, word: int, following: int, behind: int, left: int) -> int:
        """Return a word, this many behind the one that loses the column right of `left`."""
        if behind < 0:
            return word
        moved = self._leftward(word, following)
        return moved if behind > 0 else word & left | moved & ~left


def count_of(board: Board) -> int:
    """Return how many bits of a board are set."""
    return popcount(board[0]) + popcount(board[1]) + popcount(board[2]) + popcount(board[3])
