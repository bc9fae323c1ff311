"""Tic-tac-toe on sets of cells."""

from itertools import combinations

import gametree as gt

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


class TwoFrozensets(gt.Game):
    """The cells of each player; lines are subsets."""

    def initial_state(self):
        return frozenset(), frozenset()

    def current_player(self, state):
        crosses, noughts = state
        return 0 if len(crosses) == len(noughts) else 1

    def wins(self, cells):
        return any(line <= cells for line in LINES)

    def legal_actions(self, state):
        crosses, noughts = state
        if self.wins(crosses) or self.wins(noughts):
            return []
        return sorted(set(range(9)) - crosses - noughts)

    def next_state(self, state, action):
        crosses, noughts = state
        if self.current_player(state) == 0:
            return crosses | {action}, noughts
        return crosses, noughts | {action}

    def returns(self, state):
        crosses, noughts = state
        if self.wins(crosses):
            return (1.0, -1.0)
        if self.wins(noughts):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class TwoSets(gt.Game):
    """Mutable sets, copied before a cell is added."""

    def initial_state(self):
        return [set(), set()]

    def current_player(self, state):
        return (len(state[0]) + len(state[1])) % 2

    def has_line(self, cells):
        for line in LINES:
            if line.issubset(cells):
                return True
        return False

    def legal_actions(self, state):
        if self.has_line(state[0]) or self.has_line(state[1]):
            return []
        taken = state[0].union(state[1])
        return [cell for cell in range(9) if cell not in taken]

    def next_state(self, state, action):
        sets = [state[0].copy(), state[1].copy()]
        sets[self.current_player(state)].add(action)
        return sets

    def returns(self, state):
        if self.has_line(state[0]):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.has_line(state[1]) else (0.0, 0.0)


class FrozensetOfStones(gt.Game):
    """All stones as (row, column, player) in one set."""

    def initial_state(self):
        return frozenset()

    def current_player(self, state):
        return len(state) % 2

    def has_won(self, state, player):
        for i in range(3):
            if all((i, j, player) in state for j in range(3)):
                return True
            if all((j, i, player) in state for j in range(3)):
                return True
        return {(0, 0, player), (1, 1, player), (2, 2, player)} <= state or {
            (0, 2, player), (1, 1, player), (2, 0, player)
        } <= state  # fmt: skip

    def legal_actions(self, state):
        if self.has_won(state, 0) or self.has_won(state, 1):
            return []
        taken = {(row, column) for row, column, _ in state}
        return [3 * r + c for r in range(3) for c in range(3) if (r, c) not in taken]

    def next_state(self, state, action):
        return state | {(action // 3, action % 3, self.current_player(state))}

    def returns(self, state):
        if self.has_won(state, 0):
            return (1.0, -1.0)
        if self.has_won(state, 1):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class MagicSquare(gt.Game):
    """Cells have the numbers of a magic square: a line is three that sum to 15."""

    numbers = (2, 7, 6, 9, 5, 1, 4, 3, 8)

    def initial_state(self):
        return (frozenset(), frozenset(), frozenset(self.numbers))

    def current_player(self, state):
        return 1 - len(state[2]) % 2

    def has_won(self, numbers):
        return any(sum(three) == 15 for three in combinations(sorted(numbers), 3))

    def legal_actions(self, state):
        crosses, noughts, free = state
        if self.has_won(crosses) or self.has_won(noughts):
            return []
        return [i for i, number in enumerate(self.numbers) if number in free]

    def next_state(self, state, action):
        crosses, noughts, free = state
        number = self.numbers[action]
        if self.current_player(state) == 0:
            crosses = crosses | {number}
        else:
            noughts = noughts | {number}
        return (crosses, noughts, free - {number})

    def returns(self, state):
        if self.has_won(state[0]):
            return (1.0, -1.0)
        if self.has_won(state[1]):
            return (-1.0, 1.0)
        return (0.0, 0.0)
