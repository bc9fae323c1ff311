"""Games with planted faults: a first player who wins 60 %, a rule that is never used."""

import gametree as gt


class Sixty(gt.Game):
    """The first player chooses one of two equal moves; then a die gives him 60 % of the games."""

    players = 2

    def initial_state(self):
        return (0, -2)

    def current_player(self, state):
        return gt.CHANCE if state[0] == 1 else 0

    def legal_actions(self, state):
        return [0, 1]

    def chance_outcomes(self, state):
        return [(0, 0.6), (1, 0.4)]

    def next_state(self, state, action):
        return (state[0] + 1, action)

    def is_terminal(self, state):
        return state[0] == 2

    def returns(self, state):
        return [1.0, -1.0] if state[1] == 0 else [-1.0, 1.0]


class Dead(gt.Game):
    """Take one or two of nine chips, or pass, which nobody should do; a rule for ten is dead."""

    players = 2

    def initial_state(self):
        return (9, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [0, 1, 2] if state[0] > 1 else [0, 1]

    def next_state(self, state, action):
        chips = state[0] - max(1, action)
        if chips == 10:
            chips = 5
        return (chips, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def returns(self, state):
        return [-1.0, 1.0] if state[1] == 0 else [1.0, -1.0]
