"""Chess boards as FEN (Forsyth-Edwards notation), in and out.

PGN standard, section 16.1 (Edwards, 1994). A square behind a pawn that has just made two steps is
written only if it can be captured there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from plainpython.bits import ALL, bit, lowest, popcount, u64

from ...errors import BadParameter
from .attacks import LAST_ROWS, knight_steps, pawn_attacks, rays
from .board import ChessBoard
from .moves import any_of, forward, in_check, legal_passing

__all__ = ["PIECES", "board_of_fen", "fen_of_board", "fen_of_pieces", "piece_on", "square_name"]

PIECES = "PNBRQK"
"""The letters of the pieces, those of white."""

_MOST_NUMBER = 9999
_LEFT_OUT = ["", "", "-", "-", "0", "1"]  # what a field that is missing stands for
_CASTLING = (("K", 7, 4), ("Q", 0, 4), ("k", 63, 60), ("q", 56, 60))  # rook and king
_SHREDDER = str.maketrans("HAha", "KQkq")
_COLUMNS = "abcdefgh"
_NAMES = ("white", "black")


def square_name(square: int) -> str:
    """Return e.g. e4."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def piece_on(board: ChessBoard, square: int) -> str:
    """Return the letter of the piece on a square, upper case for white's; or nothing."""
    here = bit(square)
    if board.pawns & here:
        letter = "P"
    elif board.knights & here:
        letter = "N"
    elif board.kings & here:
        letter = "K"
    elif board.diagonal & board.straight & here:
        letter = "Q"
    elif board.diagonal & here:
        letter = "B"
    elif board.straight & here:
        letter = "R"
    else:
        return ""
    return letter if board.white & here else letter.lower()


def _row_written(board: ChessBoard, row: int) -> str:
    """Return a row of a board: letters of pieces, and how many squares between them are empty."""
    written = ""
    empty = 0
    for column in range(8):
        letter = piece_on(board, 8 * row + column)
        if letter and empty:
            written += str(empty)
            empty = 0
        written += letter
        empty += not letter
    return written + (str(empty) if empty else "")


def fen_of_pieces(pieces: Mapping[str, str], player: int) -> str:
    """Return the FEN with these letters on squares; kings and rooks at home may castle."""
    rows = []
    for row in reversed(range(8)):
        cells = [pieces.get(square_name(8 * row + column), ".") for column in range(8)]
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(cells)))
    castling = "".join(
        rook
        for rook, corner, home in _CASTLING
        if pieces.get(square_name(corner)) == ("R" if rook.isupper() else "r")
        and pieces.get(square_name(home)) == ("K" if rook.isupper() else "k")
    )
    return f"{'/'.join(rows)} {'wb'[player]} {castling or '-'} - 0 1"


def fen_of_board(board: ChessBoard) -> str:
    """Return a board as FEN."""
    rows = []
    for row in reversed(range(8)):
        rows.append(_row_written(board, row))
    castling = _castling_written(board, 0).upper() + _castling_written(board, 1) or "-"
    passing = square_name(lowest(board.passing)) if board.passing else "-"
    turn = "wb"[board.player]
    return f"{'/'.join(rows)} {turn} {castling} {passing} {board.clock} {board.number}"


def _castling_written(board: ChessBoard, player: int) -> str:
    """Return the rooks with which a player may castle, as in X-FEN: k and q are the outermost."""
    own = board.white if player == 0 else board.black
    first = 56 * player
    king = lowest(board.kings & own) - first
    rooks = [
        column
        for column in range(8)
        if board.straight & ~board.diagonal & own & bit(first + column)
    ]
    letters = ""
    for column in reversed(range(8)):
        if board.castling & bit(first + column):
            outermost = max(rooks) if column > king else min(rooks)
            side = "k" if column > king else "q"
            letters += side if column == outermost else _COLUMNS[column]
    return letters


def board_of_fen(text: str, chess960: bool = False) -> ChessBoard:
    """Return the board that a FEN describes.

    All fields after the player to move may be left out. Castling may also be written as in X-FEN
    and Shredder-FEN, by the columns of the rooks, and the number of the move may be 0.

    Args:
        text: the FEN.
        chess960: whether kings and rooks may castle from other columns than e, a and h.

    Raises:
        BadParameter: if it is malformed, or no game can come to it; the message says why.

    """
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise _refusal(
            text,
            f"it has {len(fields)} fields, where 6 were expected, or 2 at least: the board and "
            "the player to move",
        )
    pieces = _placed(text, fields[0])
    if fields[1] not in ("w", "b"):
        raise _refusal(text, f"the player to move must be w or b, not {fields[1]!r}")
    player = "wb".index(fields[1])
    fields += _LEFT_OUT[len(fields) :]
    clock, number = (
        usual if field == "-" else field
        for field, usual in zip(fields[4:], _LEFT_OUT[4:], strict=True)
    )
    if not re.fullmatch("[0-9]{1,4}", clock) or not re.fullmatch("[0-9]{1,4}", number):
        raise _refusal(text, f"clock and move must be numbers up to {_MOST_NUMBER}, as in 0 1")

    def where(letters: str) -> int:
        return u64(sum(bit(square) for square, letter in pieces.items() if letter in letters))

    board = ChessBoard(
        white=where("PNBRQK"),
        black=where("pnbrqk"),
        pawns=where("Pp"),
        knights=where("Nn"),
        diagonal=where("BbQq"),
        straight=where("RrQq"),
        kings=where("Kk"),
        castling=_castling(text, pieces, fields[2], chess960),
        passing=u64(0),
        clock=int(clock),
        number=max(1, int(number)),
        player=player,
    )
    _check_pieces(text, board)
    _check_kings(text, board)
    return board._replace(passing=_passing(text, board, fields[3]))


def _refusal(text: str, why: str) -> BadParameter:
    return BadParameter(f"{text[:100]!r} is no FEN of a chess position: {why}")


def _placed(text: str, field: str) -> dict[int, str]:
    """Return the letter on each square that is not empty."""
    rows = field.split("/")
    if len(rows) != 8:
        raise _refusal(text, f"its board has {len(rows)} rows, where 8 were expected")
    pieces = {}
    for row, written in zip(reversed(range(8)), rows, strict=True):
        column = 0
        for letter in written:
            if letter in "12345678":
                column += int(letter)
            elif letter.upper() in PIECES:
                pieces[8 * row + column] = letter
                column += 1
            else:
                raise _refusal(text, f"{letter!r} in row {row + 1} is no piece of KQRBNP or kqrbnp")
        if column != 8 or re.search("[1-8]{2}", written):
            raise _refusal(
                text, f"row {row + 1}, {written!r}, must be 8 squares, each gap as one number"
            )
    return pieces


def _castling(text: str, pieces: dict[int, str], field: str, chess960: bool) -> int:
    """Return the rooks with which somebody may castle."""
    if field != "-" and not re.fullmatch("[KQkqA-Ha-h]{1,4}", field):
        raise _refusal(
            text,
            f"castling must be some of KQkq, or columns of rooks, HAha, or -, not {field!r}",
        )
    if chess960:
        return _chess960_castling(text, pieces, field)
    other = re.search("[B-Gb-g]", field)
    if other:
        raise _refusal(
            text,
            f"castling {other[0]!r} is of Chess960: set the parameter chess960 of the game, or the "
            "option UCI_Chess960 of the engine, to true",
        )
    rooks = 0
    for name, rook, king in _CASTLING:
        if name not in field.translate(_SHREDDER):
            continue
        white = name.isupper()
        if pieces.get(rook) != ("R" if white else "r") or pieces.get(king) != (
            "K" if white else "k"
        ):
            raise _refusal(
                text,
                f"castling {name} needs a king on {square_name(king)} and a rook on "
                f"{square_name(rook)}",
            )
        rooks |= 1 << rook
    return u64(rooks)


def _chess960_castling(text: str, pieces: dict[int, str], field: str) -> int:
    """Return the rooks with which somebody may castle from any column."""
    rooks = 0
    for name in field.replace("-", ""):
        white = name.isupper()
        first = 0 if white else 56
        row = [pieces.get(first + column, "") for column in range(8)]
        king = row.index("Kk"[not white]) if "Kk"[not white] in row else -1
        own = [column for column in range(8) if row[column] == "Rr"[not white]]
        kind = name.lower()
        if kind == "k":
            column = max(own, default=-1)
            column = column if column > king else -1
        elif kind == "q":
            column = min(own, default=8)
            column = column if column < king else -1
        else:
            column = _COLUMNS.index(kind)
        if king < 0 or column not in own:
            raise _refusal(
                text,
                f"castling {name} needs a king on row {first // 8 + 1}, and a rook there "
                + ("beside it" if kind in "kq" else f"on column {kind}"),
            )
        side = range(king + 1, 8) if column > king else range(king)
        if rooks & ~(1 << first + column) & sum(1 << first + each for each in side):
            raise _refusal(text, f"castling {field} names two rooks on one side of a king")
        rooks |= 1 << first + column
    return u64(rooks)


def _check_pieces(text: str, board: ChessBoard) -> None:
    if board.pawns & LAST_ROWS:
        raise _refusal(text, "there is a pawn on row 1 or row 8")
    for name, own in zip(_NAMES, (board.white, board.black), strict=True):
        if popcount(board.kings & own) != 1:
            raise _refusal(
                text, f"{name} must have one king, and has {popcount(board.kings & own)}"
            )
        pawns = popcount(board.pawns & own)
        queens = board.diagonal & board.straight & own
        kinds = (
            (queens, 1),
            (board.knights & own, 2),
            (board.diagonal & own & ~queens, 2),
            (board.straight & own & ~queens, 2),
        )
        promoted = sum(max(0, popcount(kind) - first) for kind, first in kinds)
        if pawns + promoted > 8:
            raise _refusal(
                text, f"{name} has {pawns} pawns and {promoted} pieces that pawns must have become"
            )


def _check_kings(text: str, board: ChessBoard) -> None:
    mover, other = _NAMES[board.player], _NAMES[1 - board.player]
    if in_check(board._replace(player=1 - board.player)):
        raise _refusal(text, f"{other} is in check, and it is {mover}'s turn")
    if popcount(_checkers(board)) > 2:
        raise _refusal(text, f"{mover} is in check by more than two pieces")
    white, black = lowest(board.kings & board.white), lowest(board.kings & board.black)
    if max(abs(white % 8 - black % 8), abs(white // 8 - black // 8)) == 1:
        raise _refusal(text, "the kings are beside each other")


def _checkers(board: ChessBoard) -> int:
    """Return the pieces that attack the king of the player to move."""
    mine, theirs = board.white, board.black
    if board.player == 1:
        mine, theirs = theirs, mine
    king = board.kings & mine
    n, s, e, w, ne, sw, nw, se = rays(king, king, king, king, ALL ^ (mine | theirs))
    left, right = pawn_attacks(king, board.player)
    found = (n | s | e | w) & board.straight | (ne | sw | nw | se) & board.diagonal
    found |= any_of(knight_steps(king)) & board.knights | (left | right) & board.pawns
    return found & theirs


def _passing(text: str, board: ChessBoard, field: str) -> int:
    """Return the square that a pawn has passed if it can be captured there, or none."""
    if field == "-":
        return u64(0)
    row = "63"[board.player]
    if not re.fullmatch(f"[a-h]{row}", field):
        raise _refusal(
            text, f"the square of en passant must be - or one of row {row}, not {field!r}"
        )
    square = bit("abcdefgh".index(field[0]) + 8 * (int(row) - 1))
    theirs = board.black if board.player == 0 else board.white
    pawn, start = forward(square, 1 - board.player), forward(square, board.player)
    if not pawn & board.pawns & theirs or (square | start) & (board.white | board.black):
        raise _refusal(text, f"no pawn can just have passed {field}")
    left, right = legal_passing(board._replace(passing=u64(square)))
    return u64(left | right)
