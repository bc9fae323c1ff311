from __future__ import annotations

import pytest

from gametree.errors import BadParameter
from gametree.games import Gomoku
from positions import after


def test_five_in_a_row_win_and_so_do_six():
    game = Gomoku()
    five = after(game, "h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
    assert game.is_terminal(five)
    assert game.returns(five) == (1.0, -1.0)
    open_six = ("a1", "o1", "b1", "o3", "c1", "o5", "e1", "o7", "f1", "o9")
    assert not game.is_terminal(after(game, *open_six))
    assert game.returns(after(game, *open_six, "d1")) == (1.0, -1.0)


def test_rows_do_not_run_on_in_the_next_row():
    game = Gomoku(5)
    state = after(game, "c1", "a5", "d1", "b5", "e1", "c5", "a2", "d4", "b2")
    assert not game.is_terminal(state)


@pytest.mark.parametrize("size", [4, 16])
def test_bad_sizes(size):
    with pytest.raises(BadParameter, match=f"size must be from 5 to 15, not {size}"):
        Gomoku(size)
