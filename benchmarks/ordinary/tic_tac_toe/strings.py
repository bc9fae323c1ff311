"""Tic-tac-toe on strings and bytes."""

import gametree as gt

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def has_won(board, mark):
    return any(board[a] + board[b] + board[c] == mark * 3 for a, b, c in WINS)


class StringBySlices(gt.Game):
    """A mark is put between two slices."""

    def initial_state(self):
        return "........."

    def current_player(self, state):
        return (9 - state.count(".")) % 2

    def legal_actions(self, state):
        if has_won(state, "X") or has_won(state, "O"):
            return []
        return [i for i in range(9) if state[i] == "."]

    def next_state(self, state, action):
        mark = "XO"[self.current_player(state)]
        return state[:action] + mark + state[action + 1 :]

    def returns(self, state):
        if has_won(state, "X"):
            return (1.0, -1.0)
        return (-1.0, 1.0) if has_won(state, "O") else (0.0, 0.0)


class StringByJoin(gt.Game):
    """The string becomes a list, and is joined again."""

    def initial_state(self):
        return " " * 9

    def current_player(self, state):
        return 0 if state.count("X") == state.count("O") else 1

    def winner(self, state):
        for line in LINES:
            marks = "".join(state[int(digit)] for digit in line)
            if marks in ("XXX", "OOO"):
                return marks[0]
        return ""

    def legal_actions(self, state):
        if self.winner(state) != "":
            return []
        return [i for i, mark in enumerate(state) if mark == " "]

    def next_state(self, state, action):
        marks = list(state)
        marks[action] = "X" if self.current_player(state) == 0 else "O"
        return "".join(marks)

    def returns(self, state):
        winner = self.winner(state)
        if winner == "X":
            return 1, -1
        if winner == "O":
            return -1, 1
        return 0, 0


class StringByReplace(gt.Game):
    """Free cells are digits, which marks replace."""

    def initial_state(self):
        return "123456789"

    def current_player(self, state):
        return sum(not mark.isdigit() for mark in state) % 2

    def over(self, state):
        return any(state[a] == state[b] == state[c] for a, b, c in WINS)

    def legal_actions(self, state):
        if self.over(state):
            return []
        return [int(mark) - 1 for mark in state if mark.isdigit()]

    def next_state(self, state, action):
        return state.replace(str(action + 1), "XO"[self.current_player(state)])

    def returns(self, state):
        if not self.over(state):
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.current_player(state) == 0 else (1.0, -1.0)


class StringOfRows(gt.Game):
    """Rows are split at line ends; upper case has moved last."""

    def initial_state(self):
        return "...\n...\n..."

    def current_player(self, state):
        return (state.count("x") + state.count("o")) % 2

    def lines(self, state):
        rows = state.split("\n")
        columns = ["".join(column) for column in zip(*rows)]
        diagonals = [state[0] + state[5] + state[10], state[2] + state[5] + state[8]]
        return rows + columns + diagonals

    def legal_actions(self, state):
        lines = self.lines(state)
        if "xxx" in lines or "ooo" in lines:
            return []
        cells = state.replace("\n", "")
        return [i for i in range(9) if cells[i] == "."]

    def next_state(self, state, action):
        place = action + action // 3
        mark = "xo"[self.current_player(state)]
        return state[:place] + mark + state[place + 1 :]

    def returns(self, state):
        lines = self.lines(state)
        if "xxx" in lines:
            return (1.0, -1.0)
        if "ooo" in lines:
            return (-1.0, 1.0)
        return (0.0, 0.0)


class StringAndPlayer(gt.Game):
    """The board as text beside the mark to move."""

    def initial_state(self):
        return ("-" * 9, "x")

    def current_player(self, state):
        board, mark = state
        return 0 if mark == "x" else 1

    def result(self, board):
        for a, b, c in WINS:
            line = {board[a], board[b], board[c]}
            if line == {"x"}:
                return "x"
            if line == {"o"}:
                return "o"
        return "draw" if "-" not in board else "unfinished"

    def legal_actions(self, state):
        board, _ = state
        if self.result(board) != "unfinished":
            return []
        return [i for i in range(9) if board[i] == "-"]

    def next_state(self, state, action):
        board, mark = state
        return board[:action] + mark + board[action + 1 :], "o" if mark == "x" else "x"

    def returns(self, state):
        result = self.result(state[0])
        if result == "x":
            return (1.0, -1.0)
        elif result == "o":
            return (-1.0, 1.0)
        else:
            return (0.0, 0.0)


class BytesBoard(gt.Game):
    """Bytes, changed by way of a bytearray."""

    def initial_state(self):
        return bytes(9)

    def current_player(self, state):
        return (9 - state.count(0)) % 2

    def winner(self, state):
        for a, b, c in WINS:
            if state[a] == state[b] == state[c] and state[a] > 0:
                return state[a]
        return 0

    def legal_actions(self, state):
        if self.winner(state):
            return []
        return [i for i in range(9) if state[i] == 0]

    def next_state(self, state, action):
        board = bytearray(state)
        board[action] = self.current_player(state) + 1
        return bytes(board)

    def returns(self, state):
        winner = self.winner(state)
        if winner == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 1 else (-1.0, 1.0)
