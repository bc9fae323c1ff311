"""A small replica of the original server for connect four, written from its description alone.

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

COLUMNS, ROWS = 7, 6
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Board:
    def __init__(self):
        self.columns = [[] for _ in range(COLUMNS)]
        self.player = 1
        self.moves = 0

    def told(self):
        pieces = [
            {"type": "disc", "player": player, "row": row, "column": column}
            for column, stones in enumerate(self.columns)
            for row, player in enumerate(stones)
        ]
        return {"pieces": pieces, "player": self.player, "previous_player": 3 - self.player}

    def legal(self, column):
        return len(self.columns[column]) < ROWS

    def drop(self, column):
        self.columns[column].append(self.player)
        self.player = 3 - self.player
        self.moves += 1

    def at(self, row, column):
        inside = 0 <= column < COLUMNS and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else None

    def results(self):
        """Return what each has won, the winner first; None while the game goes on."""
        for column in range(COLUMNS):
            for row in range(ROWS):
                player = self.at(row, column)
                for up, right in STEPS:
                    line = {self.at(row + up * n, column + right * n) for n in range(4)}
                    if player is not None and line == {player}:
                        return {player: 1, 3 - player: 0}
        return {1: 0.5, 2: 0.5} if self.moves == ROWS * COLUMNS else None


class Server:
    def __init__(self, seats=(1, 2)):
        self.board = Board()
        self.queues = {1: queue.Queue(), 2: queue.Queue()}
        self.free = list(seats)
        self.results = None
        for each in self.queues.values():
            each.put({"type": "update", "board": None, "state": self.board.told()})

    def meet(self, connection):
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
            legal = self.board.legal(message["message"]["column"])
        except Exception:
            self.queues[number].put({"type": "error", "message": line})
            return
        action = message["message"]
        if not legal:
            self.queues[number].put({"type": "illegal", "message": action})
            return
        self.board.drop(action["column"])
        update = {"type": "update", "board": None, "state": self.board.told()}
        update["last_action"] = {
            "player": number,
            "action": action,
            "sequence": 1 + self.board.moves,
        }
        self.results = self.board.results()
        if self.results is not None:
            update |= {"winners": self.results, "points": self.results}
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
def original_server():
    """Run the replica for one game; yield it, with its port."""
    server = Server(random.Random(1).sample([1, 2], 2))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server.port = listening.getsockname()[1]
        threading.Thread(target=accept, args=(listening, server), daemon=True).start()
        yield server
        for each in server.queues.values():
            each.put(None)


def accept(listening, server):
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=server.meet, args=(connection,), daemon=True).start()
