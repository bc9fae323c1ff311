"""`gametree analyze --stdio`: the analysis channel over the program's input and output."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Collection
from typing import IO, Any

from ..analysis.channel import Channel
from ..analysis.pool import EnginePool

__all__ = ["talk"]

_MOST_OPEN = 20_000
"""Positions that wait; further lines are read when others are answered."""


def talk(games: Collection[str], workers: int | None, source: IO[bytes], target: IO[bytes]) -> None:
    """Answer lines until their end, and until all that they ask for is answered."""
    asyncio.run(_talk(games, workers, source, target))


async def _talk(
    games: Collection[str], workers: int | None, source: IO[bytes], target: IO[bytes]
) -> None:
    loop = asyncio.get_running_loop()
    pool = EnginePool(workers, games)
    gone = asyncio.Event()  # who reads the answers

    def write(report: dict[str, Any]) -> None:
        try:
            target.write(json.dumps(report).encode() + b"\n")
            target.flush()
        except OSError:
            gone.set()

    channel = Channel(lambda query, hear: pool.submit(query, hear, client="stdio"), write)

    async def take(line: bytes) -> None:
        await channel.until_open(_MOST_OPEN)
        channel.take(line)

    ended = asyncio.Event()

    def read() -> None:
        try:
            for line in source:
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
