"""Tic-tac-toe in styles of state objects that are common in public code; cells are 0 to 8."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from state_objects import owner_of_row


class ByRowAndColumn:
    """A move is a pair, which is played by its two items."""

    def __init__(self):
        self.grid = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
        self.current_player = 1

    def get_empty_cells(self):
        return [(row, col) for row in range(3) for col in range(3) if self.grid[row][col] == 0]

    def place(self, row, col):
        self.grid[row][col] = self.current_player
        self.current_player = 3 - self.current_player

    def check_winner(self):
        return owner_of_row(self.grid[0] + self.grid[1] + self.grid[2], 0)

    def game_over(self):
        return self.check_winner() is not None or not self.get_empty_cells()


class ByMask:
    """Legal moves are told by an array of zeros and ones; a move is played for a player."""

    def __init__(self):
        self.cells = np.zeros(9, dtype=np.int64)
        self.player = 1

    def valid_moves(self):
        return (self.cells == 0).astype(np.uint8)

    def apply_action(self, action, player):
        after = ByMask()
        after.cells = self.cells.copy()
        after.cells[action] = player
        after.player = -player
        return after

    def winner(self):
        owner = owner_of_row(self.cells.tolist(), 0)
        return 0 if owner is None else owner

    def is_terminal(self):
        return self.winner() != 0 or not (self.cells == 0).any()


class ByLetter:
    """Nothing tells whose turn it is: who plays a move says for whom."""

    def __init__(self):
        self.board = [" "] * 9
        self.current_winner = None

    def available_moves(self):
        return [square for square in range(9) if self.board[square] == " "]

    def empty_squares(self):
        return " " in self.board

    def make_move(self, square, letter):
        if self.board[square] != " ":
            return False
        self.board[square] = letter
        if owner_of_row(self.board, " ") is not None:
            self.current_winner = letter
        return True


class InHalves:
    """1 is a win, 0 a loss, 1/2 a draw, of whose turn it is at the end."""

    def __init__(self, cells=(0,) * 9, to_play=0):
        self.cells = cells
        self.to_play = to_play

    def legal_actions(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def next_state(self, cell):
        cells = self.cells[:cell] + (self.to_play + 1,) + self.cells[cell + 1 :]
        return InHalves(cells, 1 - self.to_play)

    def done(self):
        return owner_of_row(self.cells, 0) is not None or 0 not in self.cells

    def get_reward(self):
        owner = owner_of_row(self.cells, 0)
        if owner is None:
            return 0.5
        return 1.0 if owner == self.to_play + 1 else 0.0


class FirstInHalves(InHalves):
    """The same, of the player who began."""

    def next_state(self, cell):
        after = super().next_state(cell)
        return FirstInHalves(after.cells, after.to_play)

    def get_reward(self):
        owner = owner_of_row(self.cells, 0)
        return 0.5 if owner is None else 1.0 if owner == 1 else 0.0


class OfDicts:
    """Methods take a state, a dict; the outcome is the name of who has won, or "Draw"."""

    def getInitialState(self):
        return {"cells": [None] * 9, "mover": "X"}

    def getCurrentPlayer(self, state):
        return state["mover"]

    def getLegalActions(self, state):
        return [cell for cell in range(9) if state["cells"][cell] is None]

    def applyAction(self, state, action):
        cells = state["cells"].copy()
        cells[action] = state["mover"]
        return {"cells": cells, "mover": "O" if state["mover"] == "X" else "X"}

    def getGameOutcome(self, state):
        owner = owner_of_row(state["cells"], None)
        if owner is not None:
            return owner
        return None if None in state["cells"] else "Draw"

    def isTerminal(self, state):
        return self.getGameOutcome(state) is not None


class Begun:
    """The constructor needs arguments; a class method makes the first state. `next` plays."""

    def __init__(self, cells, mark):
        super().__init__()
        self.cells = cells
        self.mark = mark

    @classmethod
    def get_initial_state(cls, size=9):
        return cls([0] * size, 1)

    def get_legal_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def next(self, move):
        return Begun([*self.cells[:move], self.mark, *self.cells[move + 1 :]], 3 - self.mark)

    def is_terminal(self):
        return self.is_win() or self.is_lose() or 0 not in self.cells

    def is_win(self):
        return owner_of_row(self.cells, 0) == self.mark

    def is_lose(self):
        return owner_of_row(self.cells, 0) == 3 - self.mark


@dataclass
class Position:
    cells: list[int]
    whose_move: int


class OfPositions:
    """Methods take a state that tells whose turn it is itself; one lists all actions there are."""

    def initial_state(self):
        return Position([0] * 9, 0)

    def all_possible_actions(self):
        return list(range(9))

    def enumerate_actions(self, state):
        return [cell for cell in range(9) if state.cells[cell] == 0]

    def transition_state(self, state, move):
        cells = state.cells[:]
        cells[move] = state.whose_move + 1
        return Position(cells, 1 - state.whose_move)

    def is_terminal(self, state):
        return owner_of_row(state.cells, 0) is not None or 0 not in state.cells

    def rewards(self, state):
        owner = owner_of_row(state.cells, 0)
        if owner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if owner == 1 else (-1.0, 1.0)


class WithPasses:
    """A move is a pair, or "pass"; whoever has more stones in the middle wins."""

    def getInitialState(self):
        return {"cells": [0] * 9, "mover": 1, "passes": 0}

    def getCurrentPlayer(self, state):
        return state["mover"]

    def getLegalActions(self, state):
        actions = []
        for row in range(3):
            for col in range(3):
                if state["cells"][3 * row + col] == 0:
                    actions.append((row, col))
        actions.append("pass")
        return actions

    def applyAction(self, state, action):
        cells, passes = state["cells"].copy(), state["passes"]
        if action == "pass":
            passes += 1
        else:
            row, col = action
            cells[3 * row + col] = state["mover"]
            passes = 0
        return {"cells": cells, "mover": 3 - state["mover"], "passes": passes}

    def isTerminal(self, state):
        return state["passes"] == 2

    def getGameOutcome(self, state):
        ones = sum(1 for cell in range(3, 6) if state["cells"][cell] == 1)
        twos = sum(1 for cell in range(3, 6) if state["cells"][cell] == 2)
        return 0 if ones == twos else 1 if ones > twos else -1
