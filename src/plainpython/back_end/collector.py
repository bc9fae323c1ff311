"""Postpone garbage collection while many lasting objects are created."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collected_later"]

_freezes = False
"""True if the program freezes objects."""


@contextmanager
def collected_later() -> Iterator[None]:
    """Collect no garbage within this context, and count what it has made as old at its end.

    Importing Numba and compiling a search makes a million objects, and nearly all of them are
    kept: to look through them again and again takes a tenth of the time. Objects that the
    program has frozen would be thawed here, so then what was made is looked through once.
    """
    global _freezes
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            # Counting what is frozen takes a look at all of it: once is enough.
            _freezes = _freezes or gc.get_freeze_count() > 0
            if not _freezes:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
