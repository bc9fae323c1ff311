"""Gomoku on a dict of cells."""

import gametree as gt

SIZE = 9
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class DictOfCells(gt.Game):
    """(cells, player, last move): all cells by (row, column)."""

    def initial_state(self):
        return {(r, c): "." for r in range(SIZE) for c in range(SIZE)}, "X", None

    def current_player(self, state):
        return "XO".index(state[1])

    def is_won(self, state):
        cells, _, last = state
        if last is None:
            return False
        row, column = last
        for down, right in DIRECTIONS:
            count = 1
            for step in (1, -1):
                i = step
                while cells.get((row + i * down, column + i * right)) == cells[last]:
                    count += 1
                    i += step
            if count >= 5:
                return True
        return False

    def legal_actions(self, state):
        if self.is_won(state):
            return []
        return [SIZE * r + c for (r, c), mark in state[0].items() if mark == "."]

    def next_state(self, state, action):
        cells, player, _ = state
        cells = cells.copy()
        move = (action // SIZE, action % SIZE)
        cells[move] = player
        return cells, "O" if player == "X" else "X", move

    def returns(self, state):
        if not self.is_won(state):
            return (0.0, 0.0)
        return (1.0, -1.0) if state[1] == "O" else (-1.0, 1.0)


class DictOfStones(gt.Game):
    """Only the stones, by (row, column), in the order of the moves."""

    def initial_state(self):
        return {}

    def current_player(self, state):
        return len(state) % 2

    def winner(self, state):
        for (row, column), player in state.items():
            for down, right in DIRECTIONS:
                if all(
                    state.get((row + i * down, column + i * right), -1) == player
                    for i in range(1, 5)
                ):
                    return player
        return None

    def legal_actions(self, state):
        if self.winner(state) is not None:
            return []
        return [SIZE * r + c for r in range(SIZE) for c in range(SIZE) if (r, c) not in state]

    def next_state(self, state, action):
        return {**state, divmod(action, SIZE): len(state) % 2}

    def returns(self, state):
        winner = self.winner(state)
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)
