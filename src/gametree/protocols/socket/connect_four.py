"""Connect four in the form of the protocol."""

from __future__ import annotations

from typing import Any

from ...game import Action, State
from ...games.connect_four.game import ConnectFour
from ...record import Record
from .form import Misread, WireForm, number

__all__ = ["ConnectFourForm"]

_COLUMNS, _ROWS = 7, 6


class ConnectFourForm(WireForm):
    """Columns from 0; row 0 is the bottom."""

    name = "connect_four"
    spec = "connect_four"
    fields = ("column",)

    def __init__(self) -> None:
        self.game = ConnectFour()

    def _action(self, *numbers: int) -> Action | None:
        (column,) = numbers
        return column if 0 <= column < _COLUMNS else None

    def action_message(self, action: Action) -> dict[str, int]:
        return {"column": action}

    def state_message(self, record: Record) -> dict[str, Any]:
        mine, both = record.state
        first = mine if self.game.current_player(record.state) == 0 else both ^ mine
        pieces = []
        for column in range(_COLUMNS):
            for row in range(_ROWS):
                cell = _cell(row, column)
                if both >> cell & 1:
                    player = 1 if first >> cell & 1 else 2
                    pieces.append({"type": "disc", "player": player, "row": row, "column": column})
        to_move, moved = self.players(record)
        return {"pieces": pieces, "player": to_move, "previous_player": moved}

    def _state(self, message: dict[str, Any], player: int) -> State:
        stones = [0, 0]
        for piece in message["pieces"]:
            row, column = number(piece, "row", _ROWS - 1), number(piece, "column", _COLUMNS - 1)
            stones[number(piece, "player") != 1] |= 1 << _cell(row, column)
        state = (stones[player], stones[0] | stones[1])
        if stones[0] & stones[1] or self.game.current_player(state) != player:
            raise Misread("the stones cannot have come so")
        return state

    def winners(self, record: Record) -> dict[str, float]:
        first = record.returns[0]
        # The winner comes first.
        return {"2": 1, "1": 0} if first < 0.0 else super().winners(record)

    def points(self, record: Record) -> dict[str, float]:
        return self.winners(record)


def _cell(row: int, column: int) -> int:
    """Return the bit of a cell in the boards of a state."""
    return column * (_ROWS + 1) + row
