"""Detects changes of a game's attributes, those of its classes included."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..game import Game
from ..rules.snapshots import freeze
from .fault import Fault
from .report import FAULT, WARNING

__all__ = ["AttributeChanges"]


class AttributeChanges:
    """Remembers a game's attributes and reports which have changed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._held: dict[str, Any] | None = None
        kind = type(game)
        # The adapters' own objects are tested with the adapters; the user's are checked here.
        self._ours = _is_ours(kind.__module__)
        self._classes = [
            _ClassData(cls) for cls in reversed(kind.__mro__) if not _is_ours(cls.__module__)
        ]

    def forget(self) -> None:
        """Forget the attributes: what changes them before the next call is not reported."""
        self._held = None

    def remember(self) -> None:
        """Remember the attributes of the game, unless they are known."""
        if self._held is None:
            self._held = self._contents()

    def changes(self, method: str) -> Iterator[Fault]:
        """Yield a fault for each attribute that a call of the method has changed."""
        before, now = self._held, self._contents()
        if before is None or now == before:
            return
        self._held = now
        for name in now:
            if name in before and now[name] == before[name]:
                continue
            private = name.startswith("_")
            yield Fault(
                method,
                "changes the game",
                f"changed the attribute {name} of the game",
                "fine if it only remembers results" if private else "keep it in the state",
                WARNING if private else FAULT,
            )

    def _contents(self) -> dict[str, Any]:
        held: dict[str, Any] = {}
        for each in self._classes:
            held |= each.data()
        own = vars(self._game)
        if self._ours:
            own = {
                name: value for name, value in own.items() if not _is_ours(type(value).__module__)
            }
        held |= own
        return {name: freeze(value) for name, value in held.items()}


class _ClassData:
    """What a class holds beside its methods.

    It is asked for after each call of a method, and hardly ever changes.
    """

    def __init__(self, cls: type) -> None:
        self._cls = cls
        self._values: list[Any] = []
        self._names_and_ids: list[Any] = []
        self._data: dict[str, Any] = {}

    def data(self) -> dict[str, Any]:
        """Return the attributes that are data, by their names."""
        held = vars(self._cls)
        names_and_ids = [*held, *map(id, held.values())]
        if names_and_ids != self._names_and_ids:
            self._names_and_ids = names_and_ids
            self._values = [*held.values()]  # so that no id is given twice
            self._data = {name: value for name, value in held.items() if _is_data(name, value)}
        return self._data


def _is_data(name: str, value: Any) -> bool:
    return not name.startswith("__") and not callable(value) and not hasattr(value, "__get__")


@lru_cache(maxsize=256)
def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in ("gametree", "builtins")
