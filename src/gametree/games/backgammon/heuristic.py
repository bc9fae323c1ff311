"""The heuristic of backgammon: a weighted sum of all that is to be seen on the board.

The weights were found by self-play with temporal differences (Tesauro, "Temporal Difference
Learning and TD-Gammon", Communications of the ACM, 1995), of a line of weights in place of his
network, by benchmarks/fit_backgammon.py.
"""

from __future__ import annotations

import math
from typing import Any

from .board import BAR, BackgammonBoard, count_at

__all__ = ["CONTACT", "FEATURES", "RACE", "WEIGHTS", "features_of", "lead_of", "score_of"]

# Of each side, by its own count: points with one checker, with two or more, and each checker beyond
# two; two points in a row; checkers on the bar, three at most; points of the home that are closed
# while the other is on the bar.
_BLOT, _CLOSED, _MORE, _PAIR, _ON_BAR, _SHUT = 0, 24, 48, 72, 95, 98
_SIDE = 104
# Of the race, once nobody can be hit any more, and before: the lead, and a constant.
RACE, CONTACT = 2 * _SIDE, 2 * _SIDE + 2
FEATURES = 2 * _SIDE + 4
"""How many weights there are."""

_HOME = 6
_LAST = 8.0  # pips, so that the last ones do not count for too much


def features_of(board: BackgammonBoard) -> list[int]:
    """Return what is there on a board with contact, each feature as often as it is."""
    near, far, their_near, their_far = board
    found = [0] * 0
    _add_side(found, 0, near, far, count_at(their_near, their_far, BAR))
    _add_side(found, _SIDE, their_near, their_far, count_at(near, far, BAR))
    return found


def _add_side(found: list[int], first: int, near: int, far: int, hit: int) -> None:
    """Add the features of a side to `found`; `hit` are the other's checkers on the bar."""
    before = 0
    for place in range(1, BAR):
        count = count_at(near, far, place)
        if count == 1:
            found.append(first + _BLOT + place - 1)
        elif count > 1:
            found.append(first + _CLOSED + place - 1)
            for _ in range(count - 2):
                found.append(first + _MORE + place - 1)
            if before > 1:
                found.append(first + _PAIR + place - 2)
            if hit and place <= _HOME:
                found.append(first + _SHUT + place - 1)
        before = count
    for number in range(min(3, count_at(near, far, BAR))):
        found.append(first + _ON_BAR + number)


def lead_of(board: BackgammonBoard) -> tuple[float, float, bool]:
    """Return the lead in pips and what a pip is worth, by how many are to go; whether it is a race.

    A checker takes a pip more than it is far, since some are wasted.
    """
    near, far, their_near, their_far = board
    pips = their_pips = highest = their_highest = 0
    for place in range(1, BAR + 1):
        count, others = count_at(near, far, place), count_at(their_near, their_far, place)
        pips += count * (place + 1)
        their_pips += others * (place + 1)
        if count:
            highest = place
        if others:
            their_highest = place
    worth = 1.0 / math.sqrt(pips + their_pips + _LAST)
    return (their_pips - pips) * worth, worth, highest + their_highest < BAR


def score_of(weights: Any, board: BackgammonBoard) -> float:
    """Return what the side is about to win that has just moved."""
    lead, worth, race = lead_of(board)
    score: float = weights[RACE] * lead + weights[RACE + 1] * worth
    if not race:
        score = weights[CONTACT] * lead + weights[CONTACT + 1]
        for feature in features_of(board):
            score += weights[feature]
    return score


# In the order of the features above.
_THOUSANDTHS = (
    -72, -44, -31, -12, -5, -19, 34, 44, 48, 58, 65, 81, 89, 88, 94, 102, 112, 110, 153, 134, 135,
    140, 139, 149, -40, 10, 51, 77, 52, 80, 103, 133, -233, -161, -159, -98, 223, 12, -152, 167,
    118, 276, 300, 337, 334, 326, 313, 313, -9, -15, -6, 12, 27, 30, 42, 49, -82, -113, -96, -79,
    83, -24, 22, 63, 8, 133, 122, 151, 151, 147, 145, 140, 48, 21, 25, 49, 92, 25, 7, -119, -44, -2,
    8, -43, -80, -4, 3, 8, -16, -144, -50, 5, 3, -6, -12, 182, 101, 107, 25, 22, 27, 29, 33, 65, 42,
    12, -8, -30, -49, -44, -59, -63, -67, -74, -79, -91, -108, -104, -109, -116, -125, -129, -148,
    -148, -147, -151, -147, -151, 37, -13, -56, -85, -63, -80, -102, -130, 102, 62, 54, 60, -221,
    -39, -98, -186, -141, -265, -284, -319, -315, -311, -298, -301, 9, 14, 5, -14, -28, -31, -43,
    -48, 49, 77, 70, 59, -82, 13, -19, -51, -27, -131, -121, -147, -145, -139, -135, -129, -43, -16,
    -15, -33, -79, -21, -5, 65, 33, 52, 8, 24, 38, 4, -9, 23, 5, 121, 6, -10, -5, 6, 11, -224, -97,
    -112, -5, -9, -15, -18, -20, -49, 108, -419, 186, -35,
)  # fmt: skip
WEIGHTS = tuple([each / 1000.0 for each in _THOUSANDTHS])
"""What each feature adds to the score."""
