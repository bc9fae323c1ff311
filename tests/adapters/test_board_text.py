"""First boards that are written as text."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.adapters.boards.board_text import board_of


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (".........", "........."),
        ("", ""),
        ("[None] * 9", [None] * 9),
        ("[3 * ['x', 'o']]", [["x", "o"] * 3]),
        ("[[0] * 2, ['-' * 3]]", [[0, 0], ["---"]]),
        ("((-1,) * 2, {'turn': 1}, {2})", ((-1, -1), {"turn": 1}, {2})),
        ("[[]] * 0", []),
    ],
)
def test_boards(text, board):
    assert board_of(text) == board


def test_rows_that_are_repeated_are_rows_of_their_own():
    board = board_of("[[0] * 3] * 2")
    board[0][0] = 1
    assert board == [[1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    "text",
    [
        "[1",
        "[open('x')]",
        "[0] * [1]",
        "[0] * 100001",
        "[[0] * 1000] * 1000",
        "[0] + [1]",
        "[x]",
        "(1).__class__",
        "[0] * 1.5",
        "[" * 300 + "]" * 300,
        "[" + "-" * 100_000 + "1]",
    ],
)
def test_what_is_no_board(text):
    with pytest.raises(gt.BadParameter, match=r"start must be a board such as \[None\] \* 9"):
        board_of(text)
