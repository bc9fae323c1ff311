"""Games without a view: boards from coordinates and from the fields of states; the row that won."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

import numpy as np
import pytest

import gametree as gt
from gametree.record import Record
from gametree.views import Piece, grid, view_of
from gametree.views.coordinates import board_of_moves
from gametree.views.of_game import text_of
from gametree.views.rows import row_that_won
from gametree.views.text_grid import view_of_text

HEXAGON = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
OTHER_WAY = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q - r) <= 3]
SQUARE = [(row, column) for row in range(4) for column in range(5)]


class Axial(NamedTuple):
    q: int
    r: int


class Colour(Enum):
    BLACK = "black"
    WHITE = "white"


@dataclass
class Held:
    stones: object
    turn: int = 0


def board(state, actions, kind=""):
    names = [str(each) for each in actions]
    return board_of_moves(state, names, names, 2, kind)


@pytest.mark.parametrize(
    ("shape", "actions"),
    [
        ("hexagon", HEXAGON),
        ("hexagon", OTHER_WAY),
        ("hexagon", [Axial(*each) for each in HEXAGON]),
        ("hexagon", [(q, r, -q - r) for q, r in HEXAGON]),
        ("hexagon", [f"{q},{r}" for q, r in HEXAGON] + ["pass"]),
        ("hexagon", [((q, r), (0, 0)) for q, r in HEXAGON if (q, r) != (0, 0)]),
        ("square", SQUARE),
        ("square", [f"put ({row}, {column})" for row, column in SQUARE]),
        ("square", [(row - 2, column - 2) for row, column in SQUARE]),
    ],
)
def test_moves_that_are_coordinates_are_clicks_on_a_board(shape, actions):
    view = board(None, actions)
    assert {cell.shape for cell in view.cells} == {shape}
    named = [str(each) for each in actions if each != "pass"]
    assert list(view.moves) == named
    assert len(set(view.moves.values())) == len(named)
    at = [(round(cell.x, 3), round(cell.y, 3)) for cell in view.cells]
    assert len(set(at)) == len(at)
    nearest = min(abs(x - a) + abs(y - b) for x, y in at for a, b in at if (x, y) != (a, b))
    assert nearest >= 0.999  # cells do not overlap


@pytest.mark.parametrize(
    "actions",
    [
        [(pile, amount) for pile in range(1, 6) for amount in range(1, pile + 1)],
        [(row, column, digit) for row in range(3) for column in range(3) for digit in range(3)],
        [f"a{number}" for number in range(20)],
        list(range(20)),
        [(row, column) for row in range(2) for column in range(3)],
    ],
)
def test_other_numbers_are_no_places(actions):
    assert board(None, actions) is None


def test_a_class_that_says_so_has_hexagons():
    assert {cell.shape for cell in board(None, SQUARE, "HexState").cells} == {"hexagon"}


@pytest.mark.parametrize(
    "stones",
    [
        {(-3, 0): 0, (0, 1): 1},
        {**dict.fromkeys(HEXAGON, 0), (-3, 0): 1, (0, 1): 2},
        {**dict.fromkeys(HEXAGON), (-3, 0): "black", (0, 1): "white"},
        {Axial(-3, 0): Colour.BLACK, Axial(0, 1): Colour.WHITE},
        [{(-3, 0)}, {(0, 1)}],
        (((-3, 0),), ((0, 1),)),
    ],
)
def test_the_stones_are_found_in_the_state(stones):
    free = [str(each) for each in HEXAGON if each not in ((-3, 0), (0, 1))]
    for state in (Held(stones), [Held(stones)], (stones, 0)):
        view = board_of_moves(state, free, [str(each) for each in HEXAGON], 2)
        lying = {cell.id: cell.piece.player for cell in view.cells if cell.piece is not None}
        assert lying == {"-3,0": 0, "0,1": 1}


class Rows(gt.Game):
    """Tic-tac-toe whose state is a dataclass, without a text and a view."""

    def initial_state(self):
        return Held(((0, 0, 0),) * 3)

    def current_player(self, state):
        return state.turn

    def legal_actions(self, state):
        rows = state.stones
        lines = [*rows, *zip(*rows, strict=True)]
        lines += [[rows[at][at] for at in range(3)], [rows[at][2 - at] for at in range(3)]]
        won = any(tuple(line) in ((1, 1, 1), (2, 2, 2)) for line in lines)
        free = [(row, at) for row in range(3) for at in range(3) if rows[row][at] == 0]
        return [] if won else free

    def next_state(self, state, action):
        rows = [list(row) for row in state.stones]
        rows[action[0]][action[1]] = state.turn + 1
        return Held(tuple(map(tuple, rows)), 1 - state.turn)

    def returns(self, state):
        return (0.0, 0.0) if not self.won(state) else ((1.0, -1.0), (-1.0, 1.0))[1 - state.turn]

    def won(self, state):
        return any(0 in row for row in state.stones)


class Numbered(Rows):
    def action_to_text(self, state, action):
        return str(3 * action[0] + action[1])


@pytest.mark.parametrize("game", [Rows(), Numbered()])
def test_a_dataclass_is_drawn_and_its_winner_marked(game):
    record = Record(game)
    for action in ((0, 0), (1, 0), (0, 1), (1, 1)):
        record.play(action)
    view = view_of(game, record.state)
    assert len(view.cells) == 9
    assert all(view.moves.values())
    assert [cell.piece.player for cell in view.cells if cell.piece] == [0, 0, 1, 1]
    record.play((0, 2))
    view = view_of(game, *record.positions[:-3:-1])
    assert len(view.winning) == 3
    assert [cell.piece.player for cell in view.cells if cell.id in view.winning] == [0, 0, 0]
    assert view.text.splitlines() == ["stones:", "X X X", "O O .", ". . .", "turn: 1"]


def finished(game, seed):
    rng, record = random.Random(seed), Record(game)
    while not record.over:
        record.play(rng.choice(list(record.legal_actions())))
    return record


@pytest.mark.parametrize(
    ("name", "parameters", "length"),
    [
        ("tic_tac_toe", {}, 3),
        ("connect_four", {}, 4),
        ("gomoku", {"size": 7}, 5),
        ("ultimate_tic_tac_toe", {}, 3),
        ("hex", {"size": 4}, 4),
        ("othello", {"size": 4}, None),
        ("breakthrough", {"rows": 5, "columns": 4}, None),
        ("dots_and_boxes", {}, None),
        ("go", {"size": 3}, None),
    ],
)
def test_the_cells_that_won_are_those_of_the_winner(name, parameters, length):
    game = gt.games.load(name, **parameters)
    for seed in range(5):
        record = finished(game, seed)
        view = view_of(game, *record.positions[:-3:-1])
        won = [cell.piece.player for cell in view.cells if cell.id in view.winning]
        decided = record.returns[0] != record.returns[1]
        if length is None or not decided:
            assert won == []
        else:
            assert len(won) >= length
            assert {record.returns[player] for player in won} == {1.0}


class Alone(gt.Game):
    """One player fills a row of three."""

    players = 1

    def initial_state(self):
        return ". . .\n. . ."

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(1 if state.count("X") < 3 else 0)

    def next_state(self, state, action):
        return state.replace(".", "X", 1)

    def returns(self, state):
        return (3.0,)


def test_a_player_who_plays_alone_has_no_row_that_won():
    game = Alone()
    record = finished(game, 0)
    view = view_of(game, *record.positions[:-3:-1])
    assert [cell.id for cell in view.cells if cell.piece] == ["a1", "b1", "c1"]
    assert view.last == ("c1",)
    assert view.winning == ()


def test_a_board_of_moves_says_where_nothing_is_known_of_its_cells():
    assert board(Held(None), SQUARE).partial
    assert not board(Held({SQUARE[0]: Colour.BLACK}), SQUARE[1:]).partial


def test_a_piece_that_moved_or_took_completes_no_row():
    disc = Piece("disc", 0)
    before = grid([[disc, disc, None], [None, None, disc]])
    assert row_that_won(before, grid([[disc, disc, disc], [None, None, disc]])) == (
        "a1",
        "b1",
        "c1",
    )
    assert row_that_won(before, grid([[disc, disc, disc], [None, None, None]])) == ()
    with pytest.raises(gt.GameError, match="winning cells"):
        view_of(_Marks(), Held(None))


class _Marks(gt.Game):
    def legal_actions(self, state):
        return []

    def view(self, state):
        return replace(grid(["ab"]), winning=("c1",))


def test_sentences_around_a_board_are_no_rows_of_it():
    view = view_of_text("Round 3\n. X .\n. . O\n. . .\nX to move", (), ())
    assert len(view.cells) == 9
    assert view_of_text("Nobody knows\nwhat this is", (), ()) is None


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Cells(gt.Game):
    """Tic-tac-toe by cells; subclasses keep them in states of their own."""

    def initial_state(self):
        return self.kept([0] * 9, 1)

    def current_player(self, state):
        return sum(map(abs, self.cells(state))) % 2

    def legal_actions(self, state):
        cells = self.cells(state)
        won = any(abs(sum(cells[cell] for cell in line)) == 3 for line in LINES)
        return [] if won else [cell for cell in range(9) if cells[cell] == 0]

    def next_state(self, state, action):
        cells = list(self.cells(state))
        player = self.current_player(state)
        cells[action] = 1 - 2 * player
        return self.kept(cells, 2 * player - 1)

    def returns(self, state):
        return (0.0, 0.0)


class InADataclass(Cells):
    """The cells are one row among the fields."""

    def kept(self, cells, turn):
        return Held(tuple(cells), turn)

    def cells(self, state):
        return state.stones


class InATuple(InADataclass):
    """The cells are one row among the items of a tuple."""

    def kept(self, cells, turn):
        return tuple(cells), turn

    def cells(self, state):
        return state[0]


class InRows(InADataclass):
    """The cells are rows, numbered from 0 to 8; the second player is -1."""

    def kept(self, cells, turn):
        return Held((tuple(cells[:3]), tuple(cells[3:6]), tuple(cells[6:])), turn)

    def cells(self, state):
        return [cell for row in state.stones for cell in row]


class AsText(InADataclass):
    """The state is a text of nine characters."""

    def kept(self, cells, turn):
        return "".join(".XO"[cell] for cell in cells)

    def cells(self, state):
        return [(0, 1, -1)[".XO".index(each)] for each in state]


class AsArray(InADataclass):
    """The state is an array."""

    def kept(self, cells, turn):
        return np.array(cells, np.int8).reshape(3, 3)

    def cells(self, state):
        return state.ravel().tolist()


@pytest.mark.parametrize("game", [InADataclass(), InATuple(), InRows(), AsText(), AsArray()])
def test_the_usual_states_of_a_board_are_drawn_and_clicked(game):
    state = game.initial_state()
    for action in (0, 1, 4):
        state = game.next_state(state, action)
    view = view_of(game, state)
    assert [cell.piece and cell.piece.player for cell in view.cells] == [
        0,
        1,
        *[None] * 2,
        0,
        *[None] * 4,
    ]
    assert view.moves == {str(each): (view.cells[each].id,) for each in (2, 3, 5, 6, 7, 8)}
    assert "X O .\n. X .\n. . ." in text_of(game, state)


class Spoken:
    """A state that says itself how it is written."""

    def __init__(self, left):
        self.left = left

    def __str__(self):
        return f"{self.left} are left"


class Left(gt.Game):
    """Take one or two; the state has a text of its own."""

    def initial_state(self):
        return Spoken(4)

    def current_player(self, state):
        return state.left % 2

    def legal_actions(self, state):
        return range(1, min(2, state.left) + 1)

    def next_state(self, state, action):
        return Spoken(state.left - action)

    def returns(self, state):
        return (1.0, -1.0)


class Heap(Left):
    """Take one or two; the state is a number."""

    def initial_state(self):
        return 4

    def legal_actions(self, state):
        return range(1, min(2, state) + 1)

    def next_state(self, state, action):
        return state - action


def test_a_number_from_which_moves_take_is_drawn_as_counters():
    view = view_of(Heap(), 3)
    assert len([cell for cell in view.cells if cell.piece]) == 3
    assert sorted(view.moves) == ["1", "2"]
    assert all(view.moves.values())
    assert view.text == "3"


class Raising(InADataclass):
    """Rules that raise in random games: the position is shown as far as it goes."""

    def next_state(self, state, action):
        raise RuntimeError("not yet written")


def test_states_are_written_as_their_author_says_and_never_fail():
    assert text_of(Left(), Spoken(4)) == "4 are left"
    assert text_of(Raising(), Raising().initial_state()).startswith("stones:\n0 0 0")
