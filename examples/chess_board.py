"""Chess, with the board of python-chess, which changes in place.

python-chess is no part of gametree, and is not needed by it: its licence is the GPL
(version 3 or later). This shows how a class of somebody else's becomes a game.

    pip install chess
    python examples/chess_board.py
"""

from __future__ import annotations

import sys

import gametree as gt

try:
    import chess
except ModuleNotFoundError:
    chess = None

WORTH = (0, 1, 3, 3, 5, 9, 0)  # by the numbers of python-chess: pawn 1 to king 6


class Chess(gt.Game):
    """Boards are pushed to in place; `copy` says how the search gets its own."""

    players = 2

    def __init__(self, fen=None):
        self.fen = fen

    def initial_state(self):
        """Return a board."""
        return chess.Board(self.fen) if self.fen else chess.Board()

    def copy(self, state):
        """Return a board of one's own, with the moves so far: repetition is told from them."""
        return state.copy()

    def current_player(self, state):
        """Return 0 for White, 1 for Black."""
        return 0 if state.turn == chess.WHITE else 1

    def is_terminal(self, state):
        """Tell whether the game is over, by the rules that nobody need claim."""
        return state.is_game_over()

    def legal_actions(self, state):
        """Return the legal moves."""
        return [] if state.is_game_over() else list(state.legal_moves)

    def next_state(self, state, action):
        """Push the move."""
        state.push(action)
        return state

    def returns(self, state):
        """Return 1 for a win, 0 for a draw, -1 for a loss."""
        winner = state.outcome().winner
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == chess.WHITE else (-1.0, 1.0)

    def heuristic(self, state):
        """Return what material there is, between -1 and 1."""
        balance = sum(
            WORTH[piece.piece_type] * (1 if piece.color == chess.WHITE else -1)
            for piece in state.piece_map().values()
        )
        lead = max(-0.9, min(0.9, balance / 20))
        return (lead, -lead)

    def action_to_text(self, state, action):
        """Return the move as it is written."""
        return state.san(action)


def best_move(fen, simulations=1000, plies=6):
    """Return the search's move in a position, as it is written."""
    game = Chess(fen)
    result = gt.search(
        game,
        simulations=simulations,
        seed=1,
        compiled=False,
        selection=gt.UCB1(c=0.7),
        evaluation=gt.Playout(max_plies=plies),
    )
    return game.action_to_text(result.state, result.action)


PUZZLES = {  # mate in one; a queen to be taken; mate in two, by giving up a rook
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1": "Ra8#",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": "Ra6",
    "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1": "Nxd5",
}


def main(simulations=1000):
    """Solve the puzzles; return those that were solved."""
    if chess is None:
        print("This example needs python-chess: pip install chess")
        return None
    solved = []
    for fen, best in PUZZLES.items():
        found = best_move(fen, simulations)
        print(f"{fen}: {found} ({'as expected' if found == best else f'expected {best}'})")
        if found == best:
            solved.append(best)
    return solved


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
