"""The findings of a search as lines of UCI."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Action
from ..mcts.result import SearchResult
from ..mcts.return_scale import return_scale
from .dialects import UciDialect
from .notation import Notation

__all__ = ["information"]


def information(
    result: SearchResult,
    lines: Sequence[Sequence[Action]],
    notation: Notation,
    dialect: UciDialect,
    most: int,
) -> list[str]:
    """Return a line for each of the best moves, at most `most`.

    Args:
        result: what the search has found.
        lines: the expected lines of the best moves, each beginning with its move.
        notation: how the game is written.
        dialect: how mates are told.
        most: how many lines are wanted (MultiPV).

    """
    spent = max(result.seconds, 1e-6)
    told = []
    for number, line in enumerate(lines[:most]):
        statistics = result.actions[number]
        value = statistics.mean if statistics.mean is not None else 0.0
        score = notation.score(value)
        if number == 0:
            score = _proven(result, notation, dialect) or score
        told.append(
            f"info depth {len(line)} seldepth {max(result.max_depth, len(line))} "
            f"multipv {number + 1} score {score} nodes {result.simulations} "
            f"nps {round(result.new_simulations / spent)} time {round(1000 * result.seconds)} "
            f"pv {' '.join(_names(result, line, notation))}"
        )
    return told


def _proven(result: SearchResult, notation: Notation, dialect: UciDialect) -> str:
    """Return the score of what is proven: a mate, if somebody wins; nothing if it is not known."""
    proof = result.proof
    worth = None if proof is None else proof.value[result.player]
    if proof is None or worth is None:
        return ""
    game = result.game
    lowest, highest = return_scale(game)
    decided = game.players <= 2 and worth in (lowest, highest)
    if not decided or proof.plies is None:
        return notation.score(worth)
    distance = proof.plies if dialect.mate_in_plies else (proof.plies + 1) // 2
    return f"mate {distance if worth == highest else -distance}"


def _names(result: SearchResult, line: Sequence[Action], notation: Notation) -> list[str]:
    game = result.game
    names = []
    state = game.copy(result.state)
    for action in line:
        names.append(notation.name_of(state, action))
        state = game.next_state(state, action)
    return names
