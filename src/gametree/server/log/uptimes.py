"""Uptimes of servers and the games whose clocks run: nobody pays for downtime."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable

import sqlalchemy as sa

from . import tables
from .database import DatabaseConnections

__all__ = ["BEAT_SECONDS", "Uptimes", "uncovered"]

BEAT_SECONDS = 1.0
"""How often a server writes that it is up, while a clock runs."""


class Uptimes:
    """What the clocks of games need across restarts.

    Args:
        database: its connections.
        shared: whether other servers may be up at the same time.
        clock: the time in seconds, the same for all servers of a database.

    """

    def __init__(
        self, database: DatabaseConnections, *, shared: bool, clock: Callable[[], float] = time.time
    ) -> None:
        self._database, self._shared, self._clock = database, shared, clock
        self._server = uuid.uuid4().hex
        self._began: float | None = None

    async def beat(self) -> None:
        """Write that this server is up."""
        table, now = tables.uptimes, self._clock()
        async with self._database.writing() as connection:
            if self._began is None:
                row = {"server": self._server, "began": now, "seen": now}
                await connection.execute(table.insert().values(row))
                self._began = now
            else:
                mine = table.c.server == self._server
                await connection.execute(table.update().where(mine).values(seen=now))

    async def down(self, since: float) -> float:
        """Return for how many seconds no server was up from a time until now.

        After a crash that is exact to BEAT_SECONDS, in favour of the players.
        """
        now = self._clock()
        table = tables.uptimes
        query = sa.select(table.c.began, table.c.seen).where(table.c.seen > since)
        async with self._database.reading() as connection:
            spans = [(began, seen) for began, seen in await connection.execute(query)]
        if self._began is not None:
            spans.append((self._began, now))
        # Another server that is up now has written that a moment ago.
        least = 2 * BEAT_SECONDS if self._shared else 0.0
        return uncovered(spans, since, now, least)

    async def note_clock(self, game_id: str, *, runs: bool) -> None:
        """Write whether a game's clock runs."""
        table = tables.running_clocks
        async with self._database.writing() as connection:
            await connection.execute(table.delete().where(table.c.game_id == game_id))
            if runs:
                await connection.execute(table.insert().values(game_id=game_id))

    async def running_clocks(self) -> list[str]:
        """Return the games whose clocks run."""
        async with self._database.reading() as connection:
            return list(await connection.scalars(sa.select(tables.running_clocks.c.game_id)))


def uncovered(
    spans: Iterable[tuple[float, float]], since: float, until: float, least: float = 0.0
) -> float:
    """Return how much of a time no span covers; gaps shorter than `least` do not count."""
    total, covered = 0.0, since
    for begin, end in sorted([*spans, (until, until)]):
        gap = min(begin, until) - covered
        total += gap if gap > least else 0.0
        covered = max(covered, end)
    return total
