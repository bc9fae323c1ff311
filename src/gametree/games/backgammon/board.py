"""The checkers of a game of backgammon, and where they can go by a roll."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "BAR",
    "CHECKERS",
    "BackgammonBoard",
    "after_turn",
    "count_at",
    "legal_turns",
    "steps_of",
]

BAR = 25
"""The place of checkers on the bar; 0 is that of those borne off."""

CHECKERS = 15

_WORD = 13  # places in a word
_HOME = 6
_FIELD = 5  # bits for a place in a turn
_PLACE = (1 << _FIELD) - 1

# A side is two words with 4 bits for each place, as its own player counts them. At the beginning:
#
#    place   12 11 10  9  8  7  6  5  4  3  2  1 off
#    near     0  0  0  0  3  0  5  0  0  0  0  0  0
#
#    place  bar 24 23 22 21 20 19 18 17 16 15 14 13
#    far      0  2  0  0  0  0  0  0  0  0  0  0  5
#
# The place p of one side is the place 25 - p of the other.


class BackgammonBoard(NamedTuple):
    """The checkers of the player to move, and those of the other."""

    near: int
    far: int
    their_near: int
    their_far: int


def count_at(near: int, far: int, place: int) -> int:
    """Return how many checkers a side has at a place."""
    word = near >> 4 * place if place < _WORD else far >> 4 * (place - _WORD)
    return word & 15


def after_step(board: BackgammonBoard, place: int, die: int) -> BackgammonBoard:
    """Return the board after a checker has gone on from a place by a die; it hits who is alone."""
    near, far, their_near, their_far = board
    to = place - die if place > die else 0
    if place < _WORD:
        near -= 1 << 4 * place
    else:
        far -= 1 << 4 * (place - _WORD)
    if to < _WORD:
        near += 1 << 4 * to
    else:
        far += 1 << 4 * (to - _WORD)
    if to > 0 and count_at(their_near, their_far, BAR - to) == 1:
        if BAR - to < _WORD:
            their_near -= 1 << 4 * (BAR - to)
        else:
            their_far -= 1 << 4 * (BAR - to - _WORD)
        their_far += 1 << 4 * (BAR - _WORD)
    return BackgammonBoard(near, far, their_near, their_far)


def can_step(board: BackgammonBoard, place: int, die: int) -> bool:
    """Return whether the player to move may go on from a place by a die."""
    near, far, their_near, their_far = board
    if count_at(near, far, place) == 0 or (place < BAR and far >> 4 * (BAR - _WORD)):
        return False
    if place > die:
        return count_at(their_near, their_far, BAR - place + die) < 2
    if far or near >> 4 * (_HOME + 1):
        return False  # not all are at home
    return place == die or near >> 4 * (place + 1) == 0  # by more than it takes only the last one


def legal_turns(board: BackgammonBoard, high: int, low: int) -> list[int]:
    """Return the turns by a roll, one to each position that they lead to.

    As many dice as possible are played, and the higher one if it can be either. A turn has 5 bits
    for each step, the lowest first: the place where it begins, 0 for none. Of a double the steps go
    from the highest place to the lowest; else the first is that by the higher die.
    """
    if high == low:
        return _turns_of_double(board, high)
    found = [0] * 0
    for place in range(BAR, 0, -1):
        if can_step(board, place, high):
            between = after_step(board, place, high)
            for other in range(BAR, 0, -1):
                if can_step(between, other, low) and not _is_twice(board, place, other, high, low):
                    found.append(place | other << _FIELD)
    for other in range(BAR, 0, -1):
        if can_step(board, other, low):
            between = after_step(board, other, low)
            for place in range(BAR, 0, -1):
                if (
                    can_step(between, place, high)
                    and not _can_both(board, place, high, other, low)
                    and not _is_twice(board, place, other, high, low)
                ):
                    found.append(place | other << _FIELD)
    if not found:
        for place in range(BAR, 0, -1):
            if can_step(board, place, high):
                found.append(place)
    if not found:
        for place in range(BAR, 0, -1):
            if can_step(board, place, low):
                found.append(place << _FIELD)
    if not found:
        found.append(0)
    return found


def _turns_of_double(board: BackgammonBoard, die: int) -> list[int]:
    """Return the turns by a double.

    Whatever the order of its steps, a turn is legal from the highest place to the lowest, too. And
    in this order no two turns lead to the same position.
    """
    reached = [(board, BAR, 0)]
    for number in range(4):
        following = [
            (after_step(each, place, die), place, turn | place << _FIELD * number)
            for each, highest, turn in reached
            for place in range(highest, 0, -1)
            if can_step(each, place, die)
        ]
        if not following:
            break
        reached = following
    return [turn for _, _, turn in reached]


def _can_both(board: BackgammonBoard, first: int, die: int, second: int, other_die: int) -> bool:
    """Return whether two steps are legal in this order."""
    return can_step(board, first, die) and can_step(
        after_step(board, first, die), second, other_die
    )


def _is_twice(board: BackgammonBoard, place: int, other: int, high: int, low: int) -> bool:
    """Return whether another turn leads where `high` from one place and `low` from another do.

    That is so where a checker goes by both dice and hits nowhere between, or its steps can be
    shared with one that stands there; and where two are borne off, each by either die.
    """
    if place == other - low and other > high:
        _, _, their_near, their_far = board
        return (
            count_at(their_near, their_far, BAR - other + high) != 1
            and count_at(their_near, their_far, BAR - place) != 1
            and _can_both(board, other, high, other - high, low)
        )
    if place < other and place <= high and other <= low:
        return _can_both(board, other, high, place, low) or _can_both(
            board, place, low, other, high
        )
    return False


def steps_of(turn: int, high: int, low: int) -> list[tuple[int, int]]:
    """Return where the steps of a turn begin, and by which dice they go, from the highest place."""
    steps = []
    for number in range(4):
        place = turn >> _FIELD * number & _PLACE
        if place:
            steps.append((place, low if number == 1 else high))
    return sorted(steps, reverse=True)


def after_turn(board: BackgammonBoard, turn: int, high: int, low: int) -> BackgammonBoard:
    """Return the board after a turn, still seen by the player who made it.

    The order of the steps makes no difference, even where one is not legal before the other.
    """
    for number in range(4):
        place = turn >> _FIELD * number & _PLACE
        if place:
            board = after_step(board, place, high if number == 0 else low)
    return board
