"""The legal moves of English draughts on bits, and what is on the board after one.

Men go down (black) or up (white), kings both ways. Who can capture must, and goes on capturing with
the same piece as long as it can; each way to do so is a move of its own. A man that has come to the
last row can only have jumped ahead, so there it has nowhere to go on to: that a man which is
crowned stops needs no rule of its own.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from plainpython.bits import lowest, nth, popcount, without_lowest

__all__ = [
    "LAST_ROWS",
    "MOST_MOVES",
    "SQUARES",
    "CheckersState",
    "FourBoards",
    "after_move",
    "any_of",
    "count_actions",
    "first_jumps",
    "has_move",
    "nth_action",
    "place_of",
    "squares_of",
    "steps",
    "write_actions",
]

# The squares, numbered from 1 as people do, and their bits. Every ninth bit is left out, so that a
# step to the lower left is 4 bits up and one to the lower right 5, in each row; what leaves the
# board falls on such a bit or beyond the last.
#
#      1   2   3   4           0   1   2   3
#    5   6   7   8           4   5   6   7
#      9  10  11  12           9  10  11  12       8 is no square,
#   13  14  15  16          13  14  15  16
#     17  18  19  20          18  19  20  21       nor 17,
#   21  22  23  24          22  23  24  25
#     25  26  27  28          27  28  29  30       nor 26.
#   29  30  31  32          31  32  33  34

SQUARES = 0x7_FBFD_FEFF
"""The bits of the 32 squares."""

_TOP, _BOTTOM = 0xF, 0x7_8000_0000
LAST_ROWS = (_BOTTOM, _TOP)
"""Where the men of each player are crowned."""

MOST_MOVES = 192
"""No position has more: each of twelve kings has 4 steps, or 16 ways to capture, at most."""


class CheckersState(NamedTuple):
    """A position: three boards of bits, and two numbers."""

    mine: int
    """The pieces of the player to move."""
    theirs: int
    """Those of the other."""
    kings: int
    """The pieces of both that are kings."""
    clock: int
    """Moves of both players since a piece was captured or a man moved."""
    player: int
    """Who moves: 0 is black, 1 white."""


class FourBoards(NamedTuple):
    """Where pieces get in each direction."""

    a: int
    b: int
    c: int
    d: int


def place_of(square: int) -> int:
    """Return the bit of a square, counted from 0."""
    return square + square // 8


def _bits(direction: int) -> int:
    """Return by how much a step changes the bit.

    Directions: 0 to the lower left, 1 to the lower right, 2 and 3 back the same ways.
    """
    bits = 4 + (direction & 1)
    return bits if direction < 2 else -bits


def _square_of(place: int) -> int:
    """Return the square of a bit, counted from 0."""
    return place - place // 9


def steps(state: CheckersState) -> FourBoards:
    """Return where pieces of the player to move get by a step."""
    down, up = _going(state)
    empty = SQUARES & ~(state.mine | state.theirs)
    return FourBoards(down << 4 & empty, down << 5 & empty, up >> 4 & empty, up >> 5 & empty)


def first_jumps(state: CheckersState) -> FourBoards:
    """Return where pieces of the player to move get by capturing one piece."""
    down, up = _going(state)
    return _jumps(down, up, state.theirs, SQUARES & ~(state.mine | state.theirs))


def _going(state: CheckersState) -> tuple[int, int]:
    """Return the pieces of the player to move that go down, and those that go up."""
    mine, kings = state.mine, state.mine & state.kings
    return (mine, kings) if state.player == 0 else (kings, mine)


def _jumps(down: int, up: int, theirs: int, empty: int) -> FourBoards:
    return FourBoards(
        (down << 4 & theirs) << 4 & empty,
        (down << 5 & theirs) << 5 & empty,
        (up >> 4 & theirs) >> 4 & empty,
        (up >> 5 & theirs) >> 5 & empty,
    )


def has_move(state: CheckersState) -> bool:
    """Return whether the player to move can move."""
    return any_of(steps(state)) or any_of(first_jumps(state))


def any_of(boards: FourBoards) -> bool:
    """Return whether there is any square in four boards."""
    a, b, c, d = boards
    return a | b | c | d != 0


def write_actions(state: CheckersState, out: MutableSequence[int]) -> int:
    """Write all moves to `out`; return how many there are."""
    captured = first_jumps(state)
    if any_of(captured):
        count = 0
        for direction in range(4):
            landed = captured[direction]
            while landed:
                place = lowest(landed)
                landed = without_lowest(landed)
                for index in range(_ways_after(state, direction, place)):
                    out[count] = _capture(state, direction, place, index)
                    count += 1
        return count
    found = steps(state)
    count = 0
    for direction in range(4):
        entered = found[direction]
        while entered:
            out[count] = _step(direction, lowest(entered))
            entered = without_lowest(entered)
            count += 1
    return count


def count_actions(state: CheckersState) -> int:
    """Return the number of moves."""
    captured = first_jumps(state)
    if any_of(captured):
        return _count_captures(state, captured)
    return _total(steps(state))


def nth_action(state: CheckersState, index: int) -> int:
    """Return one of the moves by its number, from 0 on, in the order of `write_actions`."""
    captured = first_jumps(state)
    if not any_of(captured):
        return _nth_step(steps(state), index)
    for direction in range(4):
        landed = captured[direction]
        while landed:
            place = lowest(landed)
            landed = without_lowest(landed)
            ways = _ways_after(state, direction, place)
            if index < ways:
                return _capture(state, direction, place, index)
            index -= ways
    return -1  # there are not so many


def after_move(state: CheckersState, action: int) -> CheckersState:
    """Return the position after a legal move."""
    mine, theirs, kings, clock, player = state
    origin = 1 << place_of(action & 31)
    captures, directions = action >> 5 & 15, action >> 9
    at = origin
    if captures:
        for _ in range(captures):
            over = _shifted(at, directions & 3)
            theirs ^= over
            kings &= ~over
            at = _shifted(over, directions & 3)
            directions >>= 2
    else:
        at = _shifted(at, directions)
    clock += 1
    if captures or not kings & origin:
        clock = 0
    if kings & origin:
        kings = kings ^ origin | at
    kings |= at & (_BOTTOM if player == 0 else _TOP)
    return CheckersState(theirs, mine ^ origin | at, kings, clock, 1 - player)


def squares_of(action: int) -> list[int]:
    """Return the squares of a move from the first to the last, counted from 0."""
    place = place_of(action & 31)
    captures, directions = action >> 5 & 15, action >> 9
    squares = [action & 31]
    for _ in range(max(1, captures)):
        bits = _bits(directions & 3)
        place += 2 * bits if captures else bits
        squares.append(_square_of(place))
        directions >>= 2
    return squares


def _total(boards: FourBoards) -> int:
    """Return how many squares there are in four boards."""
    a, b, c, d = boards
    return popcount(a) + popcount(b) + popcount(c) + popcount(d)


def _nth_step(found: FourBoards, index: int) -> int:
    """Return one of the steps by its number, from 0 on.

    Without a jump that the processor could only guess.
    """
    a, b, c, d = found
    direction, board, before = 0, a, 0
    count = popcount(a)
    if index >= count:
        direction, board, before = 1, b, count
    count += popcount(b)
    if index >= count:
        direction, board, before = 2, c, count
    count += popcount(c)
    if index >= count:
        direction, board, before = 3, d, count
    return _step(direction, nth(board, index - before))


def _step(direction: int, place: int) -> int:
    """Return the step in a direction that leads to a bit."""
    return _square_of(place - _bits(direction)) | direction << 9


def _shifted(board: int, direction: int) -> int:
    """Return a board one step further."""
    bits = 4 + (direction & 1)
    return board << bits if direction < 2 else board >> bits


# Captures. A capture is known by the direction of its first jump, the bit where that leads, and the
# number of the way on from there.


def _count_captures(state: CheckersState, captured: FourBoards) -> int:
    count = 0
    for direction in range(4):
        landed = captured[direction]
        while landed:
            count += _ways_after(state, direction, lowest(landed))
            landed = without_lowest(landed)
    return count


def _ways_after(state: CheckersState, direction: int, place: int) -> int:
    """Return the number of captures that begin with a jump."""
    at, theirs, empty, down, up = _after_jump(state, direction, place)
    return _ways(at, theirs, empty, down, up)


def _capture(state: CheckersState, direction: int, place: int, index: int) -> int:
    """Return the capture of a number among those that begin with a jump."""
    at, theirs, empty, down, up = _after_jump(state, direction, place)
    origin = _square_of(place - 2 * _bits(direction))
    further = _way(at, theirs, empty, down, up, index)
    return origin | _preceded(direction, further) << 5


def _after_jump(
    state: CheckersState, direction: int, place: int
) -> tuple[int, int, int, bool, bool]:
    """Return what is known once a piece has jumped, though its move may go on.

    The board of the piece, the enemies left, the empty squares, and whether it goes down and up.
    """
    origin = 1 << place - 2 * _bits(direction)
    over = 1 << place - _bits(direction)
    empty = SQUARES & ~(state.mine | state.theirs) | origin
    king = state.kings & origin != 0
    return (
        1 << place,
        state.theirs ^ over,
        empty,
        king or state.player == 0,
        king or state.player == 1,
    )


def _ways(at: int, theirs: int, empty: int, down: bool, up: bool) -> int:
    """Return the number of ways to go on capturing; to have to stop is one."""
    found = _jumps(at if down else 0, at if up else 0, theirs, empty)
    if not any_of(found):
        return 1
    count = 0
    for direction in range(4):
        if found[direction]:
            left = theirs ^ _shifted(at, direction)
            count += _ways(found[direction], left, empty, down, up)
    return count


def _way(at: int, theirs: int, empty: int, down: bool, up: bool, index: int) -> int:
    """Return one of the ways by its number: captures plus 16 times directions, the first lowest."""
    found = _jumps(at if down else 0, at if up else 0, theirs, empty)
    for direction in range(4):
        if found[direction]:
            left = theirs ^ _shifted(at, direction)
            ways = _ways(found[direction], left, empty, down, up)
            if index < ways:
                further = _way(found[direction], left, empty, down, up, index)
                return _preceded(direction, further)
            index -= ways
    return 0


def _preceded(direction: int, further: int) -> int:
    """Return a way with a jump before it."""
    return (further & 15) + 1 | (further >> 4 << 2 | direction) << 4
