"""What is looked at in random games: as many, and of the actions those that fit."""

from __future__ import annotations

import gametree as gt
from gametree.networks.action_numbers import numbers_of
from gametree.networks.seen_play import MOST_ACTIONS, seen_in


class Wide(gt.Game):
    """One move out of very many, then another."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        return range(10**6 if state[0] < 2 else 0)

    def next_state(self, state, action):
        return (state[0] + 1, action)

    def returns(self, state):
        return (1.0, -1.0)


def test_of_very_many_actions_those_that_were_made_are_known():
    seen = seen_in(Wide())
    assert 0 < len(seen.actions) <= MOST_ACTIONS
    numbers = numbers_of(list(seen.actions))
    made = {action for _, action, _ in seen.moves}
    assert len({numbers.number(action) for action in made}) == len(made)
    assert all(numbers.number(action) < numbers.size - 1 for action in made)
    unseen = next(action for action in range(10**6) if action not in made)
    assert numbers.number(unseen) == numbers.size - 1
