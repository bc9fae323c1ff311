"""Keeps what rules print from being shown, where they are asked more often than a search would."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["silence"]

_lock = threading.Lock()
_silent: set[int] = set()


class _Output:
    """Standard output that drops what silent threads write."""

    def __init__(self, behind: Any) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        """Write a text, or drop it."""
        if threading.get_ident() not in _silent:
            self.behind.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Return all else of the output itself."""
        return getattr(self.behind, name)


@contextmanager
def silence() -> Iterator[None]:
    """Drop what this thread prints meanwhile; other threads print as ever."""
    here = threading.get_ident()
    with _lock:
        nested = here in _silent
        _silent.add(here)
        if sys.stdout is not None and not isinstance(sys.stdout, _Output):
            sys.stdout = _Output(sys.stdout)
    try:
        yield
    finally:
        with _lock:
            if not nested:
                _silent.discard(here)
            if not _silent and isinstance(sys.stdout, _Output):
                sys.stdout = sys.stdout.behind
