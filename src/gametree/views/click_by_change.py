"""The clicks that make moves whose names say no cell: found by what each move changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from .view import Cell, View

__all__ = ["clicked_by_change", "with_clicks_by_change"]

_MOST_MOVES = 500


def with_clicks_by_change(view: View, names: Mapping[str, Callable[[], View | None]]) -> View:
    """Return a view with the clicks of moves that have none.

    A move that fills one empty cell is a click on it; a move that fills one cell and empties
    another, or takes what lies there, is a click on each, the emptied one first. Where one move
    fits no such pattern, no click is added.

    Args:
        view: the board before the moves.
        names: for each legal move what returns the board behind it.

    """
    if not names or len(names) > _MOST_MOVES or any(view.moves.get(name) for name in names):
        return view
    clicks = {}
    for name, following in names.items():
        after = following()
        found = None if after is None else clicked_by_change(view, after)
        if found is None:
            return view
        clicks[name] = found
    if len(set(clicks.values())) < len(clicks):
        return view
    return replace(view, moves=clicks)


def clicked_by_change(before: View, after: View) -> tuple[str, ...] | None:
    """Return the zones to click for the move between two boards; None if that is not clear."""
    then = {cell.id: cell for cell in after.cells}
    if [cell.id for cell in before.cells] != list(then):
        return None
    changed = [cell for cell in before.cells if cell.piece != then[cell.id].piece]
    filled = [cell for cell in changed if cell.piece is None]
    emptied = [cell for cell in changed if then[cell.id].piece is None]
    if len(filled) == 1 and not emptied:
        return (filled[0].clicked,)
    onto = filled or [cell for cell in changed if then[cell.id].piece is not None]
    moved = [cell for cell in emptied if _moves(cell, onto, then)]
    if len(moved) == 1 and len(onto) == 1:
        return (moved[0].clicked, onto[0].clicked)
    return None


def _moves(cell: Cell, onto: list[Cell], then: Mapping[str, Cell]) -> bool:
    """Return True if what was on a cell is now where the move went."""
    return len(onto) == 1 and then[onto[0].id].piece == cell.piece
