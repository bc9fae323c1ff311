"""Each legal move can be made, each in one way; what cannot be drawn is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree.games import (
    Breakthrough,
    Checkers,
    ConnectFour,
    DotsAndBoxes,
    FifteenPuzzle,
    Gomoku,
    Hex,
    Kalah,
    Mnk,
    Nim,
    Othello,
    Oware,
    SameGame,
    TicTacToe,
    UltimateTicTacToe,
)
from gametree.views import (
    Cell,
    Piece,
    View,
    columns,
    grid,
    hand,
    hexagons,
    piles,
    pits,
    points,
    view_of,
)


class Board(TicTacToe):
    """Without a view; a text without labels, and moves by number."""

    def view(self, state):
        return None

    def state_to_text(self, state):
        return "\n".join(line[2:] for line in super().state_to_text(state).splitlines()[1:])

    def action_to_text(self, state, action):
        return str(action)


class Labelled(Othello):
    def view(self, state):
        return None


class Falling(ConnectFour):
    def view(self, state):
        return None


class Text(Nim):
    def view(self, state):
        return None


Board.view = Labelled.view = Falling.view = Text.view = gt.Game.view


class FromTo(gt.Game):
    """A king walks along a row of four cells; the last cell wins, and passing is allowed."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [] if state[0] == 3 else [0, 1]

    def next_state(self, state, action):
        return (state[0] + action, 1 - state[1])

    def returns(self, state):
        return (1.0, -1.0) if state[1] else (-1.0, 1.0)

    def action_to_text(self, state, action):
        return f"{'abcd'[state[0]]}1-{'abcd'[state[0] + 1]}1" if action else "pass"

    def view(self, state):
        return grid(["." * state[0] + "K" + "." * (3 - state[0])], chequered=True)


class Dice(gt.Game):
    """A die is cast, and its player gets what it shows."""

    def initial_state(self):
        return 0

    def current_player(self, state):
        return gt.CHANCE

    def legal_actions(self, state):
        return [] if state else [1, 2, 3]

    def chance_outcomes(self, state):
        return [(each, 1 / 3) for each in (1, 2, 3)]

    def next_state(self, state, action):
        return action

    def returns(self, state):
        return (float(state > 1), 0.0)

    def view(self, state):
        return hand({"die": [str(state)] if state else ["?"]})


GAMES = [
    Nim(), Nim((70, 2), take=3), TicTacToe(), ConnectFour(), ConnectFour(4, 5), Othello(),
    Othello(4), UltimateTicTacToe(), Board(), Labelled(4), Falling(), Text(), FromTo(), Dice(),
    Hex(5, swap=True), Breakthrough(), Mnk(12, 3, 3), Gomoku(6), DotsAndBoxes(3, 2), Kalah(),
    Oware(), SameGame(6, 5), FifteenPuzzle(), Checkers(),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{type(game).__name__}")
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_each_legal_move_is_there_once_and_by_clicks_of_its_own(game, data):
    state, previous = game.initial_state(), None
    for _ in range(data.draw(st.integers(0, 60))):
        actions = list(game.legal_actions(state))
        if not actions:
            break
        previous, state = state, game.next_state(state, data.draw(st.sampled_from(actions)))
    view = view_of(game, state, previous)
    names = [game.action_to_text(state, action) for action in game.legal_actions(state)]
    assert list(view.moves) == names
    zones = {cell.clicked for cell in view.cells}
    clicked = [clicks for clicks in view.moves.values() if clicks]
    assert len(set(clicked)) == len(clicked)
    assert all(set(clicks) <= zones for clicks in clicked)
    assert not any(one != two and two[: len(one)] == one for one in clicked for two in clicked)
    assert len({cell.id for cell in view.cells}) == len(view.cells)
    assert json.loads(json.dumps(view.to_dict())) == view.to_dict()
    assert view.text
    assert view._repr_svg_().endswith("</svg>")


@pytest.mark.parametrize("game", [*GAMES[:1], *GAMES[2:11]], ids=lambda game: type(game).__name__)
def test_boards_are_played_by_clicks(game):
    assert all(view_of(game, game.initial_state()).moves.values())


def test_what_the_last_move_changed():
    game = Othello()
    after = game.next_state(game.initial_state(), 19)
    assert view_of(game, after, game.initial_state()).last == ("d3",)
    game = ConnectFour()
    assert view_of(game, game.next_state((0, 0), 3), (0, 0)).last == ("4:1",)
    game = FromTo()
    assert view_of(game, (1, 1), (0, 0)).last == ("a1", "b1")


def test_a_move_from_one_cell_to_another_takes_two_clicks_and_a_pass_a_button():
    assert view_of(FromTo(), (1, 0)).moves == {"pass": (), "b1-c1": ("b1", "c1")}


def test_a_game_without_a_board_has_buttons():
    view = view_of(Text(), Text().initial_state())
    assert view.cells == ()
    assert set(view.moves.values()) == {()}


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ("a text", "must return a gametree.views.View, not str"),
        (View(0, 1), "whose width is 0"),
        (View(1, 1, (Cell("a", 0, 0), Cell("a", 1, 0))), "two cells 'a'"),
        (View(1, 1, (Cell("a", 0, 0, "star"),)), "the shape 'star'"),
        (View(1, 1, (Cell("a", 0, float("nan")),)), "no number"),
        (View(1, 1, (Cell("a", 0, 0, piece=Piece("horse")),)), "the shape 'horse'"),
        (View(1, 1, moves={"z9": ()}), "'z9', which is no legal move"),
        (View(1, 1, moves={"1:1": ("q",)}), "clicks for the move '1:1'"),
        (View(1, 1, last=("q",)), "last cells"),
        (View(1, 1, ("cell",)), "among its cells"),
    ],
)
def test_what_cannot_be_drawn_is_named(view, said):
    class Wrong(Nim):
        def view(self, state):
            return view

    with pytest.raises(gt.errors.GameError, match=r"Wrong\.view") as raised:
        view_of(Wrong(), Wrong().initial_state())
    assert said in str(raised.value)


def test_each_kind_of_board_is_drawn():
    for view in (
        hexagons(["X.", ".O"], {"X": Piece("disc", 0), "O": Piece("stone", 1)}),
        points({"a": (0, 0), "b": (1, 1)}, [("a", "b")], {"a": "X"}),
        columns(["..", "XO"]),
        piles([3, 70]),
        pits([[1, 0], [12, 3]], [0, 5], "ab", 1, [0, 1]),
        hand({"hand": ["7h", "?"]}),
    ):
        assert "nan" not in view._repr_svg_()
        assert all(0 <= cell.x <= view.width and 0 <= cell.y <= view.height for cell in view.cells)


def test_text_is_escaped():
    svg = grid([["<b>"]])._repr_svg_()
    assert "<b>" not in svg
    assert "&lt;b&gt;" in svg


def test_svg_of_a_small_board():
    assert grid([["X"]], {"X": Piece("disc", 0)}, labels=False)._repr_svg_() == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 1 1" '
        'role="img" font-family="sans-serif" text-anchor="middle"><title>a position</title>'
        '<rect x="0" y="0" width="1" height="1" fill="#f3ede2" stroke="#b7a98f" '
        'stroke-width=".02"/><circle cx=".5" cy=".5" r=".36" fill="#2f6fb3"/></svg>'
    ).replace('".5"', '"0.5"').replace('"0.02"', '".02"').replace('".36"', '"0.36"')


@pytest.mark.parametrize(
    "game",
    [
        Hex(5),
        Breakthrough(),
        Mnk(4, 4, 4),
        Gomoku(6),
        DotsAndBoxes(3, 2),
        Kalah(),
        Oware(),
        Checkers(),
    ],
    ids=lambda game: game.name,
)
def test_every_move_of_these_boards_is_made_by_clicks(game):
    state = game.initial_state()
    for _ in range(6):
        moves = view_of(game, state).moves
        assert all(moves.values())
        state = game.next_state(state, list(game.legal_actions(state))[len(moves) // 2])
