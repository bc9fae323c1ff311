"""The findings of a search as lines of UCI."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Action
from ...mcts.parallel.worker import TREE_SHARE
from ...mcts.results.result import SearchResult
from ...mcts.return_scale import return_scale
from .dialects import UciDialect
from .notation import Notation

__all__ = ["information", "is_mate_within"]

_FULL = 1000  # permille


def information(
    result: SearchResult,
    lines: Sequence[Sequence[Action]],
    notation: Notation,
    dialect: UciDialect,
    most: int,
    memory: int,
) -> list[str]:
    """Return a line for each of the best moves, at most `most`.

    Args:
        result: what the search has found.
        lines: the expected lines of the best moves, each beginning with its move.
        notation: how the game is written.
        dialect: how distances to mates are written.
        most: how many lines are wanted (MultiPV).
        memory: the bytes that the search may take, for `hashfull`.

    """
    spent = max(result.seconds, 1e-6)
    full = min(_FULL, _FULL * result.bytes // int(TREE_SHARE * memory))
    parts = []
    for number, found in enumerate(lines[:most]):
        statistics = result.actions[number]
        line = found or [statistics.action]
        value = statistics.mean if statistics.mean is not None else 0.0
        score = notation.score(value)
        if number == 0:
            score = _proven(result, notation, dialect) or score
        parts.append(
            f"info depth {len(line)} seldepth {max(result.max_depth, len(line))} "
            f"multipv {number + 1} score {score} nodes {result.simulations} "
            f"nps {round(result.new_simulations / spent)} hashfull {full} "
            f"time {round(1000 * result.seconds)} "
            f"pv {' '.join(_names(result, line, notation))}"
        )
    return parts


def _proven(result: SearchResult, notation: Notation, dialect: UciDialect) -> str:
    """Return the score of what is proven: a mate, if somebody wins; nothing if it is not known."""
    proof = result.proof
    worth = None if proof is None else proof.value[result.player]
    if proof is None or worth is None:
        return ""
    distance = _distance(result, dialect)
    return notation.score(worth) if distance is None else f"mate {distance}"


def is_mate_within(result: SearchResult, moves: int, dialect: UciDialect) -> bool:
    """Return True if the player to move is proven to win within this many moves (UGI: plies)."""
    distance = _distance(result, dialect)
    return distance is not None and 0 < distance <= moves


def _distance(result: SearchResult, dialect: UciDialect) -> int | None:
    """Return the way to a proven win, below 0 to a loss; None if neither is proven."""
    proof, game = result.proof, result.game
    if proof is None or proof.plies is None or game.players > 2:
        return None
    worth = proof.value[result.player]
    lowest, highest = return_scale(game)
    if worth not in (lowest, highest):
        return None
    distance = proof.plies if dialect.mate_in_plies else (proof.plies + 1) // 2
    return distance if worth == highest else -distance


def _names(result: SearchResult, line: Sequence[Action], notation: Notation) -> list[str]:
    game = result.game
    names = []
    state = game.copy(result.state)
    for action in line:
        names.append(notation.name_of(state, action))
        state = game.next_state(state, action)
    return names
