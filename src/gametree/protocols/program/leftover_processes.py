"""Ends the processes that a program has started and left behind.

They are found by a mark in their environment: a child that begins a session of its own leaves the
process group of the program that started it, and one whose parent has ended leaves the process
tree, but it keeps its environment. Only Linux shows the environments of processes; on other
systems none is found.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import time

__all__ = ["end_leftover_processes", "marked"]

_NAME = "GAMETREE_PROGRAM"
_ROUNDS = 50  # a process may start another one while it is being ended
_PAUSE = 0.01  # seconds till a process that is being started is looked at again


def marked() -> tuple[str, dict[str, str]]:
    """Return a new mark, and an environment that contains it."""
    mark = secrets.token_hex(16)
    return mark, {**os.environ, _NAME: mark}


def end_leftover_processes(mark: str) -> None:
    """End all processes whose environment contains a mark."""
    if not hasattr(os, "pidfd_open") or not os.path.isdir("/proc/self"):
        return
    sought = f"{_NAME}={mark}".encode()
    for _ in range(_ROUNDS):
        numbers = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
        ended = [_end(number, sought) for number in numbers]
        if not any(ended):
            if None not in ended:
                return
            time.sleep(_PAUSE)


def _end(number: int, sought: bytes) -> bool | None:
    """End a process if its environment contains the mark; return True if it was ended.

    None if its environment cannot be seen yet: while a program is being loaded, it is empty.
    """
    with contextlib.suppress(OSError):
        held = os.pidfd_open(number)  # the number may be given to another process at any time
        try:
            with open(f"/proc/{number}/environ", "rb") as file:
                environment = file.read()
            if sought in environment.split(b"\0"):
                signal.pidfd_send_signal(held, signal.SIGKILL)
                return True
            if not environment:
                os.readlink(f"/proc/{number}/exe")  # raises for kernel threads, and for ended ones
                return None
        finally:
            os.close(held)
    return False
