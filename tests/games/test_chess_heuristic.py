"""Chess's heuristic: fair to both sides, and not deceived by pieces that are about to be taken."""

from __future__ import annotations

import pytest

from gametree.games import Chess
from gametree.games.chess.fen import board_of_fen
from gametree.games.chess.heuristic import SURE, quiet_score
from gametree.games.chess.moves import legal_moves
from gametree.primitives.rng import Rng

GAME = Chess()


def score_of(board):
    return quiet_score(board, legal_moves(board), -SURE, SURE)


def score(fen):
    return score_of(board_of_fen(fen))


def mirrored(fen):
    """Return the position with the colours exchanged."""
    pieces, turn, castling, *rest = fen.split()
    rows = "/".join(reversed(pieces.swapcase().split("/")))
    swapped = "".join(sorted(castling.swapcase()))
    passing = rest[0].translate(str.maketrans("36", "63"))
    return " ".join([rows, "bw"["wb".index(turn)], swapped, passing, *rest[1:]])


def random_positions(count):
    rng = Rng(4)
    state = GAME.initial_state()
    for _ in range(count):
        if GAME.is_terminal(state):
            state = GAME.initial_state()
        yield state
        state = GAME.next_state(state, GAME.random_action(state, rng))


def test_the_colours_are_alike():
    for state in random_positions(150):
        fen = GAME.state_to_fen(state)
        assert score(fen) == score(mirrored(fen))
        white, black = GAME.heuristic(state)
        assert -1.0 < white == -black < 1.0


@pytest.mark.parametrize(
    ("fen", "least", "most"),
    [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 900, 1100),
        ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", -1100, -900),
        # The rook is lost, and a pawn that is defended is not worth one.
        ("4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1", 400, 600),
        ("4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1", 200, 320),
        # Two attack what one defends.
        ("4k3/2p5/3n4/8/5B2/8/3R4/4K3 w - - 0 1", 460, 600),
        # It stands better than it would after a bad capture: nobody has to capture.
        ("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", 650, 800),
    ],
)
def test_captures_come_to_rest(fen, least, most):
    assert least <= score(fen) <= most


def test_the_bounds_cut_off():
    board = board_of_fen("4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1")
    moves = legal_moves(board)
    assert quiet_score(board, moves, -SURE, 100) == 100
    assert quiet_score(board, moves, 2000, 3000) == 2000


def test_an_advanced_pawn_that_nobody_stops_is_worth_more():
    assert (
        score("4k3/8/P7/8/8/8/8/4K3 w - - 0 1")
        > score("4k3/p7/P7/8/8/8/8/4K3 w - - 0 1") + 100
        > score("4k3/p7/8/8/8/P7/8/4K3 w - - 0 1")
    )


def test_both_modes_say_the_same():
    from gametree.native.build import compile_function

    compiled = compile_function(score_of, GAME.initial_state().board)
    for state in random_positions(100):
        board = board_of_fen(GAME.state_to_fen(state))
        assert compiled(board) == score_of(board)
