"""Tic-tac-toe on lists of cells: copied and changed, or changed in place."""

import copy

import gametree as gt

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


class ListCopied(gt.Game):
    """A flat list; each move copies it."""

    def initial_state(self):
        return [0] * 9

    def current_player(self, state):
        return (9 - state.count(0)) % 2

    def winner(self, board):
        for line in LINES:
            a, b, c = line
            if board[a] and board[a] == board[b] and board[b] == board[c]:
                return board[a]
        return None

    def legal_actions(self, state):
        if self.winner(state) is not None:
            return []
        return [i for i in range(9) if state[i] == 0]

    def next_state(self, state, action):
        board = state.copy()
        board[action] = self.current_player(state) + 1
        return board

    def returns(self, state):
        won = self.winner(state)
        if won is None:
            return [0, 0]
        return [1, -1] if won == 1 else [-1, 1]


class ListOfLists(gt.Game):
    """Rows of cells, copied by a comprehension; the player goes along."""

    def initial_state(self):
        return [[0, 0, 0] for _ in range(3)], 1

    def current_player(self, state):
        return state[1] - 1

    def wins(self, board, player):
        for i in range(3):
            if all(board[i][j] == player for j in range(3)):
                return True
            if all(board[j][i] == player for j in range(3)):
                return True
        if all(board[i][i] == player for i in range(3)):
            return True
        return all(board[i][2 - i] == player for i in range(3))

    def legal_actions(self, state):
        board, player = state
        if self.wins(board, 3 - player):
            return []
        actions = []
        for row in range(3):
            for column in range(3):
                if board[row][column] == 0:
                    actions.append(3 * row + column)
        return actions

    def next_state(self, state, action):
        board, player = state
        board = [row[:] for row in board]
        board[action // 3][action % 3] = player
        return board, 3 - player

    def returns(self, state):
        board, player = state
        if self.wins(board, 1):
            return (1.0, -1.0)
        if self.wins(board, 2):
            return (-1.0, 1.0)
        return (0.0, 0.0)


class ListDeepCopied(gt.Game):
    """Rows of letters, copied by copy.deepcopy."""

    def initial_state(self):
        return [[".", ".", "."], [".", ".", "."], [".", ".", "."]]

    def current_player(self, state):
        crosses = sum(row.count("X") for row in state)
        noughts = sum(row.count("O") for row in state)
        return 0 if crosses == noughts else 1

    def lines(self, state):
        for row in state:
            yield row
        for column in zip(*state):
            yield list(column)
        yield [state[i][i] for i in range(3)]
        yield [state[i][2 - i] for i in range(3)]

    def winner(self, state):
        for line in self.lines(state):
            if line[0] != "." and line.count(line[0]) == 3:
                return line[0]
        return "."

    def legal_actions(self, state):
        if self.winner(state) != ".":
            return []
        return [3 * r + c for r in range(3) for c in range(3) if state[r][c] == "."]

    def next_state(self, state, action):
        new = copy.deepcopy(state)
        new[action // 3][action % 3] = "XO"[self.current_player(state)]
        return new

    def returns(self, state):
        return {"X": (1, -1), "O": (-1, 1), ".": (0, 0)}[self.winner(state)]


class ListInPlace(gt.Game):
    """One list, changed in place: the search copies it."""

    states_change = True

    def initial_state(self):
        return [0, 0, 0, 0, 0, 0, 0, 0, 0]

    def current_player(self, state):
        return sum(cell != 0 for cell in state) % 2

    def won(self, state, stone):
        return any([state[line[0]] == state[line[1]] == state[line[2]] == stone for line in LINES])

    def legal_actions(self, state):
        if self.won(state, 1) or self.won(state, 2):
            return []
        return [i for i in range(len(state)) if state[i] == 0]

    def next_state(self, state, action):
        state[action] = self.current_player(state) + 1
        return state

    def returns(self, state):
        if self.won(state, 1):
            return (1.0, -1.0)
        return (-1.0, 1.0) if self.won(state, 2) else (0.0, 0.0)


class ListsOfMoves(gt.Game):
    """For each player a list of the cells taken, to which moves are appended."""

    def initial_state(self):
        return [[], []]

    def current_player(self, state):
        return 0 if len(state[0]) == len(state[1]) else 1

    def has_line(self, cells):
        for line in LINES:
            if all(cell in cells for cell in line):
                return True
        return False

    def legal_actions(self, state):
        if self.has_line(state[0]) or self.has_line(state[1]):
            return []
        taken = state[0] + state[1]
        return [cell for cell in range(9) if cell not in taken]

    def next_state(self, state, action):
        crosses, noughts = list(state[0]), list(state[1])
        if self.current_player(state) == 0:
            crosses.append(action)
        else:
            noughts.append(action)
        return [crosses, noughts]

    def returns(self, state):
        if self.has_line(state[0]):
            return [1.0, -1.0]
        if self.has_line(state[1]):
            return [-1.0, 1.0]
        return [0.0, 0.0]


class ListOfFreeCells(gt.Game):
    """The board beside a list of the free cells, from which moves are removed."""

    def initial_state(self):
        return ([None] * 9, list(range(9)))

    def current_player(self, state):
        return (9 - len(state[1])) % 2

    def winner(self, board):
        for a, b, c in LINES:
            if board[a] is not None and board[a] == board[b] == board[c]:
                return board[a]
        return None

    def legal_actions(self, state):
        board, free = state
        return [] if self.winner(board) is not None else free

    def next_state(self, state, action):
        board, free = state[0][:], state[1][:]
        board[action] = self.current_player(state)
        free.remove(action)
        return board, free

    def returns(self, state):
        won = self.winner(state[0])
        if won is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if won == 0 else (-1.0, 1.0)
