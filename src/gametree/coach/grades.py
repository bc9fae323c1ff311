"""The grades of moves: thresholds for mistakes, and the accuracy of a move.

Both are those of lichess, on the expected result from 0, the worst, to 1, the best. The thresholds
are in `modules/tree/src/main/Advice.scala` of github.com/lichess-org/lila, where the scale is from
-1 to 1. The accuracy is explained on lichess.org/page/accuracy.
"""

from __future__ import annotations

import math

__all__ = ["GRADES", "accuracy_of", "grade_of"]

GRADES = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": 0.05}
"""The least loss of expected result of each grade, the worst one first."""


def grade_of(loss: float) -> str:
    """Return the grade of a move that loses so much of the expected result; empty if it is good."""
    for grade, least in GRADES.items():
        if loss >= least:
            return grade
    return ""


def accuracy_of(loss: float) -> float:
    """Return the accuracy of a move in percent: 100 if it loses nothing."""
    found = 103.1668 * math.exp(-0.04354 * 100 * loss) - 3.1669
    return min(100.0, max(0.0, found))
