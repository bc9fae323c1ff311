"""Tickets: positions that a search wants evaluated, and the counts of what became of them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from ...game import Action, State

__all__ = ["AskReport", "Ticket"]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Ticket:
    """A position to evaluate. `Searcher.tell` takes its answer.

    Attributes:
        id: a number that no other ticket of the searcher has.
        state: the position. It is never finished.
        actions: the legal actions there, in the order of the rules; empty if they are proposed.
        path: the actions that lead there from the position at the root.
        player: the player to move, or `gt.CHANCE`.
        deadline: the `time.monotonic()` at which the ticket expires; None if it never does.

    """

    id: int
    state: State
    actions: tuple[Action, ...]
    path: tuple[Action, ...]
    player: int
    deadline: float | None = None
    key: Any = field(default=None, repr=False)
    desk: object = field(default=None, repr=False)

    @property
    def expired(self) -> bool:
        """True if the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline


@dataclass(slots=True)
class AskReport:
    """What became of the tickets of a searcher, in numbers.

    Attributes:
        tickets: tickets given out. Each is one evaluation that somebody pays for.
        answers: answers that were used in the tree.
        shared: simulations that took an earlier answer for the same position, at no cost.
        late: answers to tickets that had expired or whose position the search has left, and
            those that came when a move was proven best. They are kept for later, but they did
            not count in the tree when they came.
        repeated: answers to a ticket that had an answer already. They are ignored.
        expired: tickets without an answer at their deadline; and those of `ask` that a later
            `run_async` had to do without.
        failed: evaluations that raised an error or returned a bad answer, after all retries.
        refused: proposed actions that were illegal. The search goes on with the others.
        unproposed: calls of `propose` that took too long. The search goes on with the others.
        retries: evaluations that were tried once more.
        cost: the sum of what the answers cost, each 1 unless its `EvaluatorAnswer` says otherwise.

    """

    tickets: int = 0
    answers: int = 0
    shared: int = 0
    late: int = 0
    repeated: int = 0
    expired: int = 0
    failed: int = 0
    refused: int = 0
    unproposed: int = 0
    retries: int = 0
    cost: float = 0.0

    def __str__(self) -> str:
        parts = [f"{self.tickets} evaluations", f"cost {self.cost:g}"]
        names = ("shared", "late", "repeated", "expired", "failed", "refused", "unproposed")
        for name in (*names, "retries"):
            count = getattr(self, name)
            if count:
                parts.append(f"{count} {name}")
        return ", ".join(parts)
