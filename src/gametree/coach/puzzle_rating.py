"""The rating of a person who solves puzzles, and of the puzzles."""

from __future__ import annotations

import math

from .puzzles import Puzzle

__all__ = ["BEGIN", "rating_after", "rating_of"]

BEGIN = 1000.0
"""The rating of a person who has solved nothing yet."""

_STEP = 32.0  # the most that one puzzle changes


def rating_of(puzzle: Puzzle) -> float:
    """Return the rating of a puzzle: its Elo, or 100 points for each doubling of simulations.

    The second is no Elo: it orders the puzzles of a game that has no measured ladder.
    """
    if puzzle.elo is not None:
        return puzzle.elo
    return 600.0 + 100.0 * math.log2(puzzle.simulations)


def rating_after(rating: float, puzzle: Puzzle, *, solved: bool) -> float:
    """Return the rating of a person after a puzzle, by Elo's formula."""
    expected = 1 / (1 + 10 ** ((rating_of(puzzle) - rating) / 400))
    return rating + _STEP * (float(solved) - expected)
