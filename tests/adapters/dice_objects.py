"""Rules that draw luck themselves, as people write them."""

import random
import secrets
import time
from random import randint

import numpy as np


class ShortPig:
    """Pig of four turns, to whoever has more points."""

    def __init__(self):
        self.scores = [0, 0]
        self.turn_total = 0
        self.turns = 0

    @property
    def current_player(self):
        return self.turns % 2

    def get_moves(self):
        return ["roll", "hold"] if self.turns < 4 else []

    def roll(self):
        return random.randint(1, 6)

    def make_move(self, move):
        die = self.roll() if move == "roll" and self.turn_total < 6 else 0
        if die > 1:
            self.turn_total += die
            return
        if die == 0:
            self.scores[self.current_player] += self.turn_total
        self.turn_total = 0
        self.turns += 1

    def is_over(self):
        return self.turns == 4

    def winner(self):
        first, second = self.scores
        return None if first == second else int(second > first)


class EveryDraw:
    """One move draws in the way that it names; whoever has the greater number wins."""

    WAYS = (
        "randint", "imported", "choice", "randrange", "numpy", "two dice", "shuffle", "uniform",
        "many", "weights",
    )  # fmt: skip

    def __init__(self):
        self.drawn = []

    def get_moves(self):
        return list(self.WAYS) if len(self.drawn) < 2 else []

    def make_move(self, move):
        if move == "randint":
            drawn = random.randint(3, 5)
        elif move == "imported":
            drawn = randint(1, 2)
        elif move == "choice":
            drawn = random.choice([10, 20, 30, 40])
        elif move == "randrange":
            drawn = random.randrange(0, 10, 5)
        elif move == "numpy":
            drawn = int(np.random.randint(7, 9)) + int(np.random.choice([0, 100]))
        elif move == "two dice":
            drawn = sum(random.randint(1, 2) for _ in range(2))
        elif move == "shuffle":
            cards = [1, 2, 3]
            random.shuffle(cards)
            drawn = int("".join(map(str, cards)))
        elif move == "uniform":
            drawn = random.random()
        elif move == "many":
            drawn = random.randrange(10**6)
        else:
            drawn = random.choices([1, 2], weights=[3, 1])[0]
        self.drawn.append(drawn)

    def current_player(self):
        return len(self.drawn) % 2

    def winner(self):
        if len(self.drawn) < 2 or self.drawn[0] == self.drawn[1]:
            return None
        return int(self.drawn[1] > self.drawn[0])


RNG = np.random.default_rng(1)
SYSTEM = random.SystemRandom()


class HiddenDraws(EveryDraw):
    """The same by generators that are no functions of `random`."""

    WAYS = ("generator", "own", "secrets", "bits", "system")

    def __init__(self):
        super().__init__()
        self.rng = np.random.default_rng()

    def make_move(self, move):
        if move == "generator":
            drawn = int(RNG.integers(2, 4, endpoint=True))
        elif move == "own":
            drawn = int(self.rng.choice([5, 6]))
        elif move == "secrets":
            drawn = secrets.randbelow(2) + secrets.choice([0, 10])
        elif move == "bits":
            drawn = secrets.randbits(2)
        else:
            drawn = SYSTEM.randint(1, 2)
        self.drawn.append(drawn)


class Only(ShortPig):
    """One of the ways to draw, in every move."""

    draw = staticmethod(lambda: 1)

    def make_move(self, move):
        self.turn_total = 0 if int(self.draw()) else 1
        self.turns += 1


class Stamped(ShortPig):
    """Each game keeps when it was made."""

    def __init__(self):
        super().__init__()
        self.made = time.time_ns()

    def get_moves(self):
        return [*super().get_moves(), *[str(self.made)] * (self.turns < 4)]

    def make_move(self, move):
        self.turns += 1


class ScoreOfDice:
    """Throw a die or take three, twice."""

    def __init__(self, thrown=0, total=0):
        self.thrown, self.total = thrown, total

    def get_score(self):
        return self.total

    def get_move_count(self):
        return 2 if self.thrown < 2 else 0

    def do_move(self, index):
        return ScoreOfDice(self.thrown + 1, self.total + (random.randint(1, 6) if index else 3))


def thrown(totals, move):
    """Return two totals and the number of throws after one more, by whose turn it is."""
    after = list(totals)
    after[after[2] % 2] += random.randint(1, 6) if move else 3
    after[2] += 1
    return tuple(after)


class BoardOfDice:
    def start(self):
        return (0, 0, 0)

    def current_player(self, state):
        return state[2] % 2 + 1

    def next_state(self, state, play):
        return thrown(state, play)

    def legal_plays(self, history):
        return [0, 1] if history[-1][2] < 2 else []

    def winner(self, history):
        first, second, count = history[-1]
        return 0 if count < 2 else -1 if first == second else 1 if first > second else 2


class RulesOfDice:
    def getInitBoard(self):
        return (0, 0, 0)

    def getNextState(self, board, player, action):
        return thrown(board, action), -player

    def getValidMoves(self, board, player):
        return [1, 1]

    def getActionSize(self):
        return 2

    def getGameEnded(self, board, player):
        if board[2] < 2:
            return 0
        return 1e-4 if board[0] == board[1] else player if board[0] > board[1] else -player


root_state = [(0, 0, 0), 2]


def apply(rule, state):
    return [thrown(state[0], rule), 3 - state[1]]


def get_rules(state):
    return [0, 1] if state[0][2] < 2 else []


def get_result(state, player):
    first, second, _ = state[0]
    return 0.5 if first == second else float((first > second) == (player == 1))
