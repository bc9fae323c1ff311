"""The seats whose players are connected, and those whose players have been away for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

__all__ = ["Presence"]


class Presence:
    """Watches which players of one game are connected.

    Attributes:
        here: the seats that somebody connected holds.
        gone: the seats whose players have been away for `seconds` without a break.

    Args:
        seconds: how long; None if nobody is ever taken to be gone.
        tell: called when somebody is gone.

    """

    def __init__(self, seconds: float | None, tell: Callable[[], None]) -> None:
        self._seconds, self._tell = seconds, tell
        self._leaving: dict[int, asyncio.TimerHandle] = {}
        self.here: frozenset[int] = frozenset()
        self.gone: set[int] = set()

    def update(self, here: Collection[int], people: Collection[int]) -> None:
        """Take who is connected now, and which seats belong to people who have come before."""
        self.here = frozenset(here)
        self.gone -= self.here
        for seat in self.here & self._leaving.keys():
            self._leaving.pop(seat).cancel()
        if self._seconds is None:
            return
        loop = asyncio.get_running_loop()
        for seat in set(people) - self.here - self._leaving.keys() - self.gone:
            self._leaving[seat] = loop.call_later(self._seconds, self._leave, seat)

    def _leave(self, seat: int) -> None:
        del self._leaving[seat]
        self.gone.add(seat)
        self._tell()

    def close(self) -> None:
        """Watch no longer."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()
