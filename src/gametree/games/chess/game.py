"""Chess by the rules of FIDE."""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, NamedTuple

from plainpython.bits import popcount, u64
from plainpython.hashing import key_of_state

from ...errors import FinishedPosition
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng
from .attacks import DARK
from .board import ChessBoard
from .chess960_moves import after_chess960_move, chess960_moves, without_castling
from .fen import board_of_fen, fen_of_board, fen_of_pieces, piece_on, square_name
from .heuristic import SURE, quiet_score
from .moves import (
    MOST_MOVES,
    ChessMoves,
    after_move,
    count_of,
    has_move,
    in_check,
    legal_moves,
    nth_action,
    write_actions,
)
from .san import action_of_text, san_of_action, uci_of_action

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["Chess", "ChessState", "can_be_mated"]

_FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

# So that a square counts differently in each board.
_SALTS = (
    u64(0x243F_6A88_85A3_08D3), u64(0x1319_8A2E_0370_7344), u64(0xA409_3822_299F_31D0),
    u64(0x082E_FA98_EC4E_6C89), u64(0x4528_21E6_38D0_1377), u64(0xBE54_66CF_34E9_0C6C),
)  # fmt: skip
_HALF_SURE = 350.0  # a lead of this many hundredths of a pawn is worth 0.7
_TURN = 28  # a bit where no rook castles and no pawn passes

_GLYPHS = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "P": "♟"}
_LETTERS = {glyph: letter for letter, glyph in _GLYPHS.items()}


class ChessState(NamedTuple):
    """A position: what is on the board, and the moves that are legal there.

    The moves follow from the board; they are found once, since playouts ask twice for them.
    """

    board: ChessBoard
    moves: ChessMoves


class Chess(Game):
    """Chess: a player whose king is attacked and cannot escape has lost.

    The rules are those of FIDE, with castling, en passant and promotion to any piece. Rooks go
    along rows and columns, bishops along diagonals, queens along both, as far as the way is free. A
    king goes one square, a knight two squares straight and one aside. A pawn goes one square ahead,
    two from where it starts, and takes diagonally; on the last row it becomes another piece.

    The game is drawn by stalemate, where no pieces are left to mate with (see `can_be_mated`), when
    a position occurs for the third time, and after fifty moves of each player without a capture or
    a move of a pawn. A position is the same if the same moves are possible: castling and en passant
    count.

    Parameters: `fen`, where the game begins, or `startpos`; `claims`, whether those two draws,
    which a player has to claim, end the game at once, as programs play. If not, the fifth
    occurrence and 75 moves do, which need no claim; `chess960`, whether kings and rooks may castle
    from any column, as in Chess960.

    Players: white (0) moves first, black (1). Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: `ChessState`; `state_of_fen` and `state_to_fen` read and write it.

    Action: the square where a piece starts, plus 64 times the one where it ends, plus 4096 times
    what a pawn becomes (1 a knight, 2 a bishop, 3 a rook, 4 a queen); squares count from a1 = 0, b1
    = 1 to h8 = 63. Castling is the king's move, in Chess960 to the square of its rook. In text SAN:
    `Nf3`, `exd5`, `O-O`, `e8=Q+`; read are squares too: `g1f3`, `e7e8q`.
    """

    max_actions = MOST_MOVES
    repetition = "draw"

    def __init__(self, fen: str = "startpos", claims: bool = True, chess960: bool = False) -> None:
        require(str, fen=fen)
        require(bool, claims=claims, chess960=chess960)
        self.fen = fen
        self.claims = claims
        self.chess960 = chess960
        self.repetition_limit = 3 if claims else 5
        self.longest = 100 if claims else 150
        self._first = board_of_fen(_FIRST if fen == "startpos" else fen, chess960)

    def initial_state(self) -> ChessState:
        return self._state(self._first)

    def current_player(self, state: ChessState) -> int:
        return state.board.player

    def legal_actions(self, state: ChessState) -> list[int]:
        actions = [0] * self.max_actions
        count = self.fill_legal_actions(state, actions)
        return actions[:count]

    def next_state(self, state: ChessState, action: int) -> ChessState:
        if self.chess960:
            return self._state(after_chess960_move(state.board, action))
        return self._state(after_move(state.board, action))

    def _state(self, board: ChessBoard) -> ChessState:
        if self.chess960:
            return ChessState(board, chess960_moves(board))
        return ChessState(board, legal_moves(board))

    def is_terminal(self, state: ChessState) -> bool:
        return self._is_drawn(state.board) or not has_move(state.moves)

    def returns(self, state: ChessState) -> tuple[float, float]:
        if has_move(state.moves) or not in_check(state.board):
            return (0.0, 0.0)
        return (-1.0, 1.0) if state.board.player == 0 else (1.0, -1.0)

    def key(self, state: ChessState) -> int:
        board = state.board
        rest = board.castling | board.passing | board.player << _TURN
        return (
            key_of_state(board.white ^ _SALTS[0])
            ^ key_of_state(board.black ^ _SALTS[1])
            ^ key_of_state(board.pawns ^ _SALTS[2])
            ^ key_of_state(board.knights ^ _SALTS[3])
            ^ key_of_state(board.diagonal ^ _SALTS[4])
            ^ key_of_state(board.straight ^ _SALTS[5])
            ^ key_of_state(rest)
        )

    def fill_legal_actions(self, state: ChessState, out: MutableSequence[int]) -> int:
        if self._is_drawn(state.board):
            return 0
        return write_actions(state.board, state.moves, out)

    def random_action(self, state: ChessState, rng: Rng) -> int:
        return nth_action(state.board, state.moves, rng.below(count_of(state.moves)))

    def _is_drawn(self, board: ChessBoard) -> bool:
        """Return whether the game is over though there may be moves."""
        return board.clock >= self.longest or not can_be_mated(board)

    # What a position promises.

    def heuristic(self, state: ChessState) -> tuple[float, float]:
        """Estimate the returns by material and places, once captures have come to rest."""
        # To castle captures nothing.
        board = without_castling(state.board) if self.chess960 else state.board
        score = quiet_score(board, state.moves, -SURE, SURE) / _HALF_SURE
        value = score / math.sqrt(1.0 + score * score)
        return (value, -value) if state.board.player == 0 else (-value, value)

    def recommended_search(self) -> dict[str, Any] | None:
        from ...mcts.choice_of_method import with_heuristic

        return {**with_heuristic(0.15), "transpositions": False}  # positions repeat

    # For people.

    def state_of_fen(self, fen: str) -> ChessState:
        """Return the position that a FEN describes.

        Raises:
            BadParameter: if it is malformed, or no game can come to it; the message says why.

        """
        require(str, fen=fen)
        return self._state(board_of_fen(fen, self.chess960))

    def state_to_fen(self, state: ChessState) -> str:
        """Return a position as FEN; en passant is written only where it is legal."""
        return fen_of_board(state.board)

    def state_to_text(self, state: ChessState) -> str:
        lines = []
        for row in reversed(range(8)):
            pieces = [piece_on(state.board, 8 * row + column) or "." for column in range(8)]
            lines.append(" ".join([str(row + 1), *pieces]))
        return "\n".join([*lines, "  a b c d e f g h", self.state_to_fen(state)])

    def view(self, state: ChessState) -> View:
        from ...views import Piece, grid

        rows: list[list[Piece | None]] = []
        for row in reversed(range(8)):
            letters = [piece_on(state.board, 8 * row + column) for column in range(8)]
            rows.append(
                [
                    Piece("text", 0 if each.isupper() else 1, _GLYPHS[each.upper()])
                    if each
                    else None
                    for each in letters
                ]
            )
        legal = self.legal_actions(state)
        clicks = {
            san_of_action(state.board, legal, action): (
                square_name(action & 63),
                square_name(action >> 6 & 63),
            )
            for action in legal
        }
        return grid(
            rows,
            name=lambda row, column: square_name(8 * (7 - row) + column),
            chequered=True,
            moves=clicks,
        )

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> ChessState:
        """Return a position; kings and rooks on their first squares may castle.

        Raises:
            BadParameter: if no game can come to it; the message says why.

        """
        letters = {
            name: _LETTERS[piece.text] if piece.player == 0 else _LETTERS[piece.text].lower()
            for name, piece in pieces.items()
        }
        return self.state_of_fen(fen_of_pieces(letters, player))

    def action_to_text(self, state: ChessState, action: int) -> str:
        return san_of_action(state.board, self.legal_actions(state), action)

    def action_to_uci(self, action: int) -> str:
        """Return the name of a move by its squares: e2e4, e7e8q; castling is e1g1.

        In Chess960 castling is the king that takes its own rook, e1h1.
        """
        return uci_of_action(action)

    def text_to_action(self, state: ChessState, text: str) -> int:
        legal = self.legal_actions(state)
        if not legal:
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        return action_of_text(state.board, legal, text)


def can_be_mated(board: ChessBoard) -> bool:
    """Return whether there are pieces enough for a mate.

    There are not where beside the kings is one knight only, or only bishops that all stand on
    squares of one colour.
    """
    if board.pawns | board.straight:
        return True
    if not board.knights:
        return board.diagonal & DARK != 0 and board.diagonal & ~DARK != 0
    return popcount(board.knights | board.diagonal) > 1
