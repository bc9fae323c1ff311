"""A tap between clients and a server: it keeps every byte that passes, by connection."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager, suppress


class Passed:
    """The bytes of one connection."""

    def __init__(self):
        self.heard, self.said = b"", b""

    @property
    def seat(self):
        return json.loads(self.heard.split(b"\r\n")[0])["message"]


class Tap:
    """Passes on what comes, and keeps it.

    Attributes:
        port: where clients connect.
        passed: the connections, in the order in which they came.

    """

    def __init__(self, listening, port):
        self.port, self._to = listening.getsockname()[1], port
        self._listening = listening
        self.passed, self._threads, self._ends = [], [], []

    def run(self):
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._to))
            passed = Passed()
            self.passed.append(passed)
            self._ends += [client, server]
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
            for ends, what in (((client, server), "said"), ((server, client), "heard")):
                self._threads.append(threading.Thread(target=carry, args=(*ends, passed, what)))
                self._threads[-1].start()

    def seats(self):
        """Return what each seat heard and said, once all connections have ended."""
        for each in self._threads:
            each.join(120)
        return {each.seat: (each.heard, each.said) for each in self.passed}

    def close(self):
        """End all connections: who waits at one of them goes on."""
        for each in self._ends:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for each in self._threads:
            each.join(120)
        for each in self._ends:
            each.close()


def carry(source, target, passed, what):
    with suppress(OSError):
        while piece := source.recv(65536):
            setattr(passed, what, getattr(passed, what) + piece)
            target.sendall(piece)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def tapped(port):
    """Put a tap before a server; yield it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        tap = Tap(listening, port)
        thread = threading.Thread(target=tap.run)
        thread.start()
        try:
            yield tap
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            tap.close()
    thread.join(120)
