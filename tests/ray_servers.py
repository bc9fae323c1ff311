"""Servers that answer as a Ray cluster does, or as others do."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress

SETTINGS = b"\0\0\0\x04\0\0\0\0\0"


@contextmanager
def server(answer):
    """Give the address of something that sends these bytes to whoever connects."""

    def serve():
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                with connection:
                    connection.recv(100)
                    connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()
