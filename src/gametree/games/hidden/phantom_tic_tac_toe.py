"""Phantom tic-tac-toe: three in a row against stones that you cannot see."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .phantom_board import PhantomBoard

if TYPE_CHECKING:
    from ...views import Piece, View

__all__ = ["PhantomTicTacToe"]

# The cells as bits:  0 1 2
#                     3 4 5
#                     6 7 8
_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class PhantomTicTacToe(PhantomBoard):
    """Phantom tic-tac-toe: three in a row wins, but you do not see the stones of the other player.

    Try a cell. If the other player has a stone there, you see that stone and try another cell. If
    the cell is free, your stone is placed and your turn ends. You do not learn what the other
    player tried.

    Players: 0 moves first with x, 1 has o. Returns: 1 for a win, -1 for a loss, 0 for a draw.

    State: see `State` in gametree/games/hidden/phantom_board.py.

    Action: the cell, row * 3 + column from the upper left one. In text a column and a row: `a3`.
    """

    pieces: ClassVar[tuple[str, ...]] = ("x", "o")
    cells = 9
    max_actions = 9

    def has_won(self, stones: int, player: int) -> bool:
        for line in _LINES:
            if stones & line == line:
                return True
        return False

    def cell_to_text(self, cell: int) -> str:
        return f"{'abc'[cell % 3]}{3 - cell // 3}"

    def rows_to_text(self, cells: list[str]) -> str:
        rows = [f"{3 - row} {' '.join(cells[3 * row : 3 * row + 3])}" for row in range(3)]
        return "\n".join([*rows, "  a b c"])

    def board_view(self, cells: list[Piece | None]) -> View:
        from ...views import grid

        rows = [cells[row : row + 3] for row in (0, 3, 6)]
        return grid(rows, name=lambda row, column: self.cell_to_text(3 * row + column))
