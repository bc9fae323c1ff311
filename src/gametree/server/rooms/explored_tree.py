"""The tree that a client explores: a search under way, and what he asks about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from ..connections.client import Client
from ..engines import Engines, PooledSearch
from ..messages.refusal import Refusal
from ..messages.sent import Told
from ..messages.trees import TraceTold
from ..settings import Settings

__all__ = ["ExploredTree", "trace"]

_MOST_ASKED = 8  # questions that wait for their answers

Line = tuple[str, ...]


class ExploredTree:
    """A search whose tree a client walks in.

    It ends with the client, when it has searched for as long as it may, and when nothing has been
    asked about it for a while, as of a page that nobody looks at.

    Raises:
        Refusal: if the server lets as many be explored as it may.

    """

    def __init__(
        self, client: Client, engines: Engines, settings: Settings, asked: dict[str, Any]
    ) -> None:
        if engines.explored >= settings.most_explored:
            raise Refusal("busy", "as many trees are explored as may be: try again later")
        self._client, self._engines, self._settings = client, engines, settings
        self.line: Line = asked["moves"]
        self.key = (asked["game"], asked["parameters"], asked["player"])
        self._waiting = 0
        self._search: PooledSearch = engines.search(
            self._hear,
            client=client,
            **asked,
            kind="explore",
            max_time=settings.explore_seconds,
            priority=0,
        )
        engines.explored += 1
        self._timer: asyncio.TimerHandle | None = None
        self._watched()

    @property
    def runs(self) -> bool:
        """True if there is a tree to ask about, or soon will be."""
        return self._search.runs

    def ask(self, ref: str | None, kind: str, **question: Any) -> None:
        """Have a question answered by a message of this kind.

        Raises:
            Refusal: if too many wait for their answers.

        """
        if self._waiting >= _MOST_ASKED:
            raise Refusal("too_fast", "too many questions about the tree: wait for the answers")
        self._waiting += 1
        self._watched()

        def hear(answer: dict[str, Any]) -> None:
            self._waiting -= 1
            self._client.tell(cast("Told", {"type": kind, "ref": ref, **answer}))

        self._search.ask({"what": kind, **question}, hear)

    def advance(self, line: Line) -> bool:
        """Make a position in the tree its root, if it can be; return whether it can."""
        if not self.runs or line[: len(self.line)] != self.line:
            return False
        self.line = line
        self._search.ask({"what": "advance", "line": list(line)}, lambda answer: None)
        return True

    def cancel(self) -> None:
        """End the search; the client receives nothing more."""
        self._search.cancel()
        self._end()

    def _hear(self, report: dict[str, Any]) -> None:
        """Tell the client that the search has failed: searches of a tree end in no other way."""
        self._end()
        message = report.get("error", "the search has ended")
        self._client.tell({"type": "explored", "line": list(self.line), "message": message})

    def _watched(self) -> None:
        """Note that somebody looks."""
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._settings.unwatched_seconds, self._leave)

    def _leave(self) -> None:
        self.cancel()
        message = "nobody has looked at the tree for a while: the search has ended"
        self._client.tell({"type": "explored", "line": list(self.line), "message": message})

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._engines.explored -= 1


def trace(
    client: Client,
    engines: Engines,
    settings: Settings,
    asked: dict[str, Any],
    ref: str | None,
    done: Callable[[PooledSearch], None],
) -> PooledSearch:
    """Send the steps of some simulations to a client; `done` is called with the search."""

    def hear(report: dict[str, Any]) -> None:
        done(search)
        answer = cast("TraceTold", report)
        client.tell({"type": "trace", "ref": ref, "line": list(asked["moves"]), "report": answer})

    search = engines.search(
        hear,
        client=client,
        **asked,
        kind="trace",
        max_time=settings.trace_seconds,
        priority=5,
    )
    return search
