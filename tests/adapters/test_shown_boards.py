"""Boards of users' rules as people see them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest
import reversi_functions as reversi

from gametree.adapters.states import StateGame
from gametree.views.found.shown_boards import board_as_text, marks_of
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
     [object()] * 9, [0] * 400, ["something long that happened"] * 2],
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
        ([[[None, False], [True, None]]], (1, 0), {1: "X", 0: "O"}),
        ([[[None, 0], [1, None]]], (1, 2), {}),
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


def test_other_pairs_are_clicked_where_they_change_the_board():
    game = StateGame(FromTo(), players=(1, 2), start=[0] * 9)
    view = view_of(game, game.initial_state())
    clicked = {each.clicked: 3 * int(each.y) + int(each.x) for each in view.cells}
    assert len(view.moves) == 9
    for name, clicks in view.moves.items():
        assert name.startswith(f"({clicked[clicks[0]]}, ")


class Rows:
    """Three in a row win. A state has nine cells and the player to move: see `parts`."""

    def parts(self):
        return self.state

    def current_player(self):
        return self.parts()[1]

    def legal_moves(self):
        cells, _ = self.parts()
        rows = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8))
        if any(cells[a] and cells[a] == cells[b] == cells[c] for a, b, c in rows):
            return []
        return [cell for cell in range(9) if not cells[cell]]

    def after(self, cell):
        cells, player = self.parts()
        return (*cells[:cell], player, *cells[cell + 1 :]), 3 - player

    def play(self, cell):
        return type(self)(self.after(cell))

    def winner(self):
        return 0 if self.legal_moves() or all(self.parts()[0]) else 3 - self.parts()[1]


class Nested(Rows):
    def __init__(self, state=((0,) * 9, 1)):
        self.state = state


class Flat(Rows):
    def __init__(self, state=((0,) * 9, 1)):
        self.cells = (*state[0], state[1])

    def parts(self):
        return self.cells[:9], self.cells[9]


class PlayerFirst(Rows):
    def __init__(self, state=((0,) * 9, 1)):
        self.position = [state[1], *state[0]]

    def parts(self):
        return tuple(self.position[1:]), self.position[0]


class InPlace(Flat):
    def play(self, cell):
        self.__init__(self.after(cell))


class InATuple(NamedTuple):
    cells: tuple = (0,) * 9
    player: int = 1

    def current_player(self):
        return self.player

    def legal_moves(self):
        return Nested((self.cells, self.player)).legal_moves()

    def play(self, cell):
        return InATuple(*Nested((self.cells, self.player)).after(cell))

    def winner(self):
        return Nested((self.cells, self.player)).winner()


@dataclass(frozen=True)
class InADataclass:
    cells: tuple = (0,) * 9
    player: int = 1

    def current_player(self):
        return self.player

    def legal_moves(self):
        return Nested((self.cells, self.player)).legal_moves()

    def play(self, cell):
        return InADataclass(*Nested((self.cells, self.player)).after(cell))

    def winner(self):
        return Nested((self.cells, self.player)).winner()


class Functions:
    """Functions over flat tuples."""

    def initial_state(self):
        return (0,) * 9 + (1,)

    def current_player(self, state):
        return state[9]

    def legal_moves(self, state):
        return Nested((state[:9], state[9])).legal_moves()

    def next_state(self, state, cell):
        cells, player = Nested((state[:9], state[9])).after(cell)
        return (*cells, player)

    def winner(self, state):
        return Nested((state[:9], state[9])).winner()


SHAPES = [Nested, Flat, PlayerFirst, InPlace, InATuple, InADataclass, Functions]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_nine_cells_beside_the_player_are_a_board(shape):
    game = StateGame(shape())
    state = game.initial_state()
    for cell in (4, 0):
        state = game.next_state(game.copy(state), cell)
    assert game.state_to_text(state) == "O . .\n. X .\n. . ."
    view = view_of(game, state)
    clicked = {each.clicked: 3 * int(each.y) + int(each.x) for each in view.cells}
    assert {name: clicked[clicks[0]] for name, clicks in view.moves.items()} == {
        str(cell): cell for cell in (1, 2, 3, 5, 6, 7, 8)
    }


def test_a_text_that_somebody_wrote_is_shown_as_it_is():
    class Spoken(Nested):
        def __repr__(self):
            return "nine cells"

    game = StateGame(Spoken())
    assert game.state_to_text(game.initial_state()) == "nine cells"
    assert len(game.view(game.initial_state()).cells) == 9
