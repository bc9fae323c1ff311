"""Both modes agree on a game that has all that the search knows of."""

from __future__ import annotations

import re

from planted import Take, examine

import gametree as gt
from gametree.doctor.mode_comparison import compare_answers
from gametree.doctor.random_games.game_in_progress import Ending
from plainpython import bits
from plainpython.compilable import native_twin
from toys import Ring


class Everything(Ring):
    """A coin before each move may push the token on; positions have keys of 64 bits.

    States are (place, player, whether the coin is in the air).
    """

    def initial_state(self):
        return (0, 0, True)

    def current_player(self, state):
        return gt.CHANCE if state[2] else state[1]

    def legal_actions(self, state):
        if state[0] == 7:
            return range(0)
        return range(2) if state[2] else range(-1, 2)

    def chance_outcomes(self, state):
        return [(0, 0.75), (1, 0.25)]

    def next_state(self, state, action):
        place = (state[0] + action) % self.SIZE
        if state[2]:
            return (place, state[1], False)
        return (place, 1 - state[1], True)

    def key(self, state):
        place = bits.u64(4 * state[0] + 2 * state[1] + int(state[2]))
        return bits.u64(0x9E37_79B9_7F4A_7C15) ^ place

    def heuristic(self, state):
        lead = float(state[0]) / 16.0
        return (lead, -lead)


def test_a_game_with_everything():
    report = examine(Everything("own"), compiled=True)
    assert report.findings == ()
    assert report.notes == ()
    profile = report.profile
    assert profile.compiled > profile.interpreted > 0
    assert profile.why_interpreted == profile.mend == ""
    told = r"compiled rules compared with interpreted ones: \d+ simulations, equal"
    assert re.fullmatch(told, profile.compared)
    assert f"\n{profile.compared}\n" in str(report)
    assert {"chance_outcomes", "key", "heuristic"} < set(profile.microseconds)


class Crossing(gt.Game):
    """Stones on a list of lists are crossed out, one a move; the state is changed in place."""

    states_change = True

    def initial_state(self):
        return [[1, 1, 1], [0]]

    def copy(self, state):
        return [row[:] for row in state]

    def current_player(self, state):
        return state[1][0] % 2

    def legal_actions(self, state):
        return [place for place in range(3) if state[0][place]]

    def next_state(self, state, action):
        state[0][action] = 0
        state[1][0] += 1
        return state

    def returns(self, state):
        return (1.0, -1.0)


def test_states_that_are_changed_in_place():
    report = examine(Crossing(), games=3, compiled=True)
    assert report.sound, report


class Overcounted(Take):
    """Compiled, it lists a move too many where one counter is left."""

    def _compiled(self, state):
        return range(1, min(3, state[0]) + 1 + int(state[0] == 1))

    @native_twin(_compiled)
    def legal_actions(self, state):
        return range(1, min(3, state[0]) + 1)


def test_the_fewest_moves_are_found_where_games_show_more():
    game = Overcounted()
    first = game.initial_state()
    long = Ending((1,) * first[0], (-1.0, 1.0))
    ((fault, moves),) = compare_answers(game, first, [long], float("inf"))
    assert (fault.method, fault.kind) == ("legal_actions", "modes differ")
    assert fault.problem == "gave [1, 2] compiled, [1] interpreted"
    assert sum(moves) == first[0] - 1
    assert len(moves) == -(-(first[0] - 1) // 3)
    ((_, other),) = compare_answers(game, first, [long], 0.0)
    assert other == (1,) * (first[0] - 1)
