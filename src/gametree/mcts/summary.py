"""From a tree to a result: the ranking of the moves, their statistics, the expected line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import CHANCE, Action
from .engine import Engine
from .result import ActionStatistics, SearchResult, half_width
from .tree import NO_CHILD, ROOT, EdgeView, Tree, edges_of
from .workspace import HIGH, LOW

__all__ = ["FINAL_MOVES", "summarize"]


def _mean(edge: EdgeView) -> float:
    return edge.total / edge.visits if edge.visits else float("-inf")


FINAL_MOVES: dict[str, Callable[[EdgeView], Any]] = {
    "visits": lambda edge: edge.visits,
    "value": _mean,
    "visits_then_value": lambda edge: (edge.visits, _mean(edge)),
}
"""How to choose the move to play: the highest of these."""


def summarize(
    engine: Engine,
    *,
    final_move: str,
    new_simulations: int,
    seconds: float,
    stopped_by: str,
    seed: int,
) -> SearchResult:
    """Return what stands in the engine's tree."""
    root = engine.tree.nodes[ROOT]
    visits = engine.root_visits
    rank = FINAL_MOVES[final_move]
    ranked = sorted(edges_of(engine.tree, ROOT), key=rank, reverse=True)
    return SearchResult(
        action=ranked[0].action,
        value=tuple(engine.origin + float(total) / max(1, visits) for total in root.value),
        player=int(root.player),
        actions=tuple(_statistics(engine, edge, visits) for edge in ranked),
        principal_variation=_principal_variation(engine.tree, rank),
        simulations=visits,
        new_simulations=new_simulations,
        seconds=seconds,
        max_depth=engine.max_depth,
        stopped_by=stopped_by,
        memory_full=engine.frozen,
        nodes=1 + engine.in_use[1],
        bytes=engine.bytes,
        seed=seed,
        compiled=engine.compiled,
        game=engine.game,
        state=engine.state,
    )


def _statistics(engine: Engine, edge: EdgeView, total: int) -> ActionStatistics:
    visits = edge.visits
    if visits == 0:
        return ActionStatistics(edge.action, 0, 0.0, None, None)
    mean = engine.origin + edge.total / visits
    low, high = float(engine.work.span[LOW]), float(engine.work.span[HIGH])
    width = half_width(mean, visits, low, high)
    return ActionStatistics(edge.action, visits, visits / total, mean, width)


def _principal_variation(tree: Tree, rank: Callable[[EdgeView], Any]) -> tuple[Action, ...]:
    line = []
    number = ROOT
    while tree.nodes[number].player != CHANCE:
        best = max(edges_of(tree, number), key=rank)
        if best.visits == 0:
            break
        line.append(best.action)
        number = best.child
        if number == NO_CHILD:
            break
    return tuple(line)
