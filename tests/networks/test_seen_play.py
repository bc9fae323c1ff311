"""Random games that show what there is to be seen in a game."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.game import CHANCE
from gametree.games import TicTacToe
from gametree.networks.seen_play import seen_in
from toys import Endless, Pig


def test_random_games_are_the_same_each_time_and_whole():
    game = TicTacToe()
    seen, again = seen_in(game), seen_in(game)
    assert seen == again
    assert len(seen.returns) == 60
    ends = [place for place, state in enumerate(seen.states) if game.is_terminal(state)]
    assert [list(game.returns(seen.states[end])) for end in ends] == seen.returns
    assert list(seen.actions) == list(range(9))
    for before, action, after in seen.moves:
        assert game.next_state(seen.states[before], action) == seen.states[after]


def test_moves_of_chance_are_no_actions():
    game = Pig(10)
    seen = seen_in(game)
    assert set(seen.actions) == {Pig.HOLD, Pig.ROLL}
    assert all(game.current_player(seen.states[before]) != CHANCE for before, _, _ in seen.moves)
    assert any(
        not game.is_terminal(each) and game.current_player(each) == CHANCE for each in seen.states
    )


def test_random_games_without_an_end_are_left():
    seen = seen_in(Endless())
    assert len(seen.states) == 6000
    assert seen.returns == []


def test_rules_that_break_their_contract_are_told():
    class Broken(TicTacToe):
        def current_player(self, state):
            return 7

    with pytest.raises(gt.GameError, match=r"Broken\.current_player returned 7"):
        seen_in(Broken())
