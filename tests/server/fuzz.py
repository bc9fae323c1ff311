"""Send a server random requests, first messages and later ones; nothing may go wrong with it.

cd tests && python -m server.fuzz --inputs 100000 --seed 1

A failure is a status of 500 or more, an answer with the code "fault", anything in the log, an input
that is not dealt with in time, a connection or a task that is left. Each is printed with its seed:
--one SEED sends it again. Ends with 1 if there was any.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import struct
import sys
import tempfile
import time
from contextlib import suppress
from functools import partial
from random import Random

from gametree.protocols.socket.bounds import WireBounds
from gametree.protocols.socket.server import start
from gametree.server.messages.refusal import Refusal

from .live import ENGINE, HUMAN, OPEN, serving
from .scripted_pool import ScriptedPool

PATIENCE = 300.0  # generous: what hangs would do so for ever
AT_ONCE = 40
BOUNDS = {
    "requests_a_second": 1e9,
    "request_burst": 10**9,
    "messages_a_second": 1e9,
    "message_burst": 10**9,
    "request_seconds": 0.5,  # a half-sent request is an input as well
    "hello_seconds": 0.5,
    "away_seconds": 1.0,
}
PATHS = (
    "/", "/health", "/ready", "/metrics", "/openapi.json", "/api/rules", "/api/schemas",
    "/api/games", "/api/games/{id}", "/api/games/{id}/record", "/api/games/{id}/ws",
    "/api/analysis", "/index.html", "/assets/../app.py", "*", "http://127.0.0.1/health",
)  # fmt: skip
METHODS = (
    "GET",
    "GET",
    "GET",
    "POST",
    "POST",
    "HEAD",
    "PUT",
    "OPTIONS",
    "CONNECT",
    "get",
    "X" * 99,
)
HEADERS = (
    "Content-Type: application/json", "Content-Type: multipart/form-data; boundary=",
    "Content-Type: \xff", "Content-Length: {n}", "Content-Length: -1",
    "Content-Length: 99999999999",
    "Content-Length: 1e3", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip",
    "Expect: 100-continue",
    "Connection: close", "Connection: keep-alive, upgrade", "Upgrade: websocket", "Upgrade: h2c",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Key: \xe9",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Version: 99", "Sec-WebSocket-Protocol: \xff, a",
    "Sec-WebSocket-Extensions: permessage-deflate; x=",
    "Origin: http://127.0.0.1", "Origin: null", "Origin: http://[", "Host: evil.example", "Host: ",
    "Host: [::1",
    "Range: bytes=0-", "Range: bytes=9-1,a", "If-None-Match: \xff", "If-Modified-Since: 0",
    "If-Range: x", "Accept-Encoding: *;q=\xff", "Cookie: \x80=;;", "X-Forwarded-For: \xff, 1, [",
    "X-Forwarded-Proto: \xff", "X: " + "x" * 9000, "X : y", " X: y", ": y", "X",
)  # fmt: skip
LINE = ["0", "4"]
MESSAGES = (
    {"type": "hello", "tokens": ["{token}"], "since": 0},
    {"type": "play", "move": "{move}", "ply": 0},
    {"type": "resign"},
    {"type": "claim", "what": "win"},
    {"type": "offer", "what": "undo"},
    {"type": "offer", "what": "rematch"},
    {"type": "answer", "what": "draw", "accept": True},
    {"type": "level", "seat": 1, "simulations": 5},
    {"type": "think", "on": True, "moves": LINE},
    {"type": "whyNot", "move": "1", "moves": LINE},
    {"type": "look", "moves": LINE},
    {"type": "explore", "on": True, "moves": LINE, "player": "mcts:auto"},
    {"type": "slices", "lines": [LINE], "sort": "value", "most": 20},
    {"type": "part", "moves": LINE, "most": 100},
    {"type": "trace", "moves": LINE, "player": "mcts:c=1", "simulations": 3, "seed": 1, "c": 1.0},
    {"type": "ping", "ref": "8"},
)  # fmt: skip
QUERIES = (
    {"id": "1", "game": "tic_tac_toe", "moves": LINE, "maxVisits": 10},
    {"id": "5", "game": "connect_four", "reportDuringSearchEvery": 0.1, "symmetries": [1]},
    {"id": "2", "action": "terminate", "terminateId": "1"},
    {"id": "3", "action": "query_version"},
    {"id": "4", "game": "nim", "parameters": {"heaps": "3,4"}, "player": "mcts:c=2"},
)  # fmt: skip
WISHES = (
    {"game": "connect_four", "seats": [HUMAN, ENGINE], "clock": "300+2", "moves": ["4"]},
    {"game": "nim", "seats": [OPEN, HUMAN], "parameters": {"heaps": "3"}},
    {"game": "tic_tac_toe", "seats": [HUMAN, {"kind": "engine", "player": "mcts:auto"}]},
)  # fmt: skip
ODD = (
    None, True, -1, 0, 2**31, 2**63, 10**400, 1e400, -1e400, float("nan"), 0.5, "", "0", "\x00",
    "\ud800",
    "é" * 50, "x" * 500, "x" * 66_000, "\u0663", "a\nb", "../x", "mcts:c=\x00", "mcts:" + "(" * 200,
    "1" * 5000, [], {}, [[]], [None], ["0"] * 3000, {"": ""}, {"type": "x"}, [[[[[[[[]]]]]]]],
)  # fmt: skip


class Silent(ScriptedPool):
    """Chooses moves, and answers all else at once with nothing."""

    def _answer(self, query):
        if query.kind == "choose":
            return super()._answer(query)
        return {"id": query.id, "isDuringSearch": False, "error": "nothing"}

    def submit(self, query, listener, *, client):
        ticket = super().submit(query, listener, client=client)
        self.queries.clear()  # not kept: memory is watched
        self.cancelled.clear()
        self.prepared.clear()
        if ticket is not None:
            ticket.ask = lambda question, hear: None
        return ticket


class Heard(logging.Handler):
    """Whatever is logged."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(self.format(record)[-2000:])


def spoilt(told, rng):
    """Return an object of JSON with some values changed."""
    if rng.random() < 0.15:
        return rng.choice(ODD)
    if isinstance(told, dict):
        kept = {key: spoilt(each, rng) for key, each in told.items() if rng.random() < 0.95}
        if rng.random() < 0.1:
            kept[rng.choice(["x", "ref", "type", "\ud800", "", "id"])] = rng.choice(ODD)
        return kept
    if isinstance(told, list):
        return [spoilt(each, rng) for each in told] * rng.choice([1, 1, 1, 2])
    return told


def text_of(told, rng):
    """Return JSON, or nearly so."""
    text = json.dumps(told, ensure_ascii=rng.random() < 0.9)
    kind = rng.random()
    if kind < 0.05:
        return text[: rng.randrange(len(text) + 1)]
    if kind < 0.1:
        place = rng.randrange(len(text) + 1)
        return text[:place] + rng.choice('"{}[],:\x00\\é\ud8009-') + text[place:]
    if kind < 0.13:
        return rng.choice(["[" * 60_000, "{" * 9, '{"a":' * 20_000, "-", "1" * 10_000, ""])
    return text


def bytes_of(text):
    return text.encode("utf-8", "surrogatepass")


def request(rng, game_id, upgrade=False):
    """Return the bytes of a request, rarely a good one."""
    path = rng.choice(PATHS).replace("{id}", game_id)
    method = rng.choice(METHODS)
    lines = ["Host: 127.0.0.1"] if rng.random() < 0.9 else []
    body = b""
    if upgrade:
        method, path = "GET", rng.choice([f"/api/games/{game_id}/ws", "/api/analysis"])
        lines += [HEADERS[11], HEADERS[12], HEADERS[14], HEADERS[16]]
    elif rng.random() < 0.5:
        method, path = "POST", "/api/games"
        body = bytes_of(text_of(spoilt(rng.choice(WISHES), rng), rng))
        lines += [HEADERS[0], HEADERS[3]]
    for _ in range(rng.choice([0, 0, 0, 0, 1] if upgrade else [0, 0, 1, 1, 2, 3])):
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(HEADERS))
    if rng.random() < (0.05 if upgrade else 0.3):
        place = rng.randrange(len(path) + 1)
        odd = rng.choice(
            ["%00", "%ff", "%", "%2e%2e/", "//", "?", "#", "é", "\x00", " ", "%ud800", "a" * 3000]
        )
        path = path[:place] + odd + path[place:]
    if rng.random() < 0.2:
        path += "?" + rng.choice(["a=b", "%ff=%00", "&" * 500, "a=" * 200, "é=1", "since=x"])
    if not upgrade and rng.random() < 0.8:
        lines.append("Connection: close")
    version = rng.choice(["1.1"] * 20 + ["1.0", "2.0", "9", ""])
    head = f"{method} {path} HTTP/{version}\r\n" + "".join(f"{each}\r\n" for each in lines) + "\r\n"
    sent = head.replace("{n}", str(len(body))).encode("utf-8", "surrogatepass") + body
    kind = rng.random() * (3 if upgrade else 1)
    if kind < 0.05:
        return sent[: rng.randrange(len(sent) + 1)]
    if kind < 0.1:
        place = rng.randrange(len(sent) + 1)
        return sent[:place] + rng.randbytes(rng.randrange(1, 9)) + sent[place:]
    if kind < 0.12:
        return rng.randbytes(rng.randrange(200))
    if kind < 0.15:
        return sent * 2
    return sent


def frame(data, rng, opcode=1):
    """Return a frame of a WebSocket as clients send it, some broken."""
    first = 0x80 | opcode
    if rng.random() < 0.05:
        first = rng.randrange(256)
    size = len(data)
    if rng.random() < 0.03:
        size = rng.choice([0, size + 1, 2**16, 2**32, 2**63])
    mask = b"\x00\x00\x00\x00"
    bit = 0x80 if rng.random() < 0.98 else 0
    if size < 126:
        head = struct.pack("!BB", first, bit | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, bit | 127, size)
    return head + (mask if bit else b"") + data


class Fuzzer:
    """Sends inputs to a server, and sees what becomes of it."""

    def __init__(self, table, wire, heard):
        self.table, self.wire, self.heard = table, wire, heard
        self.game_id, self.token, self.made = "", "", 0
        self.answers = {}

    async def one(self, seed):
        """Send an input; return what was wrong, or None."""
        rng = Random(seed)
        kind = rng.choice([self._http, self._http, self._socket, self._socket, self._line])
        try:
            async with asyncio.timeout(PATIENCE):
                return await kind(rng)
        except TimeoutError:
            return "no end"

    async def many(self, seeds):
        """Send inputs, some at once; return the failures as pairs of seed and sentence."""
        failures = []
        waiting = iter(seeds)

        async def worker():
            for seed in waiting:
                number, self.made = self.made, self.made + 1
                if number % 2000 == 0:
                    await self._new_game()
                wrong = await self.one(seed)
                if self.heard.lines:
                    wrong = f"{wrong}; logged: {self.heard.lines.pop()}"
                    self.heard.lines.clear()
                if wrong:
                    failures.append((seed, wrong))

        await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
        return failures

    async def _new_game(self):
        with suppress(Refusal):  # a slow disk: the game before will do
            self.game_id, (self.token, _) = await self.table.new_game(HUMAN, HUMAN)

    def _count(self, answer):
        self.answers[answer] = self.answers.get(answer, 0) + 1

    async def _exchange(self, sent, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(sent)
            return await reader.read()
        except OSError:
            return b""
        finally:
            writer.close()

    async def _http(self, rng):
        answer = await self._exchange(request(rng, self.game_id), self.table.port)
        status = answer[9:12].decode("latin-1")
        self._count(f"http {status}")
        return f"status {status}" if status >= "500" and status != "503" else None

    async def _socket(self, rng):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.table.port)
        try:
            writer.write(request(rng, self.game_id, upgrade=True))
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, OSError):
                self._count("no handshake")
                return None
            status = head[9:12].decode("latin-1")
            self._count(f"socket {status}")
            if status != "101":
                return f"status {status}" if status >= "500" else None
            writer.writelines(self._frames(rng))
            # Half a frame is an input, too: its sender leaves.
            answer = await asyncio.wait_for(reader.read(), 1.0)
        except OSError:  # or TimeoutError
            return None
        finally:
            writer.close()
        return 'the code "fault"' if b'"fault"' in answer else None

    def _frames(self, rng):
        kinds = rng.choice([MESSAGES, MESSAGES, QUERIES])
        if kinds is MESSAGES and rng.random() < 0.7:
            tokens = [self.token] if rng.random() < 0.7 else []
            hello = {"type": "hello", "tokens": tokens, "since": rng.choice([0, 1, -1, 10**9])}
            yield frame(json.dumps(hello).encode(), Random(0))
        for _ in range(rng.choice([1, 1, 2, 5, 20])):
            told = json.loads(
                json.dumps(rng.choice(kinds))
                .replace("{token}", self.token)
                .replace("{move}", rng.choice("012345678"))
            )
            data = bytes_of(text_of(spoilt(told, rng), rng))
            yield frame(data, rng, rng.choice([1, 1, 1, 1, 1, 1, 1, 2, 9, 10, 0]))
        yield frame(struct.pack("!H", rng.choice([1000, 1001, 1005, 3000, 7])), Random(0), 8)

    async def _line(self, rng):
        sent = b""
        for _ in range(rng.choice([1, 3])):
            told = {"type": "action", "message": {"row": rng.choice(ODD), "column": 1}}
            sent += bytes_of(text_of(spoilt(told, rng), rng)) + b"\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.wire.port)
        try:
            writer.write(sent)
            writer.write_eof()
            await reader.read()
        except OSError:
            pass
        finally:
            writer.close()
        self._count("line")

    async def left(self):
        """Wait until all connections are closed; return what remains if they are not."""
        end = time.monotonic() + PATIENCE
        state = self.table.server.server_state
        while time.monotonic() < end:
            tasks = len(asyncio.all_tasks())
            if not state.connections and not state.tasks and not self.table.hub.live:
                return None
            await asyncio.sleep(0.05)
        live = len(self.table.hub.live)
        return f"{len(state.connections)} connections, {live} games, {tasks} tasks are left"


def memory():
    """Return the megabytes that this process holds."""
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def attack(folder, seeds, batch=5000, show=lambda *told: None):
    """Send inputs; return the failures."""
    heard = Heard()
    failures = []
    names = ("", "uvicorn", "uvicorn.error", "asyncio")
    with serving(folder, pool=Silent(), **BOUNDS) as table:
        for name in names:
            logging.getLogger(name).addHandler(heard)
        try:
            bounds = WireBounds(lines_a_second=1e9, line_burst=10**9)
            wire = table.runner.run(start("connect_four", port=0, bounds=bounds))
            fuzzer = Fuzzer(table, wire, heard)
            for first in range(0, len(seeds), batch):
                found = table.runner.run(fuzzer.many(seeds[first : first + batch]))
                left = table.runner.run(fuzzer.left())
                if left:
                    found.append((seeds[first], left))
                for seed, wrong in found:
                    show(f"FAILED {seed}: {wrong}")
                failures += found
                show(fuzzer.made, len(failures), f"{memory():.0f} MiB", fuzzer.answers)
            table.runner.run(wire.close())
        finally:
            for name in names:
                logging.getLogger(name).removeHandler(heard)
    failures += [("end", line) for line in heard.lines]
    return failures


def main():
    parser = argparse.ArgumentParser(prog="server.fuzz")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one", help="a seed, as a failure was printed")
    given = parser.parse_args()
    seeds = [f"{given.seed}-{number}" for number in range(given.inputs)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        failures = attack(
            folder, [given.one] if given.one else seeds, show=partial(print, flush=True)
        )
    print(f"{len(seeds):,} inputs, {len(failures)} failures, {time.monotonic() - began:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
