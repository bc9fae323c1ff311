"""Othello endgames on 8x8, solved exactly: alpha-beta to the end of the game.

Nothing here is shared with `gametree.games.othello`, so that each can be held against the
other. A position is two boards, the discs of the player to move and those of the other, with
cell `a1` in bit 0, `b1` in bit 1, `a2` in bit 8. A score is the discs of the player to move
less those of the other when the game is over; cells left empty count for the winner, as in
tournaments.

Fewest replies first, corners before them: the usual order of moves for solving endgames
(fastest first). A table of positions keeps bounds. Fourteen empty cells take some hundredths
of a second for one score.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numba import njit

__all__ = ["move_scores", "moves_of", "score", "turned_over"]

_ONE = np.uint64(1)
_EMPTY = np.uint64(0)
_CORNERS = np.uint64(0x8100000000000081)

# Steps along the four lines, and the cells of enemy discs that can be turned over along
# them: those at the left and right edges cannot, except along columns.
_STEPS = (np.uint64(1), np.uint64(8), np.uint64(7), np.uint64(9))
_TURNABLE = (
    np.uint64(0x7E7E7E7E7E7E7E7E),
    np.uint64(0xFFFFFFFFFFFFFFFF),
    np.uint64(0x7E7E7E7E7E7E7E7E),
    np.uint64(0x7E7E7E7E7E7E7E7E),
)

_MOST_MOVES = 64
_FEW = 4  # empty cells; the order of the moves does not pay any more
_REMEMBERED = 6  # empty cells from which on positions are remembered
_SLOTS = 1 << 18
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2


def score(mine: int, theirs: int) -> int:
    """Return the score of a position under best play."""
    search, memory = _compiled()
    return int(search(np.uint64(mine), np.uint64(theirs), -64, 64, False, *memory))


def move_scores(mine: int, theirs: int) -> dict[int, int]:
    """Return the score after each move, for the player who makes it, by the move's cell.

    It is empty where the player has no move.
    """
    scores = {}
    free = int(moves_of(np.uint64(mine), np.uint64(theirs)))
    for cell in range(64):
        if free >> cell & 1:
            disc = np.uint64(1 << cell)
            turned = int(turned_over(disc, np.uint64(mine), np.uint64(theirs)))
            scores[cell] = -score(theirs ^ turned, mine | turned | 1 << cell)
    return scores


@cache
def _compiled():
    """Return the search and its memory: a place for moves at each depth, and the table."""
    keys = np.zeros((_SLOTS, 2), np.uint64)
    bounds = np.zeros((_SLOTS, 2), np.int64)
    moves = np.zeros((_MOST_MOVES + 1, _MOST_MOVES), np.uint64)
    ranks = np.zeros((_MOST_MOVES + 1, _MOST_MOVES), np.int64)
    return _search, (keys, bounds, moves, ranks)


@njit
def _count(board):
    count = 0
    while board:
        board &= board - _ONE
        count += 1
    return count


@njit
def moves_of(mine, theirs):
    """Return the empty cells from which a row of `theirs` leads to one of `mine`."""
    found = _EMPTY
    for line in range(4):
        step = _STEPS[line]
        enemy = theirs & _TURNABLE[line]
        up = enemy & (mine << step)
        down = enemy & (mine >> step)
        for _ in range(5):
            up |= enemy & (up << step)
            down |= enemy & (down >> step)
        found |= (up << step) | (down >> step)
    return found & ~(mine | theirs)


@njit
def turned_over(disc, mine, theirs):
    """Return the discs of `theirs` that a new disc turns over."""
    turned = _EMPTY
    for line in range(4):
        step = _STEPS[line]
        enemy = theirs & _TURNABLE[line]
        up = enemy & (disc << step)
        down = enemy & (disc >> step)
        for _ in range(5):
            up |= enemy & (up << step)
            down |= enemy & (down >> step)
        if mine & (up << step):
            turned |= up
        if mine & (down >> step):
            turned |= down
    return turned


@njit
def _final_score(mine, theirs):
    """Return the score when nobody can move any more."""
    if mine > theirs:
        return 64 - 2 * theirs
    if mine < theirs:
        return 2 * mine - 64
    return 0


@njit
def _search(mine, theirs, alpha, beta, passed, keys, bounds, moves, ranks):
    """Return the score if it lies between alpha and beta, otherwise a bound beyond them."""
    free = moves_of(mine, theirs)
    if not free:
        if passed:
            return _final_score(_count(mine), _count(theirs))
        return -_search(theirs, mine, -beta, -alpha, True, keys, bounds, moves, ranks)
    empty = _count(~(mine | theirs))
    slot = 0
    if empty >= _REMEMBERED:
        mixed = (mine * np.uint64(0x9E3779B97F4A7C15)) ^ (theirs * np.uint64(0xD6E8FEB86659FD93))
        slot = np.int64(mixed >> np.uint64(46))
        if keys[slot, 0] == mine and keys[slot, 1] == theirs:
            known, kind = bounds[slot, 0], bounds[slot, 1]
            if kind == _EXACT or (kind == _AT_LEAST and known >= beta):
                return known
            if kind == _AT_MOST and known <= alpha:
                return known
    count = 0
    while free:
        disc = free & (~free + _ONE)
        free ^= disc
        rank = 0
        if empty > _FEW:
            turned = turned_over(disc, mine, theirs)
            replies = _count(moves_of(theirs ^ turned, mine | disc | turned))
            rank = replies - (8 if disc & _CORNERS else 0)
        place = count
        while place > 0 and ranks[empty, place - 1] > rank:
            ranks[empty, place] = ranks[empty, place - 1]
            moves[empty, place] = moves[empty, place - 1]
            place -= 1
        ranks[empty, place] = rank
        moves[empty, place] = disc
        count += 1
    best = -64
    lower = alpha
    for index in range(count):
        disc = moves[empty, index]
        turned = turned_over(disc, mine, theirs)
        after, before = theirs ^ turned, mine | disc | turned
        found = -_search(after, before, -beta, -lower, False, keys, bounds, moves, ranks)
        if found > best:
            best = found
            if best > lower:
                lower = best
                if best >= beta:
                    break
    if empty >= _REMEMBERED:
        keys[slot, 0] = mine
        keys[slot, 1] = theirs
        bounds[slot, 0] = best
        bounds[slot, 1] = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
    return best
