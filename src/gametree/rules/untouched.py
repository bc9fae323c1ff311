"""A game as it was before it saw a position: a copy, and what its module and classes held."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..game import Game
from .one_by_one import OneByOne

__all__ = ["Untouched"]

_LARGEST = 100_000

_Contents = list[Any]


class Untouched:
    """A game that has seen no position.

    A sampler that keeps the true state draws something else in the copy of the game, or once the
    lists, dicts and sets of its modules and classes are as they were.

    Attributes:
        game: the copy; None if the game cannot be copied.

    """

    def __init__(self, game: Game) -> None:
        try:
            self.game: Game | None = copy.deepcopy(game)
        except Exception:  # attributes of the user's own
            self.game = None
        rules = game.rules if isinstance(game, OneByOne) else game
        self._kept: list[tuple[Any, _Contents]] = []
        met: set[int] = set()
        for cls in type(rules).__mro__:
            if cls.__module__.partition(".")[0] in ("gametree", "plainpython", "builtins"):
                continue
            module = sys.modules.get(cls.__module__)
            for names in (vars(cls), {} if module is None else vars(module)):
                for name, value in [*names.items()]:
                    if type(value) not in (list, dict, set) or name.startswith("__"):
                        continue
                    if id(value) not in met and len(value) <= _LARGEST:
                        met.add(id(value))
                        self._kept.append((value, _contents(value)))

    @contextmanager
    def put_back(self) -> Iterator[bool]:
        """Put the first contents back within the block; yield True if any have changed."""
        changed = []
        for value, first in self._kept:
            now = _contents(value)
            if len(now) != len(first) or any(a is not b for a, b in zip(now, first, strict=True)):
                changed.append((value, now, first))
        try:
            for value, _, first in changed:
                _fill(value, first)
            yield bool(changed)
        finally:
            for value, now, _ in changed:
                _fill(value, now)


def _contents(value: Any) -> _Contents:
    """Return the items; of a dict, keys and values in turn."""
    if isinstance(value, dict):
        return [part for item in value.items() for part in item]
    return [*value]


def _fill(value: Any, contents: _Contents) -> None:
    value.clear()
    if isinstance(value, dict):
        value.update(zip(contents[::2], contents[1::2], strict=True))
    elif isinstance(value, list):
        value.extend(contents)
    else:
        value.update(contents)
