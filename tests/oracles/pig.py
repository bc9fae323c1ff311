"""Pig for two players solved by value iteration, on rules written again.

Neller and Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal, 2004. Nothing here is
shared with gametree.
"""

from __future__ import annotations

from functools import cache

import numpy as np

__all__ = ["options", "solve"]


@cache
def solve(goal=100):
    """Return the chance to win of the player to move: by points of this turn, own, and other's."""
    wins = np.full((goal + 6, goal, goal), 0.5)
    wins[goal:] = 1.0
    change = 1.0
    while change > 1e-8:
        before = wins[0].copy()
        for turn in reversed(range(goal)):
            lost = 1.0 - wins[0].T
            rolled = (lost + wins[turn + 2 : turn + 7].sum(axis=0)) / 6
            held = np.ones((goal, goal))
            held[: goal - turn] = 1.0 - wins[0].T[turn:]
            np.maximum(rolled, held, out=wins[turn])
            wins[turn, goal - turn :] = 1.0
        change = np.abs(wins[0] - before).max()
    return wins


def options(mine, theirs, turn, goal=100):
    """Return the chance to win by rolling, and by holding."""
    wins = solve(goal)
    held = 1.0 if mine + turn >= goal else 1.0 - wins[0, theirs, mine + turn]
    rolled = 1.0 - wins[0, theirs, mine] + wins[turn + 2 : turn + 7, mine, theirs].sum()
    return float(rolled / 6), float(held)
