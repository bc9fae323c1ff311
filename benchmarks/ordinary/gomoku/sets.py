"""Gomoku on sets of (row, column)."""

import gametree as gt

SIZE = 9
ALL = [(row, column) for row in range(SIZE) for column in range(SIZE)]


def five_from(stones, cell, step):
    return all((cell[0] + i * step[0], cell[1] + i * step[1]) in stones for i in range(5))


def has_five(stones):
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    return any(five_from(stones, cell, step) for cell in stones for step in steps)


class TwoFrozensets(gt.Game):
    """The stones of the player to move, and those of the other; moves are (row, column)."""

    def initial_state(self):
        return frozenset(), frozenset()

    def current_player(self, state):
        mine, theirs = state
        return 0 if len(mine) == len(theirs) else 1

    def legal_actions(self, state):
        mine, theirs = state
        if has_five(theirs):
            return []
        taken = mine | theirs
        return [cell for cell in ALL if cell not in taken]

    def next_state(self, state, action):
        mine, theirs = state
        return theirs, mine | {action}

    def returns(self, state):
        _, theirs = state
        if not has_five(theirs):
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.current_player(state) == 0 else (1.0, -1.0)
