"""Runs the application on a socket, until a signal ends it within ten seconds."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..errors import GametreeError

__all__ = ["make_server", "raise_descriptors", "run"]

_GRACE_SECONDS = 3  # for requests that are being answered when the end is asked for
_LAST_SECONDS = 9.0  # after which the process ends, whatever hangs: the log has all that was told
_UNREAD_SECONDS = 5.0


def make_server(app: Any, most_bytes: int) -> uvicorn.Server:
    """Return a server of an application, for `run`; a message may hold `most_bytes`."""
    return _Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws=_Protocol,
            ws_max_size=most_bytes,
            ws_per_message_deflate=False,  # would cost each watcher memory, and each frame time
            timeout_graceful_shutdown=_GRACE_SECONDS,
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
    server: uvicorn.Server, listening: socket.socket, begun: Callable[[], Awaitable[None]]
) -> None:
    """Serve until SIGTERM or Ctrl-C; `begun` is awaited once requests are answered.

    A signal ends it within ten seconds: connections are closed, and what is being written is
    written. A second one waits for nobody.

    Raises:
        GametreeError: if the application does not start.

    """
    raise_descriptors()
    with _signals_to(server):
        serving = asyncio.ensure_future(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            try:
                await begun()
            except BaseException:
                server.should_exit = True
                await serving
                raise
        await serving
        if not server.started:
            raise GametreeError("the server could not start: what went wrong stands above")


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `run`: uvicorn would raise them again at the end."""
        yield


class _Protocol(WebSocketsSansIOProtocol):
    """Lets go of a client that never reads what is left for it."""

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(_UNREAD_SECONDS, self.transport.abort)


@contextmanager
def _signals_to(server: uvicorn.Server) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    last = threading.Timer(_LAST_SECONDS, os._exit, [1])
    last.daemon = True

    def stop() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True
        if last.ident is None:
            last.start()

    heard = (signal.SIGINT, signal.SIGTERM)
    before = {}
    for each in heard:
        try:
            loop.add_signal_handler(each, stop)
        except NotImplementedError:  # on Windows
            before[each] = signal.signal(each, lambda *_: loop.call_soon_threadsafe(stop))
    try:
        yield
    finally:
        last.cancel()
        for each in heard:
            with suppress(NotImplementedError):
                loop.remove_signal_handler(each)
        for each, handler in before.items():
            signal.signal(each, handler)
