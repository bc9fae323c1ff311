"""A worker process as the program sees it that has started it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..mcts.interrupts import ctrl_c_later
from .worker import work
from .worker_bounds import WorkerBounds

__all__ = ["WorkerHandle"]

_PATIENCE = 2.0  # seconds that a process has to end


class WorkerHandle:
    """Starts a process, in a thread that hears it and sees it end.

    Args:
        bounds: those of the worker.
        heard: called with each message, in that thread.
        lost: called with how it ended, in that thread.

    """

    def __init__(
        self,
        bounds: WorkerBounds,
        heard: Callable[[WorkerHandle, tuple[Any, ...]], None],
        lost: Callable[[WorkerHandle, str], None],
    ) -> None:
        # A new interpreter: one that is forked has locks and threads that it should not have.
        context = multiprocessing.get_context("spawn")
        self._pipe, self._theirs = context.Pipe()
        # Nothing is sent through this one. It ends with this process, however that ends.
        self._life, self._ours = context.Pipe(duplex=False)
        self._process = context.Process(
            target=work, args=(self._theirs, self._life, bounds), daemon=True
        )
        self._heard, self._lost = heard, lost
        self._thread = threading.Thread(target=self._live, daemon=True, name="gametree worker")
        self._thread.start()

    def send(self, what: str, number: int, *more: Any) -> None:
        """Tell it something; if it is lost, that is heard elsewhere."""
        with suppress(OSError, ValueError):
            self._pipe.send((what, number, *more))

    def kill(self) -> None:
        """End it at once."""
        with suppress(OSError, ValueError, AttributeError):
            self._process.kill()

    def close(self) -> None:
        """Ask it to end."""
        with suppress(OSError):
            self._ours.close()

    def join(self) -> None:
        """Wait until it has ended; this enforces it."""
        self._thread.join(_PATIENCE)
        if self._thread.is_alive():
            self.kill()
            self._thread.join(_PATIENCE)

    def bytes(self) -> int:
        """Return the memory of the process in bytes; 0 where the system does not say."""
        with suppress(OSError, ValueError, IndexError):
            text = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii")
            return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return 0

    def _live(self) -> None:
        try:
            with ctrl_c_later():
                self._process.start()
        except Exception as error:
            self._lost(self, f"it could not be started: {error}")
            return
        self._theirs.close()  # now the pipe ends when the process does
        self._life.close()
        with suppress(EOFError, OSError):
            while True:
                self._heard(self, self._pipe.recv())
        self._process.join(_PATIENCE)
        self._process.kill()
        self._process.join()
        code = self._process.exitcode
        self._pipe.close()
        self.close()
        ending = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        self._lost(self, ending)
