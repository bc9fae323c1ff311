"""Views: a typed description of a position that pages, pictures and readers share."""

from .boards import columns, grid, hand, hexagons, piles, pits, plain, points, tables
from .cards import Card, Hand, card_table
from .of_game import view_of
from .svg import svg
from .view import Cell, Label, Piece, Stroke, View

__all__ = [
    "Card",
    "Cell",
    "Hand",
    "Label",
    "Piece",
    "Stroke",
    "View",
    "card_table",
    "columns",
    "grid",
    "hand",
    "hexagons",
    "piles",
    "pits",
    "plain",
    "points",
    "svg",
    "tables",
    "view_of",
]
