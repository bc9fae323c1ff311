"""The end of a program that serves, by a signal: within ten seconds, and without a word."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, Self

__all__ = ["EndBySignal"]

_LAST_SECONDS = 9.0  # after which the process ends, whatever hangs: the log has all that was told
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class EndBySignal:
    """Run a program until SIGTERM or Ctrl-C.

    While entered, the first signal calls `stop`, once a server has set it, and cancels the program
    before that. A second one calls `hurry`. Nothing is interrupted by a KeyboardInterrupt, whose
    traceback could come from anywhere.

    Attributes:
        stop: ends the server.
        hurry: has it wait for nobody.

    """

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self.hurry: Callable[[], None] | None = None
        self._heard = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._program: asyncio.Task[Any] | None = None
        self._before: list[Any] = []
        self._last = threading.Timer(_LAST_SECONDS, os._exit, [1])
        self._last.daemon = True

    def __enter__(self) -> Self:
        self._before = [signal.signal(each, self._hear) for each in _SIGNALS]
        return self

    def __exit__(self, *exception: object) -> None:
        self._last.cancel()
        for each, handler in zip(_SIGNALS, self._before, strict=True):
            signal.signal(each, handler)

    def run(self, program: Coroutine[Any, Any, None]) -> None:
        """Run a server's program in an event loop, until it ends or a signal stops it.

        Raises:
            KeyboardInterrupt: if a signal came before there was a server to stop.

        """
        try:
            asyncio.run(self._run(program))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    async def _run(self, program: Coroutine[Any, Any, None]) -> None:
        self._loop, self._program = asyncio.get_running_loop(), asyncio.current_task()
        if self._heard:
            program.close()
            raise asyncio.CancelledError
        await program

    def _hear(self, number: int, frame: FrameType | None) -> None:
        first, self._heard = not self._heard, True
        if first:
            self._last.start()
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end, first)

    def _end(self, first: bool) -> None:
        if not first:
            if self.hurry is not None:
                self.hurry()
        elif self.stop is not None:
            self.stop()
        elif self._program is not None:
            self._program.cancel()
