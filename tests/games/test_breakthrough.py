from __future__ import annotations

import pytest

import gametree as gt
from gametree.errors import BadParameter, IllegalMove
from gametree.games import Breakthrough
from positions import after, names_of_moves


def test_moves_straight_and_aslant():
    game = Breakthrough()
    state = game.initial_state()
    # Actions are OpenSpiel's numbers: from a7 straight on, and to the right.
    assert [game.action_to_text(state, action) for action in (98, 100)] == ["a7a6", "a7b6"]
    assert [name for name in names_of_moves(game, state) if name[0] == "d"] == [
        "d7c6",
        "d7d6",
        "d7e6",
    ]


def test_pieces_take_aslant_only():
    game = Breakthrough(4, 3)
    state = after(game, "b4b3", "b1b2")  # face to face
    assert sorted(names_of_moves(game, state)) == [
        "a4a3", "b3a2", "b3c2", "c4c3",
    ]  # fmt: skip
    state = after(game, "b4b3", "a1a2")
    assert "b3a2" in names_of_moves(game, state)
    taken = game.next_state(state, game.text_to_action(state, "b3a2"))
    assert game.state_to_text(taken).count("W") == 2
    assert game.text_to_action(state, "b3a2") % 2 == 1
    assert game.text_to_action(state, "b3b2") % 2 == 0


def test_who_reaches_the_other_side_wins():
    game = Breakthrough(3, 2)
    assert game.returns(after(game, "a3a2", "b1a2", "b3a2", "a1b2", "a2b1")) == (1.0, -1.0)
    white = after(game, "a3b2", "a1b2", "b3a2", "b2b3")
    assert game.is_terminal(white)
    assert game.returns(white) == (-1.0, 1.0)
    assert game.legal_actions(white) == []


def test_who_has_no_piece_left_has_lost():
    game = Breakthrough(4, 2)
    state = (0, game._black, 1)
    assert game.is_terminal(state)
    assert game.returns(state) == (1.0, -1.0)


@pytest.mark.parametrize("sides", [(3, 2), (3, 3), (4, 2), (4, 3)])
def test_small_boards_by_backward_induction(sides):
    game = Breakthrough(*sides)
    known = {}

    def best(state):
        if game.is_terminal(state):
            return -1.0  # the other one has moved there
        if state not in known:
            known[state] = max(
                -best(game.next_state(state, each)) for each in game.legal_actions(state)
            )
        return known[state]

    exact = best(game.initial_state())
    result = gt.search(game, simulations=100_000, seed=1, compiled=False)
    assert result.proof.value == (exact, -exact)


def test_text():
    game = Breakthrough(5, 3)
    assert game.state_to_text(after(game, "b5c4")) == (
        "5 B . B\n4 . . B\n3 . . .\n2 . . .\n1 W W W\n  a b c"
    )
    with pytest.raises(IllegalMove, match="'a5a3' is no legal move here; legal moves are"):
        game.text_to_action(game.initial_state(), "a5a3")


@pytest.mark.parametrize(
    "parameters", [{"rows": 2}, {"columns": 1}, {"rows": 9}, {"rows": 3, "columns": 27}]
)
def test_bad_parameters(parameters):
    with pytest.raises(BadParameter, match="at least 3 rows, 2 to 26 columns and at most 64"):
        Breakthrough(**parameters)


def test_parameters_are_integers():
    with pytest.raises(BadParameter, match="rows must be an integer, not '8'"):
        Breakthrough(rows="8")
