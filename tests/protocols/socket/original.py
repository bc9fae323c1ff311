"""A small replica of the original play server, written from its description alone.

It reads a player when he is to move, the first line of what has come, and never again once that
was no move.
"""

from __future__ import annotations

import json
import queue
import random
import socket
import threading
from contextlib import contextmanager

from .original_games import BOARDS


class Server:
    """One game, and its two seats in a random order."""

    def __init__(self, game, seats=(1, 2)):
        self.board = BOARDS[game]()
        self.queues = {1: queue.Queue(), 2: queue.Queue()}
        self.free = list(seats)
        self.results = None
        for each in self.queues.values():
            each.put({"type": "update", "board": None, "state": self.board.told()})

    def meet(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        with connection:
            if not self.free:
                send(connection, {"type": "decline", "message": "Game in progress."})
                return
            number = self.free.pop(0)
            send(connection, {"type": "player", "message": number})
            while True:
                told = self.queues[number].get()
                if told is None:
                    return
                send(connection, told)
                if "winners" in told:
                    return
                if told.get("state", {}).get("player") == number:
                    self.obey(number, read(connection))

    def obey(self, number, line):
        try:
            message = json.loads(line)
            assert message["type"] == "action"
            action = message["message"]
            legal = self.board.legal(action)
        except Exception:
            self.queues[number].put({"type": "error", "message": line})
            return
        if not legal:
            self.queues[number].put({"type": "illegal", "message": action})
            return
        self.board.play(action)
        update = {"type": "update", "board": None, "state": self.board.told()}
        update["last_action"] = {
            "player": number,
            "action": action,
            "sequence": 1 + self.board.moves,
        }
        over = self.board.results()
        if over is not None:
            self.results, points = over
            update |= {"winners": self.results, "points": points}
        for each in self.queues.values():
            each.put(update)


def send(connection, message):
    connection.sendall(f"{json.dumps(message)}\r\n".encode())


def read(connection):
    """Return the first line of what comes."""
    got = b""
    while not got.endswith(b"\r\n"):
        piece = connection.recv(4096)
        if not piece:
            return ""
        got += piece
    return got.decode().rstrip().split("\r\n")[0]


@contextmanager
def original_server(game="connect_four"):
    """Run the replica for one game; yield it, with its port."""
    server = Server(game, random.Random(1).sample([1, 2], 2))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server.port = listening.getsockname()[1]
        thread = threading.Thread(target=accept, args=(listening, server), daemon=True)
        thread.start()
        yield server
        for each in server.queues.values():
            each.put(None)
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(120)


def accept(listening, server):
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=server.meet, args=(connection,), daemon=True).start()
