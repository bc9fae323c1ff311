"""The actions that were seen in random games, and how they can be packed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..game import Action
from ..primitives.actions import NoPacking, Packing, contents, packing_for

__all__ = ["SeenActions"]


class SeenActions:
    """The actions that were seen, each once."""

    def __init__(self) -> None:
        self._seen: dict[Any, Action] = {}
        self._fault: NoPacking | None = None

    def see(self, actions: Iterable[Action]) -> None:
        """Look at the legal actions of a position."""
        for action in actions:
            try:
                self._seen[type(action), contents(action)] = action
            except RecursionError:
                self._fault = NoPacking("there is an action that leads to itself")
            except TypeError:
                kind = type(action).__name__
                self._fault = NoPacking(f"there is an action of type {kind}")

    def packing(self) -> Packing | NoPacking | None:
        """Return how they are packed, or why they cannot be; None if they are plain integers."""
        try:
            return self._fault or packing_for(self._seen.values())
        except NoPacking as refused:
            return refused
