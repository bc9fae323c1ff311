"""Gomoku on a string of 81 characters."""

import gametree as gt


class StringOfCells(gt.Game):
    """Rows, columns and diagonals are slices, in which five of a mark are looked for."""

    def initial_state(self):
        return "." * 81

    def current_player(self, state):
        return (81 - state.count(".")) % 2

    def lines(self, board):
        rows = [board[9 * r : 9 * r + 9] for r in range(9)]
        columns = [board[c::9] for c in range(9)]
        falling = [board[c : 81 - 9 * c : 10] for c in range(5)]
        falling += [board[9 * r :: 10] for r in range(1, 5)]
        rising = [board[c : 9 * c + 1 : 8] for c in range(4, 9)]
        rising += [board[9 * r + 8 :: 8] for r in range(1, 5)]
        return rows + columns + falling + rising

    def winner(self, board):
        for line in self.lines(board):
            if "XXXXX" in line:
                return "X"
            if "OOOOO" in line:
                return "O"
        return ""

    def legal_actions(self, state):
        if self.winner(state):
            return []
        return [i for i in range(81) if state[i] == "."]

    def next_state(self, state, action):
        mark = "X" if self.current_player(state) == 0 else "O"
        return state[:action] + mark + state[action + 1 :]

    def returns(self, state):
        winner = self.winner(state)
        if winner == "X":
            return (1.0, -1.0)
        elif winner == "O":
            return (-1.0, 1.0)
        return (0.0, 0.0)
