"""A server in this process, asked without a network."""

from __future__ import annotations

from contextlib import contextmanager

from starlette.testclient import TestClient

from gametree.analysis import Query
from gametree.server.app import make_app
from gametree.server.log.event_log import EventLog
from gametree.server.settings import Settings

from .checked import checked
from .scripted_pool import ScriptedPool

GAMES = ("tic_tac_toe", "connect_four", "nim")
HUMAN, ENGINE, OPEN = {"kind": "human"}, {"kind": "engine"}, {"kind": "open"}


@contextmanager
def server(folder, *, url=None, **bounds):
    settings = Settings(**{"games": GAMES, "hosts": ("testserver",), **bounds})
    pool = ScriptedPool()
    log = EventLog(url or f"sqlite:///{folder}/games.sqlite")
    app, hub = make_app(log, pool, Query, settings)
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
        socket.room = checked(socket.receive_text())
        yield socket


def until(socket, kind, **wanted):
    """Return the next message of a type, and of what, that comes."""
    for _ in range(100):
        message = checked(socket.receive_text())
        if message["type"] == kind and wanted.items() <= message.get("event", message).items():
            return message
    raise AssertionError(f"no {kind}")
