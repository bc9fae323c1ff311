"""The result of a search by information sets: moves, policy, and the move to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ...actors import CHANCE
from ...game import Action, Game, State
from ...primitives.rng import Rng, derived_seed
from ..results.result import ActionStatistics, SearchResult
from .engine import HiddenEngine
from .table_reader import TableReader

__all__ = ["possible_moves", "result_of"]

_UNION = 30
"""Worlds in which the moves of another player are collected."""


def possible_moves(
    game: Game, root: State, player: int, worlds: Iterator[State]
) -> tuple[int, list[Action]]:
    """Return who moves at the root, and all moves that the searching player thinks possible.

    Args:
        game: the rules.
        root: a state that agrees with what the player knows.
        player: who searches.
        worlds: other random ones.

    """
    mover = game.current_player(root)
    actions = list(game.legal_actions(root))
    if mover not in (player, CHANCE):
        for world in islice(worlds, _UNION):
            actions += [each for each in game.legal_actions(world) if each not in actions]
    return mover, actions


def result_of(
    engine: HiddenEngine,
    reader: TableReader,
    root: State,
    mover: int,
    actions: list[Action],
    final_move: str,
    *,
    seed: int,
    **told: Any,
) -> SearchResult:
    """Return what a search has found; `told` is what its runs were, and its method."""
    policy = reader.policy(root, mover, actions)
    rows = reader.rows(root, mover, actions)
    rows.sort(key=lambda row: (policy[row.action], row.visits), reverse=True)
    rng = Rng(derived_seed(seed, f"move after {engine.simulations} simulations"))
    chosen = _chosen(rows, policy, final_move, rng)
    rows.sort(key=lambda row: row.action is not chosen)
    return SearchResult(
        action=chosen,
        value=reader.value(mover, rows, policy),
        player=mover,
        actions=tuple(rows),
        principal_variation=(chosen,),
        proof=None,
        simulations=engine.since_root,
        max_depth=engine.max_depth,
        memory_full=engine.full,
        nodes=engine.nodes,
        bytes=engine.tables.bytes,
        seed=seed,
        compiled=engine.compiled,
        game=engine.game,
        state=root,
        average_policy=policy,
        **told,
    )


def _chosen(
    rows: Sequence[ActionStatistics], policy: Mapping[Action, float], final_move: str, rng: Rng
) -> Action:
    if final_move == "value":
        return max(rows, key=lambda row: -1e300 if row.mean is None else row.mean).action
    if final_move == "sample":
        left = rng.uniform()
        for row in rows:
            left -= policy[row.action]
            if left < 0.0:
                return row.action
    return rows[0].action
