"""The value of a chess position: material and places, once captures have come to rest.

Each capture is followed by the captures on its square, with the bounds of alpha-beta; a player may
also leave them be (Shannon, "Programming a Computer for Playing Chess", 1950, on positions that are
quiet). All is counted in hundredths of a pawn.
"""

from __future__ import annotations

from plainpython.bits import ALL, bit, popcount, u64

from .board import ChessBoard
from .moves import ChessMoves, after_move, count_of, legal_moves, moves_to, nth_action

__all__ = ["SURE", "quiet_score"]

SURE = 30_000
"""More than any position is worth."""

_PAWN, _KNIGHT, _BISHOP, _ROOK, _QUEEN = 100, 320, 335, 500, 950
_SLACK = 100  # what a capture may bring beside the piece itself
_PAIR = 40  # of bishops
_CENTRE = 10  # for each of three squares of squares around the centre that a piece stands in
_OPEN_FILE = 20  # for a rook without own pawns before or behind it
_SHELTERED = 35  # for a king on the wings of its first row while the enemy has a queen
_ADVANCED = (12, 20, 40)  # for a pawn on the fifth row or further, the sixth, and the seventh
_PASSED = (15, 25, 40)  # as much again, where no enemy pawn can stop it

_RINGS = (u64(0x007E_7E7E_7E7E_7E00), u64(0x0000_3C3C_3C3C_0000), u64(0x0000_0018_1800_0000))
_FIRST_WINGS = (u64(0x0000_0000_0000_00E7), u64(0xE700_0000_0000_0000))
_FROM_FIFTH = (u64(0xFFFF_FFFF_0000_0000), u64(0x0000_0000_FFFF_FFFF))  # of each player
_FROM_SIXTH = (u64(0xFFFF_FF00_0000_0000), u64(0x0000_0000_00FF_FFFF))
_SEVENTH = (u64(0x00FF_0000_0000_0000), u64(0x0000_0000_0000_FF00))
_NOT_A = u64(0xFEFE_FEFE_FEFE_FEFE)
_NOT_H = u64(0x7F7F_7F7F_7F7F_7F7F)


def quiet_score(
    board: ChessBoard, moves: ChessMoves, low: int, high: int, squares: int = ALL
) -> int:
    """Return what a position promises the player to move, cut off at `low` and `high`.

    Only what stands on `squares` is captured; after a capture, only what has captured.
    """
    score = _score(board)
    if score >= high:
        return high
    low = max(low, score)
    theirs = (board.black if board.player == 0 else board.white) & squares
    pieces = theirs & (board.knights | board.diagonal | board.straight)
    queens = pieces & board.diagonal & board.straight
    rooks = pieces & board.straight & ~queens
    for rank in range(4):  # the most valuable first
        if rank == 0:
            victims, worth = queens, _QUEEN
        elif rank == 1:
            victims, worth = rooks, _ROOK
        elif rank == 2:
            victims, worth = pieces & ~(queens | rooks), _BISHOP
        else:
            victims, worth = theirs & board.pawns, _PAWN
        if not victims or score + worth + _SLACK < low:
            continue  # not even for nothing would it help
        captures = moves_to(moves, victims)
        for index in range(count_of(captures)):
            action = nth_action(board, captures, index)
            following = after_move(board, action)
            taken = bit(action >> 6 & 63)
            found = -quiet_score(following, legal_moves(following), -high, -low, taken)
            if found >= high:
                return high
            low = max(low, found)
    return low


def _score(board: ChessBoard) -> int:
    """Return the score of the player to move minus that of the other player."""
    white = _side_score(board, board.white, board.black, 0)
    black = _side_score(board, board.black, board.white, 1)
    return white - black if board.player == 0 else black - white


def _side_score(board: ChessBoard, mine: int, theirs: int, player: int) -> int:
    """Return what a player's pieces are worth."""
    pawns, knights, king = board.pawns & mine, board.knights & mine, board.kings & mine
    queens = board.diagonal & board.straight & mine
    bishops, rooks = board.diagonal & mine ^ queens, board.straight & mine ^ queens
    score = _PAWN * popcount(pawns) + _KNIGHT * popcount(knights) + _BISHOP * popcount(bishops)
    score += _ROOK * popcount(rooks) + _QUEEN * popcount(queens)
    if popcount(bishops) > 1:
        score += _PAIR
    central = pawns | knights | bishops
    their_queens = board.diagonal & board.straight & theirs
    if not their_queens:
        central |= king
    elif king & _FIRST_WINGS[player]:
        score += _SHELTERED
    outer, middle, inner = _RINGS
    score += _CENTRE * (
        popcount(central & outer) + popcount(central & middle) + popcount(central & inner)
    )
    score += _OPEN_FILE * popcount(rooks & ~(_before(pawns, 0) | _before(pawns, 1)))
    free = pawns & ~_beside(_before(board.pawns & theirs, 1 - player))
    score += _advance(pawns, player, _ADVANCED) + _advance(free, player, _PASSED)
    return score


def _before(pawns: int, player: int) -> int:
    """Return the squares on the way of pawns, and those where they stand."""
    if player == 0:
        pawns |= pawns << 8 & ALL
        pawns |= pawns << 16 & ALL
        return pawns | pawns << 32 & ALL
    pawns |= pawns >> 8
    pawns |= pawns >> 16
    return pawns | pawns >> 32


def _beside(squares: int) -> int:
    """Return squares and those to their left and right."""
    return squares | squares << 1 & _NOT_A | squares >> 1 & _NOT_H


def _advance(pawns: int, player: int, worth: tuple[int, int, int]) -> int:
    """Return what pawns are worth for how far they have come."""
    score = worth[0] * popcount(pawns & _FROM_FIFTH[player])
    score += worth[1] * popcount(pawns & _FROM_SIXTH[player])
    return score + worth[2] * popcount(pawns & _SEVENTH[player])
