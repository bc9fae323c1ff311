"""Read the moves, the policy and the value of a position from the tables of a hidden search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...actors import is_chance
from ...game import Action, State
from ..results.result import ActionStatistics, half_width
from .engine import HiddenEngine
from .methods import HiddenWay
from .rules import shares_of
from .tables import key_of_move

__all__ = ["TableReader"]


class TableReader:
    """What a search has found, read from its tables.

    Args:
        engine: the search; it may go on later.
        way: how it searches.
        player: who searches.

    """

    def __init__(self, engine: HiddenEngine, way: HiddenWay, player: int) -> None:
        self._engine, self._way, self._player = engine, way, player

    def policy(self, state: State, mover: int, actions: Sequence[Action]) -> dict[Action, float]:
        """Return the probability of each move at a state; all are equal where none was tried."""
        field = "strategy" if self._way.rule.mixes else "visits"
        weights = [
            sum(float(getattr(each, field)) for each in self._entries(state, mover, action))
            for action in actions
        ]
        return dict(zip(actions, shares_of(weights), strict=True))

    def rows(self, state: State, mover: int, actions: Sequence[Action]) -> list[ActionStatistics]:
        """Return the statistics of each move at a state, in the same order."""
        entries = [self._entries(state, mover, action) for action in actions]
        visits = [sum(int(each.visits) for each in found) for found in entries]
        total = max(1, sum(visits))
        low, high = float(self._engine.work.span.low), float(self._engine.work.span.high)
        plans = self._way.rule.plans
        field = "estimate" if plans else "total"
        rows = []
        for action, found, count in zip(actions, entries, visits, strict=True):
            mean = sum(float(getattr(each, field)) for each in found) / count if count else None
            width = None if mean is None or plans else half_width(mean, count, low, high)
            available = sum(int(each.available) for each in found)
            rows.append(
                ActionStatistics(action, count, count / total, mean, width, None, available)
            )
        return rows

    def value(
        self, mover: int, rows: Sequence[ActionStatistics], policy: Mapping[Action, float]
    ) -> tuple[float, ...]:
        """Return the mean returns, at the root if the search starts there; a plan's best value.

        Args:
            mover: who moves at the root.
            rows: the statistics of its moves, the chosen one first.
            policy: the probability of each move.

        """
        if self._way.rule.plans and rows[0].mean is not None:
            return (max(each.mean for each in rows if each.mean is not None),)
        means = self._engine.means()
        if self._way.start != "beginning" or len(means) != 2:
            return means
        own = sum(policy[each.action] * (each.mean or 0.0) for each in rows)
        other = sum(means) - own  # of two players one gets what the other does not
        return (own, other) if mover == 0 else (other, own)

    def _entries(self, state: State, mover: int, action: Action) -> list[Any]:
        """Return what the tables hold of a move: one entry for each node that has it."""
        if is_chance(mover):
            return []  # no node is of chance
        tables = self._engine.tables
        found = [tables.found(tables.edges, key) for key in self._keys(state, mover, action)]
        return [each for each in found if each is not None]

    def _keys(self, state: State, mover: int, action: Action) -> list[int]:
        """Return the keys of a move at a node, for each start that has a node of its own."""
        keys = []
        for root, viewer in self._engine.starts:
            at = root if self._way.start == "state" or self._way.worlds else state
            watcher = viewer if at is root else self._player
            key = self._way.observer.key(self._engine.game, at, mover, watcher)
            keys.append(int(key_of_move(key, action)))
        return keys
