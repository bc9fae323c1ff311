"""The findings of a search as lines of UCI."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..games.chess import Chess
from ..mcts.result import SearchResult

__all__ = ["information"]

_SCALE = 350.0  # hundredths of a pawn that are worth 0.7, as in the heuristic
_NEARLY_ONE = 0.9999


def information(
    result: SearchResult, lines: Sequence[Sequence[int]], game: Chess, most: int
) -> list[str]:
    """Return a line for each of the best moves, at most `most`.

    Args:
        result: what the search has found.
        lines: the expected lines of the best moves, each beginning with its move.
        game: the rules, for names.
        most: how many lines are wanted (MultiPV).

    """
    spent = max(result.seconds, 1e-6)
    told = []
    for number, line in enumerate(lines[:most]):
        statistics = result.actions[number]
        value = statistics.mean if statistics.mean is not None else 0.0
        score = f"cp {_hundredths(value)}"
        proof = result.proof
        if number == 0 and proof is not None and proof.value[result.player] is not None:
            worth = proof.value[result.player] or 0.0
            score = f"cp {_hundredths(worth)}"
            if worth != 0.0 and proof.plies is not None:
                moves = (proof.plies + 1) // 2
                score = f"mate {moves if worth > 0 else -moves}"
        names = " ".join(game.action_to_uci(action) for action in line)
        told.append(
            f"info depth {len(line)} seldepth {max(result.max_depth, len(line))} "
            f"multipv {number + 1} score {score} nodes {result.simulations} "
            f"nps {round(result.new_simulations / spent)} time {round(1000 * result.seconds)} "
            f"pv {names}"
        )
    return told


def _hundredths(value: float) -> int:
    """Return the lead in hundredths of a pawn that is worth so much by the heuristic."""
    value = max(-_NEARLY_ONE, min(_NEARLY_ONE, value))
    return round(_SCALE * value / math.sqrt(1.0 - value * value))
