"""Live analysis of the positions of a game: one search for all who look at the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

from ..connections.client import Client
from ..engines import PooledSearch
from ..messages.sent import ReportTold, State, ThinkingMessage, Told, WaitsMessage
from .waiting import tell_waiting

__all__ = ["Feeds", "Line"]

Line = tuple[str, ...]


class _Feed:
    def __init__(self) -> None:
        self.readers: set[Client] = set()
        self.search: PooledSearch | None = None
        self.last: str | None = None


class Feeds:
    """The analyses of one game.

    Args:
        begin: begins a search of a line, its reports to a listener.
        waits: makes the message that tells what the search of a line waits for, from its state.

    """

    def __init__(
        self,
        begin: Callable[[Line, Callable[[dict[str, Any]], None]], PooledSearch],
        waits: Callable[[Line, State], WaitsMessage],
    ) -> None:
        self._begin, self._waits = begin, waits
        self._feeds: dict[Line, _Feed] = {}
        self._lines: dict[Client, Line] = {}

    def read(self, client: Client, line: Line) -> None:
        """Send a client the analysis of a line, and of no other."""
        if self._lines.get(client) == line:
            return
        self.leave(client)
        feed = self._feeds.get(line)
        if feed is None:
            feed = _Feed()
            feed.search = self._begin(
                line, lambda report: self._tell(feed, _thinking(line, report))
            )
            tell_waiting(feed.search, lambda state: self._tell(feed, self._waits(line, state)))
            self._feeds[line] = feed
        feed.readers.add(client)
        self._lines[client] = line
        if feed.last is not None:
            client.outbox.think(feed.last)

    def leave(self, client: Client) -> None:
        """Send a client no more; a search that nobody waits for ends."""
        line = self._lines.pop(client, None)
        client.outbox.forget_thinking()
        if line is None:
            return
        feed = self._feeds[line]
        feed.readers.discard(client)
        if not feed.readers:
            del self._feeds[line]
            if feed.search is not None:
                feed.search.cancel()

    def _tell(self, feed: _Feed, message: Told) -> None:
        feed.last = json.dumps(message)
        for client in feed.readers:
            client.outbox.think(feed.last)


def _thinking(line: Line, report: dict[str, Any]) -> ThinkingMessage:
    return {"type": "thinking", "line": list(line), "report": cast("ReportTold", report)}
