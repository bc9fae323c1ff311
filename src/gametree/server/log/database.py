"""The connections to the database: bounded waits, and failures that clients understand."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ..messages.refusal import Refusal

__all__ = ["ANSWER_SECONDS", "DatabaseConnections", "cause_of"]

ANSWER_SECONDS = 3.0
"""How long a request waits for a connection, and again for the lock of another writer."""

_OPENING_SECONDS = 30.0  # for another server that migrates the database just now
_TRIED_AGAIN_SECONDS = 0.02


class DatabaseConnections:
    """Connections to a database of SQLite or PostgreSQL.

    Args:
        url: with the name of an asynchronous driver.

    """

    def __init__(self, url: sa.URL) -> None:
        self._url = url
        self._engine = _make_engine(url, ANSWER_SECONDS)
        # SQLite has one writer at a time, and lets the others try again without any order.
        sqlite = url.get_backend_name() == "sqlite"
        self._turn: Any = asyncio.Lock() if sqlite else nullcontext()

    @asynccontextmanager
    async def opening(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that waits for other servers, within a transaction: to migrate."""
        engine = _make_engine(self._url, _OPENING_SECONDS, opening=True)
        try:
            async with engine.begin() as connection:
                yield connection
        finally:
            await engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection within a transaction.

        Raises:
            Refusal: if the database does not answer in time, or cannot be written.
            IntegrityError: if a row is there already.

        """
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await stack.enter_async_context(self._turn)
                yield await stack.enter_async_context(self._engine.begin())
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:  # a TimeoutError is an OSError
            raise _unavailable("written", error) from error

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection.

        Raises:
            Refusal: if the database does not answer in time.

        """
        try:
            async with self._engine.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise _unavailable("read", error) from error

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


def cause_of(error: Exception) -> str:
    """Return what the database said, in one line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split()) or type(cause).__name__


def _unavailable(done: str, error: Exception) -> Refusal:
    # The words of SQLAlchemy about a full pool are for its users; a TimeoutError has none.
    queue = isinstance(error, TimeoutError | PoolTimeout)
    cause = "too many requests wait for it" if queue else cause_of(error)
    sentence = f"the database cannot be {done} now: {cause}; try again in a moment"
    return Refusal("unavailable", sentence, status=503)


def _make_engine(url: sa.URL, seconds: float, *, opening: bool = False) -> AsyncEngine:
    sqlite = url.get_backend_name() == "sqlite"
    engine = create_async_engine(
        url,
        pool_pre_ping=not sqlite,
        pool_timeout=seconds,
        connect_args={} if sqlite else {"timeout": seconds, "command_timeout": seconds},
    )
    if sqlite:
        prepare = partial(_prepare_sqlite, seconds, opening=opening)
        sa.event.listen(engine.sync_engine, "connect", lambda connection, _: prepare(connection))
    return engine


def _prepare_sqlite(seconds: float, connection: Any, *, opening: bool) -> None:
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={int(1000 * seconds)}", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    if opening:  # the file remembers it
        _write_ahead(cursor, seconds)
    cursor.close()


def _write_ahead(cursor: Any, seconds: float) -> None:
    """Let the database write ahead; wait for another server that does the same just now.

    SQLite itself does not wait here: where another connection holds a new database for writing, it
    says at once that it is locked.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_TRIED_AGAIN_SECONDS)
        else:
            return
