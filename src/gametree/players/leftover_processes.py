"""What a program has started and left behind: found by a mark in the environment, and ended.

A child that begins a session of its own leaves the group of the program that started it, and
one whose parent has ended leaves the tree of processes as well. The environment it keeps.
Linux alone shows the environments of processes; elsewhere none is found.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal

__all__ = ["end_strays", "marked"]

_NAME = "GAMETREE_PROGRAM"
_ROUNDS = 10  # a stray may start another one while it is ended


def marked() -> tuple[str, dict[str, str]]:
    """Return a new mark, and the environment that bears it."""
    mark = secrets.token_hex(16)
    return mark, {**os.environ, _NAME: mark}


def end_strays(mark: str) -> None:
    """End all processes whose environment bears a mark."""
    if not hasattr(os, "pidfd_open") or not os.path.isdir("/proc/self"):
        return
    sought = f"{_NAME}={mark}".encode()
    for _ in range(_ROUNDS):
        numbers = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
        ended = [_end(number, sought) for number in numbers]
        if not any(ended):
            return


def _end(number: int, sought: bytes) -> bool:
    """End a process if it is sought and alive; tell whether it was."""
    with contextlib.suppress(OSError):
        held = os.pidfd_open(number)  # its number may be another's in the next moment
        try:
            with open(f"/proc/{number}/environ", "rb") as file:
                found = sought in file.read().split(b"\0")
            if found:
                signal.pidfd_send_signal(held, signal.SIGKILL)
            return found
        finally:
            os.close(held)
    return False
