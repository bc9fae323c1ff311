"""The trees of searches that have ended, for those that go on from there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .query import Query

__all__ = ["KeptTrees", "best_start", "is_kept"]

_MOST_KEPT = 4
_MOST_MOVES = 8
"""Between two positions of which the second one keeps the tree of the first."""


def is_kept(query: Query) -> bool:
    """Return whether the tree of a query is kept, and it may go on with that of another.

    That is so where somebody watches. What others find depends on nothing but their query.
    """
    return (
        query.kind == "analyse"
        and query.report_every is not None
        and query.seed is None
        and query.forced is None
    )


def best_start(query: Query, others: Iterable[Query]) -> Query | None:
    """Return of other queries the one with whose tree a query goes on best; None if with none."""
    if not is_kept(query):
        return None
    fitting = [
        other
        for other in others
        if (other.game, other.parameters, other.player)
        == (query.game, query.parameters, query.player)
        and 0 <= len(query.moves) - len(other.moves) <= _MOST_MOVES
        and query.moves[: len(other.moves)] == other.moves
    ]
    return max(fitting, key=lambda other: len(other.moves), default=None)


class KeptTrees:
    """Trees, each with its query: those that were put here last.

    A tree is whatever the worker makes of it; a pool that only notes who has which holds none.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[Query, Any]] = []

    def put(self, query: Query, tree: Any) -> None:
        """Keep a tree."""
        if is_kept(query):
            self._kept.append((query, tree))
            del self._kept[:-_MOST_KEPT]

    def find(self, query: Query) -> Query | None:
        """Return the query with whose tree another one goes on best."""
        return best_start(query, (each for each, _ in self._kept))

    def take(self, query: Query) -> tuple[Query, Any] | None:
        """Take out the tree with which a query goes on best, and the query that it is of."""
        start = self.find(query)
        for place, pair in enumerate(self._kept):
            if pair[0] is start:
                return self._kept.pop(place)
        return None
