"""Carries lines between an engine and the program that has started it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from io import TextIOWrapper
from typing import Protocol

__all__ = ["LineEngine", "answer_lines"]


class LineEngine(Protocol):
    """What answers lines."""

    def take(self, line: str) -> bool:
        """Answer a line; return False if it ends the conversation."""

    def finish(self) -> None:
        """End what is under way; nothing more will be asked."""


def answer_lines(make: Callable[[Callable[[str], None]], LineEngine]) -> None:
    """Have an engine answer the lines of standard input, until it or they end.

    Args:
        make: makes the engine of the function that it answers lines with.

    """
    output = sys.stdout
    for stream in (sys.stdin, output):  # a name in another encoding must not end the engine
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")

    def write(line: str) -> None:
        with suppress(BrokenPipeError):  # nobody listens; the end of the input comes next
            output.write(f"{line}\n")
            output.flush()

    with redirect_stdout(sys.stderr):  # the output belongs to the protocol
        engine = make(write)
        for line in sys.stdin:
            if not engine.take(line):
                break
        engine.finish()
