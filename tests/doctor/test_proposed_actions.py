"""`gametree.check` of games whose actions are proposed, or whose outcomes are drawn."""

from __future__ import annotations

import gametree as gt


class Line(gt.Game):
    """Two numbers, each followed by a drawn one."""

    players = 1
    min_return = -4.0
    max_return = 0.0

    def initial_state(self):
        return (0.0, 0)

    def current_player(self, state):
        return gt.CHANCE if state[1] % 2 else 0

    def action_bounds(self, state):
        return (-1.0, 1.0)

    def draw_outcome(self, state, rng):
        return 0.5 * rng.uniform()

    def is_terminal(self, state):
        return state[1] == 4

    def next_state(self, state, action):
        return (state[0] + action, state[1] + 1)

    def returns(self, state):
        return (-abs(state[0] - 0.5),)


class Broken(Line):
    """It proposes a number that is not between the bounds."""

    def propose(self, state, rng):
        return 5.0


def test_sound_rules_have_no_fault():
    assert gt.check(Line(), games=5, seconds=2.0, compiled=False).findings == ()


def test_an_illegal_proposal_is_named():
    found = gt.check(Broken(), games=5, seconds=2.0, compiled=False).findings
    assert "Broken.propose returned 5.0" in str(found)
