"""The analysis channel over a WebSocket."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gametree.analysis import EnginePool, Query
from gametree.server.engines import Engines
from gametree.server.metrics import Metrics

from .live import PATIENCE, Client, serving


class Asking(Client):
    read = staticmethod(json.loads)  # the channel has messages of its own

    """Somebody who asks for analyses."""

    async def say(self, **told):
        """Send a line and return the next answer."""
        game = {} if "action" in told else {"game": "tic_tac_toe"}
        await self.socket.send(json.dumps({"id": "a", **game, **told}))
        return await self.next()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Give a server whose engines are scripted."""
    with serving(tmp_path_factory.mktemp("analysis"), most_searches=4) as table:
        yield table


@asynccontextmanager
async def asking(table, **options):
    url = f"ws://127.0.0.1:{table.port}/api/analysis"
    async with connect(url, compression=None, **options) as socket:
        yield Asking(socket)


async def until(holds):
    """Wait until something holds."""

    async def waiting():
        while not holds():
            await asyncio.sleep(0.005)

    await asyncio.wait_for(waiting(), PATIENCE)


def test_reports_come_and_searches_end_with_the_connection(table):
    async def scenario():
        cancelled = len(table.pool.cancelled)
        async with asking(table) as client:
            assert (await client.say(moves=["b2"], what=1))["field"] == "what"
            assert await client.next() == {"id": "a", "isDuringSearch": True, "moveInfos": []}
            assert table.hub.engines.running == 1
        await until(lambda: table.hub.engines.running == 0)
        assert len(table.pool.cancelled) == cancelled + 1

    table.run(scenario())


def test_queries_are_brought_within_the_bounds(table):
    async def scenario():
        async with asking(table) as client:
            await client.say(maxVisits=10, reportDuringSearchEvery=0.001, priority=7, seed=5)
        query = table.pool.queries[-1]
        assert query.max_visits == 10
        assert query.max_time == table.hub.settings.think_seconds
        assert query.report_every == 0.05
        assert query.priority == 0
        assert query.seed == 5

    table.run(scenario())


def test_what_cannot_be_asked_is_answered_and_the_talk_goes_on(table):
    async def scenario():
        async with asking(table) as client:
            await client.socket.send("nonsense")
            assert (await client.next())["error"].startswith("a line is one object of JSON")
            assert (await client.say(maxVisits=0))["field"] == "maxVisits"
            most = table.hub.settings.most_moves
            assert (await client.say(moves=["a1"] * (most + 1)))["field"] == "moves"
            answer = await client.say(moves=["a1", "b1", "c1"], analyzeTurns=[0, 1, 2])
            assert answer["error"].startswith("analyzeTurns may name 2 positions")
            assert "version" in await client.say(action="query_version")

    table.run(scenario())


def test_no_more_searches_than_the_server_has(table):
    async def scenario():
        async with asking(table) as one, asking(table) as two, asking(table) as late:
            for client in (one, two):
                for name in "ab":
                    assert (await client.say(id=name))["isDuringSearch"] is True
            assert "analyses as much as it may" in (await late.say())["error"]
            told = await two.say(action="terminate_all")
            assert (told["id"], told["isDuringSearch"]) == ("a", False)
            assert (await late.say())["isDuringSearch"] is True

    table.run(scenario())


def test_pages_of_others_may_not_ask(table):
    async def scenario():
        with pytest.raises(InvalidStatus):
            async with asking(table, origin="https://evil.org"):
                pass

    table.run(scenario())


def test_frames_that_are_too_long_or_too_many(tmp_path):
    with serving(tmp_path, message_burst=1, messages_a_second=0.001) as table:

        async def scenario():
            async with asking(table) as client:
                await client.socket.send(" " * (1 << 17))
                assert await client.closed() == 1009
            async with asking(table) as client:
                assert "version" in await client.say(action="query_version")
                answer = await client.say(action="query_version")
                assert "too many messages" in answer["error"]
                for _ in range(200):
                    await client.socket.send("{}")
                assert await client.closed() == 1008

        table.run(scenario())


def test_the_pool_of_workers_takes_what_the_server_asks():
    async def ask():
        pool = EnginePool(workers=1)
        await pool.start()
        try:
            engines = Engines(pool, Query, 1, Metrics())
            heard = asyncio.Queue()
            engines.search(
                heard.put_nowait,
                client="room",
                game="tic_tac_toe",
                parameters=(),
                moves=("a1", "b1", "a2", "b2"),
                kind="choose",
                player="mcts:auto",
                max_visits=100,
                max_time=60.0,
                report_every=None,
                first_report=None,
                priority=10,
                forced=None,
            )
            report = await heard.get()
            assert report["move"] == "a3"
            assert engines.running == 0
        finally:
            await pool.close()

    asyncio.run(ask())
