"""Dice: Pig to twenty, rolled by chance; states are named tuples."""

from __future__ import annotations

import random
from typing import ClassVar, NamedTuple

import numpy as np

import gametree as gt

from . import planted

HOLD, ROLL = 0, 1


class Turn(NamedTuple):
    """Where a game of Pig is."""

    first: int
    second: int
    total: int
    player: int
    rolling: bool


class Pig(gt.Game):
    """Roll as often as you like; a one loses what the turn has brought. First to twenty."""

    max_actions = 6

    def __init__(self, target=20):
        self.target = target

    def initial_state(self):
        return Turn(0, 0, 0, 0, False)

    def current_player(self, state):
        return -1 if state.rolling else state.player

    def is_terminal(self, state):
        return state.first >= self.target or state.second >= self.target

    def legal_actions(self, state):
        if state.first >= self.target or state.second >= self.target:
            return []
        if state.rolling:
            return [1, 2, 3, 4, 5, 6]
        return [HOLD, ROLL] if state.total > 0 else [ROLL]

    def chance_outcomes(self, state):
        return ((1, 1 / 6), (2, 1 / 6), (3, 1 / 6), (4, 1 / 6), (5, 1 / 6), (6, 1 / 6))

    def next_state(self, state, action):
        if state.rolling:
            if action == 1:
                return Turn(state.first, state.second, 0, 1 - state.player, False)
            return Turn(state.first, state.second, state.total + action, state.player, False)
        if action == ROLL:
            return Turn(state.first, state.second, state.total, state.player, True)
        if state.player == 0:
            return Turn(state.first + state.total, state.second, 0, 1, False)
        return Turn(state.first, state.second + state.total, 0, 0, False)

    def returns(self, state):
        return (1.0, -1.0) if state.first >= self.target else (-1.0, 1.0)

    def random_action(self, state, rng):
        return rng.below(2) if state.total > 0 else ROLL


# Chance where there is none.


@planted("chance undeclared", "current_player", "chance_outcomes")
class NoOutcomes(gt.Game):
    def initial_state(self):
        return Turn(0, 0, 0, 0, False)

    def current_player(self, state):
        return -1 if state.rolling else state.player

    def legal_actions(self, state):
        return Pig.legal_actions(Pig(), state)

    def next_state(self, state, action):
        return Pig.next_state(Pig(), state, action)

    def returns(self, state):
        return Pig.returns(Pig(), state)


@planted("chance undeclared", "current_player")
class ThirdPlayer(Pig):
    def current_player(self, state):
        return 2 if state.rolling else state.player


@planted("chance undeclared", "current_player", "chance_outcomes")
class ChanceInTheMiddle(Pig):
    def current_player(self, state):
        return -1 if state.rolling or state.total > 9 else state.player


# Dice rolled by hand.


class ByHand(Pig):
    def current_player(self, state):
        return state.player

    def chance_outcomes(self, state):
        return ()

    def next_state(self, state, action):
        state = Pig.next_state(self, state, action)
        return Pig.next_state(self, state, self.rolled()) if state.rolling else state

    def rolled(self):
        return 3


@planted("random rules", "next_state")
class Randint(ByHand):
    def rolled(self):
        return random.randint(1, 6)


@planted("random rules", "next_state")
class NumpyRandint(ByHand):
    def rolled(self):
        return int(np.random.randint(1, 7))


@planted("random rules", "next_state")
class OwnGenerator(ByHand):
    def __init__(self):
        Pig.__init__(self)
        self.rng = np.random.default_rng(1)

    def rolled(self):
        return int(self.rng.integers(1, 7))


# Probabilities of a die.


@planted("probabilities", "chance_outcomes")
class FiveSides(Pig):
    def chance_outcomes(self, state):
        return ((1, 0.2), (2, 0.2), (3, 0.2), (4, 0.2), (5, 0.2), (6, 0.2))


@planted("probabilities", "chance_outcomes")
class Rounded(Pig):
    def chance_outcomes(self, state):
        return ((1, 0.16), (2, 0.16), (3, 0.16), (4, 0.16), (5, 0.16), (6, 0.16))


@planted("probabilities", "chance_outcomes")
class LoadedWhenAhead(Pig):
    def chance_outcomes(self, state):
        if state.total > 10:
            return ((1, -1 / 6), (2, 0.5), (3, 1 / 6), (4, 1 / 6), (5, 1 / 6), (6, 1 / 6))
        return Pig.chance_outcomes(self, state)


# Who has won.


@planted("winner swapped", "returns")
class Negated(Pig):
    def returns(self, state):
        return (-1.0, 1.0) if state.first >= self.target else (1.0, -1.0)


@planted("winner swapped", "returns")
class ByPlayerToMove(Pig):
    def returns(self, state):
        return (1.0, -1.0) if state.player == 0 else (-1.0, 1.0)


@planted("winner swapped", "returns")
class WhoeverMayMove(Pig):
    def returns(self, state):
        mover = state.first if state.player == 0 else state.second
        return (1.0, -1.0) if mover >= self.target else (-1.0, 1.0)


# When it is over.


@planted("the end", "is_terminal")
class MoreThan(Pig):
    def is_terminal(self, state):
        return state.first > self.target or state.second > self.target


@planted("the end", "is_terminal")
class FirstOnly(Pig):
    def is_terminal(self, state):
        return state.first >= self.target


@planted("the end", "is_terminal")
class CountsTheTurn(Pig):
    def is_terminal(self, state):
        mine = state.first if state.player == 0 else state.second
        return mine + state.total >= self.target or Pig.is_terminal(self, state)


# A random action that is none.


@planted("random_action", "random_action")
class HoldsAtNothing(Pig):
    def random_action(self, state, rng):
        return rng.below(2)


@planted("random_action", "random_action")
class AlwaysRolls(Pig):
    def random_action(self, state, rng):
        return ROLL


@planted("random_action", "random_action")
class OtherGenerator(Pig):
    def random_action(self, state, rng):
        return random.choice(self.legal_actions(state))


# A heuristic beyond what can be.


class Guessing(Pig):
    def heuristic(self, state):
        lead = (state.first - state.second) / (2 * self.target)
        return (lead, -lead)


@planted("heuristic", "heuristic")
class Points(Guessing):
    def heuristic(self, state):
        return (float(state.first), float(state.second))


@planted("heuristic", "heuristic")
class ByZero(Guessing):
    def heuristic(self, state):
        share = state.first / (state.first + state.second)
        return (2 * share - 1, 1 - 2 * share)


@planted("heuristic", "heuristic")
class OneForAll(Guessing):
    def heuristic(self, state):
        return Guessing.heuristic(self, state)[0]


# The game keeps what belongs to the state.


@planted("state in the game", "next_state", "current_player", "initial_state")
class CountsTurns(Pig):
    turns: ClassVar[int] = 0

    def next_state(self, state, action):
        CountsTurns.turns += 1
        state = Pig.next_state(self, state, action)
        return state if self.turns % 7 else state._replace(player=0)


@planted("state in the game", "next_state", "returns", "legal_actions", "is_terminal")
class ScoresInTheGame(Pig):
    def __init__(self):
        Pig.__init__(self)
        self.scores = [0, 0]

    def next_state(self, state, action):
        if not state.rolling and action == HOLD:
            self.scores[state.player] += state.total
        return Pig.next_state(self, state, action)

    def returns(self, state):
        lead = self.scores[0] - self.scores[1]
        return (1.0, -1.0) if lead > 0 else (-1.0, 1.0)


@planted("state in the game", "legal_actions", "current_player", "returns", "is_terminal")
class StaleList(Pig):
    _moves: ClassVar[dict] = {}

    def legal_actions(self, state):
        # By the players' points alone: the turn is forgotten.
        place = (state.first, state.second)
        if place not in self._moves:
            self._moves[place] = Pig.legal_actions(self, state)
        return self._moves[place]
