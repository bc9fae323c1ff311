"""Random games of hidden information, played interpreted and compiled, with all that seats know."""

from __future__ import annotations

import numpy as np

from gametree.actors import CHANCE
from gametree.game import Game
from gametree.native.build import compile_search
from gametree.primitives.rng import Rng
from gametree.rules.drawing import drawn
from plainpython.hashing import key_of_state


def random_games(game, rng, first, said, values):
    """Play random games until `said` is full, and write down what each seat knows and may think.

    Return how many games came to their end. Both modes run this very function.
    """
    games = count = 0
    while True:
        state = first
        while not game.is_terminal(state):
            if count + 3 * game.players + 2 > len(said):
                return games
            player = game.current_player(state)
            for seat in range(game.players):
                known = game.information_state(state, seat)
                world = game.sample_state(known, seat, rng)
                said[count] = word(key_of_state(known))
                said[count + 1] = word(key_of_state(world))
                count += 2
            action = (
                drawn(game.chance_outcomes(state), rng)
                if player == CHANCE
                else game.random_action(state, rng)
            )
            said[count] = player
            said[count + 1] = action
            count += 2
            state = game.next_state(state, action)
        returned = game.returns(state)
        for seat in range(game.players):
            values[seat] += returned[seat] * (games + 1)
        games += 1


class OneByOne(Game):
    """Rules of two players who choose at the same time, as they may be searched: one by one."""

    def __init__(self, rules):
        self.rules = rules
        self.players = rules.players

    def initial_state(self):
        return (self.rules.initial_state(), -1)

    def current_player(self, state):
        return 0 if state[1] < 0 else 1

    def legal_actions(self, state):
        return self.rules.legal_actions(state[0], 0 if state[1] < 0 else 1)

    def next_state(self, state, action):
        if state[1] < 0:
            return (state[0], action)
        return (self.rules.next_state(state[0], (state[1], action)), -1)

    def is_terminal(self, state):
        return self.rules.is_terminal(state[0])

    def returns(self, state):
        return self.rules.returns(state[0])

    def information_state(self, state, player):
        return (self.rules.information_state(state[0], player), 0)

    def sample_state(self, known, player, rng):
        return (self.rules.sample_state(known[0], player, rng), -1)


def word(key):
    return int(key % 0x4000_0000_0000_0000)


def assert_seats_know_alike(game, room=3000):
    """Compare random games of the same seed in both modes."""

    def outcome(play):
        said, values = np.zeros(room, np.int64), np.zeros(game.players)
        games = play(game, Rng(1), game.initial_state(), said, values)
        return games, said.tolist(), values.tolist()

    rest = np.zeros(room, np.int64), np.zeros(game.players)
    compiled = compile_search(
        random_games, game, Rng(1), game.initial_state(), *rest, rehearsal=lambda game, state: None
    )
    interpreted = outcome(random_games)
    assert outcome(compiled) == interpreted
    assert interpreted[0] > 0
