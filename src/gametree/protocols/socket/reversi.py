"""Reversi, our othello, in the form of the protocol."""

from __future__ import annotations

from typing import Any

from plainpython.bits import popcount

from ...game import Action, State
from ...games.othello import Othello
from ...record import Record
from .form import Misread, WireForm, number

__all__ = ["ReversiForm"]

_SIZE = 8
_PASS = _SIZE * _SIZE


class ReversiForm(WireForm):
    """Rows and columns from 0, from the top left. Who cannot move is passed over."""

    name = "reversi"
    spec = "othello"
    fields = ("row", "column")

    def __init__(self) -> None:
        self.game = Othello()

    def _action(self, *numbers: int) -> Action | None:
        row, column = numbers
        inside = 0 <= row < _SIZE and 0 <= column < _SIZE
        return _SIZE * row + column if inside else None

    def action_message(self, action: Action) -> dict[str, int]:
        return {"row": action // _SIZE, "column": action % _SIZE}

    def forced(self, action: Action) -> bool:
        return bool(action == _PASS)

    def players(self, record: Record) -> tuple[int, int]:
        to_move, moved = super().players(record)
        # Where the other cannot move it stays his turn, in the last position, too.
        return (moved if record.over else to_move), moved

    def state_message(self, record: Record) -> dict[str, Any]:
        discs = _discs(record)
        pieces = [
            {"type": "disc", "player": player + 1, "row": cell // _SIZE, "column": cell % _SIZE}
            for cell in range(_PASS)
            for player in (0, 1)
            if discs[player] >> cell & 1
        ]
        to_move, moved = self.players(record)
        return {"pieces": pieces, "player": to_move, "previous_player": moved}

    def _state(self, message: dict[str, Any], player: int) -> State:
        discs = [0, 0]
        for piece in message["pieces"]:
            row, column = number(piece, "row", _SIZE - 1), number(piece, "column", _SIZE - 1)
            discs[number(piece, "player") != 1] |= 1 << _SIZE * row + column
        if discs[0] & discs[1]:
            raise Misread("two discs lie in one cell")
        # The state after the other has passed: it holds where one may go.
        before: State = (discs[1 - player], discs[player], 0, 1 - player)
        return self.game.next_state(before, _PASS)

    def points(self, record: Record) -> dict[str, float]:
        first, second = (popcount(each) for each in _discs(record))
        lead, total = float(first - second), float(first + second)
        return {"1": lead / total, "2": (second - first) / total}


def _discs(record: Record) -> tuple[int, int]:
    """Return the discs of the first and the second player."""
    mine, theirs, _, player = record.state
    return (int(mine), int(theirs)) if player == 0 else (int(theirs), int(mine))
