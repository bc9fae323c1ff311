"""Estimates of positions of English draughts: weighted features, once captures have come to rest.

Who can capture must, so a position with captures is worth what the best of them leads to, followed
to where nobody can capture (Samuel, "Some Studies in Machine Learning Using the Game of Checkers",
1959, on positions that are quiet). Only there features count.
"""

from __future__ import annotations

from typing import NamedTuple

from plainpython.bits import popcount

from .moves import (
    CheckersState,
    after_move,
    any_of,
    count_actions,
    first_jumps,
    has_move,
    nth_action,
)

__all__ = ["SURE", "CheckersFeatures", "features_of", "score_of", "settled_score"]

SURE = 1000.0
"""The score of a position where the other cannot move; no other is so high."""

# What each of `CheckersFeatures` weighs, and the lead's share of all pieces (a king for one and
# a half men), fitted to games by benchmarks/fit_heuristics.py. Men in the centre or with support,
# kings away from the side and the number of steps weighed next to nothing, and were left out.
_MAN = 0.545
_KING = 0.704
_SHARE = -0.892
_BACK = 0.065
_BRIDGE = 0.383
_FAR = 0.03

# For black, and for white.
_FIRST_ROWS = (0xF, 0x7_8000_0000)
_BRIDGES = (0x5, 0x5_0000_0000)  # squares 1 and 3, 30 and 32
_FAR_ROWS = (0x7BC0_0000, 0x1EF0)  # the two before the last


class CheckersFeatures(NamedTuple):
    """What a player has; an estimate weighs what the one has more than the other."""

    men: int
    kings: int
    back: int
    """Men on their first row."""
    bridge: int
    """1 if men hold both squares of the bridge, which keep others from becoming kings."""
    far: int
    """Men one or two steps away from becoming kings."""


def settled_score(state: CheckersState, low: float, high: float) -> float:
    """Return what a position promises the player to move, cut off at `low` and `high`."""
    if not any_of(first_jumps(state)):
        return score_of(state)
    for index in range(count_actions(state)):
        following = after_move(state, nth_action(state, index))
        found = -settled_score(following, -high, -low)
        if found >= high:
            return high
        low = max(low, found)
    return low


def features_of(mine: int, kings: int, player: int) -> CheckersFeatures:
    """Return the features of the player whose pieces are `mine`."""
    men = mine & ~kings
    first, bridge, far = _FIRST_ROWS[0], _BRIDGES[0], _FAR_ROWS[0]
    if player == 1:
        first, bridge, far = _FIRST_ROWS[1], _BRIDGES[1], _FAR_ROWS[1]
    return CheckersFeatures(
        men=popcount(men),
        kings=popcount(mine & kings),
        back=popcount(men & first),
        bridge=1 if men & bridge == bridge else 0,
        far=popcount(men & far),
    )


def score_of(state: CheckersState) -> float:
    """Return the score of a position for the player to move, without any search."""
    if not has_move(state):
        return -SURE
    mine = features_of(state.mine, state.kings, state.player)
    theirs = features_of(state.theirs, state.kings, 1 - state.player)
    lead = 2 * (mine.men - theirs.men) + 3 * (mine.kings - theirs.kings)
    whole = 2 * (mine.men + theirs.men) + 3 * (mine.kings + theirs.kings)
    return (
        _MAN * (mine.men - theirs.men)
        + _KING * (mine.kings - theirs.kings)
        + _SHARE * lead / whole
        + _BACK * (mine.back - theirs.back)
        + _BRIDGE * (mine.bridge - theirs.bridge)
        + _FAR * (mine.far - theirs.far)
    )
