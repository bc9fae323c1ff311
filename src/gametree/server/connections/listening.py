"""A socket that listens, and its address."""

from __future__ import annotations

import errno
import socket

from ...errors import BadParameter

__all__ = ["address_of", "bound"]


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        BadParameter: if the port is taken, or the host is no address of this machine.

    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named so that asyncio turns off Nagle's algorithm, which costs 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        ports = error.errno in (errno.EADDRINUSE, errno.EACCES)
        advice = (
            "--port names another, 0 any that is free"
            if ports
            else "--host is an address of this machine, such as 127.0.0.1 or 0.0.0.0 for all"
        )
        cause = error.strerror or error
        raise BadParameter(f"cannot listen on port {port} of {host}: {cause}; {advice}") from error
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the address of the page, as this machine reaches it."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
