"""Tic-tac-toe on tuples of cells, changed in the ways in which people change a tuple."""

import gametree as gt

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip


def winner(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0


class TupleBySlices(gt.Game):
    """A stone is put between two slices."""

    def initial_state(self):
        return (0,) * 9

    def current_player(self, state):
        return (9 - state.count(0)) % 2

    def legal_actions(self, state):
        if winner(state):
            return []
        return [i for i in range(9) if state[i] == 0]

    def next_state(self, state, action):
        stone = self.current_player(state) + 1
        return state[:action] + (stone,) + state[action + 1 :]

    def returns(self, state):
        won = winner(state)
        if won == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if won == 1 else (-1.0, 1.0)


class TupleOfList(gt.Game):
    """A list is made of the tuple, changed, and made a tuple again."""

    def initial_state(self):
        return tuple([0] * 9)

    def current_player(self, state):
        return 0 if state.count(1) == state.count(2) else 1

    def legal_actions(self, state):
        if winner(state) != 0:
            return []
        moves = []
        for i in range(9):
            if state[i] == 0:
                moves.append(i)
        return moves

    def next_state(self, state, action):
        board = list(state)
        board[action] = self.current_player(state) + 1
        return tuple(board)

    def returns(self, state):
        won = winner(state)
        if won == 1:
            return 1, -1
        if won == 2:
            return -1, 1
        return 0, 0


class TupleByGenerator(gt.Game):
    """The new tuple is made of a generator over the old one."""

    def initial_state(self):
        return tuple(0 for _ in range(9))

    def current_player(self, state):
        return sum(1 for cell in state if cell != 0) % 2

    def legal_actions(self, state):
        if any(all(state[i] == stone for i in line) for line in LINES for stone in (1, 2)):
            return []
        return [i for i, cell in enumerate(state) if cell == 0]

    def next_state(self, state, action):
        stone = self.current_player(state) + 1
        return tuple(stone if i == action else cell for i, cell in enumerate(state))

    def returns(self, state):
        for stone, result in ((1, (1.0, -1.0)), (2, (-1.0, 1.0))):
            if any(all(state[i] == stone for i in line) for line in LINES):
                return result
        return (0.0, 0.0)


class TupleByComprehension(gt.Game):
    """The new tuple is made of a list comprehension; stones are 1 and -1."""

    def initial_state(self):
        return tuple([0 for _ in range(9)])

    def current_player(self, state):
        return 0 if sum(state) == 0 else 1

    def line_sums(self, state):
        return [state[a] + state[b] + state[c] for a, b, c in LINES]

    def legal_actions(self, state):
        sums = self.line_sums(state)
        if 3 in sums or -3 in sums:
            return []
        return [i for i in range(9) if not state[i]]

    def next_state(self, state, action):
        stone = 1 if sum(state) == 0 else -1
        return tuple([stone if i == action else state[i] for i in range(9)])

    def returns(self, state):
        sums = self.line_sums(state)
        if max(sums) == 3:
            return (1.0, -1.0)
        if min(sums) == -3:
            return (-1.0, 1.0)
        return (0.0, 0.0)


class TupleByUnpacking(gt.Game):
    """The new tuple is written with stars; the board and the player are a pair."""

    def initial_state(self):
        return ((0, 0, 0, 0, 0, 0, 0, 0, 0), 1)

    def current_player(self, state):
        board, player = state
        return player - 1

    def legal_actions(self, state):
        board, player = state
        if winner(board):
            return []
        return [cell for cell in range(9) if board[cell] == 0]

    def next_state(self, state, action):
        board, player = state
        board = (*board[:action], player, *board[action + 1 :])
        return board, 3 - player

    def returns(self, state):
        board, _ = state
        won = winner(board)
        return (0, 0) if not won else (1, -1) if won == 1 else (-1, 1)


class TupleOfRows(gt.Game):
    """Rows of cells: a tuple of three tuples."""

    def initial_state(self):
        return ((0, 0, 0), (0, 0, 0), (0, 0, 0))

    def current_player(self, state):
        stones = sum(1 for row in state for cell in row if cell)
        return stones % 2

    def winner(self, state):
        for i in range(3):
            if state[i][0] != 0 and state[i][0] == state[i][1] == state[i][2]:
                return state[i][0]
            if state[0][i] != 0 and state[0][i] == state[1][i] == state[2][i]:
                return state[0][i]
        middle = state[1][1]
        if middle and (
            state[0][0] == middle == state[2][2] or state[0][2] == middle == state[2][0]
        ):
            return middle
        return 0

    def legal_actions(self, state):
        if self.winner(state):
            return []
        return [3 * r + c for r in range(3) for c in range(3) if state[r][c] == 0]

    def next_state(self, state, action):
        r, c = divmod(action, 3)
        stone = self.current_player(state) + 1
        row = state[r][:c] + (stone,) + state[r][c + 1 :]
        return state[:r] + (row,) + state[r + 1 :]

    def returns(self, state):
        won = self.winner(state)
        if won == 0:
            return (0.0, 0.0)
        return (1.0, -1.0) if won == 1 else (-1.0, 1.0)


class TupleOfLetters(gt.Game):
    """Cells are the texts "X", "O" and " "."""

    def initial_state(self):
        return (" ",) * 9

    def current_player(self, state):
        return 0 if state.count("X") == state.count("O") else 1

    def has_won(self, state, mark):
        return any(state[a] == state[b] == state[c] == mark for a, b, c in LINES)

    def legal_actions(self, state):
        if self.has_won(state, "X") or self.has_won(state, "O"):
            return []
        return [i for i, cell in enumerate(state) if cell == " "]

    def next_state(self, state, action):
        mark = "XO"[self.current_player(state)]
        return state[:action] + (mark,) + state[action + 1 :]

    def returns(self, state):
        if self.has_won(state, "X"):
            return (1.0, -1.0)
        if self.has_won(state, "O"):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class TupleOfMoves(gt.Game):
    """The state is the moves so far: a tuple that grows."""

    def initial_state(self):
        return ()

    def current_player(self, state):
        return len(state) % 2

    def has_line(self, cells):
        return any(a in cells and b in cells and c in cells for a, b, c in LINES)

    def legal_actions(self, state):
        if self.has_line(state[::2]) or self.has_line(state[1::2]):
            return []
        return [i for i in range(9) if i not in state]

    def next_state(self, state, action):
        return state + (action,)

    def returns(self, state):
        if self.has_line(state[::2]):
            return (1.0, -1.0)
        if self.has_line(state[1::2]):
            return (-1.0, 1.0)
        return (0.0, 0.0)
