"""The legal moves of Chess960, and what is on the board after one.

King and rooks may begin anywhere on their row, the king between the rooks (Fischer, 1996; FIDE Laws
of Chess, Guidelines II). After castling they stand where they stand in ordinary chess. The action
of castling is that the king takes its own rook, since the king may also step to where it castles.
"""

from __future__ import annotations

from plainpython.bits import ALL, bit, lowest, u64, without_lowest

from .attacks import EightBoards, is_attacked, king_steps
from .board import ChessBoard
from .moves import ChessMoves, after_move, legal_moves

__all__ = ["after_chess960_move", "chess960_moves", "without_castling"]

_FIRST_ROW = (u64(0xFF), u64(0xFF << 56))  # of each player
_KING_SIDE, _QUEEN_SIDE = (6, 5), (2, 3)  # the columns of king and rook after castling


def chess960_moves(board: ChessBoard) -> ChessMoves:
    """Return the squares where each kind of move leads; castling leads to the rook."""
    moves = legal_moves(without_castling(board))
    rooks = board.castling & _FIRST_ROW[board.player]
    if not rooks:
        return moves
    found: int = u64(0)
    while rooks:
        rook = bit(lowest(rooks))
        if _can_castle(board, rook):
            found |= rook
        rooks = without_lowest(rooks)
    a, b, c, d, e, f, g, _ = moves.first
    return ChessMoves(EightBoards(a, b, c, d, e, f, g, found), moves.knights, moves.sliders)


def without_castling(board: ChessBoard) -> ChessBoard:
    """Return a board on which nobody may castle."""
    return ChessBoard(
        board.white, board.black, board.pawns, board.knights, board.diagonal, board.straight,
        board.kings, u64(0), board.passing, board.clock, board.number, board.player,
    )  # fmt: skip


def after_chess960_move(board: ChessBoard, action: int) -> ChessBoard:
    """Return the position after a legal move."""
    king, rook = bit(action & 63), bit(action >> 6 & 63)
    mine = board.white if board.player == 0 else board.black
    if not mine & rook:
        return after_move(board, action)
    to_king, to_rook = _castled(king, rook)
    mine = mine & ~(king | rook) | to_king | to_rook
    white, black = (mine, board.black) if board.player == 0 else (board.white, mine)
    return ChessBoard(
        white, black, board.pawns, board.knights, board.diagonal,
        board.straight & ~rook | to_rook, board.kings & ~king | to_king,
        board.castling & ~_FIRST_ROW[board.player], u64(0),
        board.clock + 1, board.number + board.player, 1 - board.player,
    )  # fmt: skip


def _castled(king: int, rook: int) -> tuple[int, int]:
    """Return where king and rook are after castling."""
    row = 0 if king & _FIRST_ROW[0] else 56
    king_column, rook_column = _KING_SIDE if rook > king else _QUEEN_SIDE
    return bit(row + king_column), bit(row + rook_column)


def _can_castle(board: ChessBoard, rook: int) -> bool:
    """Return whether the king may castle with a rook.

    All squares between the two and where they get must be free, but for the two. The king may not
    be, pass, or get where it is attacked; when it has arrived, the rook no longer shelters it.
    """
    mine = board.white if board.player == 0 else board.black
    king = board.kings & mine
    to_king, to_rook = _castled(king, rook)
    others = (board.white | board.black) & ~(king | rook)
    if (_span(king, to_king) | _span(rook, to_rook)) & others:
        return False
    path = _span(king, to_king)
    while path:
        square = bit(lowest(path))
        if _is_attacked(board, square, ALL ^ (others | rook)):
            return False
        path = without_lowest(path)
    return not _is_attacked(board, to_king, ALL ^ (others | to_rook))


def _span(one: int, other: int) -> int:
    """Return two squares of a row and all between them."""
    low, high = min(one, other), max(one, other)
    return high | (high - low)


def _is_attacked(board: ChessBoard, square: int, empty: int) -> bool:
    """Return whether a square would be attacked if these squares were empty, and no others."""
    theirs = board.black if board.player == 0 else board.white
    hit = is_attacked(
        square,
        board.pawns & theirs,
        board.knights & theirs,
        board.diagonal & theirs,
        board.straight & theirs,
        empty,
        board.player,
    )
    return hit or king_steps(board.kings & theirs) & square != 0
