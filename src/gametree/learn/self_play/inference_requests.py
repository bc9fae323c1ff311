"""Requests of many games for a network's answers, and the answers, in arrays that threads share.

Each game has a slot: room for some leaves of its search and for the answers, and a semaphore on
which it sleeps meanwhile. Threads that answer look now and then whether enough games have requests,
and take all that there are as one batch. To wake a thread costs microseconds, on virtual machines
tens of them, so a game asks about several leaves at once.
"""

from __future__ import annotations

import math
import threading
import time
from typing import Any, NamedTuple

import numpy as np

from ...networks.blueprint import Blueprint
from ...primitives.atomics import read_item, replace_item
from ...primitives.semaphores import WORDS, new_semaphores, release_each

__all__ = ["ENDED", "IDLE", "LEAVES", "InferenceRequests", "RequestBatch", "RequestSlot"]

LEAVES = 8
"""Leaves of one game in a request, at most."""

# What `RequestSlot.requested` holds where it is no number of leaves.
IDLE = 0
TAKEN = -1

# What `RequestSlot.ended` holds at the end.
ENDED = 1

_PART = 4
"""A batch has requests of a fourth of the games or more: two are answered while others play."""

_LOOK = 2e-4
"""Seconds between two looks for requests."""


class RequestSlot(NamedTuple):
    """What a game shares with the threads that answer: flat arrays."""

    inputs: Any  # uint8: leaves by `InputPlanes`
    values: Any  # answers: leaves by players, in returns
    logits: Any  # answers, float32: leaves by actions
    requested: Any  # how many leaves are to be evaluated, IDLE or TAKEN
    answered: Any  # the semaphore that is released with the answers
    ended: Any  # ENDED once there are no answers any more


class RequestBatch(NamedTuple):
    """InferenceRequests that have been taken.

    Attributes:
        slots: the numbers of those who asked.
        rows: which of the rows of all slots they asked about.

    """

    slots: Any
    rows: Any


class InferenceRequests:
    """Slots for this many games.

    Args:
        blueprint: how a position is shown to a network.
        games: how many are played at once.
        compiled: whether they are played by compiled code.

    Raises:
        BadParameter: if the system has no semaphores.

    """

    def __init__(self, blueprint: Blueprint, games: int, *, compiled: bool) -> None:
        self._blueprint = blueprint
        planes = blueprint.planes
        rows, players = games * LEAVES, len(planes.places) - planes.features
        self._inputs = np.zeros((rows, math.prod(planes.shape)), np.uint8)
        self._values = np.zeros((rows, players))
        self._logits = np.zeros((rows, blueprint.actions.size), np.float32)
        self._requested = np.zeros(games, np.int64)
        self._answered = new_semaphores(games)
        self._ended = np.zeros(1, np.int64)
        self._wanted = max(1, games // _PART)
        self._taking = threading.Lock()
        self._take, self._give = take_requests, give_answers
        if compiled:
            from ...native.build import compile_function

            flags = self._requested
            self._take = compile_function(take_requests, flags, flags, flags, 1)
            self._give = compile_function(give_answers, flags, self._answered, flags)

    def slot(self, number: int) -> RequestSlot:
        """Return the slot of a game."""
        rows = slice(number * LEAVES, (number + 1) * LEAVES)
        return RequestSlot(
            self._inputs[rows].reshape(-1),
            self._values[rows].reshape(-1),
            self._logits[rows].reshape(-1),
            self._requested[number : number + 1],
            self._answered[WORDS * number : WORDS * (number + 1)],
            self._ended,
        )

    def next_batch(self) -> RequestBatch | None:
        """Wait for requests; return all that there are then, or None at the end."""
        games = len(self._requested)
        slots, counts = np.zeros(games, np.int64), np.zeros(games, np.int64)
        with self._taking:
            while self._ended[0] != ENDED:
                taken = self._take(self._requested, slots, counts, self._wanted)
                if taken:
                    places = np.arange(LEAVES)
                    rows = LEAVES * slots[:taken, None] + places
                    return RequestBatch(slots[:taken], rows[places < counts[:taken, None]])
                time.sleep(_LOOK)
        return None

    def positions(self, batch: RequestBatch) -> Any:
        """Return the leaves of a batch as bytes, positions by the shape of the input."""
        return self._inputs[batch.rows].reshape(-1, *self._blueprint.planes.shape)

    def answer(self, batch: RequestBatch, values: Any, logits: Any) -> None:
        """Answer a batch: values of the network by players, -1 to 1, and logits by actions."""
        self._values[batch.rows] = self._blueprint.centre + self._blueprint.spread * values
        self._logits[batch.rows] = logits
        self._give(self._requested, self._answered, batch.slots)

    def end(self) -> None:
        """Let all that wait know that there are no answers any more."""
        self._ended[0] = ENDED
        release_each(self._answered, range(len(self._requested)))


def take_requests(requested: Any, slots: Any, counts: Any, wanted: int) -> int:
    """Take all requests, if there are so many; write their slots and numbers of leaves.

    Returns how many there are, 0 if they are too few.
    """
    ready = 0
    for number in range(len(requested)):
        if read_item(requested, number) > IDLE:
            ready += 1
    if ready < wanted:
        return 0
    taken = 0
    for number in range(len(requested)):
        count = read_item(requested, number)
        if count > IDLE:
            replace_item(requested, number, count, TAKEN)
            slots[taken] = number
            counts[taken] = count
            taken += 1
    return taken


def give_answers(requested: Any, answered: Any, slots: Any) -> None:
    """Wake the games in these slots: their answers are there."""
    for place in range(len(slots)):
        replace_item(requested, slots[place], TAKEN, IDLE)
    release_each(answered, slots)
