"""States that change in place while a search keeps what it had made before."""

from __future__ import annotations

from collections import deque

import numpy as np

import gametree as gt
import gametree.native.primitives.pasts  # it teaches Numba by being loaded
from gametree.game import fresh_state
from gametree.primitives.past import extended_past
from gametree.primitives.state_memory import forget_values, keep_values

from ..language.both_modes import assert_same
from .values.both_modes import compiled_rule

PLIES = 48


def branched(depth):
    """Lengthen many histories twice, and the first one again; return what all hold."""
    first = [(0, [0])]
    lines = [first]
    for ply in range(depth):
        following = []
        for line in lines:
            for play in (1, 2):
                longer = extended_past(line, (line[-1][0] * 3 + play, [ply, play]))
                following.append(extended_past(longer, (play, [ply])))
        lines = following + lines[:2]
    lines.append(extended_past(first, (7, [7])))
    lines.append(first)
    total = 0
    for line in lines:
        for number, parts in line:
            total = (total * 31 + number * 7 + sum(parts)) % 1_000_003
        total += len(line)
    return total


def test_longer_histories_leave_the_shorter_ones_as_they_were():
    assert_same(branched, (4,), (6,))


class Note:
    """A part of a state that gives way to another."""

    def __init__(self, word):
        self.word = word


class Track:
    """A state of all that grows: what is added to it lies behind all that was made before."""

    def __init__(self):
        self.played = [1]
        self.rows = [[1], [2]]
        self.seen = {(0, 1)}
        self.counts = {1: 1}
        self.texts = {"a": 1}
        self.waiting = deque([1])
        self.cells = np.ones(4, np.int64)
        self.last = Note(1)

    def add(self, action):
        self.played.append(action)
        self.rows[action % 2].append(action)
        self.rows[1 - action % 2] = [action, *self.rows[1 - action % 2]]
        self.seen.add((len(self.seen), action))
        self.counts[len(self.played)] = action
        self.texts[str(len(self.played))] = action
        self.waiting.append(action)
        self.cells = self.cells + action
        self.last = Note(self.last.word * 3 % 101 + action)

    def sum(self):
        if self.played[0] != 1 or self.waiting[0] != 1:
            raise ValueError("the state has been lost")  # rather than that hash tables never end
        total = sum(self.played) + sum(self.waiting) + int(self.cells.sum()) + self.last.word
        for row in self.rows:
            for number in row:
                total = total * 31 % 10_007 + number
        for place, number in self.seen:
            total = total * 31 % 10_007 + place * number
        for place, number in self.counts.items():
            total = total * 31 % 10_007 + place * number
        for text, number in self.texts.items():
            total = total * 31 % 10_007 + len(text) * number
        return total


class Tracks(gt.Game):
    """Each move is put into all parts of the state, which say together what may follow."""

    states_change = True
    max_actions = 5

    def initial_state(self):
        return Track()

    def current_player(self, state):
        return len(state.played) % 2

    def is_terminal(self, state):
        return len(state.played) > PLIES

    def legal_actions(self, state):
        if self.is_terminal(state):
            return []
        needless = [len(state.played)] * 4_000  # so that the state moves often
        first = state.sum() + sum(needless)
        return [(first + step) % 97 for step in range(2 + first % 4)]

    def next_state(self, state, action):
        state.add(action)
        return state

    def returns(self, state):
        value = (state.sum() % 201 - 100) / 100
        return (value, -value)


class TwoPlayouts(gt.Evaluation):
    """The mean of two playouts and of a look at the position, which they leave as it was."""

    def __init__(self):
        self.playout = gt.Playout()

    def evaluate(self, game, state, rng, work):
        self.playout.evaluate(game, game.copy(state), rng, work)
        value = work.values[0]
        self.playout.evaluate(game, game.copy(state), rng, work)
        value += work.values[0]
        looked_at = game.copy(state)
        value = (value + game.returns(looked_at)[0]) / 3
        work.values[0] = value
        work.values[1] = -value


def test_what_a_playout_adds_to_a_state_lives_as_long_as_the_state():
    options = {"seed": 5, "method": "uct", "evaluation": TwoPlayouts()}
    found = [
        gt.search(Tracks(), simulations=12, compiled=mode, **options) for mode in (True, False)
    ]
    assert found[0].actions == found[1].actions


class Remembering(Tracks):
    """States are lists that no move changes, but that note what they were asked at the end."""

    states_change = False

    def initial_state(self):
        return [[1], [1, 2]]

    def legal_actions(self, state):
        if len(state[1]) == 0:
            state[1] = [(sum(state[0]) + step) % 7 + 1 for step in range(3)]
        return state[1][:]

    def next_state(self, state, action):
        return [[*state[0], self.legal_actions(state)[action]], state[1][:0]]


def turns(game, state):
    """Begin anew from a kept position, as threads do that share a tree."""
    start = game.next_state(state, 1)
    keep_values(game, start)
    total = 0
    for turn in range(20):
        forget_values(game, None, start)
        position = game.next_state(fresh_state(game, start, None), turn % 3)
        for number in game.next_state(position, turn % 2)[0]:
            total = total * 31 % 10_007 + number
    return total


def test_what_rules_note_in_a_kept_state_is_given_up_with_a_copy():
    game = Remembering()
    made = compiled_rule(turns, game, game.initial_state())
    assert made(game, game.initial_state()) == turns(game, game.initial_state())
