"""Input of one line at a time, from a person or a script."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

import click

if sys.platform != "win32":
    import termios

__all__ = ["ask", "is_terminal", "without_echo"]


@contextlib.contextmanager
def without_echo() -> Iterator[None]:
    """Keep what is typed meanwhile out of sight, where the system can: the next `ask` reads it."""
    if sys.platform == "win32" or not is_terminal():
        yield
        return
    usual = termios.tcgetattr(sys.stdin)
    quiet = [*usual]
    quiet[_LOCAL_MODES] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, usual)


_LOCAL_MODES = 3  # the index of these flags among a terminal's attributes


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
