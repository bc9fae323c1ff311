"""The drawing of a position: cells, pieces, lines and texts, and the clicks that make moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["CELL_SHAPES", "PIECE_SHAPES", "Cell", "Label", "Piece", "Stroke", "View"]

CELL_SHAPES = ("square", "hexagon", "circle", "point", "card", "none")
PIECE_SHAPES = ("disc", "cross", "ring", "text", "stone", "counter", "card", "back", "die")


@dataclass(frozen=True)
class Piece:
    """What lies on a cell; `player` gives its colour, None that of nobody.

    A "card" shows its text, such as "Q♠"; a "back" is a card face down, and a "die" shows the
    number that its text is.
    """

    shape: str = "disc"
    player: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Cell:
    """A place on the board, around a point in units of a cell; y grows downwards.

    `id` stays the same from position to position. Cells of one `zone` are one to a click; by
    default each is its own. `shade` is 0 or 1 for a chequered board, 2 for where one must move.
    `turn` are degrees, clockwise, by which a card is turned.
    """

    id: str
    x: float
    y: float
    shape: str = "square"
    size: float = 1.0
    shade: int = 0
    label: str = ""
    zone: str = ""
    piece: Piece | None = None
    turn: float = 0.0

    @property
    def clicked(self) -> str:
        """The zone that a click on the cell means."""
        return self.zone or self.id

    def to_dict(self) -> dict[str, Any]:
        """Return the cell as JSON has it."""
        piece = self.piece
        return {
            "id": self.id,
            "x": self.x,
            "y": self.y,
            "shape": self.shape,
            "size": self.size,
            "shade": self.shade,
            "label": self.label or self.id,
            "zone": self.clicked,
            "piece": piece and {"shape": piece.shape, "player": piece.player, "text": piece.text},
            "turn": self.turn,
        }


@dataclass(frozen=True)
class Stroke:
    """A line of the board; `weight` is "thin" or "thick"."""

    x1: float
    y1: float
    x2: float
    y2: float
    weight: str = "thin"


@dataclass(frozen=True)
class Label:
    """A text on the board, centred at a point; `size` in units of a cell."""

    x: float
    y: float
    text: str
    size: float = 0.3


@dataclass(frozen=True)
class View:
    """A position as it is drawn, `width` by `height` cells.

    `moves` gives for the names of legal moves the zones to click, in order; an empty tuple is a
    button. `view_of` finds those that are not given, and fills in `last` and `text`. `winning` are
    the cells that decided a finished game, such as three in a row; where it is empty, `view_of`
    looks for the row that the last piece completed. `partial` is True where nobody knows what lies
    on the cells: then `text` says it.
    """

    width: float
    height: float
    cells: tuple[Cell, ...] = ()
    lines: tuple[Stroke, ...] = ()
    texts: tuple[Label, ...] = ()
    falls: bool = False
    moves: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    last: tuple[str, ...] = ()
    winning: tuple[str, ...] = ()
    text: str = ""
    partial: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the view as JSON has it."""
        return {
            "width": self.width,
            "height": self.height,
            "cells": [cell.to_dict() for cell in self.cells],
            "lines": [[each.x1, each.y1, each.x2, each.y2, each.weight] for each in self.lines],
            "texts": [
                {"x": each.x, "y": each.y, "text": each.text, "size": each.size}
                for each in self.texts
            ],
            "falls": self.falls,
            "moves": {name: list(zones) for name, zones in self.moves.items()},
            "last": list(self.last),
            "winning": list(self.winning),
            "text": self.text,
            "partial": self.partial,
        }

    def _repr_svg_(self) -> str:
        from .svg import svg

        return svg(self)
