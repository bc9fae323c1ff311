"""Pictures of views."""

from __future__ import annotations

from gametree.views import Piece, grid, svg


def test_signs_are_white_and_black():
    drawn = svg(grid([[Piece("text", 0, "♚"), Piece("text", 1, "♚"), Piece("text", 2, "♚")]]))
    assert 'fill="#fdfcf8" stroke="#2a2622" stroke-width=".02">♚<' in drawn
    assert 'fill="#2a2622" stroke="#fdfcf8" stroke-width=".02">♚<' in drawn
    assert drawn.count("♚") == 3
