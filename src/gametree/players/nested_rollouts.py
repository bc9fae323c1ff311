"""Nested rollout policy adaptation: rollouts by a policy that learns from the best of them.

Each level has a policy. It runs a number of searches of the level below, each with a copy of its
policy. After each search it moves its policy towards the best line so far at this level (Rosin,
"Nested rollout policy adaptation for Monte Carlo tree search", IJCAI 2011). Level 0 is a rollout,
in which a move of weight w is chosen with a probability in proportion to exp(w).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plainpython.compilable import Compilable

from ..game import Action, Game, State, fresh_state
from ..primitives.actions import number_of
from ..primitives.rng import Rng
from ..primitives.state_memory import keep_values, release_values, settled
from ..rules.workspace import ActionsFull, OutOfRoom, RulesBroken, Workspace, write

__all__ = ["ALLOWED", "DONE", "KNOWN_MOVES", "LONGEST", "STOP", "LinesFull", "Policies", "nested"]

# Places in the `control` array of a search.
DONE = 0  # rollouts so far
ALLOWED = 1  # the most of them
STOP = 2  # set to 1 by another thread to stop the search

KNOWN_MOVES = 1 << 16
"""Moves that have a weight, the first ones that were learned; others keep the weight 0."""

LONGEST = 1 << 20
"""Moves of a rollout, which must end before."""

_SLOTS = 4 * KNOWN_MOVES
_FREE = -1
_PLY = 40  # bits for the action alone, where it is a small integer
_WORST = -math.inf
_WORD = 0x7FFF_FFFF


class LinesFull(OutOfRoom):
    """A line with more moves, or more moves to choose from, than the buffers hold."""


class Policies(Compilable):
    """The policies and the best lines of all levels.

    A move is known by a code, and a line is kept with the codes of all moves that there were to
    choose from. What begins with nothing known stands at the level above the highest one.

    Args:
        level: the highest one.
        iterations: searches of the level below, at each level.
        alpha: how far a policy moves towards a line.
        longest, choices: the room for the moves of a line, and for all that they were chosen from.
        by_ply: whether a move is another one when it is made at another ply.

    Attributes:
        weights: of the known moves, for each level.
        codes, places: the known moves in a table with open addressing, and where their weights are.
        known: how many there are.
        lengths: the moves of the line of each level.
        counts, picks: for each of them, from how many it was chosen, and which of them it was.
        choices: the codes of these, one position after the other.
        shares: a place for this many numbers.

    """

    runtime_arrays = (
        "choices",
        "codes",
        "counts",
        "known",
        "lengths",
        "picks",
        "places",
        "shares",
        "weights",
    )

    def __init__(
        self,
        level: int,
        iterations: int,
        alpha: float,
        longest: int,
        choices: int,
        *,
        by_ply: bool,
    ) -> None:
        self.iterations = iterations
        self.by_ply = by_ply
        self.alpha = float(alpha)
        self.levels = levels = level + 2
        self.weights = np.zeros(levels * KNOWN_MOVES)
        self.codes = np.zeros(_SLOTS, np.int64)
        self.places = np.full(_SLOTS, _FREE, np.int64)
        self.known = np.zeros(1, np.int64)
        self.lengths = np.zeros(levels, np.int64)
        self.counts = np.zeros(levels * longest, np.int64)
        self.picks = np.zeros(levels * longest, np.int64)
        self.choices = np.zeros(levels * choices, np.int64)
        self.shares = np.zeros(choices)

    def longest(self) -> int:
        """Return the most moves of a line. Compiled code has numbers as constants, not lengths."""
        return len(self.counts) // self.levels

    def most_choices(self) -> int:
        """Return from how many moves those of a line may be chosen, all together."""
        return len(self.shares)

    def code_of(self, action: Action, ply: int) -> int:
        """Return what a move is known by: its action, and when it is made if that counts."""
        return number_of(action) ^ ply << _PLY if self.by_ply else number_of(action)

    def forget(self) -> None:
        """Forget what has been learned."""
        self.weights.reshape(-1, KNOWN_MOVES)[:, : self.known[0]] = 0.0
        self.places[:] = _FREE
        self.known[0] = 0

    def slot(self, code: int) -> int:
        """Return the slot of a code in the table, or the free slot where it belongs."""
        slot = scattered(code) & (_SLOTS - 1)
        while self.places[slot] != _FREE and self.codes[slot] != code:
            slot = (slot + 1) & (_SLOTS - 1)
        return slot

    def weight(self, level: int, code: int) -> float:
        """Return the weight of a move at a level."""
        place = self.places[self.slot(code)]
        if place == _FREE:
            return 0.0
        return self.weights[level * KNOWN_MOVES + place]  # type: ignore[no-any-return]

    def learn(self, level: int, code: int, change: float) -> None:
        """Change the weight of a move at a level."""
        slot = self.slot(code)
        if self.places[slot] == _FREE:
            if self.known[0] == KNOWN_MOVES:
                return
            self.codes[slot] = code
            self.places[slot] = self.known[0]
            self.known[0] += 1
        self.weights[level * KNOWN_MOVES + self.places[slot]] += change

    def begin(self, level: int) -> None:
        """Begin at a level with the policy of the one above."""
        for place in range(self.known[0]):
            above = self.weights[(level + 1) * KNOWN_MOVES + place]
            self.weights[level * KNOWN_MOVES + place] = above

    def adopt(self, level: int, moves: Any) -> None:
        """Keep the line of the level below as the best one of a level."""
        own = level * self.longest()
        below = own - self.longest()
        first = level * self.most_choices()
        before = first - self.most_choices()
        length = self.lengths[level - 1]
        self.lengths[level] = length
        total = 0
        for step in range(length):
            self.counts[own + step] = self.counts[below + step]
            self.picks[own + step] = self.picks[below + step]
            moves[own + step] = moves[below + step]
            total += self.counts[own + step]
        for choice in range(total):
            self.choices[first + choice] = self.choices[before + choice]

    def adapt(self, level: int) -> None:
        """Move the policy of a level towards its line.

        All probabilities are those before: what is learned is noted first.
        """
        shares = self.shares
        own = level * self.longest()
        first = level * self.most_choices()
        choice = 0
        for step in range(self.lengths[level]):
            count = self.counts[own + step]
            total = 0.0
            for each in range(choice, choice + count):
                shares[each] = math.exp(self.weight(level, self.choices[first + each]))
                total += shares[each]
            for each in range(choice, choice + count):
                shares[each] = -self.alpha * (shares[each] / total)
            shares[choice + self.picks[own + step]] += self.alpha
            choice += count
        for each in range(choice):
            self.learn(level, self.choices[first + each], shares[each])


def scattered(code: int) -> int:
    """Return 31 bits that depend on all bits of a code.

    The codes of one position are often numbers in a row, and those of the next ply begin near by:
    in a table they would lie in long rows without a free slot between them.
    """
    low = (code & _WORD) * 0x2C1B_3C6D & _WORD
    high = (code >> 31 & _WORD) * 0x297A_2D39 & _WORD
    word = (low ^ high ^ low >> 15) * 0x1E37_79B9 & _WORD
    return word ^ word >> 15


def nested(
    game: Game,
    policies: Policies,
    state: State,
    work: Workspace,
    moves: Any,
    control: Any,
    rng: Rng,
    level: int,
) -> float:
    """Return the return of the best line that a search of a level finds from a position.

    Its moves are then `policies.lengths[level]` of `moves`, from `level * policies.longest()` on.
    It ends early after as many rollouts as are allowed, or when it must stop:
    not before the first one.
    """
    if level == 0:
        control[DONE] += 1
        return rollout(game, policies, state, work, moves, rng)
    policies.begin(level)
    best = _WORST
    for _ in range(policies.iterations):
        found = nested(game, policies, state, work, moves, control, rng, level - 1)
        if found >= best:
            best = found
            policies.adopt(level, moves)
        if control[DONE] >= control[ALLOWED] or control[STOP] != 0:
            break
        policies.adapt(level)
    return best


def rollout(
    game: Game, policies: Policies, root: State, work: Workspace, moves: Any, rng: Rng
) -> float:
    """Play a game to its end by the policy of level 1; return what it comes to."""
    kept = keep_values(game, root)
    state = fresh_state(game, root, work.room)
    shares = policies.shares
    length = 0
    total = 0
    while not game.is_terminal(state):
        count = game.fill_legal_actions(state, work.actions)
        if count > len(work.actions):
            raise ActionsFull
        if count == 0:
            raise RulesBroken
        if length == policies.longest() or total + count > policies.most_choices():
            raise LinesFull
        sum_of_shares = 0.0
        for each in range(count):
            code = policies.code_of(work.actions[each], length)
            policies.choices[total + each] = code
            shares[each] = math.exp(policies.weight(1, code))
            sum_of_shares += shares[each]
        left = rng.uniform() * sum_of_shares
        pick = 0
        while pick < count - 1 and left >= shares[pick]:
            left -= shares[pick]
            pick += 1
        action = work.actions[pick]
        moves[length] = action
        policies.counts[length] = count
        policies.picks[length] = pick
        total += count
        length += 1
        state = game.next_state(state, action)
        if length & 3 == 0:
            state = settled(game, state)
    policies.lengths[0] = length
    write(game.returns(state), work.values)
    release_values(game, root, kept)
    return work.values[0]  # type: ignore[no-any-return]
