"""Boards of battleship as they are drawn: ships, and what shots found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...views import Cell, Piece, View

__all__ = ["HIT", "SUNK", "WATER", "ShownBoard", "boards_view", "cell_name"]

WATER, HIT, SUNK = 0, 1, 2
"""What a shot finds."""

_COLUMNS = "abcdefghij"


class ShownBoard(NamedTuple):
    """A board as it is drawn: the cells of ships, and what shots found on it."""

    title: str
    fleet: tuple[int, ...]
    shots: tuple[int, ...]
    found: tuple[int, ...]

    def piece(self, cell: int) -> tuple[Piece | None, str]:
        """Return what lies on a cell, and what that is called."""
        from ...views import Piece

        results = [self.found[at] for at, shot in enumerate(self.shots) if shot == cell]
        if not results:
            ship = cell in self.fleet
            return (Piece("text", None, "■"), "ship") if ship else (None, "not shot at")
        if max(results) == WATER:
            return Piece("text", None, "•"), "water"
        sunk = max(results) == SUNK
        return Piece("disc" if sunk else "cross", 4), "sunk" if sunk else "hit"


def cell_name(cell: int, width: int) -> str:
    """Return the column and the row of a cell, `b3`."""
    return f"{_COLUMNS[cell % width]}{cell // width + 1}"


def boards_view(
    width: int, height: int, large: ShownBoard, small: ShownBoard, moves: dict[str, tuple[str, ...]]
) -> View:
    """Return two boards of so many columns and rows, the one to click on first."""
    from ...views import Label, View

    cells = _cells(width, height, large, 0.0, 1.0, "")
    low = height + 1.1
    more = _cells(width, height, small, low, 0.6, "other ")
    middle = width / 2 + 0.3
    texts = [Label(middle, 0.3, large.title, 0.42)]
    texts += [Label(0.8 + column, 0.8 + height, _COLUMNS[column], 0.25) for column in range(width)]
    texts += [Label(0.13, 1.15 + row, str(row + 1), 0.25) for row in range(height)]
    texts.append(Label(middle, low + 0.3, small.title, 0.42))
    size = width + 0.6, low + 0.6 * height + 0.8
    return View(*size, (*cells, *more), texts=tuple(texts), moves=moves)


def _cells(
    width: int, height: int, board: ShownBoard, top: float, size: float, prefix: str
) -> list[Cell]:
    from ...views import Cell

    left = (width + 0.6 - size * width) / 2
    cells = []
    for cell in range(width * height):
        row, column = divmod(cell, width)
        piece, seen = board.piece(cell)
        at = left + size * (column + 0.5), top + 0.65 + size * (row + 0.5)
        name = cell_name(cell, width)
        label = f"{board.title}, {name}, {seen}"
        shade = 1 if cell in board.fleet else 0
        cells.append(Cell(prefix + name, *at, "square", size, shade, label=label, piece=piece))
    return cells
