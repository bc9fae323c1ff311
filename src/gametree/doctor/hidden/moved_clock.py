"""Let rules read a clock that is ahead, to find answers that depend on the time."""

from __future__ import annotations

import datetime as dt
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ...game import Game
from ...rules.one_by_one import OneByOne

__all__ = ["clock_moved"]

_AHEAD = 400 * 86_400 + 3_723.5
"""Seconds, so that the year, the day, the hour, the minute and the second differ."""

_READING = (
    *("time", "monotonic", "perf_counter", "process_time", "thread_time"),
    *("time_ns", "monotonic_ns", "perf_counter_ns", "process_time_ns", "thread_time_ns"),
)
_SHOWING = ("localtime", "gmtime", "ctime")


class _Ahead:
    """Takes the place of an object that reads the clock; all else is as there."""

    def __init__(self, original: Any, **moved: Any) -> None:
        self._original = original
        vars(self).update(moved)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._original(*arguments, **keywords)


def _later(read: Callable[[], Any]) -> Callable[[], Any]:
    ahead = int(_AHEAD * 1e9) if read.__name__.endswith("_ns") else _AHEAD
    return lambda: read() + ahead


def _shown_later(show: Callable[[float], Any]) -> Callable[..., Any]:
    return lambda seconds=None: show(time.time() + _AHEAD if seconds is None else seconds)


def _moved_class(cls: Any) -> _Ahead:
    """Return what takes the place of `datetime.datetime` or `datetime.date`."""
    names = ("now", "utcnow", "today")
    moved = {name: _moved_reading(getattr(cls, name)) for name in names if hasattr(cls, name)}
    return _Ahead(cls, **moved)


def _moved_reading(read: Any) -> Callable[..., Any]:
    return lambda *arguments: read(*arguments) + dt.timedelta(seconds=_AHEAD)


def _replacements() -> dict[int, Any]:
    """Return what takes the place of each object that reads the clock, by its `id`."""
    functions = {name: _later(getattr(time, name)) for name in _READING}
    functions |= {name: _shown_later(getattr(time, name)) for name in _SHOWING}
    classes = {name: _moved_class(getattr(dt, name)) for name in ("datetime", "date")}
    found: dict[int, Any] = {id(getattr(time, name)): each for name, each in functions.items()}
    found |= {id(getattr(dt, name)): each for name, each in classes.items()}
    found[id(time)] = _Ahead(time, **functions)
    found[id(dt)] = _Ahead(dt, **classes)
    return found


@contextmanager
def clock_moved(game: Game) -> Iterator[bool]:
    """Let the modules of a game's classes read a clock that is ahead, within the block.

    Yields True if they have one. A clock that they import elsewhere stays as it is.
    """
    rules = game.rules if isinstance(game, OneByOne) else game
    moved = _replacements()
    changed: list[tuple[dict[str, Any], str, Any]] = []
    for name in {cls.__module__ for cls in type(rules).__mro__}:
        if name.partition(".")[0] in ("gametree", "plainpython", "builtins"):
            continue
        names = vars(sys.modules[name]) if name in sys.modules else {}
        changed += [(names, key, value) for key, value in names.items() if id(value) in moved]
    try:
        for names, key, value in changed:
            names[key] = moved[id(value)]
        yield bool(changed)
    finally:
        for names, key, value in changed:
            names[key] = value
