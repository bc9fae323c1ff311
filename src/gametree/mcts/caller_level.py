"""The stack level of the code that called a search, for its warnings."""

from __future__ import annotations

import sys

__all__ = ["level_of_caller"]


def level_of_caller() -> int:
    """Return the stack level, for a warning, of the first caller outside the search."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith(f"{__package__}."):
        if frame.f_back is None:
            break
        frame = frame.f_back
        level += 1
    return level
