"""Which loops look for a number in a line."""

from __future__ import annotations

import ast

import pytest

from gametree.native.actions.searched_lines import searched_line


def found(text):
    """Return what a comprehension looks for, as text."""
    tree = ast.parse(text, mode="eval").body
    last = tree.generators[-1]
    called = getattr(getattr(last.iter, "func", None), "id", "")
    searched = searched_line(last.target, called, last.iter, last.ifs, tree.elt)
    return searched and ", ".join(ast.unparse(each) for each in searched)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[c for c in range(9) if board[c] == 0]", "board, 0, 0, 9, 0, 0"),
        ("[c for c in range(2, n) if self.cells[c] == me]", "self.cells, 0, 2, n, 0, me"),
        (
            "[r * 9 + c for r in rows for c in range(9) if state[0][r * 9 + c] == 0]",
            "state[0], r * 9, 0, 9, r * 9, 0",
        ),
        ("[c + 1 for c, s in enumerate(row) if s == 0]", "row, 1, 0"),
    ],
)
def test_what_is_looked_for(text, parts):
    assert found(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "[c for c in range(9)]",
        "[c for c in range(9) if board[c] == 0 if c != 4]",
        "[c for c in range(9) if board[c] != 0]",
        "[c for c in range(0, 9, 2) if board[c] == 0]",
        "[c for c in range(9) if board[c] == c]",
        "[c for c in range(9) if board[c] == f(c)]",
        "[c for c in range(9) if board()[c] == 0]",
        "[c for c in range(9) if board[c][c] == 0]",
        "[c for c in range(9) if board[2 * c] == 0]",
        "[2 * c for c in range(9) if board[c] == 0]",
        "[(c, 1) for c in range(9) if board[c] == 0]",
        "[c for c in range(9) if 0 <= board[c] == 0]",
        "[s for c, s in enumerate(board) if s == 0]",
        "[c + s for c, s in enumerate(board) if s == 0]",
        "[c for c, s in enumerate(board, 1) if s == 0]",
        "[c for c, s in enumerate(s) if s == 0]",
        "[c for c in cells if board[c] == 0]",
    ],
)
def test_what_is_worked_out_cell_by_cell(text):
    assert found(text) is None
