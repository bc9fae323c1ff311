"""The contents of a chess board, and all else that a move may depend on."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ChessBoard"]


class ChessBoard(NamedTuple):
    """What is on the board, and what else a move may depend on.

    Boards are sets of squares, one bit each, a1 the lowest and h8 the highest (`u64`). A queen is
    in two of them: it goes diagonally and straight.
    """

    white: int
    black: int
    pawns: int
    knights: int
    diagonal: int
    """Bishops and queens."""
    straight: int
    """Rooks and queens."""
    kings: int
    castling: int
    """The rooks with which a player may still castle."""
    passing: int
    """The square that a pawn has just passed, if it can really be captured there; or none."""
    clock: int
    """Moves of both players since a pawn was moved or a piece captured."""
    number: int
    """Of the move, from 1 on; white and black make a move of the same number."""
    player: int
    """Who moves: 0 is white, 1 black."""
