"""Input of one line at a time, from a person or a script."""

from __future__ import annotations

import contextlib
import sys

import click

__all__ = ["ask", "is_terminal"]


def is_terminal() -> bool:
    """Return True if a person is likely to type the input."""
    return sys.stdin is not None and sys.stdin.isatty()


def ask(prompt: str) -> str:
    """Return the next line of the input.

    Raises:
        EOFError: at its end.
        KeyboardInterrupt: on Ctrl-C.

    """
    if is_terminal():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() its history and arrow keys
        return input(prompt)
    click.echo(prompt, nl=False)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    click.echo(line.rstrip("\n"))  # nobody has seen it typed
    if not line:
        raise EOFError
    return line
