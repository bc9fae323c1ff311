"""Reports of a search: dicts ready for JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..game import Action, Game, State
from ..mcts.results.result import ActionStatistics, SearchResult
from ..mcts.results.summary import Prospect
from ..mcts.return_scale import proven_word, winrate

__all__ = [
    "error_report",
    "line_names",
    "move_value",
    "plain",
    "report_of",
]

_MOST_LINES = 60
"""Moves reported with their expected line; those after them have none."""


def report_of(
    result: SearchResult, prospects: Sequence[Prospect], *, visits: int, seconds: float
) -> dict[str, Any]:
    """Return `moveInfos` and `rootInfo`; values are as the player to move sees them.

    Moves that were not tried are left out, unless they are proven.

    Args:
        result: what the search has found.
        prospects: what is expected of each of its moves.
        visits: the simulations of this query.
        seconds: how long it has thought.

    """
    game, player = result.game, result.player
    value = result.value[player] if result.simulations or result.proof is not None else None
    proven = None if result.proof is None else result.proof.value[player]
    parts = [
        each
        for each in zip(result.actions, prospects, strict=True)
        if each[0].visits or each[0].proven is not None
    ]
    return {
        "moveInfos": [
            _move_info(result, order, statistics, prospect)
            for order, (statistics, prospect) in enumerate(parts)
        ],
        "rootInfo": {
            "visits": visits,
            "value": value,
            "winrate": winrate(game, value),
            "currentPlayer": player,
            "proven": proven_word(game, proven),
            "seconds": round(seconds, 4),
            "stopReason": None,
        },
    }


def error_report(query_id: str, sentence: str, field: str | None) -> dict[str, Any]:
    """Return the last report of a query that cannot be answered."""
    return {"id": query_id, "error": sentence, "field": field}


def move_value(statistics: ActionStatistics) -> float | None:
    """Return what a move is worth to who makes it: what is proven, or the mean."""
    return statistics.mean if statistics.proven is None else statistics.proven


def plain(value: Any) -> Any:
    """Return a value of a player's statistics in types that JSON has."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (bool, int, str)):
        return value
    item = getattr(value, "item", None)  # a number of NumPy's
    return plain(item()) if callable(item) else str(value)


def line_names(game: Game, state: State, line: Sequence[Action]) -> list[str]:
    """Return the names of moves, one after the other, from a position on."""
    names = []
    state = game.copy(state)
    for place, action in enumerate(line):
        names.append(game.action_to_text(state, action))
        if place + 1 < len(line):
            state = game.next_state(state, action)
    return names


def _move_info(
    result: SearchResult, order: int, statistics: ActionStatistics, prospect: Prospect
) -> dict[str, Any]:
    game = result.game
    value = move_value(statistics)
    low = high = value
    if statistics.proven is None and value is not None and statistics.half_width is not None:
        low, high = value - statistics.half_width, value + statistics.half_width
    after = prospect.line if order < _MOST_LINES else ()
    line = line_names(game, result.state, (statistics.action, *after))
    return {
        "move": line[0],
        "visits": statistics.visits,
        "value": value,
        "winrate": winrate(game, value),
        "lcb": winrate(game, low),
        "ucb": winrate(game, high),
        "prior": prospect.prior,
        "order": order,
        "pv": line,
        "proven": proven_word(game, statistics.proven),
    }
