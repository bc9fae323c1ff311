"""Methods that are tried, for a bounded number of lines of code."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

__all__ = ["TooLong", "tried"]

_LINES = 200_000  # that a method may run which is only tried


class TooLong(Exception):
    """A method that was tried ran too many lines."""


def tried(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the user's that may do anything, for a bounded number of lines.

    What it prints is not shown.

    Raises:
        TooLong: if it runs more lines.
        Exception: what the function raises; SystemExit is raised as TooLong.

    """
    lines = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > _LINES:
            raise TooLong
        return trace

    before = sys.gettrace()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            sys.settrace(trace)
            return function(*arguments)
    except SystemExit:
        raise TooLong from None
    finally:
        sys.settrace(before)
