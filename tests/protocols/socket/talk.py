"""A play server in a thread, and clients that are plain sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from contextlib import contextmanager

from gametree.protocols.socket.bounds import WireBounds
from gametree.protocols.socket.server import start

PATIENCE = 120.0


@contextmanager
def serving(game, *, journal=None, **bounds):
    """Run a play server; yield its port."""
    ready, told = threading.Event(), {}

    async def serve():
        server = await start(game, port=0, bounds=WireBounds(**bounds), journal=journal)
        told["port"], told["stop"] = server.port, asyncio.Event()
        told["loop"] = asyncio.get_running_loop()
        ready.set()
        await told["stop"].wait()
        await server.close()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield told["port"]
    finally:
        told["loop"].call_soon_threadsafe(told["stop"].set)
        thread.join(PATIENCE)
        assert not thread.is_alive()


class Socket:
    """A client: lines in, lines out."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        self.file.close()
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def say(self, message):
        self.send(json.dumps(message).encode() + b"\r\n")

    def act(self, **action):
        self.say({"type": "action", "message": action})

    def line(self):
        """Return the next line, nothing once the server has closed."""
        try:
            return self.file.readline()
        except ConnectionResetError:
            return b""

    def hear(self):
        return json.loads(self.line())


@contextmanager
def seated(port):
    """Two clients in the order of their seats, who have heard their numbers."""
    with Socket(port) as one, Socket(port) as other:
        numbers = [each.hear() for each in (one, other)]
        assert sorted(each["message"] for each in numbers) == [1, 2]
        assert {each["type"] for each in numbers} == {"player"}
        yield (one, other) if numbers[0]["message"] == 1 else (other, one)
