"""Handle Ctrl-C during compilation: raise it where it is safe, otherwise later.

LLVM calls back into Python, and what is raised in such a call Python prints and forgets. A
signal that comes while LLVM works is mostly handled there.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import llvmlite

__all__ = ["ctrl_c_kept"]

_LLVM = os.path.dirname(os.path.abspath(llvmlite.__file__)) + os.sep


@contextmanager
def ctrl_c_kept() -> Iterator[None]:
    """Let Ctrl-C end what is done within, at its end at the latest.

    Only the main thread receives signals: elsewhere, and where the program has set a handler
    of its own, this does nothing.
    """
    mine = threading.current_thread() is threading.main_thread()
    if not mine or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pending = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pending
        if not _within_llvm(frame):
            raise KeyboardInterrupt
        pending = True

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pending:
        raise KeyboardInterrupt


def _within_llvm(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_LLVM):
            return True
        frame = frame.f_back
    return False
