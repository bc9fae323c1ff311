"""Backgammon by trying everything, on rules written again. Nothing here is shared with gametree.

A position is a pair of sides, of the player to move and of the other: dicts of how many checkers
stand where, by the owner's count; 25 is the bar and 0 what is borne off.
"""

from __future__ import annotations

__all__ = ["FIRST", "positions_after"]

FIRST = ({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})


def step(mine, theirs, place, die):
    """Return both sides after a step, or None if it is not legal."""
    if not mine.get(place) or (mine.get(25) and place != 25):
        return None
    to = place - die
    if to <= 0:
        others = [each for each, count in mine.items() if count and each > 0]
        if max(others) > 6 or (to < 0 and max(others) != place):
            return None
        to = 0
    elif theirs.get(25 - to, 0) > 1:
        return None
    mine, theirs = dict(mine), dict(theirs)
    mine[place] -= 1
    mine[to] = mine.get(to, 0) + 1
    if to and theirs.get(25 - to) == 1:
        theirs[25 - to] = 0
        theirs[25] = theirs.get(25, 0) + 1
    return mine, theirs


def plain(side):
    return tuple(sorted((place, count) for place, count in side.items() if count))


def positions_after(mine, theirs, first, second):
    """Return the positions that a roll can lead to, seen by the player who moves."""
    found = {}  # by the dice that were played

    def go_on(mine, theirs, dice, played):
        found.setdefault(played, set()).add((plain(mine), plain(theirs)))
        for number, die in enumerate(dice):
            for place in range(25, 0, -1):
                after = step(mine, theirs, place, die)
                if after is not None:
                    go_on(*after, dice[:number] + dice[number + 1 :], (*played, die))

    dice = (first,) * 4 if first == second else (first, second)
    go_on(mine, theirs, dice, ())
    most = max(map(len, found))
    longest = [played for played in found if len(played) == most]
    if most == 1:
        longest = [(max(longest)[0],)]
    return set().union(*(found[played] for played in longest))
