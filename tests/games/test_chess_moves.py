"""The number of move sequences from chess positions, against published counts.

Draws do not end the game here. Sources: the first six positions are those of the page Perft
Results of the Chess Programming Wiki, the others the collection of tricky positions of Martin
Sedlak (TalkChess, 2013), quoted by many engines.
"""

from __future__ import annotations

import pytest

from gametree.games.chess.fen import board_of_fen
from gametree.games.chess.moves import (
    MOST_MOVES,
    after_move,
    count_of,
    legal_moves,
    nth_action,
    write_actions,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PUBLISHED = {
    START: [20, 400, 8902, 197281, 4865609],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [
        48, 2039, 97862, 4085603,
    ],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2812, 43238, 674624],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9467, 422333],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1486, 62379, 2103487],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [
        46, 2079, 89890, 3894594,
    ],
}  # fmt: skip

TRICKY = {  # what is meant, position, depth, count
    "en passant would uncover the king": ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888),
    "en passant by a pinned pawn": ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824064),
    "en passant gives check": ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467),
    "castling gives check": ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072),
    "long castling gives check": ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711),
    "a captured rook cannot castle": ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206),
    "castling prevented": ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476),
    "promotion out of check": ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001),
    "check uncovered": ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658),
    "promotion gives check": ("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342),
    "underpromotion gives check": ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683),
    "own stalemate": ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217),
    "stalemate and mate": ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584),
    "double check": ("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527),
}  # fmt: skip


def perft(board, depth):
    moves = legal_moves(board)
    count = count_of(moves)
    if depth == 1:
        return count
    found = 0
    for index in range(count):
        found += perft(after_move(board, nth_action(board, moves, index)), depth - 1)
    return found


@pytest.fixture(scope="module")
def compiled_perft():
    from gametree.native.build import compile_function

    return compile_function(perft, board_of_fen(START), 1)


@pytest.mark.parametrize("fen", PUBLISHED)
def test_published_counts(fen, compiled_perft):
    counts = PUBLISHED[fen]
    board = board_of_fen(fen)
    assert [compiled_perft(board, depth + 1) for depth in range(len(counts))] == counts
    assert [perft(board, depth + 1) for depth in range(2)] == counts[:2]  # interpreted


@pytest.mark.parametrize("meant", TRICKY)
def test_tricky_positions(meant, compiled_perft):
    fen, depth, count = TRICKY[meant]
    assert compiled_perft(board_of_fen(fen), depth) == count
    assert perft(board_of_fen(fen), 2) == compiled_perft(board_of_fen(fen), 2)


@pytest.mark.parametrize(
    "fen",
    [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # Petrovic, 1964
        "1n1n1n1n/P1P1P1P1/8/8/8/8/5k1K/8 w - - 0 1",  # two pawns can become something on a square
        *PUBLISHED,
    ],
)
def test_moves_one_by_one_and_all_at_once(fen):
    board = board_of_fen(fen)
    moves = legal_moves(board)
    out = [-1] * MOST_MOVES
    count = write_actions(board, moves, out)
    assert count == count_of(moves)
    assert [nth_action(board, moves, index) for index in range(count)] == out[:count]
    assert len(set(out[:count])) == count


def test_the_most_moves():
    petrovic = board_of_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
    assert count_of(legal_moves(petrovic)) == MOST_MOVES
