"""Small games with what the bundled ones lack, for tests."""

from __future__ import annotations

from typing import NamedTuple

import gametree as gt
from gametree.games import TicTacToe
from gametree.games.tic_tac_toe import HAS_LINE


def in_shares(rules):
    """Return a class of games with returns of 0 and 1 where those of another are -1 and 1."""

    class InShares(rules):
        def returns(self, state):
            return tuple((1.0 + each) / 2 for each in super().returns(state))

    return InShares


class OneHeap(gt.Game):
    """Take one to three counters; whoever takes the last one wins."""

    def __init__(self, counters: int = 21) -> None:
        self.counters = counters

    def initial_state(self):
        return (self.counters, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)


class Position(NamedTuple):
    sums: int  # what each player has gathered, 10 bits each
    left: int
    player: int


class Gather(gt.Game):
    """Players in turn gather 0 to 4 points; who takes 0 moves again. Any number of players.

    Returns are the points times `scale` plus `shift`: real numbers, no zero sum.
    """

    def __init__(
        self, players: int = 3, rounds: int = 7, scale: float = 1.0, shift: float = 0.0
    ) -> None:
        self.players = players
        self.rounds = rounds
        self.scale = scale
        self.shift = shift

    def initial_state(self):
        return Position(0, self.rounds, 0)

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return range(5 if state.left > 0 else 0)

    def next_state(self, state, action):
        # The more a player takes, the more the next one gets as well.
        neighbour = (state.player + 1) % self.players
        gain = (action << 10 * state.player) + ((action // 2) << 10 * neighbour)
        following = state.player if action == 0 else neighbour
        return Position(state.sums + gain, state.left - 1, following)

    def returns(self, state):
        return points(self.players, state.sums, self.scale, self.shift)


def points(players, sums, scale, shift):
    return [((sums >> 10 * player) & 1023) * scale + shift for player in range(players)]


class Corridor(gt.Game):
    """One player, `length` steps, one move each: a tree that is one long path."""

    players = 1

    def __init__(self, length: int = 3000) -> None:
        self.length = length

    def initial_state(self):
        return (self.length,)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return range(1 if state[0] > 0 else 0)

    def next_state(self, state, action):
        return (state[0] - 1,)

    def returns(self, state):
        return (1.0,)


class Endless(gt.Game):
    """A game without an end: step up or down for ever."""

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1]

    def is_terminal(self, state):
        return False

    def legal_actions(self, state):
        return [-1, 1]

    def next_state(self, state, action):
        return (state[0] + action, 1 - state[1])

    def returns(self, state):
        return (0.0, 0.0)


class Tossed(gt.Game):
    """Chance alone decides who wins."""

    def initial_state(self):
        return 0

    def current_player(self, state):
        return gt.CHANCE

    def legal_actions(self, state):
        return [1, 2]

    def chance_outcomes(self, state):
        return [(1, 0.5), (2, 0.5)]

    def next_state(self, state, action):
        return action

    def is_terminal(self, state):
        return state > 0

    def returns(self, state):
        return [1.0, -1.0] if state == 1 else [-1.0, 1.0]


class EndlessRace(Endless):
    """The same, with a heuristic: the higher the number, the better for player 0."""

    def heuristic(self, state):
        lead = max(-1.0, min(1.0, state[0] / 8.0))
        return (lead, -lead)


class Words(gt.Game):
    """Interpreted only, for `str.__eq__`: states are lists, actions texts. Spell `target`."""

    players = 1

    def __init__(self, target: str = "tree") -> None:
        self.target = target

    def initial_state(self):
        return []

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [] if len(state) == len(self.target) else list("ert")

    def next_state(self, state, action):
        return [*state, action]

    def returns(self, state):
        return [sum(map(str.__eq__, state, self.target))]


class Pig(gt.Game):
    """Two players roll a die as often as they dare; a 1 loses the turn's points.

    States are (points of each, points of this turn, player, whether the die is rolling).
    """

    HOLD, ROLL = 0, 1

    def __init__(self, goal: int = 20) -> None:
        self.goal = goal

    def initial_state(self):
        return (0, 0, 0, 0, False)

    def current_player(self, state):
        return gt.CHANCE if state[4] else state[3]

    def legal_actions(self, state):
        if max(state[0], state[1]) >= self.goal:
            return range(0)
        return range(1, 7) if state[4] else range(2)

    def chance_outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def next_state(self, state, action):
        first, second, gathered, player, rolling = state
        if rolling and action == 1:
            return (first, second, 0, 1 - player, False)
        if rolling:
            return (first, second, gathered + action, player, False)
        if action == 1:
            return (first, second, gathered, player, True)
        if player == 0:
            return (first + gathered, second, 0, 1, False)
        return (first, second + gathered, 0, 0, False)

    def returns(self, state):
        return (1.0, -1.0) if state[0] >= self.goal else (-1.0, 1.0)


class Wheel(gt.Game):
    """One player chooses one of two wheels; what it shows, by chance, is the return."""

    players = 1
    WHEELS = (((0, 0.5), (4, 0.25), (8, 0.25), (9, 0.0)), ((2, 0.75), (3, 0.125), (4, 0.125)))

    def initial_state(self):
        return (-1, -1)

    def current_player(self, state):
        return 0 if state[0] < 0 else gt.CHANCE

    def legal_actions(self, state):
        if state[0] < 0:
            return [0, 1]
        if state[1] < 0:
            return [action for action, _ in self.chance_outcomes(state)]
        return [0] * 0

    def chance_outcomes(self, state):
        if state[0] == 0:
            return [(0, 0.5), (4, 0.25), (8, 0.25), (9, 0.0)]
        return [(2, 0.75), (3, 0.125), (4, 0.125)]

    def next_state(self, state, action):
        return (action, -1) if state[0] < 0 else (state[0], action)

    def returns(self, state):
        return (float(state[1]),)


class SureThing(gt.Game):
    """Take 0.3 for certain, or toss a coin: a win at once, or a loss after `length` moves
    that tell nothing. Player 0 makes all moves; the others get what he does not.

    States are (what has come: 0 nothing, 1 the toss, 2 the win, 3 the long way, 4 the sure thing;
    moves to go; a number that all moves made decide).
    """

    TAKE, TOSS = 0, 1

    def __init__(self, players: int = 1, length: int = 12) -> None:
        self.players = players
        self.length = length

    def initial_state(self):
        return (0, 0, 1)

    def current_player(self, state):
        return gt.CHANCE if state[0] == 1 else 0

    def is_terminal(self, state):
        return state[0] == 2 or state[0] == 4 or (state[0] == 3 and state[1] == 0)

    def legal_actions(self, state):
        return range(0 if self.is_terminal(state) else 2)

    def chance_outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]

    def next_state(self, state, action):
        if state[0] == 0:
            return (4 if action == 0 else 1, 0, 1)
        if state[0] == 1:
            return (2 + action, self.length, 1)
        return (3, state[1] - 1, 2 * state[2] + action)

    def returns(self, state):
        value = 0.3 if state[0] == 4 else (1.0 if state[0] == 2 else -1.0)
        return [value if player == 0 else -value for player in range(self.players)]


class Race(gt.Game):
    """Players in turn throw two dice and go on by as many; who first comes to the `goal` gets 1.

    There is nothing to choose: what a position is worth is an expectation. States are (places of
    all, 8 bits each; player; whether the dice are rolling).
    """

    def __init__(self, players: int = 2, goal: int = 12) -> None:
        self.players = players
        self.goal = goal

    def initial_state(self):
        return (0, 0, False)

    def current_player(self, state):
        return gt.CHANCE if state[2] else state[1]

    def is_terminal(self, state):
        before = (state[1] + self.players - 1) % self.players
        return not state[2] and (state[0] >> 8 * before) & 255 >= self.goal

    def legal_actions(self, state):
        if self.is_terminal(state):
            return range(0)
        return range(2, 13) if state[2] else range(1)

    def chance_outcomes(self, state):
        return [(total, (6 - abs(total - 7)) / 36) for total in range(2, 13)]

    def next_state(self, state, action):
        if not state[2]:
            return (state[0], state[1], True)
        return (state[0] + (action << 8 * state[1]), (state[1] + 1) % self.players, False)

    def returns(self, state):
        winner = (state[1] + self.players - 1) % self.players
        return [1.0 if player == winner else -1.0 for player in range(self.players)]

    def expected(self, state, known=None):
        """Return what each player gets in the mean."""
        known = {} if known is None else known
        if self.is_terminal(state):
            return self.returns(state)
        if state not in known:
            rolling = self.next_state(state, 0)
            sums = [0.0] * self.players
            for total, probability in self.chance_outcomes(rolling):
                after = self.expected(self.next_state(rolling, total), known)
                sums = [have + probability * more for have, more in zip(sums, after, strict=True)]
            known[state] = sums
        return known[state]


class Sides(gt.Game):
    """Roll a die of this many sides, or go home; after any roll comes another choice: a win or not.

    The sides are in the state, so that all dice are one game to compile; 0 of them stand for the
    sum of two dice.
    """

    def initial_state(self):
        return (0, 0, 6)

    def current_player(self, state):
        return gt.CHANCE if state[0] == 1 else 0

    def legal_actions(self, state):
        if state[0] == 1:
            return range(state[2] if state[2] else 11)
        return range(2 if state[0] < 3 else 0)

    def chance_outcomes(self, state):
        if state[2]:
            return [(side, 1.0 / state[2]) for side in range(state[2])]
        return [(side, (6 - abs(side - 5)) / 36) for side in range(11)]

    def next_state(self, state, action):
        if state[0] == 1:
            return (2, 0, state[2])
        if action == 1:  # home
            return (3, 0, state[2])
        return (1, 0, state[2]) if state[0] == 0 else (3, 1, state[2])

    def returns(self, state):
        return (1.0, -1.0) if state[1] else (-1.0, 1.0)


class Ring(gt.Game):
    """A token on a ring of nine places goes one back, stays, or goes one on.

    Who brings it to place 7 wins. Nothing else ends the game but the policy for
    repetition.
    """

    SIZE = 9

    def __init__(self, repetition: str = "", repetition_limit: int = 2) -> None:
        self.repetition = repetition
        self.repetition_limit = repetition_limit

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(-1, -1 if state[0] == 7 else 2)

    def next_state(self, state, action):
        return ((state[0] + action) % self.SIZE, 1 - state[1])

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)

    def returns_after_repetition(self, state, player, plies):
        return (0.25, -0.25) if (plies > 2) == (player == 0) else (-0.5, 0.5)


class Jumble(gt.Game):
    """Five moves; who makes them, and what all is worth, looks random. Returns sum to 10."""

    min_return = 0.0
    max_return = 10.0
    draw_value = 5.0

    def __init__(self, plies: int = 5) -> None:
        self.plies = plies

    def initial_state(self):
        return (0, 1)

    def current_player(self, state):
        return state[1] >> 4 & 1

    def legal_actions(self, state):
        return range(2 + state[1] % 3 if state[0] < self.plies else 0)

    def next_state(self, state, action):
        return (state[0] + 1, (state[1] * 1103 + 12345 * (action + 1)) % 65537)

    def returns(self, state):
        worth = float(state[1] % 11)
        return (worth, 10.0 - worth)

    def heuristic(self, state):
        worth = (state[1] % 1001) / 100.0
        return (worth, 10.0 - worth)


class Telling(TicTacToe):
    """Tic-tac-toe that tells which cells complete a line."""

    defines_fill_winning_actions = True

    def fill_winning_actions(self, state, player, out):
        stones = state[0] if player == self.current_player(state) else state[1]
        count = 0
        for cell in range(9):
            if (state[0] | state[1]) >> cell & 1 == 0 and HAS_LINE[stones | 1 << cell]:
                out[count] = cell
                count += 1
        return count
