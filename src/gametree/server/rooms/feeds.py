"""Live analysis of the positions of a game: one search for all who look at the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from ..connections.client import Client
from ..engines import PooledSearch
from ..messages.sent import ReportTold, State, ThinkingMessage, Told, WaitsMessage
from ..rules.rules import PlayedLine
from .waiting import tell_waiting

__all__ = ["Feeds", "Sought"]


@dataclass(frozen=True, slots=True)
class Sought:
    """A position that is analysed.

    Attributes:
        line: the moves that lead to it.
        told: these moves as the client sees them.
        seat: whose knowledge is searched, in a game that hides something; None: of who moves.

    """

    line: PlayedLine
    told: tuple[str, ...]
    seat: int | None = None


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
        begin: Callable[[Sought, Callable[[dict[str, Any]], None]], PooledSearch],
        waits: Callable[[Sought, State], WaitsMessage],
    ) -> None:
        self._begin, self._waits = begin, waits
        self._feeds: dict[Sought, _Feed] = {}
        self._lines: dict[Client, Sought] = {}

    def read(self, client: Client, line: Sought) -> None:
        """Send a client the analysis of a line, and of no other."""
        if self._lines.get(client) == line:
            return
        self.leave(client)
        feed = self._feeds.get(line)
        if feed is None:
            feed = _Feed()
            feed.search = self._begin(
                line, lambda report: self._tell(feed, _thinking(line.told, report))
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


def _thinking(line: tuple[str, ...], report: dict[str, Any]) -> ThinkingMessage:
    return {"type": "thinking", "line": list(line), "report": cast("ReportTold", report)}
