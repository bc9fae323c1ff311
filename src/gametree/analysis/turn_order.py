"""The order in which queries have their turns: by priority, then each client in turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .query import Query

__all__ = ["Asked", "Rank", "TurnOrder"]

Rank = tuple[int, int, int, int]
"""Of queries, the one with the least rank comes first."""


@dataclass(eq=False, slots=True)
class Asked:
    """A query that is not yet answered.

    Attributes:
        number: queries are numbered as they come.
        query: what is asked.
        client: who asks.
        listener: hears its reports; None once nobody does.
        turn: when it was last searched, if it reports meanwhile; those take turns within a
            client, while all others of his are searched to the end, one after the other.
        worker: who has its tree, or is to search it; None while nobody is.
        begun: whether the worker knows of it.
        rests: whether its search is over, and its tree kept.
        questions: who hears the answers to questions about its tree, by their keys.

    """

    number: int
    query: Query
    client: Hashable
    listener: Any
    turn: int = 0
    worker: Any = field(default=None, repr=False)
    begun: bool = False
    rests: bool = False
    questions: dict[int, Callable[[dict[str, Any]], object]] = field(
        default_factory=dict, repr=False
    )

    @property
    def game(self) -> tuple[Any, ...]:
        """What a worker has compiled that has searched it."""
        return self.query.game, self.query.parameters, self.query.player


class TurnOrder:
    """Those who wait for their first turn, and when each client was last served."""

    def __init__(self) -> None:
        self._waiting: dict[int, dict[Hashable, dict[int, Asked]]] = {}  # by priority and client
        self._served: dict[Hashable, int] = {}
        self._open: dict[Hashable, int] = {}  # queries of each client that are not answered
        self._time = 0

    def __len__(self) -> int:
        return sum(len(each) for clients in self._waiting.values() for each in clients.values())

    def enter(self, asked: Asked) -> None:
        """Take note of a new query."""
        client = asked.client
        self._open[client] = self._open.get(client, 0) + 1
        # Whoever comes again is not before those who have waited longer.
        self._served.setdefault(client, self._time)

    def leave(self, asked: Asked) -> None:
        """Forget a query."""
        self.take(asked)
        client = asked.client
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client], self._served[client]

    def put(self, asked: Asked) -> None:
        """Let a query wait for its first turn."""
        clients = self._waiting.setdefault(asked.query.priority, {})
        clients.setdefault(asked.client, {})[asked.number] = asked

    def take(self, asked: Asked) -> None:
        """Let a query wait no longer, if it does."""
        priority, client = asked.query.priority, asked.client
        clients = self._waiting.get(priority, {})
        queries = clients.get(client, {})
        if queries.pop(asked.number, None) is not None and not queries:
            del clients[client]
            if not clients:
                del self._waiting[priority]

    def serve(self, asked: Asked) -> None:
        """Take note that a query is searched now."""
        self._time += 1
        self._served[asked.client] = self._time
        if asked.query.report_every is not None:
            asked.turn = self._time

    def rank(self, asked: Asked) -> Rank:
        """Return the rank of a query."""
        return -asked.query.priority, self._served[asked.client], asked.turn, asked.number

    def waiting(self) -> Iterator[Asked]:
        """Yield the next of each client who waits for a first turn, in their order."""
        for priority in sorted(self._waiting, reverse=True):
            firsts = [next(iter(queries.values())) for queries in self._waiting[priority].values()]
            yield from sorted(firsts, key=self.rank)
