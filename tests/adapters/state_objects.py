"""Small rules in the styles in which people write state objects, sound and faulty."""

from __future__ import annotations

import random

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def owner_of_row(cells, empty):
    """Return whose stones make a row of three; None if nobody's do."""
    for a, b, c in ROWS:
        if cells[a] == cells[b] == cells[c] != empty:
            return cells[a]
    return None


class ClonedTicTacToe:
    """Changed in place, with `clone`; a result for the player that is asked for; who has moved."""

    def __init__(self):
        self.playerJustMoved = 2
        self.cells = [0] * 9

    def Clone(self):
        twin = ClonedTicTacToe()
        twin.playerJustMoved = self.playerJustMoved
        twin.cells = self.cells[:]
        return twin

    def DoMove(self, move):
        self.playerJustMoved = 3 - self.playerJustMoved
        self.cells[move] = self.playerJustMoved

    def GetMoves(self):
        if owner_of_row(self.cells, 0) is not None:
            return []
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def GetResult(self, playerjm):
        owner = owner_of_row(self.cells, 0)
        return 0.5 if owner is None else float(owner == playerjm)


class Put:
    """A move that Python compares by identity, and that has no text."""

    def __init__(self, cell, mark):
        self.cell = cell
        self.mark = mark


class ReturnedTicTacToe:
    """Moves return new states; a property tells the result of the first player, or None."""

    def __init__(self, cells=(0,) * 9, next_to_move=1):
        self.cells = cells
        self.next_to_move = next_to_move

    @property
    def game_result(self):
        owner = owner_of_row(self.cells, 0)
        if owner is not None:
            return owner
        return None if 0 in self.cells else 0

    def is_game_over(self):
        return self.game_result is not None

    def move(self, action):
        cells = list(self.cells)
        cells[action.cell] = action.mark
        return type(self)(tuple(cells), -self.next_to_move)

    def get_legal_actions(self):
        return [Put(cell, self.next_to_move) for cell in range(9) if not self.cells[cell]]


class CamelTicTacToe:
    """Names in camel case, moves as lists, the reward of the player to move."""

    def __init__(self):
        self.cells = [""] * 9
        self.turn = "X"

    def getCurrentPlayer(self):
        return self.turn

    def getPossibleActions(self):
        return [[cell] for cell in range(9) if not self.cells[cell]]

    def takeAction(self, action):
        after = CamelTicTacToe()
        after.cells = self.cells[:]
        after.cells[action[0]] = self.turn
        after.turn = "O" if self.turn == "X" else "X"
        return after

    def isTerminal(self):
        return owner_of_row(self.cells, "") is not None or "" not in self.cells

    def getReward(self):
        owner = owner_of_row(self.cells, "")
        if owner is None:
            return 0
        return 1 if owner == self.turn else -1


class JustMovedTicTacToe(CamelTicTacToe):
    """The reward of the player who made the last move."""

    def takeAction(self, action):
        after = super().takeAction(action)
        after.__class__ = JustMovedTicTacToe
        return after

    def getReward(self):
        return -super().getReward()


class WinnerTicTacToe:
    """Changed in place, no copy of its own; a winner by name, "draw", or None."""

    def __init__(self):
        self.board = [["."] * 3 for _ in range(3)]
        self.current_player = "X"

    def _cells(self):
        return [cell for row in self.board for cell in row]

    @property
    def legal_moves(self):
        if self.winner is not None:
            return []
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] == "."]

    def make_move(self, square):
        row, column = square
        self.board[row][column] = self.current_player
        self.current_player = "O" if self.current_player == "X" else "X"

    @property
    def winner(self):
        owner = owner_of_row(self._cells(), ".")
        if owner is not None:
            return owner
        return None if "." in self._cells() else "draw"


class Pile:
    """The heap of `OneHeap` for two who take turns, which nothing tells; whoever is left loses."""

    def __init__(self, left=21):
        self.left = left

    def possible_moves(self):
        return range(1, min(3, self.left) + 1)

    def apply_move(self, taken):
        return type(self)(self.left - taken)

    def reward(self):
        return 1


class ThreePiles:
    """Three players; the one who takes the last gets it all, told for each in a dict."""

    def __init__(self):
        self.left = 7
        self.player = "a"

    def moves(self):
        raise AssertionError("legal_moves comes first")

    def legal_moves(self):
        return [1, 2][: self.left]

    def play(self, taken):
        self.left -= taken
        self.player = {"a": "b", "b": "c", "c": "a"}[self.player]

    def result(self):
        last = {"b": "a", "c": "b", "a": "c"}[self.player]
        return {name: float(name == last) for name in "abc"}


class HeapRules:
    """Rules whose methods take a state: the heap of `OneHeap`, as (counters, player)."""

    def initial_state(self):
        return (10, 0)

    def actions(self, state):
        return list(range(1, min(3, state[0]) + 1))

    def result(self, state, action):
        return (state[0] - action, 1 - state[1])

    def to_move(self, state):
        return state[1]

    def terminal_test(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if state[1] == player else 1


class Puzzle:
    """One player walks to the right or stays; five steps."""

    def __init__(self):
        self.at = self.steps = 0

    def available_actions(self):
        return ["stay", "walk"] if self.steps < 5 else []

    def do_action(self, action):
        self.steps += 1
        self.at += action == "walk"

    def score(self):
        return self.at


class Shuffled(ReturnedTicTacToe):
    """Legal moves in another order each time they are asked for."""

    def get_legal_actions(self):
        moves = super().get_legal_actions()
        random.shuffle(moves)
        return moves


class NeverEqual(Put):
    """Its `__eq__` has gone wrong: it is not even equal to itself."""

    def __eq__(self, other):
        return self.__class__ == (other.__class__ and self.cell == other.cell)

    def __hash__(self):
        return hash(self.cell)


class Open:
    """Nothing tells the end but the winner: 0 until there is one."""

    def __init__(self):
        self.player = 1
        self.cells = [0] * 9

    def do_move(self, move):
        self.cells[move] = self.player
        self.player = 3 - self.player

    def get_moves(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def getWinner(self):
        return owner_of_row(self.cells, 0) or 0


class Race:
    """Each takes one to three steps, six times; the winner is whoever is ahead, 0 for nobody."""

    def __init__(self):
        self.steps = [0, 0]
        self.turn = 1
        self.left = 6

    def moves_left(self):
        return self.left

    def possible_moves(self):
        return [1, 2, 3] if self.left else []

    def make_move(self, steps):
        self.steps[self.turn - 1] += steps
        self.turn = 3 - self.turn
        self.left -= 1

    def winner(self):
        first, second = self.steps
        return 1 if first > second else 2 if second > first else 0


class Misere:
    """Whoever takes the last one loses; named as in easyAI, but with the result of player 1."""

    def __init__(self):
        self.left, self.player = 9, 1

    def switch_player(self):
        self.player = 3 - self.player

    def finished(self):  # no question, as it returns nothing
        self.checked = True

    def is_running(self):
        return self.left > 0

    def getAllMoves(self):
        return [taken for taken in (1, 2) if taken <= self.left]

    def perform_action(self, taken):
        self.left -= taken
        self.switch_player()

    def end_result(self):
        return 1 if self.player == 1 else -1


# Faulty ones.


class Aliased(WinnerTicTacToe):
    """Its copies share the board."""

    def copy(self):
        twin = Aliased()
        twin.board = self.board
        twin.current_player = self.current_player
        return twin


class HalfReturned(WinnerTicTacToe):
    """A move returns a new state, but on the old one's board."""

    def make_move(self, square):
        after = HalfReturned()
        after.board = self.board
        after.current_player = self.current_player
        WinnerTicTacToe.make_move(after, square)
        return after


class Lucky(ClonedTicTacToe):
    """Moves go somewhere at random."""

    def Clone(self):
        twin = Lucky()
        twin.playerJustMoved = self.playerJustMoved
        twin.cells = self.cells[:]
        return twin

    def DoMove(self, move):
        super().DoMove(random.choice(self.GetMoves()))


def with_method(base, **members):
    """Return a class that differs from another one in some members; None takes one away."""
    return type(base.__name__, (base,), members)
