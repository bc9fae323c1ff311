"""Games that are data: one compiled search serves all that have the same shape.

Positions are numbers. The moves of a position `p` are those from `first[p]` to
`first[p + 1]`, each with its `labels` (the action) and `targets` (the next position). All
of it lies in run-time arrays, so thousands of games share one machine code.
"""

from __future__ import annotations

from array import array

import numpy as np

import gametree as gt

# Places in `fuse`: how many more calls of a method go well. 0: all of them.
MOVER, LABELS, STEP, PAY, GUESS, LUCK, PRIOR = range(7)
KIND = 7  # what comes then: see `Tables.blown`
FUSES = ("mover", "labels", "step", "pay", "guess", "luck", "prior")

RAISES, NONSENSE = 0, 1


class Tables(gt.Game):
    """The five methods alone. `fill` takes the data from a `Graph` (see `graphs`)."""

    runtime_arrays = ("first", "labels", "targets", "movers", "pays", "guesses", "odds", "fuse")

    def __init__(self, players: int = 2, repetition: str = "", repetition_limit: int = 2) -> None:
        self.players = players
        self.repetition = repetition
        self.repetition_limit = repetition_limit
        self.max_actions = 64
        self.min_return, self.max_return, self.draw_value = -1.0, 1.0, 0.0
        self.first = array("q", [0, 0])
        self.labels = array("q")
        self.targets = array("q")
        self.movers = array("q", [0])
        self.pays = array("d", [0.0] * players)
        self.guesses = array("d", [0.0] * players)
        self.odds = array("d")
        self.fuse = array("q", [0] * 8)

    def fill(self, graph, bounds=None):
        """Be the game of a graph; `bounds` are the declared returns, by default its own."""
        self.first = array("q", graph.first)
        self.labels = array("q", graph.labels)
        self.targets = array("q", graph.targets)
        self.movers = array("q", graph.movers)
        self.pays = array("d", [each for pay in graph.pays for each in pay])
        self.guesses = array("d", [each for guess in graph.guesses for each in guess])
        self.odds = array("d", graph.odds)
        self.min_return, self.max_return = map(float, bounds or (graph.lowest, graph.highest))
        self.draw_value = float(graph.draw)
        return self

    def light(self, method, calls, kind):
        """Let a method fail at the call of this number from now on, once."""
        self.fuse[KIND] = kind
        self.fuse[method] = calls

    def put_out(self):
        """Let all methods be sound again."""
        for place in range(len(self.fuse)):
            self.fuse[place] = 0

    def blown(self, method):
        """Count a call; raise, or tell that nonsense is due."""
        if self.fuse[method] == 0:
            return False
        self.fuse[method] -= 1
        if self.fuse[method] > 0:
            return False
        if self.fuse[KIND] == RAISES:
            raise ValueError("a fuse has blown")
        return True

    def initial_state(self):
        return (0,)

    def current_player(self, state):
        if self.blown(MOVER):
            return self.players
        return self.movers[state[0]]

    def legal_actions(self, state):
        self.blown(LABELS)
        place = state[0]
        return [self.labels[move] for move in range(self.first[place], self.first[place + 1])]

    def next_state(self, state, action):
        self.blown(STEP)
        place = state[0]
        for move in range(self.first[place], self.first[place + 1]):
            if self.labels[move] == action:
                return (self.targets[move],)
        raise KeyError("no such move")

    def returns(self, state):
        values = [self.pays[state[0] * self.players + player] for player in range(self.players)]
        if self.blown(PAY):
            values[0] = float("nan")
        return values

    def chance_outcomes(self, state):
        place = state[0]
        outcomes = [
            (self.labels[move], self.odds[move])
            for move in range(self.first[place], self.first[place + 1])
        ]
        if self.blown(LUCK):
            outcomes[0] = (outcomes[0][0], -1.0)
        return outcomes

    def returns_after_repetition(self, state, player, plies):
        share = (self.max_return - self.draw_value) * (0.25 if plies > 2 else 0.5)
        values = [self.draw_value for _ in range(self.players)]
        if player >= 0:
            values[player] += share
            if self.players == 2:
                values[1 - player] -= share
        return values

    def guess(self, state):
        """Return what the table holds for `heuristic`."""
        values = [self.guesses[state[0] * self.players + player] for player in range(self.players)]
        if self.blown(GUESS):
            values[0] = float("nan")
        return values


class FastTables(Tables):
    """With all that a game may define for speed and strength."""

    def is_terminal(self, state):
        return self.first[state[0]] == self.first[state[0] + 1]

    def fill_legal_actions(self, state, out):
        self.blown(LABELS)
        begin = self.first[state[0]]
        count = self.first[state[0] + 1] - begin
        for index in range(min(count, len(out))):
            out[index] = self.labels[begin + index]
        return count

    def random_action(self, state, rng):
        begin = self.first[state[0]]
        return self.labels[begin + rng.below(self.first[state[0] + 1] - begin)]

    def heuristic(self, state):
        return self.guess(state)

    def key(self, state):
        return state[0]


class KeyedTables(Tables):
    """The five methods, and a key: what a compiled game with a policy for repetition needs."""

    def key(self, state):
        return state[0]


class Sure:
    """A mixin without `chance_outcomes`: luck has no part in the game."""

    chance_outcomes = gt.Game.chance_outcomes


class SureTables(Sure, Tables):
    pass


class SureKeyedTables(Sure, KeyedTables):
    pass


class SureFastTables(Sure, FastTables):
    pass


class TablePriors(gt.GuidedEvaluation):
    """Priors from the table of guesses, and its values for leaves."""

    def evaluate(self, game, state, rng, work):
        values = game.guess(state) if len(game.legal_actions(state)) else game.returns(state)
        for player in range(game.players):
            work.values[player] = values[player]

    def prior(self, game, state, action):
        if game.blown(PRIOR):
            return -1.0
        successor = game.next_state(state, action)
        spread = game.max_return - game.min_return
        guess = game.guess(successor)[max(0, game.current_player(state))]
        return 0.05 + (guess - game.min_return) / spread


def batch_of(game, priors):
    """Return a function of leaves: their guesses; and priors that prefer greater labels."""

    def evaluate(leaves):
        places = leaves.states["f0"]
        values = [
            [game.guesses[int(place) * game.players + player] for player in range(game.players)]
            for place in places
        ]
        ranks = leaves.actions.argsort(axis=1).argsort(axis=1)
        return (np.array(values), 1.0 + ranks) if priors else np.array(values)

    return evaluate
