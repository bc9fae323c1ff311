"""A server that listens on this machine, and its clients, all in one event loop."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import asynccontextmanager, contextmanager, nullcontext

from websockets.asyncio.client import connect

from gametree.analysis import Query
from gametree.server.app import make_app
from gametree.server.connections.listening import bound
from gametree.server.log.event_log import EventLog
from gametree.server.messages.received import NewGame
from gametree.server.running import make_server
from gametree.server.settings import Settings

from .checked import checked
from .scripted_pool import ScriptedPool

GAMES = ("tic_tac_toe", "connect_four", "nim")
HUMAN, ENGINE, OPEN = {"kind": "human"}, {"kind": "engine"}, {"kind": "open"}
PATIENCE = 60.0  # of a test that goes on as soon as it can


class Client:
    """A client of a game that has said hello."""

    def __init__(self, socket):
        self.socket = socket
        self.room = None

    async def send(self, kind, **told):
        await self.socket.send(json.dumps({"type": kind, **told}))

    read = staticmethod(checked)

    async def next(self):
        return self.read(await asyncio.wait_for(self.socket.recv(), PATIENCE))

    async def until(self, kind, **wanted):
        """Return the next message of a type, and of what, that comes."""
        for _ in range(2000):
            message = await self.next()
            inner = message.get("event", message)
            if message["type"] == kind and wanted.items() <= inner.items():
                return message
        raise AssertionError(f"no {kind}")

    async def event(self, what, **wanted):
        return await self.until("event", what=what, **wanted)

    async def ask(self, kind, **told):
        """Send a message that is refused; return the code."""
        await self.send(kind, ref="asked", **told)
        return (await self.until("refused", ref="asked"))["code"]

    async def settle(self):
        """Wait until all that has been sent is answered; return what came meanwhile."""
        await self.send("ping", ref="settled")
        came = []
        while (message := await self.next()).get("ref") != "settled":
            came.append(message)
        return came

    async def closed(self):
        """Wait until the server has closed; return its code."""
        await asyncio.wait_for(self.socket.wait_closed(), PATIENCE)
        return self.socket.close_code


class Table:
    """A server and its address."""

    def __init__(self, runner, hub, pool, port, server):
        self.runner, self.server = runner, server
        self.hub, self.pool, self.port = hub, pool, port

    def run(self, scenario):
        """Let clients do something, within bounds of time."""
        return self.runner.run(asyncio.wait_for(scenario, 2 * PATIENCE))

    async def new_game(self, *seats, game="tic_tac_toe", **told):
        started = await self.hub.create(NewGame(game=game, seats=list(seats), **told))
        return started["id"], started["tokens"]

    def url(self, game_id):
        return f"ws://127.0.0.1:{self.port}/api/games/{game_id}/ws"

    @asynccontextmanager
    async def connected(self, game_id, **options):
        """A client that has said nothing yet."""
        async with connect(self.url(game_id), **{"compression": None, **options}) as socket:
            yield Client(socket)

    @asynccontextmanager
    async def seated(self, game_id, *tokens, **told):
        """A client with the seats of some tokens; none for one who watches."""
        async with self.connected(game_id) as client:
            await client.send("hello", tokens=list(tokens), **told)
            client.room = await client.until("room")
            yield client

    @asynccontextmanager
    async def two_players(self, game="tic_tac_toe", **told):
        """Two clients at a new game."""
        game_id, (first, second) = await self.new_game(HUMAN, HUMAN, game=game, **told)
        async with self.seated(game_id, first) as a, self.seated(game_id, second) as b:
            yield a, b

    async def raw(self, request):
        """Send bytes; return the status line of the answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            return await asyncio.wait_for(reader.readline(), PATIENCE)
        finally:
            writer.close()


@contextmanager
def serving(folder, *, url=None, pool=None, runner=None, **bounds):
    """Run a server, on a database in a folder, in an event loop of its own or another's."""
    settings = Settings(**{"games": GAMES, **bounds})
    pool = pool or ScriptedPool()
    log = EventLog(url or f"sqlite:///{folder}/games.sqlite")
    app, hub = make_app(log, pool, Query, settings)
    listening = bound("127.0.0.1", 0)
    server = make_server(app, settings)
    with nullcontext(runner) if runner else asyncio.Runner() as runner:

        async def begin():
            serving = asyncio.ensure_future(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.005)
            return serving

        task = runner.run(begin())
        try:
            yield Table(runner, hub, pool, listening.getsockname()[1], server)
        finally:
            server.should_exit = True
            runner.run(asyncio.wait_for(task, PATIENCE))


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]
