"""Gomoku on a dict of cells; on a dict with a field for each thing that there is to know."""

import copy

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


class DictOfFields(gt.Game):
    """The state is a dict with a board, a player, a winner under their names; copied whole."""

    directions = [(0, 1), (1, 0), (1, 1), (1, -1)]

    def initial_state(self):
        return {"board": [["."] * SIZE for _ in range(SIZE)], "turn": "X", "winner": None}

    def current_player(self, state):
        return 0 if state["turn"] == "X" else 1

    def legal_actions(self, state):
        if state["winner"] is not None:
            return []
        board = state["board"]
        return [r * SIZE + c for r in range(SIZE) for c in range(SIZE) if board[r][c] == "."]

    def wins(self, board, row, column):
        for down, right in self.directions:
            count = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == board[row][column]:
                    count += 1
                    r += sign * down
                    c += sign * right
            if count >= 5:
                return True
        return False

    def next_state(self, state, action):
        state = copy.deepcopy(state)
        row, column = divmod(action, SIZE)
        state["board"][row][column] = state["turn"]
        if self.wins(state["board"], row, column):
            state["winner"] = state["turn"]
        state["turn"] = "O" if state["turn"] == "X" else "X"
        return state

    def returns(self, state):
        if state["winner"] is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if state["winner"] == "X" else (-1.0, 1.0)
