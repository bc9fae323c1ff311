"""The analysis channel: lines of JSON in, lines of JSON out, whatever carries them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from .. import __version__
from ..errors import GametreeError
from .query import Query
from .reports import error_report
from .requests import Request, RequestError, Turn, request_of

__all__ = ["Cancellable", "Channel"]

_MOST_TURNS = 10_000


class Cancellable(Protocol):
    """A search under way."""

    def cancel(self) -> None:
        """End it; nothing more is heard of it."""


class _Search:
    """A position that is searched."""

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.last: dict[str, Any] | None = None
        self.ticket: Cancellable | None = None


class Channel:
    """One who asks by lines of JSON, after the model of KataGo's analysis engine.

    Args:
        submit: lets a query be searched, and each report be heard.
        write: takes each answer.
        most_open: how many positions may wait for their last report.
        most_turns: how many positions a line may name.

    """

    def __init__(
        self,
        submit: Callable[[Query, Callable[[dict[str, Any]], None]], Cancellable],
        write: Callable[[dict[str, Any]], object],
        *,
        most_open: int | None = None,
        most_turns: int = _MOST_TURNS,
    ) -> None:
        self._submit, self._write = submit, write
        self._most_open, self._most_turns = most_open, most_turns
        self._open: dict[str, dict[int, _Search]] = {}
        self._changed = asyncio.Event()

    @property
    def open(self) -> int:
        """How many positions wait for their last report."""
        return sum(map(len, self._open.values()))

    async def until_open(self, most: int) -> None:
        """Wait until no more than this many positions wait for their last report."""
        while self.open > most:
            self._changed.clear()
            await self._changed.wait()

    def take(self, text: str | bytes) -> None:
        """Answer a line; a search is answered as its reports come."""
        try:
            request = request_of(text, self._most_turns)
            self._refuse_if_too_many(request)
        except RequestError as error:
            self._write({"id": error.id, "error": str(error), "field": error.field})
            return
        for name in request.unknown:
            warning = f"nobody reads the field {name!r}"
            self._write({"id": request.id, "warning": warning, "field": name})
        match request.action:
            case "":
                for turn in request.turns:
                    self._search(request.id, turn)
            case "query_version":
                self._write({**request.told, "version": __version__})
            case _:
                self._terminate(request)
                self._write(request.told)

    def close(self) -> None:
        """End all searches; nothing more is written."""
        self._write = lambda report: None
        for searches in self._open.values():
            for each in searches.values():
                if each.ticket is not None:
                    each.ticket.cancel()
        self._open.clear()
        self._changed.set()

    def _refuse_if_too_many(self, request: Request) -> None:
        if not request.turns:
            return
        if request.id in self._open:
            raise RequestError(
                f"the id {request.id!r} is that of a query under way: give each one of its own",
                "id",
                request.id,
            )
        if self._most_open is not None and self.open + len(request.turns) > self._most_open:
            raise RequestError(
                f"{self._most_open} positions may be searched or wait at once: wait for answers, "
                "or terminate others",
                None,
                request.id,
            )

    def _search(self, request_id: str, turn: Turn) -> None:
        search = _Search(turn.number)
        self._open.setdefault(request_id, {})[turn.number] = search
        try:
            search.ticket = self._submit(
                turn.query, lambda report: self._hear(request_id, search, report)
            )
        except GametreeError as error:
            field = getattr(error, "field", None)
            self._hear(request_id, search, error_report(request_id, str(error), field))

    def _hear(self, request_id: str, search: _Search, report: dict[str, Any]) -> None:
        search.last = report
        if not report.get("isDuringSearch"):
            self._end(request_id, search)
        facts = {**report, "id": request_id}
        if "error" in facts:
            facts["turnNumber"] = search.turn
        self._write(facts)

    def _end(self, request_id: str, search: _Search) -> None:
        searches = self._open[request_id]
        del searches[search.turn]
        if not searches:
            del self._open[request_id]
        self._changed.set()

    def _terminate(self, request: Request) -> None:
        """End searches; each has a last report all the same."""
        ids = list(self._open) if request.terminate_id is None else [request.terminate_id]
        for name in ids:
            for search in list(self._open.get(name, {}).values()):
                if request.turn_numbers is not None and search.turn not in request.turn_numbers:
                    continue
                if search.ticket is not None:
                    search.ticket.cancel()
                self._end(name, search)
                self._write(_ended(name, search))


def _ended(request_id: str, search: _Search) -> dict[str, Any]:
    """Return the last report of a search that was ended: what was found so far, if anything."""
    last = search.last
    if last is None:
        report = {"id": request_id, "isDuringSearch": False, "turnNumber": search.turn}
        return {**report, "noResults": True}
    root = {**last.get("rootInfo", {}), "stopReason": "terminated"}
    return {**last, "id": request_id, "isDuringSearch": False, "rootInfo": root}
