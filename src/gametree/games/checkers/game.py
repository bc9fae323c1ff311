"""English draughts, or checkers."""

from __future__ import annotations

import math
from collections.abc import Mapping, MutableSequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from ...errors import BadParameter, FinishedPosition
from ...game import Game
from ...naming.parameters import require
from ...primitives.rng import Rng
from .heuristic import SURE, settled_score
from .moves import (
    MOST_MOVES,
    CheckersState,
    after_move,
    count_actions,
    has_move,
    nth_action,
    place_of,
    write_actions,
)
from .pdn import action_of_text, fen_of_state, path_of_action, state_of_fen, text_of_action

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["Checkers"]

_FIRST = "B:W21-32:B1-12"
_TEMPERATURE = 0.25
_CROWN = "♛"
_SMALL = 0.15  # the numbers of squares


class Checkers(Game):
    """English draughts: capture all enemy pieces, or leave them no move.

    Men go one square ahead, diagonally; kings go back, too. A piece captures by jumping over an
    enemy piece beside it to the empty square behind, and goes on as long as it can, in one move. If
    you can capture, you must; which piece and which way is free. A man that comes to the last row
    becomes a king, and its move is over. The game is drawn after 40 moves of each player without a
    capture or a man's move.

    Parameters: `fen`, where the game begins, or `startpos`.

    Players: black (0) has squares 1 to 12 and moves first, white (1) 21 to 32. Returns: 1 for a
    win, -1 for a loss, 0 for a draw.

    State: `CheckersState`; `state_of_fen` and `state_to_fen` read and write it.

    Action: the square where the piece starts, less 1, plus 32 times how many pieces it captures,
    plus 512 times the directions of its jumps, or of its step, the first one lowest: 2 bits each, 0
    to the lower left as people see the board with square 1 on top, 1 to the lower right, 2 to the
    upper right, 3 to the upper left. In text PDN: `11-15`, `22x15`, and with all squares,
    `22x15x8`, where two captures begin and end alike; any squares on the way may be read.
    """

    pieces: ClassVar[tuple[str, ...]] = ("b", "w")
    max_actions = MOST_MOVES
    longest: ClassVar[int] = 80
    """Moves of both players without a capture or a man's move, after which the game is drawn."""

    def __init__(self, fen: str = "startpos") -> None:
        require(str, fen=fen)
        self.fen = fen
        self._first = state_of_fen(_FIRST if fen == "startpos" else fen, self.longest)

    def initial_state(self) -> CheckersState:
        return self._first

    def current_player(self, state: CheckersState) -> int:
        return state.player

    def legal_actions(self, state: CheckersState) -> list[int]:
        actions = [0] * self.max_actions
        count = self.fill_legal_actions(state, actions)
        return actions[:count]

    def next_state(self, state: CheckersState, action: int) -> CheckersState:
        return after_move(state, action)

    def is_terminal(self, state: CheckersState) -> bool:
        return state.clock >= self.longest or not has_move(state)

    def returns(self, state: CheckersState) -> tuple[float, float]:
        if has_move(state):
            return (0.0, 0.0)
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)

    def fill_legal_actions(self, state: CheckersState, out: MutableSequence[int]) -> int:
        if state.clock >= self.longest:
            return 0
        return write_actions(state, out)

    def random_action(self, state: CheckersState, rng: Rng) -> int:
        return nth_action(state, rng.below(count_actions(state)))

    # What a position promises.

    def heuristic(self, state: CheckersState) -> tuple[float, float]:
        """Estimate the returns by pieces and places, once captures have come to rest."""
        score = settled_score(state, -SURE, SURE)
        value = score / math.sqrt(1.0 + score * score)
        return (value, -value) if state.player == 0 else (-value, value)

    def recommended_search(self) -> dict[str, Any] | None:
        from ...mcts.choice_of_method import with_heuristic

        return with_heuristic(_TEMPERATURE)

    # For people.

    def state_of_fen(self, fen: str) -> CheckersState:
        """Return the position that a FEN of PDN describes, such as `B:W18,24,K10:B1,12`.

        `:H12` after it are 12 moves without a capture or a man's move.

        Raises:
            BadParameter: if it is malformed, or no game can come to it; the message says why.

        """
        require(str, fen=fen)
        return state_of_fen(fen, self.longest)

    def state_to_fen(self, state: CheckersState) -> str:
        """Return a position as FEN; the moves without a capture or a man's move only if any."""
        return fen_of_state(state)

    def state_to_text(self, state: CheckersState) -> str:
        lines = []
        for row in range(8):
            cells = [self._piece_on(state, square) or "." for square in range(4 * row, 4 * row + 4)]
            numbers = f"{4 * row + 1}-{4 * row + 4}".rjust(5)
            margin = "  " if row % 2 == 0 else ""
            lines.append(f"{numbers}  {margin}{'   '.join(cells)}")
        return "\n".join([*lines, f"player {state.player + 1} to move"])

    def view(self, state: CheckersState) -> View:
        from ...views import Label, Piece, grid

        kinds = {
            letter: Piece("stone", player, _CROWN if letter.isupper() else "")
            for player, each in enumerate(self.pieces)
            for letter in (each, each.upper())
        }
        rows = [[""] * 8 for _ in range(8)]
        for square in range(32):
            rows[square // 4][_column(square)] = self._piece_on(state, square)
        legal = self.legal_actions(state)
        clicks = {
            text_of_action(legal, action): tuple(map(str, path_of_action(action)))
            for action in legal
        }
        board = grid(rows, kinds, name=_name, chequered=True, labels=False, moves=clicks)
        numbers = [
            Label(_column(square) + 0.16, square // 4 + 0.16, str(square + 1), _SMALL)
            for square in range(32)
        ]
        return replace(board, texts=tuple(numbers))

    def state_with_pieces(self, pieces: Mapping[str, Piece], player: int) -> CheckersState:
        squares: list[list[str]] = [[], []]
        for name, piece in pieces.items():
            if not name.isdigit():
                raise BadParameter(f"{name} is a light square: pieces are on dark ones alone")
            assert piece.player is not None
            squares[piece.player].append(f"{'K' if piece.text else ''}{name}")
        black, white = (",".join(sorted(each)) for each in squares)
        return self.state_of_fen(f"{'BW'[player]}:W{white}:B{black}")

    def action_to_text(self, state: CheckersState, action: int) -> str:
        return text_of_action(self.legal_actions(state), action)

    def text_to_action(self, state: CheckersState, text: str) -> int:
        legal = self.legal_actions(state)
        if not legal:
            raise FinishedPosition("the game is over in this position: there are no legal moves")
        return action_of_text(state, legal, text)

    def _piece_on(self, state: CheckersState, square: int) -> str:
        """Return the letter of the piece on a square, in upper case for a king; or nothing."""
        here = 1 << place_of(square)
        if not (state.mine | state.theirs) & here:
            return ""
        letter = self.pieces[state.player if state.mine & here else 1 - state.player]
        return letter.upper() if state.kings & here else letter


def _column(square: int) -> int:
    """Return the column of a square, from 0 on the left."""
    return 2 * (square % 4) + 1 - square // 4 % 2


def _name(row: int, column: int) -> str:
    """Return the name of a cell: the number of its square, or where it lies if it is light."""
    if (row + column) % 2:
        return str(4 * row + column // 2 + 1)
    return f"{'abcdefgh'[column]}{8 - row}"
