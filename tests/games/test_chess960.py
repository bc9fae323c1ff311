"""Chess960: castling from any column, against python-chess and published counts."""

from __future__ import annotations

import random

import chess
import pytest

from gametree.errors import BadParameter, IllegalMove
from gametree.games import Chess
from gametree.games.chess.chess960_moves import after_chess960_move, chess960_moves
from gametree.games.chess.fen import board_of_fen
from gametree.games.chess.moves import count_of, nth_action
from gametree.native.build import compile_function

# Positions, and numbers of move sequences, of the Chess960 perft results of the Chess Programming
# Wiki, quoted by many engines.
PUBLISHED = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": [21, 528],
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": [21, 807],
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9": [20, 479],
}


def count(game, state, depth):
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(count(game, game.next_state(state, each), depth - 1) for each in actions)


@pytest.mark.parametrize(("fen", "counts"), PUBLISHED.items())
def test_published_counts(fen, counts):
    game = Chess(fen, chess960=True)
    assert [count(game, game.initial_state(), 1 + each) for each in range(2)] == counts


@pytest.mark.parametrize("seed", range(8))
def test_games_are_those_of_python_chess(seed):
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    game = Chess(board.shredder_fen(), chess960=True)
    state = game.initial_state()
    for _ in range(100):
        ours = {game.action_to_uci(each): each for each in game.legal_actions(state)}
        if not ours:
            break
        assert sorted(ours) == sorted(each.uci() for each in board.legal_moves)
        assert game.state_to_fen(state) == board.fen(en_passant="legal")
        assert game.state_of_fen(board.shredder_fen()) == state
        castling = [each for each in board.legal_moves if board.is_castling(each)]
        move = rng.choice(castling or list(board.legal_moves))
        action = ours[move.uci()]
        assert game.action_to_text(state, action) == board.san(move)
        assert game.text_to_action(state, board.san(move)) == action
        assert game.text_to_action(state, move.uci()) == action
        state = game.next_state(state, action)
        board.push(move)


# Rooks on b and c, kings on f; the outermost rook may be written K or Q, and any by its column.
TWO_ROOKS = "5k2/8/8/8/8/8/8/1RR2K1R w {} - 0 1"


@pytest.mark.parametrize(
    ("read", "written"),
    [("KQ", "KQ"), ("HB", "KQ"), ("HC", "KC"), ("C", "C"), ("Q", "Q"), ("-", "-"), ("B", "Q")],
)
def test_the_rook_that_castles_is_named_where_it_is_not_the_outermost(read, written):
    game = Chess(TWO_ROOKS.format(read), chess960=True)
    assert game.state_to_fen(game.initial_state()).split()[2] == written


@pytest.mark.parametrize("wrong", ["k", "D", "F", "h", "BC", "KHX"])
def test_castling_that_cannot_be_is_refused(wrong):
    with pytest.raises(BadParameter, match="castling"):
        Chess(TWO_ROOKS.format(wrong), chess960=True)


def test_a_king_does_not_take_its_own_rook_by_name():
    game = Chess(TWO_ROOKS.format("H"), chess960=True)
    state = game.initial_state()
    assert game.action_to_text(state, game.text_to_action(state, "f1h1")) == "O-O+"
    step = game.text_to_action(state, "f1g1")  # where it also castles to
    assert game.action_to_text(state, step) == "Kg1"
    for name in ("Kh1", "Kxh1"):
        with pytest.raises(IllegalMove):
            game.text_to_action(state, name)


def one_move(board, index):
    moves = chess960_moves(board)
    action = nth_action(board, moves, index % count_of(moves))
    return after_chess960_move(board, action), moves.first


def test_compiled_moves_are_the_same():
    rng = random.Random(1)
    native = None
    for number in range(0, 960, 60):
        fen = chess.Board.from_chess960_pos(number).shredder_fen()
        board = board_of_fen(fen, chess960=True)
        native = native or compile_function(one_move, board, 3)
        for _ in range(30):
            if not count_of(chess960_moves(board)):
                break
            index = rng.randrange(1000)
            following = native(board, index)
            assert following == one_move(board, index)
            board = following[0]
