"""Random games, played interpreted and compiled, in which all that the rules say is compared."""

from __future__ import annotations

import numpy as np

from gametree.actors import CHANCE
from gametree.native.build import compile_search
from gametree.primitives.rng import Rng
from gametree.rules.drawing import drawn
from gametree.rules.game_trace import Keys, NoKeys
from plainpython.compilable import Compilable


class NoGuess(Compilable):
    """For games without `heuristic`."""

    def write(self, game, state, values, count):
        """Write what the game guesses behind so many values; return how many there are then."""
        return count


class Guess(NoGuess):
    def write(self, game, state, values, count):
        guess = game.heuristic(state)
        for seat in range(game.players):
            values[count + seat] = guess[seat]
        return count + game.players


class AtRandom(Compilable):
    """Chooses as the game's `random_action` does, where no policy of playouts is compared."""

    def choose(self, game, state, count, rng, work):
        return game.random_action(state, rng)


def random_games(game, keys, guess, policy, rng, first, actions, said, values):
    """Play random games and write down what the rules say, until there is no more room for it.

    `said` gets whole numbers, `values` the others. Return how many games came to their end.
    Both modes run this very function.
    """
    games = count = valued = 0
    while True:
        state = game.copy(first)
        while not game.is_terminal(state):
            listed = game.fill_legal_actions(state, actions)
            if count + listed + 3 > len(said) or valued + listed + 2 * game.players > len(values):
                return games
            for place in range(listed):
                said[count] = actions[place]
                count += 1
            player = game.current_player(state)
            said[count] = player
            if game.defines_chance_outcomes and player == CHANCE:
                outcomes = game.chance_outcomes(state)
                for _, probability in outcomes:
                    values[valued] = probability
                    valued += 1
                action = drawn(outcomes, rng)
            else:
                valued = guess.write(game, state, values, valued)
                action = policy.choose(game, state, 0, rng, None)
            said[count + 1] = action
            after = game.next_state(game.copy(state), action)
            said[count + 2] = keys.word(game, state)  # a copy was moved on: this one is as it was
            count += 3
            state = after
        returned = game.returns(state)
        for seat in range(game.players):
            values[valued] = returned[seat]
            valued += 1
        games += 1


def unrehearsed(game, state):
    """Play no game under watch beforehand: the doctor's tests see to that."""


def assert_rules_play_alike(game, *firsts, policy=None, room=10_000):
    """Compare random games from some positions, by default the first one.

    So much room is there for numbers from each: several games are played to their end in it. The
    rules are compiled as for a search, and nothing of the search: that costs half.
    """
    objects = (
        game,
        Keys() if game.defines_key else NoKeys(),
        Guess() if game.defines_heuristic else NoGuess(),
        AtRandom() if policy is None else policy.fitted_to(game),
    )

    def outcome(play, first, actions):
        said, values = np.zeros(room, np.int64), np.zeros(room)
        games = play(*objects, Rng(1), first, actions, said, values)
        return games, said.tolist(), values.tolist()

    actions = np.zeros(game.max_actions, np.int32)
    firsts = firsts or (game.initial_state(),)
    rest = actions, np.zeros(room, np.int64), np.zeros(room)
    compiled = compile_search(
        random_games, *objects, Rng(1), firsts[0], *rest, rehearsal=unrehearsed
    )
    finished = 0
    for first in firsts:
        interpreted = outcome(random_games, first, [0] * game.max_actions)
        assert outcome(compiled, first, actions) == interpreted
        finished += interpreted[0]
    assert finished > 0
