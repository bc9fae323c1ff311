"""Random games that are played before anything is compiled."""

from __future__ import annotations

import gametree as gt
from gametree.native.random_games import random_positions


class Counted(gt.Game):
    """Count up to ten, by any of a range of numbers; remembers what was asked."""

    def __init__(self, fails_at=100):
        self.fails_at = fails_at
        self.asked = set()

    def initial_state(self):
        return 0

    def current_player(self, state):
        return state % 2

    def legal_actions(self, state):
        return range(1, 5) if state < 10 else range(0)

    def next_state(self, state, action):
        if state >= self.fails_at:
            raise ValueError("a fault of the rules")
        return state + action

    def returns(self, state):
        self.asked.add("returns")
        return (1.0, -1.0)

    def heuristic(self, state):
        self.asked.add("heuristic")
        return (0.0, 0.0)


def test_positions_come_with_the_ends_of_ranges_and_all_moves_are_played():
    game = Counted()
    positions = list(random_positions(game))[1::2]  # each comes first without its actions
    assert [actions for state, actions in positions if state < 10] == [(1, 4)] * sum(
        state < 10 for state, _ in positions
    )
    assert [actions for state, actions in positions if state >= 10] == [()] * 6
    assert {3, 7} & {state for state, _ in positions}  # not by ones and fours alone
    assert game.asked == {"returns", "heuristic"}


def test_a_game_ends_where_the_rules_fail():
    assert [state for state, _ in random_positions(Counted(fails_at=0))] == [0] * 12


def test_a_position_without_a_list_of_actions_is_seen():
    class Broken(Counted):
        def legal_actions(self, state):
            raise ValueError("a fault of the rules")

    assert list(random_positions(Broken())) == [(0, ())] * 12
