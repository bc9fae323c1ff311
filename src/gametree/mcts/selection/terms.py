"""The terms of a score, each with its formula and the numbers in it, for readers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Term", "untried_term"]


class Term(NamedTuple):
    """One of the terms that sum to the score of an edge.

    Attributes:
        name: what it is for: "mean", "exploration", and what a rule has of its own.
        value: what it comes to. Where a rule keeps a part of it rounded, or renews it only now
            and then, this is what the search has used.
        formula: how it is found, such as "c * range * sqrt(ln N / n)".
        numbers: what the names in the formula stand for. N are the visits of the position, n
            those of the move, P is its prior, `range` the difference between the highest and the
            lowest return seen.

    """

    name: str
    value: float
    formula: str
    numbers: Mapping[str, float]


def untried_term() -> Term:
    """Return the term of a move that comes before all others, since it has not been tried."""
    return Term("untried", math.inf, "infinity", {})
