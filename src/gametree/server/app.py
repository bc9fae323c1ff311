"""The application: the event log, the engines, the games and the interfaces put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from .connections.analysis_socket import add_analysis_socket
from .connections.body_limit import BodyLimit
from .connections.http import add_requests
from .connections.origins import Origins
from .connections.token_bucket import AddressBuckets
from .connections.websocket import add_websocket
from .engines import Engines, Pool
from .log.event_log import EventLog
from .metrics import Metrics
from .rooms.hub import Hub
from .settings import Settings

__all__ = ["make_app"]


def make_app(
    log: EventLog, pool: Pool, query: Callable[..., Any], settings: Settings
) -> tuple[Any, Hub]:
    """Return the server as an ASGI application, which opens and closes log and pool; its games.

    Args:
        log: where games are kept.
        pool: the processes that search.
        query: what makes a query for them, `gametree.analysis.Query`.
        settings: what clients may do.

    """
    metrics = Metrics()
    hub = Hub(log, Engines(pool, query, settings.most_searches, metrics), settings, metrics)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await log.open()
        try:
            await pool.start()
            await hub.start()
            yield
        finally:
            await hub.close()
            await pool.close()
            await log.close()

    app = FastAPI(title="gametree", lifespan=lifespan, docs_url=None, redoc_url=None)
    buckets = AddressBuckets(settings.requests_a_second, settings.request_burst)
    add_websocket(app, hub, buckets)
    add_analysis_socket(app, hub, buckets)
    add_requests(app, hub, buckets)
    return Origins(BodyLimit(app, settings.most_bytes), settings), hub
