from __future__ import annotations

from functools import cache

import pytest

from gametree.errors import BadParameter, IllegalMove
from gametree.games import DotsAndBoxes
from positions import after, names_of_moves


def test_who_closes_a_box_draws_again():
    game = DotsAndBoxes()
    state = after(game, "a1b1", "a1a2", "b1b2")
    assert game.current_player(state) == 1
    state = after(game, "a1b1", "a1a2", "b1b2", "a2b2")
    assert game.current_player(state) == 1
    assert state[2] == 1


def test_one_line_closes_two_boxes():
    game = DotsAndBoxes(1, 2)
    state = after(game, "a1b1", "b1c1", "a2b2", "b2c2", "a1a2", "c1c2", "b1b2")
    assert game.is_terminal(state)
    assert game.returns(state) == (1.0, -1.0)
    assert game.legal_actions(state) == []


def test_lines_are_numbered_as_in_openspiel():
    game = DotsAndBoxes(2, 3)
    names = names_of_moves(game, game.initial_state())
    assert names[:4] == ["a1b1", "b1c1", "c1d1", "a2b2"]
    assert names[8:14] == ["c3d3", "a1a2", "b1b2", "c1c2", "d1d2", "a2a3"]


def test_who_draws_the_last_of_four_lines_owns_the_box():
    game = DotsAndBoxes(1, 1)
    for action in range(4):
        line = [action, *(each for each in range(4) if each != action)]
        state = game.initial_state()
        for each in line:
            state = game.next_state(state, each)
        assert game.returns(state) == (-1.0, 1.0)


def test_two_by_two():
    """Berlekamp, Conway, Guy, "Winning Ways" (1982): the first player wins, by an outer line."""
    game = DotsAndBoxes()

    @cache
    def worth(state):
        """Return what the first player gets if nobody errs."""
        if game.is_terminal(state):
            return game.returns(state)[0]
        best = min if game.current_player(state) else max
        return best(worth(game.next_state(state, action)) for action in game.legal_actions(state))

    assert worth(game.initial_state()) == 1.0
    assert worth(after(game, "a1b1")) == 1.0
    assert worth(after(game, "a2b2")) == 0.0


def test_text():
    game = DotsAndBoxes()
    assert game.state_to_text(after(game, "a1b1", "a1a2", "b1b2", "a2b2")) == (
        "  a   b   c\n1 +---+ . +\n  | O |   .\n2 +---+ . +\n  .   .   .\n3 + . + . +"
    )
    with pytest.raises(IllegalMove, match="'b1a1' is no legal move here"):
        game.text_to_action(game.initial_state(), "b1a1")


@pytest.mark.parametrize("sides", [(0, 2), (2, 0), (6, 5), (1, 26)])
def test_bad_parameters(sides):
    with pytest.raises(BadParameter, match="rows and columns must be from 1 to 25, with 63 lines"):
        DotsAndBoxes(*sides)
