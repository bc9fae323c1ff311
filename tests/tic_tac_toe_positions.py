"""The positions of tic-tac-toe with a move to make: 4,520; 627 but for mirrors and turns."""

from __future__ import annotations

from functools import cache

from gametree.games import TicTacToe


def turned(board):
    """Yield the eight pictures of a board of 9 bits that mirrors and turns make of it."""
    cells = [board >> cell & 1 for cell in range(9)]
    for _ in range(4):
        cells = [cells[6 - 3 * (cell % 3) + cell // 3] for cell in range(9)]
        for each in (cells, [*cells[6:], *cells[3:6], *cells[:3]]):
            yield sum(bit << cell for cell, bit in enumerate(each))


@cache
def unfinished_positions():
    """Return one of each eight positions that are pictures of each other."""
    game = TicTacToe()
    seen = {game.initial_state()}
    waiting = list(seen)
    for state in waiting:
        for action in game.legal_actions(state):
            successor = game.next_state(state, action)
            if successor not in seen and not game.is_terminal(successor):
                seen.add(successor)
                waiting.append(successor)
    assert len(waiting) == 4520
    apart = [state for state in waiting if state == min(zip(*map(turned, state), strict=True))]
    assert len(apart) == 627
    return apart
