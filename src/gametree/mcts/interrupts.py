"""Delays Ctrl-C to a safe moment: between two slices, or after a process has started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self

__all__ = ["InterruptGuard", "ctrl_c_later"]


class InterruptGuard:
    """While entered, Ctrl-C sets `pending` instead of raising; a second one raises.

    Only the main thread receives signals: elsewhere the guard does nothing. A
    handler that the program has set itself stays in charge.
    """

    def __init__(self) -> None:
        self.pending = False
        self._previous: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            previous = signal.getsignal(signal.SIGINT)
            if previous is signal.default_int_handler:
                self._previous = previous
                signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.pending:
            raise KeyboardInterrupt
        self.pending = True


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Hold Ctrl-C back; a process that is started meanwhile never hears of it."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every platform
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
