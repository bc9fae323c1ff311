"""Cache Numba's errors, and raise them again for the same call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["forget_failed_calls", "forget_failures"]


def forget_failures(dispatchers: Iterable[Any]) -> None:
    """Let a function that fails once more name the lines of its new callers."""
    for each in dispatchers:
        each._compiler._failed_cache.clear()


def forget_failed_calls(typing: Any) -> None:
    """Let calls be typed once more that could not be typed before."""
    typing.callstack._fail_cache.clear()
