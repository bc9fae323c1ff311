"""The types of the objects that rules make for a while, seen in games that run interpreted.

What an attribute holds is known when it is there. So while some random games are played, each
object of a user's class is looked at when one of its methods returns.
"""

from __future__ import annotations

import sys
from typing import Any

from ..reasons import Unsupported
from .instances import is_record_class
from .kinds import joined, kind_of

__all__ = ["Observation"]

_ENOUGH = 300
"""Looks at objects of one class, after which no more are taken."""


class Observation:
    """Objects seen within a `with` statement; `kinds` are their types by class."""

    def __init__(self) -> None:
        self.kinds: dict[type, Any] = {}
        self._looks: dict[type, int] = {}
        self._complete: set[int] = set()

    def __enter__(self) -> Observation:
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
        try:
            kind = kind_of(seen)
            wider = joined(self.kinds[cls], kind) if cls in self.kinds else kind
        except Unsupported:  # told where it is made in compiled code
            wider = None
        if wider is None:
            self._looks[cls] = _ENOUGH
            self.kinds.pop(cls, None)
        else:
            self.kinds[cls] = wider
