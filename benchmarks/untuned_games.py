"""Four games whose players nobody has tuned: for `benchmarks/levels.py`."""

from __future__ import annotations

import gametree as gt


class MisereFour(gt.Game):
    """On a board of 4 by 4 cells, who gets three in a row, column or diagonal loses."""

    _LINES = tuple(
        tuple((row + n * down) * 4 + column + n * right for n in range(3))
        for row in range(4)
        for column in range(4)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + 2 * down < 4 and 0 <= column + 2 * right < 4
    )

    def initial_state(self):
        return (0,) * 16, 0

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return [cell for cell in range(16) if state[0][cell] == 0]

    def next_state(self, state, action):
        board = list(state[0])
        board[action] = state[1] + 1
        return tuple(board), 1 - state[1]

    def loser(self, state):
        board = state[0]
        for a, b, c in self._LINES:
            if board[a] != 0 and board[a] == board[b] and board[b] == board[c]:
                return board[a] - 1
        return -1

    def is_terminal(self, state):
        return self.loser(state) >= 0 or 0 not in state[0]

    def returns(self, state):
        loser = self.loser(state)
        if loser < 0:
            return [0.0, 0.0]
        return [-1.0, 1.0] if loser == 0 else [1.0, -1.0]


class Harvest(gt.Game):
    """Each takes one to three coins from either end of a row; the larger sum wins."""

    _COINS = (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4)

    def initial_state(self):
        return 0, len(self._COINS), 0, 0

    def current_player(self, state):
        return state[2]

    def legal_actions(self, state):
        most = min(3, state[1] - state[0])
        return [*range(1, most + 1), *range(-most, 0)]

    def next_state(self, state, action):
        low, high, player, lead = state
        taken = 0
        for _ in range(abs(action)):
            if action > 0:
                taken += self._COINS[low]
                low += 1
            else:
                high -= 1
                taken += self._COINS[high]
        return low, high, 1 - player, lead + (taken if player == 0 else -taken)

    def is_terminal(self, state):
        return state[0] >= state[1]

    def returns(self, state):
        lead = float((state[3] > 0) - (state[3] < 0))
        return [lead, -lead]


class Runners(gt.Game):
    """Two runners roll a die each turn: stay for a step of two, or roll for one to six.

    A roll of one sends the runner back by five. Whoever comes to thirty first wins.
    """

    def initial_state(self):
        return 0, 0, 0, False

    def current_player(self, state):
        return gt.CHANCE if state[3] else state[2]

    def legal_actions(self, state):
        return [1, 2, 3, 4, 5, 6] if state[3] else [0, 1]

    def chance_outcomes(self, state):
        return [(pips, 1 / 6) for pips in range(1, 7)]

    def next_state(self, state, action):
        first, second, player, rolling = state
        if not rolling and action == 1:
            return first, second, player, True
        step = 2
        if rolling:
            step = -5 if action == 1 else action
        if player == 0:
            first = max(0, first + step)
        else:
            second = max(0, second + step)
        return first, second, 1 - player, False

    def is_terminal(self, state):
        return state[0] >= 30 or state[1] >= 30

    def returns(self, state):
        return [1.0, -1.0] if state[0] >= 30 else [-1.0, 1.0]


class Islands(gt.Game):
    """On a board of 6 by 6 a king leaves a hole in the cell it came from; who cannot move loses."""

    _NEAR = tuple(
        tuple(
            row * 6 + column
            for row in range(cell // 6 - 1, cell // 6 + 2)
            for column in range(cell % 6 - 1, cell % 6 + 2)
            if 0 <= row < 6 and 0 <= column < 6 and row * 6 + column != cell
        )
        for cell in range(36)
    )

    def initial_state(self):
        return (2, 33), (False,) * 36, 0

    def current_player(self, state):
        return state[2]

    def free(self, state):
        kings, holes, player = state
        return [cell for cell in self._NEAR[kings[player]] if not holes[cell] and cell not in kings]

    def legal_actions(self, state):
        return self.free(state)

    def next_state(self, state, action):
        kings, holes, player = state
        left = kings[player]
        holes = tuple(hole or cell == left for cell, hole in enumerate(holes))
        kings = (action, kings[1]) if player == 0 else (kings[0], action)
        return kings, holes, 1 - player

    def is_terminal(self, state):
        return not self.free(state)

    def returns(self, state):
        return [-1.0, 1.0] if state[2] == 0 else [1.0, -1.0]
