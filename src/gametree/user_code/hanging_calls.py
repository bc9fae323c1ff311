"""Interruption of calls of a user's methods that do not return, in interpreted code of any thread.

A second thread inspects the stack of the watched one from time to time. It costs the watched
thread nothing. Code that is not Python cannot be interrupted.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from sys import _current_frames as current_frames
from types import CodeType, FrameType
from typing import Any

from .locating import defined, place_of

__all__ = ["HangingCall", "hanging", "hanging_calls_stopped", "methods_of"]

_SECONDS_BETWEEN_INSPECTIONS = 1.0
_INSPECTIONS = 15
"""A call that so many inspections in a row find is stopped. Inspections are counted, not seconds:
a machine that was suspended meanwhile makes no rules slow."""


class HangingCall(BaseException):
    """A call did not return in time. It is no `Exception`, so that rules do not catch it."""


def methods_of(*owners: Any) -> frozenset[CodeType]:
    """Return the code of all methods that a user wrote for the classes of some objects."""
    found = set()
    for owner in owners:
        for cls in type(owner).__mro__:
            for name in vars(cls):
                if defined(owner, name) is not None:
                    found.add(getattr(type(owner), name).__code__)
    return frozenset(found)


def hanging(error: HangingCall, name: str) -> str:
    """Say which method of the rules `name` does not return, and where it is."""
    place = place_of(error)
    method = f"a method of {name}" if place is None else place.called
    seconds = _INSPECTIONS * _SECONDS_BETWEEN_INSPECTIONS
    message = f"{method} has not returned after {seconds:g} seconds"
    return message if place is None else f"{message} {place}"


@contextmanager
def hanging_calls_stopped(methods: frozenset[CodeType]) -> Iterator[None]:
    """Raise `HangingCall` in a call of one of the methods that does not return.

    Args:
        methods: from `methods_of`.

    """
    finished = threading.Event()
    watched = threading.get_ident()

    def watch() -> None:
        last: FrameType | None = None
        inspections = 0
        while not finished.wait(_SECONDS_BETWEEN_INSPECTIONS):
            frame = _outermost(watched, methods)
            inspections = inspections + 1 if frame is not None and frame is last else 0
            last = frame
            if frame is not None and inspections >= _INSPECTIONS and not finished.is_set():
                raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                raise_in(ctypes.c_ulong(watched), ctypes.py_object(HangingCall))
                last, inspections = None, 0  # again later, if the rules have caught it

    thread = threading.Thread(target=watch, name="gametree-hanging-calls", daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()


def _outermost(thread: int, methods: frozenset[CodeType]) -> FrameType | None:
    """Return the frame of the outermost call of one of the methods in a thread."""
    frame = current_frames().get(thread)
    found = None
    while frame is not None:
        if frame.f_code in methods:
            found = frame
        frame = frame.f_back
    return found
