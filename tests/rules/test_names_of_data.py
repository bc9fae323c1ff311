"""Data of a class that has the name of an optional method or attribute of games."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.export.drawing import drawing_of
from gametree.views.of_game import view_of


class Rows(gt.Game):
    """Two rows of three cells; whoever fills the last one wins. Its data has many names."""

    players = 2
    pieces = 14
    heuristic = 0.5
    rewards = {1: 2}  # noqa: RUF012
    key = "secret"
    observation = None
    propose = 3
    draw_outcome = (1, 2)

    def initial_state(self):
        return ((0, 0, 0), (0, 0, 0))

    def filled(self, state):
        return sum(cell != 0 for row in state for cell in row)

    def current_player(self, state):
        return self.filled(state) % 2

    def legal_actions(self, state):
        return [3 * r + c for r in range(2) for c in range(3) if state[r][c] == 0]

    def next_state(self, state, action):
        mark = 1 + self.current_player(state)
        cells = [list(row) for row in state]
        cells[action // 3][action % 3] = mark
        return tuple(tuple(row) for row in cells)

    def returns(self, state):
        return (-1.0, 1.0)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_such_data_changes_nothing(compiled):
    result = gt.search(Rows(), simulations=300, seed=1, compiled=compiled)
    assert result.value == (-1.0, 1.0)
    assert not result.state[0][0]


def test_the_board_is_drawn():
    game = Rows()
    assert len(view_of(game, game.initial_state()).cells) == 6
    assert drawing_of(game)["pieces"] == []


def test_check_goes_on():
    assert gt.check(Rows(), games=20, seconds=10).sound


def test_data_in_place_of_a_method_that_is_always_called_is_refused():
    with pytest.raises(TypeError, match=r"Other.copy is 'a copy', but copy is a method of every"):
        type("Other", (Rows,), {"copy": "a copy"})
