"""Runs the application on a socket, until a signal ends it within ten seconds."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, cast

import uvicorn

from ..errors import GametreeError
from .connections.protocols import HttpProtocol, Unfinished, WebSocketProtocol
from .ending import EndBySignal
from .settings import Settings

__all__ = ["Server", "make_server", "raise_descriptors", "run"]

_GRACE_SECONDS = 3.0  # for requests that are being answered when the end is asked for


def make_server(app: Any, settings: Settings) -> Server:
    """Return a server of an application, for `run`, within bounds."""
    unfinished = Unfinished(settings)
    return Server(
        uvicorn.Config(
            partial(_cancelled_quietly, app),
            interface="asgi3",
            log_level="error",  # warnings are of clients, who could fill the log with them
            access_log=False,
            http=cast("Any", partial(HttpProtocol, unfinished)),
            ws=cast("Any", partial(WebSocketProtocol, settings.request_seconds)),
            ws_max_size=settings.most_bytes,
            ws_per_message_deflate=False,  # would cost each watcher memory, and each frame time
            server_header=False,
        )
    )


def raise_descriptors() -> None:
    """Let this process have as many connections as the system allows; the usual 1,024 are few."""
    with suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def run(
    server: Server,
    listening: socket.socket,
    begun: Callable[[], Awaitable[None]],
    ending: EndBySignal,
) -> None:
    """Serve until `ending` hears a signal; `begun` is awaited once requests are answered.

    A signal ends it within ten seconds: connections are closed, and what is being written is
    written. A second one waits for nobody.

    Raises:
        GametreeError: if the application does not start.

    """
    raise_descriptors()
    ending.stop, ending.hurry = server.stop, server.let_go
    serving = asyncio.ensure_future(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        beginning = asyncio.ensure_future(begun())
        await asyncio.wait({beginning, serving}, return_when=asyncio.FIRST_COMPLETED)
        ended = server.should_exit  # then what has begun may fail, as all is being closed
        beginning.cancel()
        [failed] = await asyncio.gather(beginning, return_exceptions=True)
        if isinstance(failed, Exception) and not ended:
            server.stop()
            await serving
            raise failed
    await serving
    if not server.started:
        raise GametreeError("the server could not start: what went wrong stands above")


class Server(uvicorn.Server):
    """A server that ends in time, whoever is connected."""

    def stop(self) -> None:
        """Answer what has been asked, and end."""
        self.should_exit = True

    def let_go(self) -> None:
        """Close all connections now, and end what runs for them."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        for task in list(self.server_state.tasks):
            task.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections, those that are not done within some seconds by force."""
        late = asyncio.get_running_loop().call_later(_GRACE_SECONDS, self.let_go)
        try:
            await super().shutdown(sockets)
        finally:
            late.cancel()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `EndBySignal`: uvicorn would raise them again at the end."""
        yield


async def _cancelled_quietly(app: Any, scope: Any, receive: Any, send: Any) -> None:
    """Run an application; that the server cancels it as it ends is no fault to report."""
    with suppress(asyncio.CancelledError):
        await app(scope, receive, send)
