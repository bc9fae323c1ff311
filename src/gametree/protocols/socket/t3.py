"""Ultimate tic-tac-toe, t3 in the protocol."""

from __future__ import annotations

from typing import Any

from ...game import Action, State
from ...games.tic_tac_toe import FULL
from ...games.ultimate_tic_tac_toe import UltimateTicTacToe
from ...record import Record
from .form import Misread, WireForm, number

__all__ = ["T3Form"]

_OUTER, _INNER = ("outer-row", "outer-column"), ("inner-row", "inner-column")

# In a state the cells of boards 0 to 6 take a word, nine bits a board; those of 7 and 8 the next,
# and behind them the boards that are won. As one number: where these begin.
_LOW = 63
_WON = 81
_ANYWHERE = 9


class T3Form(WireForm):
    """Rows and columns from 0: of the small board, then of the cell in it."""

    name = "t3"
    spec = "ultimate_tic_tac_toe"
    fields = (*_OUTER, *_INNER)

    def __init__(self) -> None:
        self.game = UltimateTicTacToe()

    def _action(self, *numbers: int) -> Action | None:
        if not all(0 <= each < 3 for each in numbers):
            return None
        board_row, board_column, row, column = numbers
        return 9 * (3 * board_row + board_column) + 3 * row + column

    def action_message(self, action: Action) -> dict[str, int]:
        board, cell = divmod(action, 9)
        return {**_place(_OUTER, board), **_place(_INNER, cell)}

    def state_message(self, record: Record) -> dict[str, Any]:
        first, second = _marks(record.state)
        pieces, boards = [], []
        for board in range(9):
            outer = _place(_OUTER, board)
            for cell in range(9):
                kind = _kind(first, second, 9 * board + cell)
                if kind:
                    pieces.append({**kind, **outer, **_place(_INNER, cell)})
            if _finished(first, second, board):
                kind = _kind(first, second, _WON + board) or {"player": None, "type": "full"}
                boards.append({**kind, **outer})
        constraint: dict[str, int | None] = dict.fromkeys(_OUTER)
        if record.actions and not _finished(first, second, record.actions[-1] % 9):
            constraint |= _place(_OUTER, record.actions[-1] % 9)
        to_move, moved = self.players(record)
        return {
            "pieces": pieces,
            "boards": boards,
            "constraint": constraint,
            "player": to_move,
            "previous_player": moved,
        }

    def _state(self, message: dict[str, Any], player: int) -> State:
        if not isinstance(message.get("boards"), list):
            raise Misread("a position of t3 is an object with boards")
        marks = [0, 0]
        for piece in message["pieces"]:
            marks[number(piece, "player") != 1] |= 1 << 9 * _of(piece, _OUTER) + _of(piece, _INNER)
        if marks[0] & marks[1]:
            raise Misread("two pieces lie in one cell")
        cells = (1 << _WON) - 1 & ~(marks[0] | marks[1])
        for each in message["boards"]:
            board = _of(each, _OUTER)
            cells &= ~(FULL << 9 * board)
            if each.get("player") is not None:
                marks[number(each, "player") != 1] |= 1 << _WON + board
        target = _ANYWHERE
        constraint = message.get("constraint")
        if isinstance(constraint, dict) and constraint.get("outer-row") is not None:
            target = _of(constraint, _OUTER)
        words = [*_words(marks[player]), *_words(marks[1 - player]), *_words(cells)]
        return (*words, target, player)

    def points(self, record: Record) -> dict[str, float]:
        first = int(record.returns[0])
        return {"1": first, "2": -first}


def _marks(state: State) -> tuple[int, int]:
    """Return the cells and the boards of the first and the second player, each in one number."""
    mine, theirs = state[0] | state[1] << _LOW, state[2] | state[3] << _LOW
    return (mine, theirs) if state[7] == 0 else (theirs, mine)


def _words(marks: int) -> tuple[int, int]:
    return marks & (1 << _LOW) - 1, marks >> _LOW


def _kind(first: int, second: int, place: int) -> dict[str, Any]:
    """Return whose piece lies at a place, or nothing."""
    if first >> place & 1:
        return {"player": 1, "type": "X"}
    return {"player": 2, "type": "O"} if second >> place & 1 else {}


def _finished(first: int, second: int, board: int) -> bool:
    both = first | second
    return bool(both >> _WON + board & 1) or both >> 9 * board & FULL == FULL


def _place(fields: tuple[str, str], index: int) -> dict[str, int]:
    return {fields[0]: index // 3, fields[1]: index % 3}


def _of(message: object, fields: tuple[str, str]) -> int:
    """Return the index from two fields of a message."""
    return 3 * number(message, fields[0], 2) + number(message, fields[1], 2)
