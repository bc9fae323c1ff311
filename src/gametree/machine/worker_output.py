"""The standard output of worker processes.

Python buffers whole blocks when the output is a pipe or a file, and a process that is killed loses
its buffer. Workers write line by line instead, so that nothing that rules print is lost.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

__all__ = ["flush_each_line", "print_to_stderr"]


def flush_each_line() -> None:
    """Write each line of standard output as soon as it is complete."""
    # There is no standard output in a Windows program without a console, or it may be closed.
    with suppress(AttributeError, OSError, ValueError):
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def print_to_stderr() -> None:
    """Send everything that is printed to standard error: the standard output carries a protocol."""
    flush_each_line()
    with suppress(AttributeError, OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        os.dup2(2, 1)
