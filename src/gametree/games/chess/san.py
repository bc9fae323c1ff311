"""The names of chess moves: SAN (standard algebraic notation) and UCI, out and in.

SAN by the PGN standard, section 8.2.3 (Edwards, 1994): Nf3, exd5, e8=Q+, O-O, Rad1, Qh4#.
UCI by its squares alone: g1f3, e7e8q, e1g1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import IllegalMove
from .board import ChessBoard
from .chess960_moves import after_chess960_move
from .fen import piece_on, square_name
from .moves import has_move, in_check, legal_moves

__all__ = ["action_of_text", "san_of_action", "uci_of_action"]

_PROMOTIONS = " NBRQ"
_NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
_SAN = re.compile(
    "(?P<piece>[KQRBN]?)(?P<column>[a-h]?)(?P<row>[1-8]?)[x:-]?(?P<target>[a-h][1-8])"
    "(?:=?(?P<promotion>[QRBNqrbn]))?"
)
_LISTED = 12
# Castling as the king that takes its own rook, by the piece and the squares: as programs that also
# play Chess960 write it.
_ROOK_TAKEN = {"Ke1h1": "g1", "Ke1a1": "c1", "ke8h8": "g8", "ke8a8": "c8"}


def uci_of_action(action: int) -> str:
    """Return a move by its squares, as in e2e4 and e7e8q."""
    promotion = _PROMOTIONS[action >> 12].strip().lower()
    return square_name(action & 63) + square_name(action >> 6 & 63) + promotion


def san_of_action(board: ChessBoard, legal: Sequence[int], action: int) -> str:
    """Return a move in SAN; `legal` are all legal moves."""
    following = after_chess960_move(board, action)
    if not in_check(following):
        return _unmarked(board, legal, action)
    mark = "+" if has_move(legal_moves(following)) else "#"
    return _unmarked(board, legal, action) + mark


def _unmarked(board: ChessBoard, legal: Sequence[int], action: int) -> str:
    """Return a move in SAN, without a mark for check."""
    origin, target = action & 63, action >> 6 & 63
    piece = piece_on(board, origin).upper()
    side = _castling_side(board, action)
    if side:
        return "O-O" if side > 0 else "O-O-O"
    from_name, to_name = square_name(origin), square_name(target)
    takes = (
        "x" if (board.white | board.black | board.passing * (piece == "P")) >> target & 1 else ""
    )
    if piece == "P":
        promotion = f"={_PROMOTIONS[action >> 12]}" if action >> 12 else ""
        return (from_name[0] + takes if takes else "") + to_name + promotion
    others = [
        square_name(each & 63)
        for each in legal
        if each >> 6 & 63 == target
        and each & 63 != origin
        and piece_on(board, each & 63).upper() == piece
    ]
    from_part = ""
    if others:
        if all(other[0] != from_name[0] for other in others):
            from_part = from_name[0]
        elif all(other[1] != from_name[1] for other in others):
            from_part = from_name[1]
        else:
            from_part = from_name
    return piece + from_part + takes + to_name


def _castling_side(board: ChessBoard, action: int) -> int:
    """Return 1 for castling towards the h-file, -1 towards the a-file, 0 for other moves."""
    origin, target = action & 63, action >> 6 & 63
    mine = board.white if board.player == 0 else board.black
    # The king goes two squares, or takes its own rook in Chess960.
    castles = abs(origin - target) == 2 or (mine >> target & 1) == 1
    if not castles or not board.kings >> origin & 1:
        return 0
    return 1 if target > origin else -1


def _kind_on(board: ChessBoard, square: str) -> str:
    return piece_on(board, "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1))


def action_of_text(board: ChessBoard, legal: Sequence[int], text: str) -> int:
    """Return the legal move that a text names in SAN or UCI.

    Marks such as + and ! may be missing or wrong, and zeros stand for the letters of O-O.

    Raises:
        IllegalMove: if it is malformed, ambiguous or not legal; the message says which.

    """
    name = text.strip().rstrip("+#!?")
    castling = {"OO": 1, "OOO": -1}.get(name.upper().replace("0", "O").replace("-", ""))
    if castling is not None:
        for action in legal:
            if _castling_side(board, action) == castling:
                return action
        raise IllegalMove(f"{text.strip()!r} is no legal move here: castling is not possible now")
    found = _SAN.fullmatch(name)
    if found is None:
        raise IllegalMove(
            f"{text.strip()[:40]!r} is no move: write it as in Nf3, exd5, e8=Q or O-O, or by its "
            "squares, as in g1f3 and e7e8q"
        )
    piece, column, row, target, promotion = found.groups()
    by_squares = not piece and column and row
    mine = board.white if board.player == 0 else board.black
    exact = {square_name(each & 63) + square_name(each >> 6 & 63) for each in legal}
    if by_squares and column + row + target not in exact:
        target = _ROOK_TAKEN.get(f"{_kind_on(board, column + row)}{column}{row}{target}", target)
    # A pawn stands on its own column unless it captures; other pieces may come from anywhere.
    if not piece and not column:
        column = target[0]
    fitting = []
    for action in legal:
        origin = square_name(action & 63)
        kind = piece_on(board, action & 63).upper()
        if mine >> (action >> 6 & 63) & 1 and not by_squares:
            continue  # castling in Chess960 is no capture of the rook
        if (
            square_name(action >> 6 & 63) == target
            and (by_squares or kind == (piece or "P"))
            and column in ("", origin[0])
            and row in ("", origin[1])
        ):
            fitting.append(action)
    promoting = [action for action in fitting if action >> 12]
    if promoting and not promotion:
        raise IllegalMove(
            f"{text.strip()!r} does not say what the pawn becomes: {target}=Q, =R, =B or =N"
        )
    wanted = _PROMOTIONS.index(promotion.upper()) if promotion else 0
    fitting = [action for action in fitting if action >> 12 == wanted]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = ", ".join(_unmarked(board, legal, action) for action in fitting)
        raise IllegalMove(f"{text.strip()!r} is ambiguous here: it may be {names}")
    listed = ", ".join(_unmarked(board, legal, action) for action in legal[:_LISTED])
    more = ", ..." if len(legal) > _LISTED else ""
    raise IllegalMove(
        f"{text.strip()!r} is no legal move here: no {_NAMES[piece or 'P']} can make it; "
        f"legal moves are {listed}{more}"
    )
