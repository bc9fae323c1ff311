"""Playout policies that learn which actions do well: MAST and NST."""

from __future__ import annotations

from array import array
from copy import copy
from typing import Any, ClassVar, Self

import numpy as np

from plainpython.compilable import native_twin

from ...actors import is_chance
from ...errors import BadParameter
from ...game import Action, Game, State
from ...numbers.checks import fraction
from ...primitives.actions import number_of
from ...primitives.rng import Rng
from ...rules.workspace import Workspace, list_actions, mover
from .playout_policy import PLAYOUT_POLICIES, PlayoutPolicy, Uniform

__all__ = ["MAST", "NOTHING", "NST", "PAIRS", "REMEMBERED", "SLOTS", "LearningPolicy", "pair_of"]

SLOTS = 1 << 14
"""Actions of each player that are told apart: those with equal lowest 14 bits count as one."""

PAIRS = 1 << 16
"""Slots for pairs of successive actions: none is shared while actions are below 256."""

REMEMBERED = 1 << 10
"""Moves of one simulation that are learned from, the first ones."""

_STRIDE = 257

# Places in `last`: how many moves are remembered, and the last of all.
_COUNT = 0
_BEFORE = 1

NOTHING = -1


class LearningPolicy(PlayoutPolicy):
    """Base class of policies that remember what has been played in the simulation under way.

    A move is known by one number, its *play*: the slot of its action plus SLOTS
    for each player before the one who moved. Moves of chance are NOTHING.

    What is learned belongs to one search: `fitted_to` gives a copy that knows
    nothing yet. Interpreted, actions may be anything hashable.

    Attributes:
        players: those of the game; 0 before `fitted_to`.
        plays: the moves remembered, `last[0]` of them.
        last: see above.
        slots: interpreted, the slots of the actions met that are no integers.

    """

    learns = True
    runtime_arrays: ClassVar[tuple[str, ...]] = ("last", "plays")
    interpreted_notes: ClassVar[tuple[str, ...]] = ("slots",)

    players: int = 0

    def fitted_to(self, game: Game) -> Self:
        fitted = copy(self)
        fitted.players = game.players
        fitted.plays = array("q", bytes(8 * REMEMBERED))
        fitted.last = array("q", (0, NOTHING))
        fitted.slots = {}
        return fitted

    plays: Any
    last: Any
    slots: dict[Action, int]

    def begin(self) -> None:
        self.last[_COUNT] = 0
        self.last[_BEFORE] = NOTHING

    def note(self, player: int, action: Action) -> None:
        play = NOTHING if is_chance(player) else player * SLOTS + self.slot_of(action)
        self.last[_BEFORE] = play
        place = self.last[_COUNT]
        if place < REMEMBERED:
            self.plays[place] = play
            self.last[_COUNT] = place + 1

    def before(self) -> int:
        """Return the last play of the simulation under way, or NOTHING."""
        return self.last[_BEFORE]  # type: ignore[no-any-return]

    def remembered(self) -> int:
        """Return how many plays there are."""
        return self.last[_COUNT]  # type: ignore[no-any-return]

    def _native_slot_of(self, action: Action) -> int:
        return number_of(action) & (SLOTS - 1)

    @native_twin(_native_slot_of)
    def slot_of(self, action: Action) -> int:
        """Return the slot of an action: the lowest bits of it, or of its key."""
        if isinstance(action, int):
            return action & (SLOTS - 1)
        slot = self.slots.get(action)
        if slot is None:
            try:
                slot = self._native_slot_of(action)
            except (TypeError, ValueError):  # it has no key, so that it is not compiled either
                slot = len(self.slots) & (SLOTS - 1)
            self.slots[action] = slot
        return slot


@PLAYOUT_POLICIES.register(
    "mast",
    "Prefers moves that did well in earlier simulations.",
    epsilon="The probability of a random move.",
    decay="The part of their counts that each move of the game leaves.",
)
class MAST(LearningPolicy):
    """The action that has done best so far, wherever it was played; sometimes a random one.

    Move-average sampling technique (Finnsson and Björnsson, 2008): each player's
    actions are known by the mean of what he got in the simulations in which he
    played them. With probability `epsilon` any legal action is taken instead
    (Tak, Winands and Björnsson, 2012). An action not played yet comes first;
    ties are broken at random.

    Each move of the game leaves the part `decay` of the visits that a mean rests on, rounded
    down, so that what is learned afterwards counts for more (move decay: Tak, Winands and
    Björnsson, "Decaying simulation strategies", 2014). 1: nothing is lost, 0: all is.
    """

    runtime_arrays: ClassVar[tuple[str, ...]] = (*LearningPolicy.runtime_arrays, "means", "visits")

    def __init__(self, epsilon: float = 0.3, decay: float = 1.0) -> None:
        self.epsilon = fraction("epsilon", epsilon)
        self.decay = fraction("decay", decay)
        self.otherwise = Uniform()

    means: Any
    visits: Any

    def fitted_to(self, game: Game) -> Self:
        fitted = super().fitted_to(game)
        fitted.means = array("d", bytes(8 * SLOTS * game.players))
        fitted.visits = array("q", bytes(8 * SLOTS * game.players))
        return fitted

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        if rng.uniform() < self.epsilon:
            return self.otherwise.choose(game, state, count, rng, work)
        if count == 0:
            count = list_actions(game, state, work)
        first = mover(game, state, work) * SLOTS
        before = self.before()
        best = 0
        best_worth = 0.0
        ties = 0
        for index in range(count):
            worth = self.worth(before, first + self.slot_of(work.actions[index]))
            if ties == 0 or worth > best_worth:
                best = index
                best_worth = worth
                ties = 1
            elif worth == best_worth:
                ties += 1
                if rng.below(ties) == 0:
                    best = index
        return work.actions[best]

    def worth(self, before: int, play: int) -> float:
        """Return what a play promises to the player who makes it, after the play `before`."""
        if self.visits[play] == 0:
            return _UNTRIED
        return self.means[play]  # type: ignore[no-any-return]

    def learn(self, values: Any) -> None:
        for place in range(self.remembered()):
            play = self.plays[place]
            if play != NOTHING:
                take_in(self.means, self.visits, play, values[play // SLOTS])

    def fade(self) -> None:
        fade(self.visits, self.decay)


@PLAYOUT_POLICIES.register(
    "nst",
    "Like mast, and prefers moves that did well as answers to the move before.",
    epsilon="The probability of a random move.",
    least="How often a pair of moves must be played before it counts; 7 by default.",
    decay="The part of their counts that each move of the game leaves.",
)
class NST(MAST):
    """MAST in which an action is also known by what it did as the answer to the move before.

    N-gram selection technique (Tak, Winands and Björnsson, 2012) with sequences
    of one and two moves: an action is worth the mean of both means, once the
    pair has been played `least` times, and as in MAST before that.
    """

    runtime_arrays: ClassVar[tuple[str, ...]] = (
        *MAST.runtime_arrays,
        "pair_means",
        "pair_visits",
    )

    def __init__(self, epsilon: float = 0.3, least: int = 7, decay: float = 1.0) -> None:
        if isinstance(least, bool) or not isinstance(least, int) or least < 1:
            raise BadParameter(f"least must be an integer of 1 or more, not {least!r}")
        super().__init__(epsilon, decay)
        self.least = least

    pair_means: Any
    pair_visits: Any

    def fitted_to(self, game: Game) -> Self:
        fitted = super().fitted_to(game)
        fitted.pair_means = array("d", bytes(8 * PAIRS * game.players))
        fitted.pair_visits = array("q", bytes(8 * PAIRS * game.players))
        return fitted

    def worth(self, before: int, play: int) -> float:
        if self.visits[play] == 0:
            return _UNTRIED
        worth = self.means[play]
        if before != NOTHING:
            pair = pair_of(before, play)
            if self.pair_visits[pair] >= self.least:
                worth = 0.5 * (worth + self.pair_means[pair])
        return worth  # type: ignore[no-any-return]

    def learn(self, values: Any) -> None:
        before = NOTHING
        for place in range(self.remembered()):
            play = self.plays[place]
            if play != NOTHING:
                value = values[play // SLOTS]
                take_in(self.means, self.visits, play, value)
                if before != NOTHING:
                    take_in(self.pair_means, self.pair_visits, pair_of(before, play), value)
            before = play

    def fade(self) -> None:
        fade(self.visits, self.decay)
        fade(self.pair_visits, self.decay)


_UNTRIED = float("inf")


def pair_of(before: int, play: int) -> int:
    """Return the slot of two successive plays; who made the first one does not count."""
    both = (before & (SLOTS - 1)) * _STRIDE + (play & (SLOTS - 1))
    return play // SLOTS * PAIRS + (both & (PAIRS - 1))


def take_in(means: Any, visits: Any, slot: int, value: float) -> None:
    """Let the mean of a slot include one more value."""
    visits[slot] += 1
    means[slot] += (value - means[slot]) / visits[slot]


def fade(visits: Any, decay: float) -> None:
    """Leave so much of each number of visits; a mean that has none left counts no more."""
    if decay < 1.0:
        counts = np.asarray(visits)
        counts[...] = counts * decay
