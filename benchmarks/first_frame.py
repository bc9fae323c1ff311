"""Measures how soon a server's thinking is seen: `python benchmarks/first_frame.py`.

Each turn starts `gametree serve`, and asks for the thinking about the game under way as soon as its
address is printed, by a WebSocket or in Chromium; then about new games, once the server is warm.
With --uncompiled nothing has been compiled before. In Chromium, also the time from the request of
the page until the board can be played on (a click makes the move).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from websockets.asyncio.client import connect

PATIENCE = 90.0
WARM = 5
GAMES = ("connect_four", "othello", "tic_tac_toe")


@contextmanager
def serving(cache: str | None) -> Iterator[str]:
    """Start a server; give the link to the game under way as soon as it is printed."""
    with tempfile.TemporaryDirectory() as folder:
        surroundings = {**os.environ, "GAMETREE_DATA_DIR": folder}
        if cache is not None:
            surroundings["GAMETREE_CACHE_DIR"] = cache
        process = subprocess.Popen(
            [sys.executable, "-m", "gametree", "serve", "--no-open", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings,
        )
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(3)]
            yield lines[1].split()[-1]
        finally:
            process.terminate()
            process.wait(20)


def new_game(address: str, game: str) -> str:
    """Return the link to a new game against the engine."""
    import urllib.request

    wish = {"game": game, "seats": [{"kind": "human"}, {"kind": "engine"}]}
    request = urllib.request.Request(
        f"{address}api/games", json.dumps(wish).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        started = json.loads(answer.read())
    return f"{address}#/g/{started['id']}/{started['tokens'][0]}"


def parts(link: str) -> tuple[str, str, str]:
    """Return the address, the game and the token of a link."""
    address, _, rest = link.partition("#/g/")
    game_id, _, token = rest.partition("/")
    return address, game_id, token


async def over_websocket(link: str) -> float:
    """Return the milliseconds from the request for thinking to its first frame."""
    address, game_id, token = parts(link)
    url = f"{address.replace('http', 'ws', 1)}api/games/{game_id}/ws"
    async with connect(url, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": [token]}))
        while json.loads(await socket.recv())["type"] != "room":
            pass
        began = time.perf_counter()
        await socket.send(json.dumps({"type": "think", "on": True}))
        async with asyncio.timeout(PATIENCE):
            while json.loads(await socket.recv())["type"] != "thinking":
                pass
        return 1000 * (time.perf_counter() - began)


class InChromium:
    """A browser that opens links."""

    def __init__(self, browser):
        self._browser = browser
        self.interactive: list[float] = []

    def __call__(self, link: str) -> float:
        """Return the milliseconds from the page's request for thinking to its first frame."""
        context = self._browser.new_context()
        page = context.new_page()
        seen: dict[str, float] = {}

        def note(name: str, frame: str) -> None:
            seen.setdefault(name, time.perf_counter())

        def watch(socket) -> None:
            socket.on("framesent", lambda told: "think" in told and note("asked", told))
            socket.on(
                "framereceived", lambda told: '"thinking"' in told[:40] and note("seen", told)
            )

        page.on("websocket", watch)
        began = time.perf_counter()
        page.goto(link)
        page.locator("[data-zone]").first.wait_for()
        self.interactive.append(1000 * (time.perf_counter() - began))
        page.get_by_text(re.compile(r"\d %")).first.wait_for(timeout=1000 * PATIENCE)
        context.close()
        return 1000 * (seen["seen"] - seen["asked"])


def turns(asked: argparse.Namespace, measure) -> None:
    fresh, warm = [], []
    for _ in range(asked.turns):
        with (
            tempfile.TemporaryDirectory() as cache,
            serving(cache if asked.uncompiled else None) as link,
        ):
            fresh.append(measure(link))
            address = parts(link)[0]
            warm += [measure(new_game(address, game)) for game in GAMES for _ in range(WARM)]
    told = lambda times: f"median {median(times):.0f}, most {max(times):.0f} ms"  # noqa: E731
    print(f"fresh server, {len(fresh)} times: {told(fresh)}")
    print(f"warm server, {len(warm)} times: {told(warm)}")
    if isinstance(measure, InChromium):
        each = 1 + WARM * len(GAMES)
        first = measure.interactive[::each]
        print(f"interactive, the server's first page: {told(first)}")
        print(f"interactive, all pages: {told(measure.interactive)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--uncompiled", action="store_true")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before")
    print("over a WebSocket")
    turns(asked, lambda link: asyncio.run(over_websocket(link)))
    chromium = shutil.which("chromium")
    if chromium is None:
        print("no chromium is found")
        return
    from playwright.sync_api import sync_playwright

    print("in Chromium")
    with sync_playwright() as play:
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        arguments = ["--no-sandbox"] if root else []
        browser = play.chromium.launch(executable_path=chromium, args=arguments)
        turns(asked, InChromium(browser))
        browser.close()


if __name__ == "__main__":
    main()
