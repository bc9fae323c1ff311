"""The event log: what has happened in each game, in SQLite or PostgreSQL.

A game is its events in order, numbered from 1. Events are added, never changed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from ...errors import BadParameter
from ...files.user_folders import data_home
from ..messages.refusal import Refusal
from . import tables
from .database import ANSWER_SECONDS, DatabaseConnections, cause_of
from .uptimes import Uptimes

__all__ = ["Event", "EventLog", "LogMovedOn", "default_database"]

_CHANNEL = "gametree_events"
_MIGRATING = 7_213_402_118  # the advisory lock of PostgreSQL that a migrating server holds
_MOST_LISTED = 10_000  # games that are looked through for those with the same rules
_AT_ONCE = 500  # ids in a query
_AGAIN_SECONDS = 1.0  # between two tries to listen, once the database has gone


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game."""

    seq: int
    kind: str
    payload: dict[str, Any]
    time: float


class LogMovedOn(Exception):
    """Another process has written an event of this number: read on before you decide again."""


def default_database() -> str:
    """Return the URL of the SQLite file in the user's data folder."""
    return f"sqlite:///{data_home() / 'games.sqlite'}"


class EventLog:
    """The log, open.

    Attributes:
        shared: whether other processes may write to it, too.
        uptimes: when servers were up, and which clocks run.

    Args:
        url: sqlite:///path/to/file or postgresql://user:password@host/database.

    Raises:
        BadParameter: if the URL is none of these.

    """

    def __init__(self, url: str) -> None:
        try:
            self._url = make_url(url)
        except ArgumentError:
            raise BadParameter(_EXPECTED.format("it is no URL")) from None
        kind = self._url.get_backend_name()
        if kind not in ("sqlite", "postgresql"):
            raise BadParameter(_EXPECTED.format(f"{kind!r} is not supported"))
        self._postgres = self.shared = kind == "postgresql"
        driver = "postgresql+asyncpg" if self._postgres else "sqlite+aiosqlite"
        if not self._postgres:
            if not self._url.database or self._url.database == ":memory:":
                raise BadParameter(_EXPECTED.format("it names no file"))
        self._database = DatabaseConnections(self._url.set(drivername=driver))
        self.uptimes = Uptimes(self._database, shared=self.shared)
        self._listener: Any = None
        self._watchers: list[Callable[[str | None], None]] = []
        self._beat: asyncio.Task[bool] | None = None
        self._opened = False

    async def open(self) -> None:
        """Make the tables, or bring them to this version; once.

        Raises:
            BadParameter: if the database cannot be used.

        """
        if self._opened:
            return
        try:
            if not self._postgres:
                Path(str(self._url.database)).absolute().parent.mkdir(parents=True, exist_ok=True)
            async with self._database.opening() as connection:
                # Two servers may start at once.
                if self._postgres:
                    await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MIGRATING)))
                else:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, OSError) as error:
            await self.close()
            shown = self._url.render_as_string(hide_password=True)
            raise BadParameter(f"the database {shown} cannot be used: {cause_of(error)}") from error
        self._opened = True

    async def close(self) -> None:
        """Close all connections."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with suppress(Exception):
                await listener.close()
        if self._beat is not None:
            await asyncio.wait({self._beat})
        await self._database.close()

    async def ready(self) -> bool:
        """Write that the server is up; return whether that succeeds within `ANSWER_SECONDS`."""
        beat = self._beat
        if beat is None or beat.done():  # one write for all who ask meanwhile
            beat = self._beat = asyncio.ensure_future(self._written())
        done, _ = await asyncio.wait({beat}, timeout=ANSWER_SECONDS)
        return bool(done) and beat.result()

    async def _written(self) -> bool:
        try:
            await self.uptimes.beat()
        except Refusal:
            return False
        return True

    async def create(
        self, game_id: str, payload: Mapping[str, Any], hashes: Mapping[int, bytes]
    ) -> None:
        """Write the first event of a game, and what is kept of its seats' tokens."""
        now = time.time()
        async with self._database.writing() as connection:
            await connection.execute(tables.games.insert().values(id=game_id, created=now))
            await connection.execute(
                tables.events.insert().values(
                    game_id=game_id, seq=1, kind="created", payload=dict(payload), time=now
                )
            )
            if hashes:
                rows = [{"game_id": game_id, "seat": s, "hash": h} for s, h in hashes.items()]
                await connection.execute(tables.seat_tokens.insert(), rows)
            await self._notify(connection, game_id)
        self._changed(game_id)

    async def append(
        self, game_id: str, after: int, news: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> list[Event]:
        """Write events behind number `after`, all or none, and return them once they are safe.

        Raises:
            LogMovedOn: if another process was first.

        """
        now = time.time()
        added = [
            Event(after + place, kind, dict(payload), now)
            for place, (kind, payload) in enumerate(news, start=1)
        ]
        rows = [
            {
                "game_id": game_id,
                "seq": each.seq,
                "kind": each.kind,
                "payload": each.payload,
                "time": now,
            }
            for each in added
        ]
        try:
            async with self._database.writing() as connection:
                await connection.execute(tables.events.insert(), rows)
                await self._notify(connection, game_id)
        except IntegrityError as error:
            raise LogMovedOn from error
        self._changed(game_id)
        return added

    def watch(self, changed: Callable[[str | None], None]) -> None:
        """Call `changed` with the id of each game that begins or goes on.

        It is called with None when there may be others: other processes may have added to any game.
        """
        self._watchers.append(changed)

    def _changed(self, game_id: str | None) -> None:
        for changed in self._watchers:
            changed(game_id)

    async def _notify(self, connection: Any, game_id: str) -> None:
        """Report a game to other processes, which hear of it once the transaction is over."""
        if self._postgres:
            await connection.execute(sa.select(sa.func.pg_notify(_CHANNEL, game_id)))

    async def events(self, game_id: str, after: int = 0) -> list[Event]:
        """Return the events of a game behind number `after`: none if there is no such game."""
        table = tables.events
        query = (
            sa.select(table.c.seq, table.c.kind, table.c.payload, table.c.time)
            .where(table.c.game_id == game_id, table.c.seq > after)
            .order_by(table.c.seq)
        )
        async with self._database.reading() as connection:
            return [Event(*row) for row in await connection.execute(query)]

    async def games_of(
        self,
        spec: str,
        parameters: Mapping[str, str],
        most: int,
        among: Collection[str] | None = None,
    ) -> list[str]:
        """Return the ids of the latest games with these rules, or of those among some games."""
        events, known = tables.events, tables.games
        begun = sa.select(events.c.game_id, events.c.payload).where(events.c.seq == 1)
        if among is None:
            latest = begun.join(known, known.c.id == events.c.game_id)
            queries = [latest.order_by(known.c.created.desc()).limit(_MOST_LISTED)]
        else:
            ids = list(among)
            parts = [ids[first : first + _AT_ONCE] for first in range(0, len(ids), _AT_ONCE)]
            queries = [begun.where(events.c.game_id.in_(part)) for part in parts]
        found: list[str] = []
        for query in queries:
            async with self._database.reading() as connection:
                found += [
                    game_id
                    for game_id, payload in await connection.execute(query)
                    if payload["game"] == spec and payload["parameters"] == parameters
                ]
        return found[:most]

    async def hashes(self, game_id: str) -> dict[int, bytes]:
        """Return the hash of each seat's token."""
        table = tables.seat_tokens
        query = sa.select(table.c.seat, table.c.hash).where(table.c.game_id == game_id)
        async with self._database.reading() as connection:
            return {seat: bytes(kept) for seat, kept in await connection.execute(query)}

    async def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call `heard` with the id of each game that any process has added to (PostgreSQL).

        It is called with None when there may be such that were not heard of.
        """
        if not self._postgres:
            return
        import asyncpg

        url = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._listener = await asyncpg.connect(url)

        def noticed(*said: Any) -> None:
            heard(said[-1])
            self._changed(said[-1])

        await self._listener.add_listener(_CHANNEL, noticed)
        self._listener.add_termination_listener(lambda _: self._lost(heard))

    def _lost(self, heard: Callable[[str | None], None]) -> None:
        if self._listener is not None:
            self._listener = None
            self._again = asyncio.ensure_future(self._listen_again(heard))

    async def _listen_again(self, heard: Callable[[str | None], None]) -> None:
        """Connect to the database again after the connection was lost, however often it takes."""
        while True:
            await asyncio.sleep(_AGAIN_SECONDS)
            with suppress(Exception):
                await self.listen(heard)
                heard(None)
                self._changed(None)
                return


_EXPECTED = (
    "the database is given as sqlite:///path/to/file or "
    "postgresql://user:password@host/database; {}"
)


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
