"""Dark hex: connect your two sides against stones that you cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...errors import BadParameter
from ...naming.parameters import require
from .phantom_board import PhantomBoard

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["DarkHex"]

_MOST = 5


class DarkHex(PhantomBoard):
    """Dark hex: connect your two sides of the board, but you do not see the other player's stones.

    Try a cell. If the other player has a stone there, you see that stone and try another cell. If
    the cell is free, your stone is placed and your turn ends. You hear how often the other
    player tried, but not where. Player 0 connects the top with the bottom, player 1 the left
    with the right. There are no draws.

    Parameters: `size` of the board.

    Players: 0 moves first with x, 1 has o. Returns: 1 for a win, -1 for a loss.

    State: see `State` in gametree/games/hidden/phantom_board.py.

    Action: the cell, row * size + column from the upper left one. In text a column and a row: `a1`
    is the upper left one.
    """

    pieces: ClassVar[tuple[str, ...]] = ("x", "o")
    shapes = ("disc", "disc")
    hears_tries = True

    def __init__(self, size: int = 3) -> None:
        require(int, size=size)
        if not 2 <= size <= _MOST:
            raise BadParameter(f"size must be from 2 to {_MOST}, not {size}")
        self.size = size
        self.cells = size * size
        self.max_actions = self.cells
        rows = [((1 << size) - 1) << size * row for row in range(size)]
        columns = [sum(1 << size * row + column for row in range(size)) for column in range(size)]
        self._firsts = (rows[0], columns[0])
        self._lasts = (rows[-1], columns[-1])
        self._not_left = ~columns[0]
        self._not_right = ~columns[-1]

    def has_won(self, stones: int, player: int) -> bool:
        size = self.size
        reached = stones & self._firsts[player]
        grown = 0
        while reached != grown:
            grown = reached
            left = (grown & self._not_left) >> 1 | (grown & self._not_left) << size - 1
            right = (grown & self._not_right) << 1 | (grown & self._not_right) >> size - 1
            reached = (grown | left | right | grown << size | grown >> size) & stones
        return reached & self._lasts[player] != 0

    def cell_to_text(self, cell: int) -> str:
        return f"{'abcde'[cell % self.size]}{cell // self.size + 1}"

    def rows_to_text(self, cells: list[str]) -> str:
        size = self.size
        rows = [
            " " * row + f"{row + 1} " + " ".join(cells[size * row : size * row + size])
            for row in range(size)
        ]
        return "\n".join(["  " + " ".join("abcde"[:size]), *rows])

    def board_view(self, cells: list[Piece | None]) -> View:
        from ...views import hexagons

        size = self.size
        rows = [cells[row * size : row * size + size] for row in range(size)]
        return hexagons(rows, name=lambda row, column: self.cell_to_text(row * size + column))
