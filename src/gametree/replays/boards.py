"""Pictures of many positions that share what is drawn in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..game import Game, State
from ..views.of_game import view_of
from ..views.svg import fitted_part, svg_parts
from ..views.view import Cell, View

__all__ = ["Boards"]

_LEAST_SHARE = 0.01


class Boards:
    """The pictures of positions of a game, as numbers of the elements that they are made of.

    Two positions next to each other differ by a piece or two, so each element is kept once.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._parts: dict[str, int] = {}
        self._boards: dict[tuple[Any, ...], int] = {}

    def add(
        self, state: State, previous: State | None = None, shares: Mapping[str, float] | None = None
    ) -> int:
        """Return the number of a position's picture.

        Args:
            state: the position.
            previous: the one before it, to mark what has changed.
            shares: of the simulations, by the names of moves, to be shown on the board.

        """
        view = view_of(self._game, state, previous)
        board = (
            f"0 0 {view.width:g} {view.height:g}",
            view.text,
            tuple(self._number(part) for part in svg_parts(view)),
            tuple(self._number(part) for part in _marks(view, shares or {})),
        )
        return self._boards.setdefault(board, len(self._boards))

    def _number(self, part: str) -> int:
        return self._parts.setdefault(part, len(self._parts))

    def to_dict(self) -> dict[str, Any]:
        """Return all of them in types that JSON has."""
        return {
            "parts": list(self._parts),
            "boards": [
                {"box": box, "text": text, "parts": parts, "marks": marks}
                for box, text, parts, marks in self._boards
            ],
        }


def _marks(view: View, shares: Mapping[str, float]) -> list[str]:
    """Return a disc for each move with a place on the board, the darker the larger its share."""
    cells: dict[str, list[Cell]] = {}
    for cell in view.cells:
        cells.setdefault(cell.clicked, []).append(cell)
    marks = []
    for name, share in shares.items():
        clicks = view.moves.get(name, ())
        if share < _LEAST_SHARE or not clicks or clicks[-1] not in cells:
            continue
        x, y = _place(view, cells[clicks[-1]])
        at = f'cx="{x:.2f}" cy="{y:.2f}" r=".36"'
        marks.append(f'<circle {at} fill="#ffffff" fill-opacity=".8"/>')  # there may be a piece
        marks.append(
            f'<circle {at} fill="#2a6fc9" '
            f'fill-opacity="{0.12 + 0.7 * share:.2f}" stroke="#2a6fc9" stroke-width=".03"/>'
        )
        colour = "#ffffff" if share > 0.5 else "#1d1d1b"
        marks.append(fitted_part(x, y, f"{100 * share:.0f}", 0.3, colour))
    return marks


def _place(view: View, cells: list[Cell]) -> tuple[float, float]:
    """Return where a move of a zone is shown: where its piece falls, or in the zone's middle."""
    free = [cell for cell in cells if cell.piece is None]
    if view.falls and free:
        lowest = max(free, key=lambda cell: cell.y)
        return lowest.x, lowest.y
    middle = 1 / len(cells)
    return middle * sum(cell.x for cell in cells), middle * sum(cell.y for cell in cells)
