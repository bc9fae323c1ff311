"""UCB1 and UCB1-Tuned: upper confidence bounds of the mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plainpython.compilable import native_twin

from ...numbers.checks import not_negative
from ...numbers.elementary import log_of_count
from ..tree.tree import Field
from .rule import SELECTION_RULES, SelectionRule, mean_of
from .terms import Term

__all__ = [
    "INVERSE_ROOTS",
    "ROOTS_OF_LOGS",
    "UCB1",
    "UCB1Tuned",
    "inverse_root",
    "note_square",
    "root_of_log",
]


@SELECTION_RULES.register(
    "ucb1",
    "Adds exploration to the mean, more for moves with few visits.",
    c="The exploration constant of the rule.",
)
class UCB1(SelectionRule):
    """Mean plus c * sqrt(ln N / n), for returns scaled to 0..1.

    UCB1 (Auer, Cesa-Bianchi, Fischer, 2002) applied to trees (UCT: Kocsis and
    Szepesvári, 2006). The edge keeps 1/sqrt(n), in 32 bits, and the node
    c * sqrt(ln N), renewed every eighth visit once it changes slowly; a score
    is then four operations.
    """

    node_fields = (("explore", "f8"),)
    edge_fields: tuple[Field, ...] = (("inverse_root", "f4"),)

    def __init__(self, c: float = 1.4) -> None:
        self.c = not_negative("c", c)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        return edge.mean + edge.inverse_root * (node.explore * value_range)  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        numbers = {"c": self.c, "range": value_range, "N": node.visits, "n": edge.visits}
        explored = edge.inverse_root * (node.explore * value_range)
        return (
            Term("mean", edge.mean, "mean", {}),
            Term("exploration", explored, "c * range * sqrt(ln N / n)", numbers),
        )

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        explore = root_of_log(node.visits + node.waiting)
        explore *= inverse_root(edge.visits + edge.waiting)
        explore *= _explored_share(node.visits, node.waiting)
        return mean_of(node, edge) + self.c * value_range * explore

    def _native_update(self, node: Any, edge: Any, value: float) -> None:
        edge.inverse_root = inverse_root(edge.visits)
        visits = node.visits
        if visits < _TABLED or visits & 7 == 0:
            node.explore = self.c * root_of_log(visits)

    @native_twin(_native_update)
    def update(self, node: Any, edge: Any, value: float) -> None:
        visits = edge.visits
        tabled = visits < len(INVERSE_ROOTS)
        edge.inverse_root = INVERSE_ROOTS[visits] if tabled else inverse_root(visits)
        visits = node.visits
        if visits < _TABLED:
            node.explore = self.c * ROOTS_OF_LOGS[visits]
        elif visits & 7 == 0:
            node.explore = self.c * root_of_log(visits)

    def renew(self, node: Any, edge: Any) -> None:
        edge.inverse_root = inverse_root(edge.visits)
        node.explore = self.c * root_of_log(node.visits)


@SELECTION_RULES.register(
    "ucb1-tuned",
    "Explores moves more whose returns vary more.",
    c="The exploration constant of the rule.",
)
class UCB1Tuned(SelectionRule):
    """UCB1 with the exploration scaled by each child's observed variance.

    UCB1-Tuned (Auer, Cesa-Bianchi, Fischer, 2002), with `c` in front of the
    root; the published rule has c = 1.
    """

    edge_fields = (("squares", "f8"),)  # of the distances of the values from their mean

    def __init__(self, c: float = 1.0) -> None:
        self.c = not_negative("c", c)

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        visits = edge.visits
        ratio = log_of_count(node.visits) / visits
        bound = variance_bound(edge.squares / visits, value_range, ratio)
        return edge.mean + self.c * value_range * math.sqrt(ratio * bound)  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        visits = edge.visits
        ratio = log_of_count(node.visits) / visits
        bound = variance_bound(edge.squares / visits, value_range, ratio)
        numbers = {"c": self.c, "range": value_range, "N": node.visits, "n": visits, "V": bound}
        explored = self.c * value_range * math.sqrt(ratio * bound)
        return (
            Term("mean", edge.mean, "mean", {}),
            Term("exploration", explored, "c * range * sqrt(V * ln N / n)", numbers),
        )

    def score_waiting(self, node: Any, edge: Any, value_range: float) -> float:
        visits = edge.visits
        mean = mean_of(node, edge)
        ratio = log_of_count(node.visits + node.waiting) / (visits + edge.waiting)
        variance = edge.squares / visits if visits > 0 else 0.0
        bound = variance_bound(variance, value_range, ratio)
        return mean + self.c * value_range * math.sqrt(ratio * bound)

    def update(self, node: Any, edge: Any, value: float) -> None:
        note_square(edge, value)


def _explored_share(visits: int, waiting: int) -> float:
    """Return which part of its exploration a rule keeps while simulations wait at a node.

    Simulations that wait count as visits, and so spread the search already. The part is a half, and
    more where most simulations wait. The half was measured: see docs/slow-evaluators.md.
    """
    return (0.5 * visits + waiting) / (visits + waiting)


def note_square(edge: Any, value: float) -> None:
    """Let `edge.squares` include the distance of one more value, which `edge.visits` counts.

    It is the sum of the squared distances from the mean, which moves with each value (Welford,
    1962).
    """
    distance = value - edge.mean
    edge.squares += distance * distance * (edge.visits - 1) / edge.visits


def variance_bound(variance: float, value_range: float, ratio: float) -> float:
    """Return the upper bound of a child's variance, for returns scaled to 0..1.

    Where the squares of returns are too small for floating-point, it is the most that there is.
    """
    square = value_range * value_range
    if not square > 0.0:
        return 0.25
    return min(0.25, variance / square + math.sqrt(2.0 * ratio))


# Most nodes on a path have few visits: their terms come from tables.
_TABLED = 256


ROOTS_OF_LOGS = [0.0, *(math.sqrt(log_of_count(n)) for n in range(1, _TABLED))]


_ROOTS_OF_LOGS_ARRAY = np.array(ROOTS_OF_LOGS)


_INVERSES = 4096
_SPLITTER = float((1 << 29) + 1)
_MOST_INVERSES = 1 << 16  # 2 MB, in processes that visit an edge more often than `_INVERSES`


def _inverses(first: int, end: int) -> list[float]:
    counts = np.arange(first, end, dtype=np.float64)
    return (1.0 / np.sqrt(counts)).astype(np.float32).tolist()  # type: ignore[no-any-return]


INVERSE_ROOTS = [0.0, *_inverses(1, _INVERSES)]
"""1/sqrt(n), rounded to 32 bits: `inverse_root` lengthens it where a search is long."""


def _native_root_of_log(visits: int) -> Any:
    if visits < _TABLED:
        return _ROOTS_OF_LOGS_ARRAY[visits]
    return math.sqrt(log_of_count(visits))


@native_twin(_native_root_of_log)
def root_of_log(visits: int) -> float:
    """Return sqrt(ln visits)."""
    if visits < _TABLED:
        return ROOTS_OF_LOGS[visits]
    return math.sqrt(log_of_count(visits))


def _native_inverse_root(visits: int) -> Any:
    return np.float32(1.0 / math.sqrt(visits))


@native_twin(_native_inverse_root)
def inverse_root(visits: int) -> float:
    """Return 1/sqrt(visits), rounded to 32 bits."""
    if visits < len(INVERSE_ROOTS):
        return INVERSE_ROOTS[visits]
    if visits < _MOST_INVERSES:
        # At once, so that threads that do so together write the same.
        INVERSE_ROOTS[_INVERSES:] = _inverses(_INVERSES, _MOST_INVERSES)
        return INVERSE_ROOTS[visits]
    # Veltkamp's splitting rounds to 24 bits; to 32 bits and back takes twice as long.
    exact = 1.0 / math.sqrt(visits)
    far = exact * _SPLITTER
    return far - (far - exact)
