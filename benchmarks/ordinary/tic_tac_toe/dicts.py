"""Tic-tac-toe on dicts of cells."""

import gametree as gt

ROWS = [[(r, c) for c in range(3)] for r in range(3)]
COLUMNS = [[(r, c) for r in range(3)] for c in range(3)]
DIAGONALS = [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
LINES = ROWS + COLUMNS + DIAGONALS


class DictByNumber(gt.Game):
    """All cells by their numbers, copied and changed."""

    lines = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))

    def initial_state(self):
        return {i: " " for i in range(1, 10)}

    def current_player(self, state):
        return sum(1 for mark in state.values() if mark != " ") % 2

    def winner(self, state):
        for a, b, c in self.lines:
            if state[a] == state[b] == state[c] and state[a] != " ":
                return state[a]
        return None

    def legal_actions(self, state):
        if self.winner(state):
            return []
        return [cell for cell, mark in state.items() if mark == " "]

    def next_state(self, state, action):
        board = dict(state)
        board[action] = "X" if self.current_player(state) == 0 else "O"
        return board

    def returns(self, state):
        winner = self.winner(state)
        if winner == "X":
            return (1.0, -1.0)
        elif winner == "O":
            return (-1.0, 1.0)
        return (0.0, 0.0)


class DictByRowAndColumn(gt.Game):
    """All cells by (row, column)."""

    def initial_state(self):
        return {(row, column): 0 for row in range(3) for column in range(3)}

    def current_player(self, state):
        return len([1 for stone in state.values() if stone]) % 2

    def won(self, state, stone):
        return any(all(state[cell] == stone for cell in line) for line in LINES)

    def legal_actions(self, state):
        if self.won(state, 1) or self.won(state, 2):
            return []
        return [3 * r + c for (r, c), stone in state.items() if stone == 0]

    def next_state(self, state, action):
        board = state.copy()
        board[divmod(action, 3)] = self.current_player(state) + 1
        return board

    def returns(self, state):
        if self.won(state, 1):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.won(state, 2) else (0.0, 0.0)


class DictOfStones(gt.Game):
    """Only the stones are in the dict, by (row, column)."""

    def initial_state(self):
        return {}

    def current_player(self, state):
        return len(state) % 2

    def winner(self, state):
        for line in LINES:
            stones = [state.get(cell) for cell in line]
            if stones[0] is not None and stones.count(stones[0]) == 3:
                return stones[0]
        return None

    def legal_actions(self, state):
        if self.winner(state) is not None:
            return []
        return [3 * r + c for r in range(3) for c in range(3) if (r, c) not in state]

    def next_state(self, state, action):
        return {**state, (action // 3, action % 3): len(state) % 2}

    def returns(self, state):
        winner = self.winner(state)
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)


class DictMerged(gt.Game):
    """Only the stones are in the dict, by names of squares; a move is merged into it."""

    squares = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    wins = ["a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "c1b2a3"]

    def initial_state(self):
        return {}

    def current_player(self, state):
        return 0 if len(state) in (0, 2, 4, 6, 8) else 1

    def wins_for(self, state, mark):
        for win in self.wins:
            if all(state.get(win[i : i + 2], "") == mark for i in (0, 2, 4)):
                return True
        return False

    def legal_actions(self, state):
        if self.wins_for(state, "x") or self.wins_for(state, "o"):
            return []
        return [i for i, square in enumerate(self.squares) if square not in state]

    def next_state(self, state, action):
        return state | {self.squares[action]: "xo"[self.current_player(state)]}

    def returns(self, state):
        if self.wins_for(state, "x"):
            return (1.0, -1.0)
        if self.wins_for(state, "o"):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class DictOfFields(gt.Game):
    """The state is a dict with a board, a player and a winner under their names."""

    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def initial_state(self):
        return {"board": [0] * 9, "player": 0, "winner": None}

    def current_player(self, state):
        return state["player"]

    def legal_actions(self, state):
        if state["winner"] is not None:
            return []
        return [i for i in range(9) if state["board"][i] == 0]

    def next_state(self, state, action):
        player = state["player"]
        board = state["board"][:]
        board[action] = player + 1
        won = any(all(board[i] == player + 1 for i in line) for line in self.lines)
        return {"board": board, "player": 1 - player, "winner": player if won else None}

    def returns(self, state):
        if state["winner"] is None:
            return [0, 0]
        return [1, -1] if state["winner"] == 0 else [-1, 1]
