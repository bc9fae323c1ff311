"""The loops of the write-ups: each written plainly, as its article tells it.

`board_loop` is the search of a board with a history: statistics in two dicts under (player, state),
UCB1 where all plays have some, a random play elsewhere, one new state a simulation.
"""

from __future__ import annotations

import math
import random
from typing import Any

__all__ = ["board_loop"]

_C = 1.4


def board_loop(board: Any, simulations: int, max_moves: int = 100) -> dict[Any, int]:
    """Search the first state of a board; return how often each (player, state) was passed."""
    wins: dict[Any, int] = {}
    plays: dict[Any, int] = {}
    states = [board.start()]
    for _ in range(simulations):
        _simulate(board, states[:], wins, plays, max_moves)
    return plays


def _simulate(
    board: Any, history: list[Any], wins: dict[Any, int], plays: dict[Any, int], max_moves: int
) -> None:
    passed = set()
    state = history[-1]
    player = board.current_player(state)
    expanded = False
    winner = 0
    for _ in range(max_moves):
        legal = board.legal_plays(history)
        following = [(play, board.next_state(state, play)) for play in legal]
        if all((player, after) in plays for _, after in following):
            log = math.log(sum(plays[player, after] for _, after in following))
            _, _, state = max(
                (
                    wins[player, after] / plays[player, after]
                    + _C * math.sqrt(log / plays[player, after]),
                    play,
                    after,
                )
                for play, after in following
            )
        else:
            _, state = random.choice(following)
        history.append(state)
        if not expanded and (player, state) not in plays:
            expanded = True
            plays[player, state] = wins[player, state] = 0
        passed.add((player, state))
        player = board.current_player(state)
        winner = board.winner(history)
        if winner:
            break
    for player, state in passed:
        if (player, state) in plays:
            plays[player, state] += 1
            if player == winner:
                wins[player, state] += 1
