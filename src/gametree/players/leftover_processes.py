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

__all__ = ["end_leftover_processes", "marked"]

_NAME = "GAMETREE_PROGRAM"
_ROUNDS = 10  # a process may start another one while it is being ended


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
            return


def _end(number: int, sought: bytes) -> bool:
    """End a process if its environment contains the mark; return True if it was ended."""
    with contextlib.suppress(OSError):
        held = os.pidfd_open(number)  # the number may be given to another process at any time
        try:
            with open(f"/proc/{number}/environ", "rb") as file:
                found = sought in file.read().split(b"\0")
            if found:
                signal.pidfd_send_signal(held, signal.SIGKILL)
            return found
        finally:
            os.close(held)
    return False
