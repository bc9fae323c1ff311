"""Servers in processes of their own, with engines that play the first legal move."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from websockets.sync.client import connect

from .checked import checked

SCRIPT = Path(__file__).parent / "serve_scripted.py"


class Served:
    def __init__(self, process, address, link):
        self.process, self.address, self.link = process, address, link

    def get(self, path):
        with urllib.request.urlopen(self.address + path.lstrip("/"), timeout=120) as answer:
            return json.loads(answer.read())

    def post(self, path, told):
        request = urllib.request.Request(
            self.address + path.lstrip("/"),
            json.dumps(told).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.loads(answer.read())

    def join(self, game_id, *tokens):
        """Return a socket, and the room as it is."""
        url = self.address.replace("http", "ws", 1) + f"api/games/{game_id}/ws"
        socket = connect(url, open_timeout=120, close_timeout=1)
        socket.send(json.dumps({"type": "hello", "tokens": list(tokens)}))
        return socket, checked(socket.recv(120))


@contextmanager
def served(database, *arguments, script=SCRIPT):
    """Start a server and wait until it answers; it is killed in the end, if it still runs."""
    command = [sys.executable, str(script), "--port", "0", "--no-open"]
    command += ["--database", database, *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        lines = [process.stdout.readline() for _ in range(3)]
        assert "Ctrl-C" in lines[2], process.stderr.read()
        yield Served(process, lines[0].split()[-1], lines[1].split()[-1])
    finally:
        process.kill()
        process.communicate()


def until(socket, kind, **wanted):
    """Return the next message of a type, and of what, that comes."""
    for _ in range(100):
        message = checked(socket.recv(120))
        if message["type"] == kind and wanted.items() <= message.get("event", message).items():
            return message
    raise AssertionError(f"no {kind}")
