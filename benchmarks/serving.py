"""Measures the server of games under load, on this machine: `python benchmarks/serving.py`.

Watchers: a game that so many watch with live analysis at 8 frames a second, while the engines
search on every processor: how long a move takes until its player hears of it, and how many frames
reach a watcher a second. Games: so many in memory at once, whose clocks run with nobody connected,
then as many, each with one client: the memory of each, with its connection, and how long a move
takes meanwhile. Bounded by --seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from websockets.asyncio.client import connect

PATIENCE = 60.0
HUMAN = {"kind": "human"}


class Client:
    """A client of a game, which counts what it hears."""

    def __init__(self, url: str):
        self.url = url
        self.frames: Counter = Counter()
        self.room: dict = {}

    async def join(self, *tokens: str) -> Client:
        self.socket = await connect(self.url, compression=None, open_timeout=PATIENCE)
        await self.send("hello", tokens=list(tokens))
        self.room = await self.until("room")
        return self

    async def send(self, kind: str, **told) -> None:
        await self.socket.send(json.dumps({"type": kind, **told}))

    async def until(self, kind: str, **wanted) -> dict:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await self.socket.recv())
                self.frames[message["type"]] += 1
                inner = message.get("event", message)
                if message["type"] == kind and wanted.items() <= inner.items():
                    return message

    async def read(self) -> None:
        async for text in self.socket:
            self.frames["thinking" if text.startswith('{"type": "thinking"') else "other"] += 1


class Server:
    """The server, as clients and the system see it."""

    def __init__(self, port: int, pid: int):
        self.port, self.pid = port, pid

    async def new_game(self, **told) -> tuple[str, list[str]]:
        body = json.dumps({"game": "connect_four", "seats": [HUMAN, HUMAN], **told}).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = (
            f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        started = json.loads(answer.partition(b"\r\n\r\n")[2])
        return started["id"], started["tokens"]

    def client(self, game_id: str) -> Client:
        return Client(f"ws://127.0.0.1:{self.port}/api/games/{game_id}/ws")

    def memory(self) -> int:
        told = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii")
        return int(told.split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def echoes(client: Client, seconds: float) -> list[float]:
    """Return how long each of some moves took, in ms; each is taken back."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        await client.send("play", move="4")
        await client.until("event", what="move")
        times.append(1000 * (time.perf_counter() - began))
        await client.send("offer", what="undo")
        await client.until("event", what="undo")
        await asyncio.sleep(0.1)
    return times


def told(times: list[float]) -> str:
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))]  # noqa: E731
    return f"{len(times)} moves: median {at(0.5):.1f}, p99 {at(0.99):.1f}, most {times[-1]:.1f} ms"


async def watchers(server: Server, count: int, seconds: float) -> None:
    game_id, tokens = await server.new_game()
    player = await server.client(game_id).join(*tokens)
    print("no watcher, no search:", told(await echoes(player, seconds / 4)))
    others = []
    for _ in range(count):
        watcher = await server.client(game_id).join()
        await watcher.send("think", on=True)
        others.append(watcher)
    reading = [asyncio.ensure_future(each.read()) for each in others]
    # A second search, so that each of two processors has one.
    elsewhere = await server.client((await server.new_game())[0]).join()
    await elsewhere.send("think", on=True)
    reading.append(asyncio.ensure_future(elsewhere.read()))
    await asyncio.sleep(8)  # the game is compiled or loaded meanwhile
    before = sum(each.frames["thinking"] for each in others)
    await asyncio.sleep(5)
    frames = sum(each.frames["thinking"] for each in others) - before
    print(f"{count} watchers, the game at rest: {frames / 5 / count:.1f} frames a second each")
    print(f"{count} watchers, moves:", told(await echoes(player, seconds)))
    for each in (player, elsewhere, *others):
        await each.socket.close()
    await asyncio.gather(*reading, return_exceptions=True)


async def alone(server: Server, count: int) -> None:
    """Tell the memory of games that nobody is connected to, and whose clocks run."""
    for number in range(count + 10):
        if number == 10:
            start = server.memory()
        game_id, tokens = await server.new_game(clock="86400")
        client = await server.client(game_id).join(*tokens)
        for _ in range(2):
            await client.send("play", move="4")
            await client.until("event", what="move")
        await client.socket.close()
    await asyncio.sleep(1)
    print(f"{count} games alone: {(server.memory() - start) / count / 1000:.0f} kB each")


async def games(server: Server, count: int, seconds: float) -> None:
    joined: list[Client] = []
    for number in range(count + 10):
        if number == 10:  # what the first ones need is loaded
            start = server.memory()
        game_id, tokens = await server.new_game()
        joined.append(await server.client(game_id).join(*tokens))
    both = server.memory() - start
    print(
        f"{count} games, each with a connected client: {both / count / 1000:.0f} kB each, of a "
        f"server of {server.memory() / 1e6:.0f} MB"
    )
    await asyncio.sleep(1)  # who came is told to all
    print(f"{count} games, moves in one:", told(await echoes(joined[0], seconds)))
    for each in joined:
        await each.socket.close()


def serve(folder: str, descriptor: int) -> None:
    """Run the server itself, on a socket that listens."""
    from gametree.analysis import EnginePool, Query
    from gametree.server.app import make_app
    from gametree.server.ending import EndBySignal
    from gametree.server.log.event_log import EventLog
    from gametree.server.running import make_server, run
    from gametree.server.settings import Settings

    settings = Settings(
        games=("connect_four",), requests_a_second=1e6, request_burst=10**6, most_watchers=2000
    )
    log = EventLog(f"sqlite:///{folder}/games.sqlite")
    app, _ = make_app(log, EnginePool(games=settings.games), Query, settings)

    async def begun() -> None:
        print("ready", flush=True)

    with EndBySignal() as ending:
        listening = socket.socket(fileno=descriptor)
        ending.run(run(make_server(app, settings), listening, begun, ending))


async def measure(server: Server, asked: argparse.Namespace) -> None:
    if asked.games:
        await alone(server, asked.games)
        await games(server, asked.games, asked.seconds / 2)
    if asked.watchers:
        await watchers(server, asked.watchers, asked.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args()
    from gametree.server.connections.listening import bound
    from gametree.server.running import raise_descriptors

    raise_descriptors()
    with tempfile.TemporaryDirectory() as folder, bound("127.0.0.1", 0) as listening:
        os.set_inheritable(listening.fileno(), True)
        code = f"import serving; serving.serve({folder!r}, {listening.fileno()})"
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=Path(__file__).parent,
            stdout=subprocess.PIPE,
            pass_fds=[listening.fileno()],
        )
        try:
            assert process.stdout is not None
            process.stdout.readline()
            load = os.getloadavg()[0]
            print(f"{os.cpu_count()} processors, load {load:.1f} before")
            asyncio.run(measure(Server(listening.getsockname()[1], process.pid), asked))
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    main()
