"""A server in this process, with engines that play the first legal move."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from types import SimpleNamespace

from starlette.testclient import TestClient

from gametree.loading import load_game
from gametree.record import Record
from gametree.server.app import make_app
from gametree.server.event_log import EventLog
from gametree.server.named_moves import play_all
from gametree.server.settings import Settings

GAMES = ("tic_tac_toe", "connect_four", "nim")
HUMAN, ENGINE, OPEN = {"kind": "human"}, {"kind": "engine"}, {"kind": "open"}


class ScriptedPool:
    """Answers at once: to choose with the first move, to analyse with one report that goes on."""

    def __init__(self):
        self.cancelled = []
        self.queries = []

    async def start(self): ...

    async def close(self): ...

    def submit(self, query, listener, *, client):
        self.queries.append(query)
        loop = asyncio.get_running_loop()
        record = Record(load_game(query.game, dict(query.parameters)))
        play_all(record, query.moves)
        if query.kind == "choose":
            move = record.game.action_to_text(record.state, record.legal_actions()[0])
            answer = {"id": query.id, "move": move, "statistics": {"value": 0.0}}
        else:
            answer = {"id": query.id, "isDuringSearch": query.forced is None, "moveInfos": []}
        timer = loop.call_soon(listener, answer)

        def cancel():
            timer.cancel()
            self.cancelled.append(query)

        return SimpleNamespace(cancel=cancel)


@contextmanager
def server(folder, *, url=None, **bounds):
    settings = Settings(**{"games": GAMES, "hosts": ("testserver",), **bounds})
    pool = ScriptedPool()
    log = EventLog(url or f"sqlite:///{folder}/games.sqlite")
    app, hub = make_app(log, pool, SimpleNamespace, settings)
    with TestClient(app) as client:
        client.pool, client.hub = pool, hub
        yield client


def new_game(client, *seats, game="tic_tac_toe", **told):
    answer = client.post("/api/games", json={"game": game, "seats": list(seats), **told})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"], answer.json()["tokens"]


@contextmanager
def seated(client, game_id, *tokens):
    with client.websocket_connect(f"/api/games/{game_id}/ws") as socket:
        socket.send_json({"type": "hello", "tokens": list(tokens)})
        socket.room = socket.receive_json()
        yield socket


def until(socket, kind, **wanted):
    """Return the next message of a type, and of what, that comes."""
    for _ in range(100):
        message = socket.receive_json()
        if message["type"] == kind and wanted.items() <= message.get("event", message).items():
            return message
    raise AssertionError(f"no {kind}")
