"""The moves of the current simulation by player and action, for policies that learn from them."""

from __future__ import annotations

from array import array
from copy import copy
from typing import Any, Self

import numpy as np

from plainpython.compilable import Compilable, native_twin

from ...actors import is_chance
from ...errors import BadParameter
from ...game import Action, Game, State
from ...primitives.actions import contents, number_of
from ...primitives.rng import Rng
from ...rules.workspace import Workspace
from .evaluation import Evaluation
from .playout import Playout
from .playout_policy import PlayoutPolicy

__all__ = [
    "MOST_MOVES",
    "NOWHERE",
    "SMALL",
    "Heard",
    "Listener",
    "Moves",
    "NativeMoves",
    "heard_by",
    "is_small",
]

SMALL = 1 << 12
"""Actions that are ints from 0 up to here, such as squares of a board, have slots of their own."""

_SLOTS = 1 << 13  # of each player, for others
_OF_PLAYER = SMALL + _SLOTS

MOST_MOVES = _SLOTS // 2
"""Actions of each player that have a place beside small numbers: the first ones, no others."""

NOWHERE = -1

_NUMBERS = (int, np.integer)


def is_small(number: int) -> bool:
    """Return True if an action with this number has a slot of its own."""
    return 0 <= number < SMALL


class Moves(Compilable):
    """A place in arrays of `size` for each pair of player and action, till they are cleared.

    Compiled, small numbers of actions are slots themselves, and behind them stands a table with
    open addressing for each player, in which numbers are compared: no two share a place. A new
    stamp clears both. Interpreted, a dict: actions may be anything hashable.

    Attributes:
        counts: places that each player has used, those of small numbers left out.

    """

    runtime_arrays = ("actions", "stamps", "stamp", "counts")
    interpreted_notes = ("places",)

    def __init__(self, players: int) -> None:
        self.size = players * _OF_PLAYER
        self.actions = array("q", bytes(8 * self.size))
        self.stamps = array("q", bytes(8 * self.size))
        self.stamp = array("q", [1] * players)
        self.counts = array("q", [0] * players)
        self.places: dict[tuple[int, Action], int] = {}

    def _native_clear(self, player: int) -> None:
        self.stamp[player] += 1
        self.counts[player] = 0

    @native_twin(_native_clear)
    def clear(self, player: int) -> None:
        """Forget the places of a player's actions."""
        for key in [key for key in self.places if key[0] == player]:
            del self.places[key]
        self.counts[player] = 0

    def _native_find(self, player: int, action: Action) -> int:
        slot = self.slot_of(player, number_of(action))
        return slot if self.stamps[slot] == self.stamp[player] else NOWHERE

    @native_twin(_native_find)
    def find(self, player: int, action: Action) -> int:
        """Return the index of a player's action, or NOWHERE."""
        return self.places.get((player, contents(action)), NOWHERE)

    def _native_enter(self, player: int, action: Action) -> int:
        number = number_of(action)
        slot = self.slot_of(player, number)
        if self.stamps[slot] == self.stamp[player]:
            return NOWHERE
        if not is_small(number):
            if self.counts[player] == MOST_MOVES:
                return NOWHERE
            self.counts[player] += 1
            self.actions[slot] = number
        self.stamps[slot] = self.stamp[player]
        return slot

    @native_twin(_native_enter)
    def enter(self, player: int, action: Action) -> int:
        """Give a player's action a new index; return NOWHERE if it has one or no index is free."""
        key = player, contents(action)
        if key in self.places:
            return NOWHERE
        place = player * _OF_PLAYER
        if isinstance(action, _NUMBERS) and is_small(int(action)):
            place += int(action)
        elif self.counts[player] < MOST_MOVES:
            place += SMALL + self.counts[player]
            self.counts[player] += 1
        else:
            return NOWHERE
        self.places[key] = place
        return place

    def slot_if_small(self, player: int, action: Action) -> int:
        """Return the slot of a player's action if it is a small number, or NOWHERE."""
        number = number_of(action)
        return player * _OF_PLAYER + number if is_small(number) else NOWHERE

    def slot_of(self, player: int, number: int) -> int:
        """Return the slot of an action by its number, or the free slot where it belongs."""
        base = player * _OF_PLAYER
        if is_small(number):
            return base + number
        base += SMALL
        slot = (number ^ (number >> 13) ^ (number >> 26)) & (_SLOTS - 1)
        while self.stamps[base + slot] == self.stamp[player] and (
            self.actions[base + slot] != number
        ):
            slot = (slot + 1) & (_SLOTS - 1)
        return base + slot


class NativeMoves(Moves):
    """The same where compiled code keeps it, for interpreted code that goes on from there."""

    def clear(self, player: int) -> None:
        self._native_clear(player)

    def find(self, player: int, action: Action) -> int:
        return self._native_find(player, _plain(action))

    def enter(self, player: int, action: Action) -> int:
        return self._native_enter(player, _plain(action))


def _plain(action: Action) -> Action:
    return action.item() if isinstance(action, np.generic) else action


class Listener(Compilable):
    """Base class of what wants to know the moves of playouts: define `note`."""

    def note(self, player: int, action: Action) -> None:
        """Note a move that a player made in the playout."""
        raise NotImplementedError(f"{type(self).__name__} must define the method note")


class Heard(PlayoutPolicy):
    """A policy whose moves somebody listens to."""

    learns = True

    def __init__(self, policy: PlayoutPolicy, listener: Listener) -> None:
        self.policy = policy
        self.listener = listener

    def __repr__(self) -> str:
        return repr(self.policy)

    def choose(self, game: Game, state: State, count: int, rng: Rng, work: Workspace) -> Any:
        return self.policy.choose(game, state, count, rng, work)

    def begin(self) -> None:
        self.policy.begin()

    def note(self, player: int, action: Action) -> None:
        if not is_chance(player):
            self.listener.note(player, action)
        if self.policy.learns:
            self.policy.note(player, action)

    def learn(self, values: Any) -> None:
        self.policy.learn(values)

    def fade(self) -> None:
        self.policy.fade()

    def fitted_to(self, game: Game) -> Self:
        fitted = copy(self)
        fitted.policy = self.policy.fitted_to(game)
        return fitted


def heard_by(listener: Listener, evaluation: Evaluation, rule: Any) -> Playout:
    """Return the evaluation with playouts that report their moves to `listener`.

    Raises:
        BadParameter: if it is none that plays out.

    """
    if not isinstance(evaluation, Playout):
        raise BadParameter(
            f"selection={rule!r} learns from the moves of playouts: use it with "
            f"evaluation=Playout(...), not {evaluation!r}"
        )
    heard = copy(evaluation)
    heard.policy = Heard(evaluation.policy, listener)
    return heard
