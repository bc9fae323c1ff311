"""`gametree analyze --stdio`: the analysis channel over the program's input and output."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Collection, Iterator
from typing import Any

from ...analysis.channel import Channel
from ...analysis.pool import EnginePool

__all__ = ["talk"]

_MOST_OPEN = 20_000
"""Positions that wait; further lines are read when others are answered."""

_CHUNK = 1 << 16


def talk(games: Collection[str], workers: int | None, source: int, target: int) -> None:
    """Answer lines until their end, and until all that they ask for is answered.

    Args:
        games: those that queries may name.
        workers: how many processes search; None for as many as there are processors.
        source: the descriptor of the file to read.
        target: that of the file to write.

    """
    asyncio.run(_talk(games, workers, source, target))


async def _talk(games: Collection[str], workers: int | None, source: int, target: int) -> None:
    loop = asyncio.get_running_loop()
    pool = EnginePool(workers, games)
    gone = asyncio.Event()  # who reads the answers

    def write(report: dict[str, Any]) -> None:
        left = json.dumps(report).encode() + b"\n"
        try:
            while left:
                left = left[os.write(target, left) :]
        except OSError:
            gone.set()

    channel = Channel(lambda query, hear: pool.submit(query, hear, client="stdio"), write)

    async def take(line: bytes) -> None:
        await channel.until_open(_MOST_OPEN)
        channel.take(line)

    ended = asyncio.Event()

    def read() -> None:
        try:
            for line in _lines(source):
                if line.strip():
                    asyncio.run_coroutine_threadsafe(take(line), loop).result()
        finally:
            loop.call_soon_threadsafe(ended.set)

    async def all_answered() -> None:
        await ended.wait()
        await channel.until_open(0)

    await pool.start()
    try:
        # A thread that waits for input cannot be ended; as a daemon, it keeps nobody.
        threading.Thread(target=read, daemon=True).start()
        waits = [asyncio.ensure_future(each) for each in (all_answered(), gone.wait())]
        _, left = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for each in left:
            each.cancel()
    finally:
        channel.close()
        await pool.close()


def _lines(source: int) -> Iterator[bytes]:
    """Yield the lines of a file as they come.

    A file object of Python's would be locked while the thread waits, and could not be closed.
    """
    rest = b""
    while chunk := os.read(source, _CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines
    yield rest
