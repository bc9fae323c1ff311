"""Boards of users' rules as people see them."""

from __future__ import annotations

import enum

import numpy as np
import pytest
import reversi_functions as reversi

from gametree.adapters.boards.shown_boards import board_as_text, marks_of
from gametree.adapters.states import StateGame
from gametree.views.of_game import view_of

XO = {0: ".", 1: "X", -1: "O"}


class Plain(enum.Enum):
    X = "x"
    EMPTY = " "


class Spoken(enum.Enum):
    O = 2  # noqa: E741
    EMPTY = 0

    def __str__(self):
        return "" if self is Spoken.EMPTY else self.name


@pytest.mark.parametrize(
    ("board", "marks", "text"),
    [
        ([[0, 1], [-1, 0]], XO, ". X\nO ."),
        ([[0, 1], [-1, 0]], {}, " 0  1\n-1  0"),
        (((None, "x"), (" ", "")), {}, ". x\n. ."),
        (["..x", "o.."], {}, ". . x\no . ."),
        ([None] * 9, {}, ". . .\n. . .\n. . ."),
        ("X...O....", {}, "X . .\n. O .\n. . ."),
        (np.array([[0.0, 1.0], [-1.0, 0.5]]), XO, "  .   X\n  O 0.5"),
        (np.zeros(9, int), XO, ". . .\n. . .\n. . ."),
        ([[Plain.X, Plain.EMPTY], [Plain.EMPTY] * 2], {}, "x .\n. ."),
        ([Spoken.O, *[Spoken.EMPTY] * 8], {}, "O . .\n. . .\n. . ."),
        ([[4, 14], [0, 3]], {}, " 4 14\n 0  3"),
    ],
)
def test_boards(board, marks, text):
    assert board_as_text(board, marks) == text


@pytest.mark.parametrize(
    "board",
    [7, None, "", [], [1, 2, 3], [[1], [2]], [[1, 2], [3]], [[1, 2]], "ab", {1: 2}, [[], []],
     [object()] * 9, [0] * 400],
)  # fmt: skip
def test_what_is_no_board(board):
    assert board_as_text(board, {}) is None


@pytest.mark.parametrize(
    ("boards", "labels", "marks"),
    [
        ([[[0, 1], [-1, 0]]], (1, -1), XO),
        ([[[1, 2], [2, 1]]], (1, 2), {0: ".", 1: "X", 2: "O"}),
        ([[[0, 1], [2, 0]], [[0, 3], [2, 0]]], (1, 2), {}),  # counts, not players
        ([[[0, 0], [0, 0]]], (1, 2), {}),
        ([[[0, 1], [1, 0]]], (0, 1), {}),
        ([[["X", "O"], ["X", " "]]], ("X", "O"), {}),
        ([[[1, 2], [3, 0]]], (1, 2, 3), {}),
        ([5, [[None, 1], [-1, None]]], (1, -1), XO),
    ],
)
def test_cells_that_hold_players(boards, labels, marks):
    assert marks_of(boards, labels) == marks


def test_numbers_of_players_are_shown_as_pieces():
    game = StateGame(reversi, players=(1, -1))
    assert game.state_to_text(game.initial_state()) == ". . . .\n. O X .\n. X O .\n. . . ."


class Cells:
    """Three in a row, as functions of a flat board."""

    def first_board(self):
        return [0] * 9

    def available_moves(self, board):
        return [cell for cell in range(9) if board[cell] == 0]

    def make_move(self, board, position, player):
        board[position] = player

    def is_winner(self, board, player):
        return any(
            board[cell] == board[cell + 1] == board[cell + 2] == player for cell in (0, 3, 6)
        )


def test_a_board_in_a_list_can_be_clicked():
    game = StateGame(Cells(), players=(1, 2), start=[0] * 9)
    state = game.next_state(game.initial_state(), 4)
    view = view_of(game, state)
    assert len(view.cells) == 9
    assert len(view.moves) == 8
    assert len(set(view.moves.values())) == 8


def test_moves_that_name_some_of_the_empty_cells_can_be_clicked():
    game = StateGame(reversi, players=(1, -1))
    state = game.initial_state()
    view = view_of(game, state)
    clicked = {each.clicked: (each.y, each.x) for each in view.cells}
    assert sorted(view.moves) == ["(0, 1)", "(1, 0)", "(2, 3)", "(3, 2)"]
    for name, clicks in view.moves.items():
        y, x = clicked[clicks[0]]
        assert name == f"({int(y)}, {int(x)})"


class FromTo(Cells):
    """Moves are pairs of numbers, but of two cells."""

    def available_moves(self, board):
        return [(cell, (cell + 1) % 9) for cell in range(9) if board[cell] == 0]

    def make_move(self, board, move, player):
        board[move[0]] = player


def test_other_pairs_are_no_cells():
    game = StateGame(FromTo(), players=(1, 2), start=[0] * 9)
    view = view_of(game, game.initial_state())
    assert len(view.cells) == 9
    assert not any(view.moves.values())
