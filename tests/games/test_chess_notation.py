"""FEN and the names of moves: refused where they are wrong, with the reason."""

from __future__ import annotations

import pytest

from gametree.errors import BadParameter, FinishedPosition, IllegalMove
from gametree.games import Chess
from gametree.games.chess.fen import board_of_fen, fen_of_board

GAME = Chess()
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    "fen",
    [
        START,
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w Kq f6 0 3",
        "8/8/8/8/8/4k3/8/4K2R b K - 12 345",
    ],
)
def test_there_and_back(fen):
    assert fen_of_board(board_of_fen(fen)) == fen
    assert fen_of_board(board_of_fen(f"  {fen} ")) == fen


def test_clocks_may_be_left_out():
    assert board_of_fen(START.removesuffix(" 0 1")) == board_of_fen(START)


@pytest.mark.parametrize(
    ("fen", "right"),
    [
        ("4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3P4/8/8/4K3 b - - 0 1"),
        ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1"),
        ("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 2", "3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 2"),
    ],
)
def test_en_passant_is_kept_only_where_it_is_legal(fen, right):
    assert fen_of_board(board_of_fen(fen)) == right


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "it has 0 fields, where 6 were expected, or 2 at least"),
        ("8/8/8/8/8/8/8 w - -", "its board has 7 rows, where 8 were expected"),
        ("k7/8/8/8/8/8/8/K6 w - -", "row 1, 'K6', must be 8 squares, each gap as one number"),
        ("k7/8/8/44/8/8/8/K34 w - -", "row 5, '44', must be 8 squares"),
        ("k7/9/8/8/8/8/8/K7 w - -", "'9' in row 7 is no piece of KQRBNP or kqrbnp"),
        ("kX6/8/8/8/8/8/8/K7 w - -", "'X' in row 8 is no piece"),
        ("k7/8/8/8/8/8/8/K7 x - -", "the player to move must be w or b, not 'x'"),
        ("k7/8/8/8/8/8/8/K7 w - - x 1", "clock and move must be numbers up to 9999"),
        ("k7/8/8/8/8/8/8/K7 w - - -1 1", "clock and move must be numbers"),
        ("k7/8/8/8/8/8/8/K7 w QK -", "castling K needs a king on e1 and a rook on h1"),
        ("4k3/8/8/8/8/8/8/K6R w K -", "castling K needs a king on e1 and a rook on h1"),
        ("r3k3/8/8/8/8/8/8/K6R w k -", "castling k needs a king on e8 and a rook on h8"),
        ("k7/8/8/8/8/8/8/KK6 w - -", "white must have one king, and has 2"),
        ("8/8/8/8/8/8/8/K7 w - -", "black must have one king, and has 0"),
        ("k7/8/8/8/8/8/8/K6P w - -", "there is a pawn on row 1 or row 8"),
        ("k6p/8/8/8/8/8/8/K7 w - -", "there is a pawn on row 1 or row 8"),
        ("k7/8/8/8/8/P7/PPPPPPPP/K7 w - -", "white has 9 pawns and 0 pieces that pawns"),
        ("k7/8/8/8/8/8/PPPPPPPP/KQQ5 w - -", "white has 8 pawns and 1 pieces that pawns"),
        ("k6R/8/8/8/8/8/8/K7 w - -", "black is in check, and it is white's turn"),
        ("R3k2R/8/8/8/4R3/8/8/K7 b - -", "black is in check by more than two pieces"),
        ("8/8/8/8/8/8/8/Kk6 w - -", "the kings are beside each other"),
        ("k7/8/8/8/8/8/8/K7 w - e4", "the square of en passant must be - or one of row 6"),
        ("k7/8/8/8/8/8/8/K7 b - e6", "the square of en passant must be - or one of row 3"),
        ("k7/8/8/8/8/8/8/K7 w - e6", "no pawn can just have passed e6"),
        ("k7/4p3/8/4pP2/8/8/8/K7 w - e6", "no pawn can just have passed e6"),
    ],
)
def test_what_is_no_fen_is_refused(fen, why):
    with pytest.raises(BadParameter) as caught:
        GAME.state_of_fen(fen)
    assert "is no FEN of a chess position: " in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("fen", "name", "meant"),
    [
        (START, "e4", "e2e4"),
        (START, "e2-e4", "e2e4"),
        (START, "Nf3!?", "g1f3"),
        (START, "Ng1f3", "g1f3"),
        (START, " g1f3 ", "g1f3"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1g1"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8=N", "e7e8n"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8Q", "e7e8q"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8r", "e7e8r"),
        ("4k3/8/8/2pP4/8/8/8/K7 w - c6 0 2", "dxc6", "d5c6"),
        ("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "Qh4e1", "h4e1"),
        # b is a column, B a bishop.
        ("4k3/8/8/2p5/1P6/B7/8/K7 w - - 0 1", "bxc5", "b4c5"),
    ],
)
def test_names_are_read(fen, name, meant):
    state = GAME.state_of_fen(fen)
    assert GAME.action_to_uci(GAME.text_to_action(state, name)) == meant


@pytest.mark.parametrize(
    ("fen", "move", "name"),
    [
        ("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "e4e1", "Qee1"),
        ("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h1e1", "Q1e1"),
        ("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),  # the other one is pinned
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"),
    ],
)
def test_names_tell_pieces_apart(fen, move, name):
    state = GAME.state_of_fen(fen)
    action = GAME.text_to_action(state, move)
    assert GAME.action_to_text(state, action) == name
    assert GAME.text_to_action(state, name) == action


@pytest.mark.parametrize(
    ("fen", "name", "why"),
    [
        (START, "nowhere", "'nowhere' is no move: write it as in Nf3, exd5, e8=Q or O-O"),
        (START, "", "'' is no move"),
        (START, "nf3", "'nf3' is no move"),
        (START, "e5", "'e5' is no legal move here: no pawn can make it; legal moves are "),
        (START, "Nd2", "no knight can make it"),
        (START, "e2e5", "'e2e5' is no legal move here"),
        (START, "O-O", "castling is not possible now"),
        (START, "e4=Q", "no pawn can make it"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8", "does not say what the pawn becomes: e8=Q"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e7e8", "does not say what the pawn becomes: e8=Q"),
        ("k7/8/8/8/8/5N2/8/1N4K1 w - - 0 1", "Nd2", "is ambiguous here: it may be "),
    ],
)
def test_names_that_are_wrong_are_refused(fen, name, why):
    with pytest.raises(IllegalMove) as caught:
        GAME.text_to_action(GAME.state_of_fen(fen), name)
    assert why in str(caught.value)


def test_no_name_is_right_when_the_game_is_over():
    state = GAME.state_of_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    with pytest.raises(FinishedPosition, match="the game is over"):
        GAME.text_to_action(state, "Kg8")
