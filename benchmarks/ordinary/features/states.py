"""Little games whose states are what needs care: wide numbers, zeros, names of one object."""

import gametree as gt


class DoublingPot(gt.Game):
    """The pot is doubled and more each move, until it has some 100 bits.

    To be refused, to end with an error, or to be the same as in Python.
    """

    def initial_state(self):
        return (1, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return [1, 2, 3] if state[1] < 20 else []

    def next_state(self, state, action):
        pot, moves = state
        return (pot * 32 + action, moves + 1)

    def returns(self, state):
        return (1.0, -1.0) if state[0] % 7 < 3 else (-1.0, 1.0)


class NegativeZeros(gt.Game):
    """A float in the state may be 0.0 or -0.0, which are equal and yet not the same."""

    def initial_state(self):
        return (1.0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return [] if state[1] == 6 else [0, 1]

    def next_state(self, state, action):
        number, moves = state
        return (number * (0.0 if action else -1.0), moves + 1)

    def returns(self, state):
        sign = 1.0 if str(state[0]).startswith("-") else -1.0
        return (sign, -sign)


class FloatsThatRound(gt.Game):
    """Floats are added in an order that matters to the last bit."""

    def initial_state(self):
        return (0.0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        return range(3) if state[1] < 7 else []

    def next_state(self, state, action):
        total, moves = state
        return (total + 0.1 * (action + 1) - total / 3, moves + 1)

    def returns(self, state):
        return (state[0], -state[0])


class RowsThatAreOneList(gt.Game):
    """A state whose two rows are one list, changed in place: a copy must keep it so."""

    states_change = True

    def initial_state(self):
        row = [0, 0, 0]
        return [row, row, [0]]

    def current_player(self, state):
        return state[2][0] % 2

    def legal_actions(self, state):
        return [0, 1, 2, 3] if state[2][0] < 6 else []

    def next_state(self, state, action):
        state[action % 2][action // 2] += 1
        state[2][0] += 1
        return state

    def returns(self, state):
        points = 1.0 if sum(state[0]) + sum(state[1]) > 11 and state[1][0] > 3 else -1.0
        return (points, -points)


class ListThatTheMovesAre(gt.Game):
    """The legal actions are a list of the state itself, which nobody may change."""

    def initial_state(self):
        return ([3, 1, 2], 0)

    def current_player(self, state):
        return len(state[0]) % 2

    def legal_actions(self, state):
        return state[0]

    def next_state(self, state, action):
        stones, points = state
        return [stone for stone in stones if stone != action], points * 3 + action

    def returns(self, state):
        return (1.0, -1.0) if state[1] % 2 else (-1.0, 1.0)


class RowsThatGrow(gt.Game):
    """A list of lists, each of which grows on its own."""

    def initial_state(self):
        return [[], [], []]

    def current_player(self, state):
        return sum(len(row) for row in state) % 2

    def legal_actions(self, state):
        if sum(map(len, state)) >= 7:
            return []
        return [i for i in range(3) if len(state[i]) < 4]

    def next_state(self, state, action):
        mark = sum(len(row) for row in state) % 3
        return [row + [mark] if i == action else list(row) for i, row in enumerate(state)]

    def returns(self, state):
        points = sum(row[-1] * (i + 1) for i, row in enumerate(state) if row)
        return (1.0, -1.0) if points % 2 else (-1.0, 1.0)


class StateOfSeveralKinds(gt.Game):
    """A state with a dict of lists, a set, a text and an optional pair."""

    def initial_state(self):
        return ({"hand": [1, 2, 3, 4], "table": []}, frozenset(), "", None)

    def current_player(self, state):
        return len(state[2]) % 2

    def legal_actions(self, state):
        piles, _, _, last = state
        if last is not None and sum(last) > 6:
            return []
        return list(piles["hand"])

    def next_state(self, state, action):
        piles, seen, text, last = state
        piles = {name: pile[:] for name, pile in piles.items()}
        piles["hand"].remove(action)
        piles["table"].append(action)
        return (piles, seen | {action % 3}, text + "abcd"[action - 1], (action, len(text)))

    def returns(self, state):
        piles, seen, text, _ = state
        score = len(seen) + text.count("a") + sum(piles["table"])
        return (1.0, -1.0) if score % 2 else (-1.0, 1.0)


class NegativeActions(gt.Game):
    """Moves are numbers below zero, and their order is downwards."""

    def initial_state(self):
        return (10, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(-1, -min(4, state[0] + 1), -1)

    def next_state(self, state, action):
        return (state[0] + action, 1 - state[1])

    def returns(self, state):
        return (-1, 1) if state[1] == 0 else (1, -1)


class ThreePlayers(gt.Game):
    """Three players, whose returns are a list made by a comprehension."""

    players = 3

    def initial_state(self):
        return ((0, 0, 0), 0)

    def current_player(self, state):
        return state[1] % self.players

    def legal_actions(self, state):
        return [] if state[1] == 9 else [1, 2, 3]

    def next_state(self, state, action):
        points, moves = state
        player = moves % 3
        gained = tuple((p + action) % 5 if i == player else p for i, p in enumerate(points))
        return gained, moves + 1

    def returns(self, state):
        most = max(state[0])
        return [1.0 if points == most else -1.0 for points in state[0]]


class Dice(gt.Game):
    """Chance moves: its outcomes come as a dict's items."""

    faces = {1: 0.5, 2: 0.25, 3: 0.25}

    def initial_state(self):
        return (0, 0, 0)

    def current_player(self, state):
        return gt.CHANCE if state[2] == 1 else state[1] // 2 % 2

    def legal_actions(self, state):
        if state[1] >= 8:
            return []
        return list(self.faces) if state[2] else [0, 1]

    def chance_outcomes(self, state):
        return list(self.faces.items())

    def next_state(self, state, action):
        total, moves, rolling = state
        if rolling:
            return (total * 2 + action, moves + 1, 0)
        return (total + action, moves + 1, action)

    def returns(self, state):
        return (1.0, -1.0) if state[0] % 3 == 0 else (-1.0, 1.0)
