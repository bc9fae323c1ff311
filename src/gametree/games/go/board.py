"""The board of go: chains of stones, what they have to breathe, and what a stone changes.

A board is one record, and a stone changes it where it lies: nothing is copied. A chain goes by
one of its points, which each of its stones knows; its stones are a ring, so that one leads to all.
Its liberties are counted once for each stone that touches them (pseudo-liberties, as in libEGO:
Łukasz Lew, 2006): a chain has none exactly when that count is 0, and a new stone changes it by
one for each of its four neighbours, without a look at the rest of the chain.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from plainpython.hashing import key_of_state

__all__ = [
    "BLACK",
    "EMPTY",
    "LARGEST",
    "NOWHERE",
    "WHITE",
    "Board",
    "area",
    "board_with",
    "breathes",
    "empty_board",
    "fill_playable",
    "is_playable",
    "put_pass",
    "put_stone",
]

# The points of a board of size 9, with a border around it, of which one column serves both sides:
#
#    100 101 102 103 104 105 106 107 108 109 110    border
#     90  91  92  93  94  95  96  97  98  99        A9 to J9
#     80  81  82  83  84  85  86  87  88  89        A8 to J8
#     ...
#     10  11  12  13  14  15  16  17  18  19        A1 to J1
#      0   1   2   3   4   5   6   7   8   9        border
#
# The neighbours of a point p are p - 1, p + 1, p - width and p + width; the width is that of a
# row with its border, here 10.

LARGEST = 19

EMPTY, BLACK, WHITE, _BORDER = 0, 1, 2, 4  # what is on a point

NOWHERE = 0
"""A point of the border, for none. It is also what empty points and the border have as a chain."""

Board = Any
"""A record of `_board_type`."""

_POSITIVE = (1 << 63) - 1
_POINTS = (LARGEST + 2) * (LARGEST + 1) + 1
_random = Random(20)
_KEYS = np.array([[_random.getrandbits(63) for _ in range(_POINTS)] for _ in range(2)])
"""Of a stone of each colour on each point; those of all stones together, xored, are a board's."""


def _board_type(size: int, remembered: int) -> np.dtype[Any]:
    points = (size + 2) * (size + 1) + 1
    fields = [
        ("points", "i1", (points,)),  # what is on each
        ("chain", "i2", (points,)),  # the point that the chain of a stone goes by
        ("next", "i2", (points,)),  # the next stone of its ring
        ("stones", "i2", (points,)),  # how many a chain has, at the point it goes by
        ("liberties", "i2", (points,)),  # its pseudo-liberties, likewise
        ("free", "i2", (size * size,)),  # the empty points, in any order
        ("place", "i2", (points,)),  # of an empty point among them
        ("lost", "i1", (points,)),  # the colours of stones that were taken from a point
        ("free_count", "i4"),  # how many empty points there are
        ("ko", "i4"),  # the point where a stone would retake a ko at once, or NOWHERE
        ("last", "i4"),  # the point of the last stone, NOWHERE after a pass
        ("passes", "i4"),  # how many there were since the last stone
        ("plies", "i4"),
        ("key", "i8"),  # of the stones
        ("past", "i8"),  # the keys before each stone, mixed and xored
        ("seen_count", "i4"),
        ("seen", "i8", (max(1, remembered),)),  # the keys after each stone
    ]
    return np.dtype((np.record, fields))


def empty_board(size: int, remembered: int) -> Board:
    """Return a board without stones, with memory for a number of earlier positions."""
    board = np.zeros(1, _board_type(size, remembered))[0]
    width = size + 1
    inner = [row * width + column for row in range(1, width) for column in range(1, width)]
    board.points[:] = _BORDER
    board.points[inner] = EMPTY
    board.free[:] = inner
    board.place[inner] = range(len(inner))
    board.free_count = len(inner)
    return board


def board_with(
    size: int, remembered: int, black: list[int], white: list[int], player: int
) -> Board:
    """Return a board with these stones, as if a move or two had laid them.

    No stone takes another on the way if each chain has a liberty in the end.
    """
    board = empty_board(size, remembered)
    for colour, points in ((BLACK, black), (WHITE, white)):
        for point in points:
            put_stone(board, point, colour, size + 1, False)
    board.plies = 1 if player == 1 else 2 if black or white else 0
    board.ko = NOWHERE
    board.last = NOWHERE
    if remembered and board.plies:
        board.seen[0] = board.key
        board.seen_count = 1
    return board


def put_pass(board: Board) -> None:
    """Let a player pass."""
    board.plies += 1
    board.passes += 1
    board.ko = NOWHERE
    board.last = NOWHERE


def put_stone(board: Board, point: int, colour: int, width: int, superko: bool) -> None:
    """Put a stone where it may be put, and take the chains that cannot breathe any more."""
    points, chain, liberties, free = board.points, board.chain, board.liberties, board.free
    before = board.key
    board.plies += 1
    board.passes = 0
    board.last = point
    board.key = before ^ _KEYS[colour - 1, point]

    count = board.free_count - 1
    board.free_count = count
    moved, place = free[count], board.place[point]
    free[place] = moved
    board.place[moved] = place

    left, right, below, above = point - 1, point + 1, point - width, point + width
    points[point] = colour
    chain[point] = point
    board.next[point] = point
    board.stones[point] = 1
    liberties[chain[left]] -= 1
    liberties[chain[right]] -= 1
    liberties[chain[below]] -= 1
    liberties[chain[above]] -= 1
    liberties[point] = (
        int(points[left] == EMPTY)
        + int(points[right] == EMPTY)
        + int(points[below] == EMPTY)
        + int(points[above] == EMPTY)
    )
    taken = _meet(board, point, left, colour, width)
    taken += _meet(board, point, right, colour, width)
    taken += _meet(board, point, below, colour, width)
    taken += _meet(board, point, above, colour, width)
    liberties[NOWHERE] = 0  # nobody's, so that equal boards are equal records

    # A single stone that took a single one, and now breathes there alone.
    if taken == 1 and chain[point] == point and board.stones[point] == 1 and liberties[point] == 1:
        board.ko = free[board.free_count - 1]
    else:
        board.ko = NOWHERE
    if superko:
        # Keys as they are would cancel out: those of A, of A and B, and of B xored are 0.
        board.past ^= int(key_of_state(int(before)) & _POSITIVE)
        board.seen[board.seen_count] = board.key
        board.seen_count += 1


def _meet(board: Board, point: int, near: int, colour: int, width: int) -> int:
    """See what a new stone does to a neighbour; return how many stones were taken."""
    found = board.points[near]
    if found == colour:
        _join(board, int(board.chain[point]), int(board.chain[near]))
    elif found == BLACK + WHITE - colour and board.liberties[board.chain[near]] == 0:
        return _take(board, near, width)
    return 0


def _join(board: Board, one: int, other: int) -> None:
    """Make one chain of two, unless they are one."""
    if one == other:
        return
    chain, following, stones = board.chain, board.next, board.stones
    if stones[one] < stones[other]:
        one, other = other, one
    stones[one] += stones[other]
    board.liberties[one] += board.liberties[other]
    stone = other
    while True:
        chain[stone] = one
        stone = int(following[stone])
        if stone == other:
            break
    following[one], following[other] = following[other], following[one]


def _take(board: Board, first: int, width: int) -> int:
    """Take the stones of a chain from the board; return how many there were."""
    points, chain, liberties, free = board.points, board.chain, board.liberties, board.free
    colour = int(points[first])
    count = int(board.free_count)
    key = board.key
    taken = 0
    stone = first
    while True:
        points[stone] = EMPTY
        chain[stone] = NOWHERE
        liberties[chain[stone - 1]] += 1
        liberties[chain[stone + 1]] += 1
        liberties[chain[stone - width]] += 1
        liberties[chain[stone + width]] += 1
        free[count + taken] = stone
        board.place[stone] = count + taken
        board.lost[stone] |= colour
        key ^= _KEYS[colour - 1, stone]
        taken += 1
        stone = int(board.next[stone])
        if stone == first:
            break
    board.key = key
    board.free_count = count + taken
    return taken


def is_playable(board: Board, point: int, colour: int, width: int, superko: bool) -> bool:
    """Return whether a stone may be put on an empty point."""
    if point == board.ko:
        return False
    if not breathes(board.points, board.chain, board.liberties, point, colour, width):
        return False
    return not (superko and _would_repeat(board, point, colour, width))


def fill_playable(
    board: Board, numbers: Any, colour: int, width: int, superko: bool, out: Any
) -> int:
    """Write the points where a stone may be put, by their numbers in order; return how many."""
    points, chain, liberties = board.points, board.chain, board.liberties
    ko = int(board.ko)
    count = 0
    for number in range(len(numbers)):
        point = int(numbers[number])
        if points[point] != EMPTY or point == ko:
            continue
        if not breathes(points, chain, liberties, point, colour, width):
            continue
        if superko and _would_repeat(board, point, colour, width):
            continue
        out[count] = number
        count += 1
    return count


def breathes(points: Any, chain: Any, liberties: Any, point: int, colour: int, width: int) -> bool:
    """Return whether a stone on an empty point is no suicide."""
    left, right = points[point - 1], points[point + 1]
    below, above = points[point - width], points[point + width]
    if left == EMPTY or right == EMPTY or below == EMPTY or above == EMPTY:
        return True
    at_left, at_right = chain[point - 1], chain[point + 1]
    at_below, at_above = chain[point - width], chain[point + width]
    # A chain breathes here as often as it is a neighbour. One of the own colour must also
    # breathe elsewhere, or one of the other's must not.
    left_right, below_above = int(at_left == at_right), int(at_below == at_above)
    left_below, left_above = int(at_left == at_below), int(at_left == at_above)
    right_below, right_above = int(at_right == at_below), int(at_right == at_above)
    more_left = liberties[at_left] > 1 + left_right + left_below + left_above
    more_right = liberties[at_right] > 1 + left_right + right_below + right_above
    more_below = liberties[at_below] > 1 + below_above + left_below + right_below
    more_above = liberties[at_above] > 1 + below_above + left_above + right_above
    return bool(
        (left != _BORDER) & ((left == colour) == more_left)
        | (right != _BORDER) & ((right == colour) == more_right)
        | (below != _BORDER) & ((below == colour) == more_below)
        | (above != _BORDER) & ((above == colour) == more_above)
    )


def _would_repeat(board: Board, point: int, colour: int, width: int) -> bool:
    """Return whether a stone would bring back the stones of an earlier position."""
    if board.lost[point] & colour == 0:  # then no earlier one had a stone of this colour there
        return False
    key = board.key ^ _KEYS[colour - 1, point]
    chain = board.chain
    left, right = chain[point - 1], chain[point + 1]
    below, above = chain[point - width], chain[point + width]
    # Each chain once, with the number of times that it breathes here.
    key ^= _key_of_taken(
        board, left, colour, 1 + int(left == right) + int(left == below) + int(left == above)
    )
    if right != left:
        times = 1 + int(right == below) + int(right == above)
        key ^= _key_of_taken(board, right, colour, times)
    if below not in (left, right):
        key ^= _key_of_taken(board, below, colour, 1 + int(below == above))
    if above not in (left, right, below):
        key ^= _key_of_taken(board, above, colour, 1)
    seen = board.seen
    for number in range(board.seen_count):
        if seen[number] == key:
            return True
    return False


def _key_of_taken(board: Board, first: int, colour: int, times: int) -> int:
    """Return the key of a chain if it is the other's and breathes here alone, so often; else 0."""
    other = BLACK + WHITE - colour
    if first == NOWHERE or board.points[first] != other or board.liberties[first] != times:
        return 0
    key = 0
    stone = int(first)
    while True:
        key ^= int(_KEYS[other - 1, stone])
        stone = int(board.next[stone])
        if stone == first:
            return key


def area(board: Board, width: int) -> int:
    """Return by how many points black has more than white.

    A point is a player's if his stone is on it, or if it is empty and ways over empty points lead
    from it to stones of his, but to none of the other's (Tromp and Taylor).
    """
    free, count = board.free, board.free_count
    reached = board.points.copy()  # the colours that a way leads to
    spreads = True
    while spreads:
        spreads = False
        for place in range(count):
            point = int(free[place])
            found = reached[point]
            near = reached[point - 1] | reached[point + 1]
            near |= reached[point - width] | reached[point + width]
            both = (found | near) & (BLACK | WHITE)
            if both != found:
                reached[point] = both
                spreads = True
    lead = 0
    for point in range(len(reached)):
        lead += int(reached[point] == BLACK) - int(reached[point] == WHITE)
    return lead
