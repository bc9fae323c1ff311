"""Kills servers in the middle of moves and looks at what their log has kept.

cd tests && python -m server.kills --kills 200 [--database postgresql://...] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import threading
import time
from http.client import HTTPException

from websockets.exceptions import WebSocketException

from .live import HUMAN
from .subprocesses import served, until

LONGEST_LIFE = 0.25
"""Seconds: some thirty moves."""


class Ledger:
    """What a client knows of its game.

    Attributes:
        told: the moves that the server has told of.
        sent: a move that it has been sent, and has not told of.
        tellings: how many moves it has told of in all games.
        kept: how many of those that were sent, and not told of, were in the log.

    """

    def __init__(self):
        self.tokens = []
        self.game_id = None
        self.told = []
        self.sent = None
        self.tellings = self.kept = 0

    def check(self, moves):
        """Compare with the log: no move that was told of is lost, none is there twice."""
        more = moves[len(self.told) :]
        if moves[: len(self.told)] != self.told or more not in ([], [self.sent]):
            raise AssertionError(f"told {self.told}, sent {self.sent}, but kept {moves}")
        self.kept += len(more)
        self.told, self.sent = list(moves), None

    def new_game(self, server):
        wish = {"game": "connect_four", "seats": [HUMAN, HUMAN]}
        started = server.post("/api/games", wish)
        self.game_id, self.tokens = started["id"], started["tokens"]
        self.told, self.sent = [], None

    def play(self, server, rng, death):
        """Play, one game after the other, until the server is gone; `death` starts with that."""
        while True:
            if self.game_id is None:
                self.new_game(server)
            socket, room = server.join(self.game_id, *self.tokens)
            if death.ident is None:
                death.start()
            moves = room["position"]["moves"]
            while moves:
                self.sent = rng.choice(moves)
                send = {"type": "play", "move": self.sent, "ply": len(self.told)}
                socket.send(json.dumps(send))
                message = until(socket, "event", what="move")
                assert message["event"]["move"] == self.sent
                self.told.append(self.sent)
                self.sent = None
                self.tellings += 1
                moves = message["room"]["position"]["moves"]
            socket.close()
            self.game_id = None


def kill_servers(database, kills, seed):
    """Kill this many servers at random moments; return the ledger, or raise AssertionError."""
    rng = random.Random(seed)
    ledger = Ledger()
    for number in range(kills + 1):
        with served(database, "connect_four") as server:
            if ledger.game_id is not None:
                ledger.check(server.get(f"/api/games/{ledger.game_id}/record")["moves"])
            if number < kills:
                death = threading.Timer(LONGEST_LIFE * rng.random(), server.process.kill)
                try:
                    ledger.play(server, rng, death)
                except (WebSocketException, HTTPException, OSError, EOFError):
                    pass
                finally:
                    death.join()
    return ledger


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or f"sqlite:///{folder}/games.sqlite"
        ledger = kill_servers(database, asked.kills, asked.seed)
    print(
        f"{asked.kills} kills in {time.monotonic() - began:.0f} s: {ledger.tellings} moves told, "
        f"none lost and none doubled; {ledger.kept} more had been written when their server died"
    )


if __name__ == "__main__":
    main()
