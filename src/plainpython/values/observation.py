"""The short-lived objects of a program, observed while it runs interpreted.

What an attribute holds is known when it is there. So while some random games are played, each
object of a user's class is looked at when one of its methods returns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from .objects.instances import is_record_class

__all__ = ["observed"]

_ENOUGH = 300
"""Looks at objects of one class, after which no more are taken."""


_Step = TypeVar("_Step")


def observed(steps: Iterable[_Step], look: Callable[[Any], None]) -> Iterator[_Step]:
    """Yield the steps, and call `look` with the objects that rules make on the way to each.

    Only on the way: what is done with a step runs at its full speed.
    """
    observation = _Observation(look)
    iterator = iter(steps)
    while True:
        try:
            with observation:
                step = next(iterator)
        except StopIteration:
            return
        yield step


class _Observation:
    """Calls `look` with objects of users' classes, within a `with` statement."""

    def __init__(self, look: Callable[[Any], None]) -> None:
        self._look = look
        self._looks: dict[type, int] = {}
        self._complete: set[int] = set()

    def __enter__(self) -> _Observation:
        self._watches = sys.getprofile() is None  # somebody else may be profiling
        if self._watches:
            sys.setprofile(self._see)
        return self

    def __exit__(self, *error: Any) -> None:
        if self._watches:
            sys.setprofile(None)

    def _see(self, frame: Any, event: str, value: Any) -> None:
        code = frame.f_code
        if event != "return" or not code.co_argcount or code.co_varnames[0] != "self":
            return
        seen = frame.f_locals.get("self")
        cls = type(seen)
        if self._looks.get(cls, 0) >= _ENOUGH:
            return
        if cls not in self._looks:
            self._looks[cls] = 0 if is_record_class(cls) else _ENOUGH
            if self._looks[cls]:
                return
        if code.co_name == "__init__":
            self._complete.add(id(seen))
        elif id(seen) not in self._complete:
            return
        self._looks[cls] += 1
        self._look(seen)
