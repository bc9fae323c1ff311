"""Boards as the author of the interface would write them: methods of a state or of a history."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TIE = -1


class Noughts:
    """Tic-tac-toe: nine cells of 0, 1 and 2, then the player to move, in one tuple."""

    def start(self):
        return (0,) * 9 + (1,)

    def current_player(self, state):
        return state[-1]

    def next_state(self, state, play):
        cells = list(state)
        cells[play] = state[-1]
        cells[-1] = 3 - state[-1]
        return tuple(cells)

    def legal_plays(self, state_history):
        state = state_history[-1]
        return [cell for cell in range(9) if not state[cell]]

    def winner(self, state_history):
        state = state_history[-1]
        for a, b, c in LINES:
            if state[a] and state[a] == state[b] == state[c]:
                return state[a]
        return TIE if all(state[:9]) else 0


class Rows:
    """Connect four: rows of cells from the top, and the player to move."""

    rows, columns = 6, 7

    def start(self):
        return ((0,) * self.columns,) * self.rows, 1

    def current_player(self, state):
        return state[1]

    def next_state(self, state, play):
        board, player = state
        rows = [list(row) for row in board]
        height = self.rows - 1
        while rows[height][play]:
            height -= 1
        rows[height][play] = player
        return tuple(tuple(row) for row in rows), 3 - player

    def legal_plays(self, state_history):
        board, _ = state_history[-1]
        return [column for column in range(self.columns) if board[0][column] == 0]

    def winner(self, state_history):
        board, player = state_history[-1]
        last = 3 - player
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if self.is_line(board, row, column, down, right, last):
                        return last
        return TIE if all(board[0]) else 0

    def is_line(self, board, row, column, down, right, player):
        if not (row + 3 * down < self.rows and 0 <= column + 3 * right < self.columns):
            return False
        return all(board[row + i * down][column + i * right] == player for i in range(4))


class Bits:
    """Connect four: a number of 42 bits and more for each player, seven bits a column."""

    def start(self):
        return (0, 0, 1)

    def current_player(self, state):
        return state[2]

    def next_state(self, state, play):
        first, second, player = state
        both = first | second
        bit = 1 << 7 * play
        while both & bit:
            bit <<= 1
        return (first | bit, second, 2) if player == 1 else (first, second | bit, 1)

    def legal_plays(self, state_history):
        both = state_history[-1][0] | state_history[-1][1]
        return [column for column in range(7) if not both >> 7 * column + 5 & 1]

    def winner(self, state_history):
        for player, stones in ((1, state_history[-1][0]), (2, state_history[-1][1])):
            for step in (1, 6, 7, 8):
                pairs = stones & stones >> step
                if pairs & pairs >> 2 * step:
                    return player
        return 0 if self.legal_plays(state_history) else 3


class Walks:
    """Two kings on a ring; plays are texts, in a set. Nobody makes a position a third time."""

    fields = 6

    def start(self):
        return (0, 3, 1)

    def current_player(self, state):
        return state[2]

    def next_state(self, state, play):
        step = 1 if play == "up" else -1
        first, second, player = state
        if player == 1:
            return ((first + step) % self.fields, second, 2)
        return (first, (second + step) % self.fields, 1)

    def legal_plays(self, state_history):
        state = state_history[-1]
        return {
            play for play in ("up", "down") if state_history.count(self.next_state(state, play)) < 2
        }

    def winner(self, state_history):
        first, second, player = state_history[-1]
        if first == second:
            return 3 - player
        longer = state_history + [state_history[-1]]
        return TIE if len(longer) > 30 or not self.legal_plays(state_history[:]) else 0


class Superko(Walks):
    """The same, where no position may come back, and the last two moves are looked at."""

    def legal_plays(self, state_history):
        state = state_history[-1]
        before = state_history[-2] if len(state_history) > 1 else state
        following = [(play, self.next_state(state, play)) for play in ("up", "down")]
        return [play for play, after in following if after not in state_history and after != before]

    def winner(self, state_history):
        if state_history[-1][0] == state_history[-1][1]:
            return 3 - state_history[-1][2]
        return 0 if self.legal_plays(state_history) else state_history[0][2]
