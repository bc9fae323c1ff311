"""Mates in one and in two in chess: from random games, proven by exhaustive search, then searched.

A position counts as a mate in two if it has none in one and exactly one first move that forces it.
It is solved if every answer to the move that the search plays allows a mate in one.
"""

from __future__ import annotations

import argparse
from typing import Any

from timing import print_heading, spread

import gametree as gt
from gametree.games.chess.board import ChessBoard
from gametree.games.chess.game import Chess, ChessState
from gametree.games.chess.moves import after_move, count_of, in_check, legal_moves, nth_action
from gametree.native.build import compile_function
from gametree.primitives.rng import Rng

_LONGEST = 160
_OPENING = 10


def first_moves(board: ChessBoard, moves: int) -> int:
    """Return how many moves force a mate in so many moves."""
    legal = legal_moves(board)
    found = 0
    for index in range(count_of(legal)):
        if is_lost(after_move(board, nth_action(board, legal, index)), moves - 1):
            found += 1
    return found


def is_lost(board: ChessBoard, moves: int) -> bool:
    """Tell whether the player to move is mated in so many moves of the other, whatever he does."""
    legal = legal_moves(board)
    count = count_of(legal)
    if count == 0:
        return in_check(board)
    if moves == 0:
        return False
    for index in range(count):
        if first_moves(after_move(board, nth_action(board, legal, index)), moves) == 0:
            return False
    return True


def forcing(board: ChessBoard, moves: int) -> int:
    """Return `first_moves`: an entry that does not call itself, which compiled code needs."""
    return first_moves(board, moves)


def positions(game: Chess, wanted: int, count: Any) -> tuple[list[str], list[str]]:
    """Return so many mates in one and in two, as FEN, one of a random game at most."""
    ones: list[str] = []
    twos: list[str] = []
    seed = 0
    while len(ones) < wanted or len(twos) < wanted:
        seed += 1
        rng = Rng(seed)
        state = game.initial_state()
        for ply in range(_LONGEST):
            if game.is_terminal(state):
                break
            if ply > _OPENING:
                board = game.state_of_fen(game.state_to_fen(state)).board
                if count(board, 1):
                    if len(ones) < wanted:
                        ones.append(game.state_to_fen(state))
                        break
                elif len(twos) < wanted and count(board, 2) == 1:
                    twos.append(game.state_to_fen(state))
                    break
            state = game.next_state(state, game.random_action(state, rng))
    return ones, twos


def is_solved(game: Chess, state: ChessState, action: int, moves: int, count: Any) -> bool:
    """Tell whether a move forces a mate in so many moves."""
    following = game.next_state(state, action)
    if moves == 1:
        return game.is_terminal(following) and game.returns(following) != (0.0, 0.0)
    answers = game.legal_actions(following)
    boards = [game.next_state(following, answer).board for answer in answers]
    return all(count(game.state_of_fen(_fen(game, board)).board, moves - 1) for board in boards)


def _fen(game: Chess, board: ChessBoard) -> str:
    return game.state_to_fen(ChessState(board, legal_moves(board)))


def main() -> None:
    """Print how many are solved."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=100, help="of each kind")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each, at most")
    asked = parser.parse_args()
    print_heading("chess")
    game = Chess()
    count = compile_function(forcing, game.initial_state().board, 1)
    for moves, fens in enumerate(positions(game, asked.positions, count), start=1):
        solved = 0
        seconds = []
        for fen in fens:
            state = game.state_of_fen(fen)
            result = gt.search(game, state, seconds=asked.seconds, seed=1, compiled=True)
            solved += is_solved(game, state, result.action, moves, count)
            seconds.append(result.seconds)
        print(
            f"mate in {moves}: {solved} of {len(fens)} solved, "
            f"{spread(seconds).text(3)} seconds each"
        )


if __name__ == "__main__":
    main()
