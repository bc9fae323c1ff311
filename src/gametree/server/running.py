"""Runs the server: a socket, the application, and the end of it all by a signal."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from ..errors import BadParameter

__all__ = ["bound", "run"]

_LAST_SECONDS = 5


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        BadParameter: if the port is taken, or the host is no address of this machine.

    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise BadParameter(
            f"cannot listen on port {port} of {host}: {error.strerror or error}; --port names "
            "another, 0 any that is free"
        ) from error
    except OverflowError as error:
        listening.close()
        raise BadParameter(f"a port is a number from 0 to 65535, not {port}") from error
    return listening


async def run(
    app: Any, listening: socket.socket, most_bytes: int, begun: Callable[[], Any]
) -> None:
    """Serve until a signal asks for the end; `begun` is awaited once requests are answered."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=most_bytes,
        timeout_graceful_shutdown=_LAST_SECONDS,
        server_header=False,
    )
    server = uvicorn.Server(config)

    async def beginning() -> None:
        while not server.started:
            await asyncio.sleep(0.01)
        await begun()

    first = asyncio.ensure_future(beginning())
    try:
        await server.serve(sockets=[listening])
    finally:
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
