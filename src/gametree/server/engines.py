"""The searches that a server asks for, and how many run at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from itertools import count
from typing import Any, Literal, Protocol

from .messages.refusal import Refusal
from .messages.sent import State
from .metrics import Metrics

__all__ = ["Engines", "Pool", "PooledSearch"]

Listener = Callable[[dict[str, Any]], None]

_AHEAD, _SOON = -(10**6), -(10**6) + 1  # priorities: below all that anybody waits for
_MOST_AHEAD = 8
_MOST_PREPARED = 256


class Pool(Protocol):
    """What `gametree.analysis.EnginePool` offers."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def submit(self, query: Any, listener: Listener, *, client: Any) -> Any: ...


class PooledSearch:
    """A search that runs.

    Attributes:
        reported: whether it has been heard of.

    """

    def __init__(self, engines: Engines, listener: Listener) -> None:
        self._engines = engines
        self._listener: Listener | None = listener
        self.reported = False
        self.ticket: Any = None

    @property
    def runs(self) -> bool:
        """True if more reports will come."""
        return self._listener is not None

    @property
    def state(self) -> State | Literal["over"]:
        """The current state, in the words of `gametree.analysis.QueryTicket`."""
        if not self.runs or self.ticket is None:
            return "over"
        state: State | Literal["over"] = self.ticket.state
        return state

    def hear(self, report: dict[str, Any]) -> None:
        """Take a report of the pool."""
        listener = self._listener
        if listener is None:
            return
        self.reported = True
        if not report.get("isDuringSearch", False):
            self._end()
        listener(report)

    def ask(self, question: dict[str, Any], hear: Listener) -> None:
        """Ask about a tree that is explored; `hear` is called with the answer, if it still runs."""
        if self.runs and self.ticket is not None:
            self.ticket.ask(question, lambda told: hear(told) if self.runs else None)

    def cancel(self) -> None:
        """Stop; nothing more is heard."""
        if self.runs:
            self._end()
            if self.ticket is not None:
                self.ticket.cancel()

    def _end(self) -> None:
        """Note that the search is over: nobody listens, and another one may run."""
        self._listener = None
        self._engines.running -= 1


class Engines:
    """Searches by a pool of worker processes, at most this many analyses at once.

    Args:
        pool: the workers.
        query: what makes a query of keywords, `gametree.analysis.Query`.
        most: how many searches may run at once.
        metrics: where they are counted.

    """

    def __init__(self, pool: Pool, query: Callable[..., Any], most: int, metrics: Metrics) -> None:
        self.pool = pool
        self.running = 0
        self.explored = 0  # of them, those whose trees are explored
        self._query, self._most, self._metrics = query, most, metrics
        self._numbers = count(1)
        self._prepared: OrderedDict[Any, None] = OrderedDict()
        self._preparing: set[Any] = set()

    def prepare(
        self, game: str, parameters: tuple[tuple[str, str], ...] = (), *, soon: bool = False
    ) -> None:
        """Have what an analysis of a game needs compiled and loaded, when nobody waits.

        Nothing is said if that fails: who asks for the analysis is told.

        Args:
            game: as the query of a search has it.
            parameters: those of the game.
            soon: whether it comes before the games that nobody has started yet.

        """
        key = game, parameters, soon
        if key in self._prepared or (soon and len(self._preparing) >= _MOST_AHEAD):
            return

        def hear(_: dict[str, Any]) -> None:
            self._preparing.discard(key)

        self._prepared[key] = None
        if len(self._prepared) > _MOST_PREPARED:
            self._prepared.popitem(last=False)
        self._preparing.add(key)
        query = self._query(
            id=str(next(self._numbers)),
            game=game,
            parameters=parameters,
            kind="prepare",
            priority=_SOON if soon else _AHEAD,
        )
        self.pool.submit(query, hear, client=self)

    def search(
        self, listener: Listener, *, client: Any, always: bool = False, **asked: Any
    ) -> PooledSearch:
        """Begin a search.

        Raises:
            Refusal: if too many run, unless it is `always` to be done.

        """
        if self.running >= self._most and not always:
            raise Refusal("busy", "the server analyses as much as it may: try again in a moment")
        query = self._query(id=str(next(self._numbers)), **asked)
        search = PooledSearch(self, listener)
        self.running += 1
        self._metrics.count("searches")
        try:
            search.ticket = self.pool.submit(query, search.hear, client=client)
        except Exception:
            search.cancel()
            raise
        return search
