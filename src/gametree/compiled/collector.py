"""Garbage collection put off while much is made that will stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collected_later"]


@contextmanager
def collected_later() -> Iterator[None]:
    """Collect no garbage within this context, and count what it has made as old at its end.

    Importing Numba and compiling a search makes a million objects, and nearly all of them are
    kept: to look through them again and again takes a tenth of the time. Objects that the
    program has frozen would be thawed here, so then what was made is looked through once.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            if gc.get_freeze_count() == 0:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
