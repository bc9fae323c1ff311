"""A database that another program has locked, or that cannot be written: nobody waits for long."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager

import pytest

from gametree.server.log import database

from .live import ENGINE, HUMAN, serving
from .table import server


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(database, "ANSWER_SECONDS", 0.05)


@contextmanager
def locked(folder):
    """Hold the lock of the database as a foreign program might."""
    path = folder / "games.sqlite"
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with closing(connection) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def locked_beside(folder):
    """Hold the lock beside a server of the same loop, which ends meanwhile what it writes."""
    with ExitStack() as stack:
        await asyncio.to_thread(stack.enter_context, locked(folder))
        yield


def test_a_locked_database_is_not_ready_and_starts_no_game(tmp_path):
    with server(tmp_path) as client:
        wish = {"game": "tic_tac_toe", "seats": [HUMAN, ENGINE]}
        with locked(tmp_path):
            answer = client.get("/ready")
            assert answer.status_code == 503
            assert answer.json() == {"status": "the database cannot be written"}
            answer = client.post("/api/games", json=wish)
            assert answer.status_code == 503
            error = answer.json()["error"]
            assert error["code"] == "unavailable"
            assert "database is locked; try again" in error["message"]
            assert client.get("/health").status_code == 200
        assert client.get("/ready").status_code == 200
        assert client.post("/api/games", json=wish).status_code == 201


def test_a_move_that_cannot_be_written_is_refused_and_the_game_goes_on(tmp_path):
    with serving(tmp_path) as table:

        async def scenario():
            async with table.two_players() as (client, _):
                move = client.room["position"]["moves"][0]
                async with locked_beside(tmp_path):
                    assert await client.ask("play", move=move) == "unavailable"
                await client.send("play", move=move)
                await client.event("move")

        table.run(scenario())


def test_nobody_pays_while_a_move_cannot_be_written(tmp_path):
    with serving(tmp_path) as table:

        async def scenario():
            async with table.two_players(clock="300") as (a, b):
                for client, move in ((a, 0), (b, 1)):
                    await client.send("play", move=a.room["position"]["moves"][move])
                    await a.event("move", player=move)
                room = table.hub.live[a.room["id"]].room
                assert room.clock_runs
                before = room.turn_began
                async with locked_beside(tmp_path):
                    assert await a.ask("resign") == "unavailable"
                assert room.turn_began > before

        table.run(scenario())


def test_an_engine_moves_once_its_move_can_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr("gametree.server.rooms.live_room._AGAIN_SECONDS", 0.01)
    with serving(tmp_path) as table:

        async def scenario():
            table.pool.silent = True
            game_id, tokens = await table.new_game(HUMAN, ENGINE)
            async with table.seated(game_id, tokens[0]) as client:
                await client.send("play", move=client.room["position"]["moves"][0])
                await client.event("move", player=0)
                while not table.pool.queries:
                    await asyncio.sleep(0.001)
                table.pool.silent = False
                async with locked_beside(tmp_path):
                    table.pool.answer_last()
                    assert "database is locked" in (await client.until("warning"))["message"]
                await client.event("move", player=1)

        table.run(scenario())
