"""A little game whose course depends on a function of five digits: `features` are written on it."""

import gametree as gt

__all__ = ["Digits"]


class Digits(gt.Game):
    """Two players change digits in turn, for eight moves.

    What `value` makes of the digits is added up, and the sum decides how many moves there are and
    who gets what in the end: a wrong value gives another tree.

    State: (moves made, sum, five digits).
    """

    def initial_state(self):
        return (0, 1, 3, 1, 4, 1, 5)

    def current_player(self, state):
        return state[0] % 2

    def legal_actions(self, state):
        if state[0] == 8:
            return range(0)
        return range(2 + state[1] % 3)

    def next_state(self, state, action):
        moves, total, a, b, c, d, e = state
        last = (a + 3 * action + moves) % 10
        total = (31 * total + self.value((b, c, d, e, last))) % 10007
        return (moves + 1, total, b, c, d, e, last)

    def returns(self, state):
        points = state[1] % 101 / 50 - 1
        return (points, -points)

    def value(self, digits):
        """Return a whole number for five digits: what a feature computes."""
        raise NotImplementedError
