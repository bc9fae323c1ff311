"""The actions that were seen in random games, and how they can be packed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...game import Action
from ...primitives.actions import NoPacking, Packing, contents, packing_for, texts_in

__all__ = ["SeenActions"]


class SeenActions:
    """The actions that were seen, each once."""

    def __init__(self) -> None:
        self._seen: dict[Any, Action] = {}
        self._positions = 0
        self._since: dict[str, int] = {}  # texts, with the number of the position that had each
        self._fault: NoPacking | None = None

    def see(self, actions: Iterable[Action]) -> None:
        """Look at the legal actions of a position."""
        self._positions += 1
        for action in actions:
            try:
                held = contents(action)
                self._seen[type(action), held] = action
                for text in texts_in(held):
                    self._since.setdefault(text, self._positions)
            except RecursionError:
                self._fault = NoPacking("there is an action that leads to itself")
            except TypeError:
                kind = type(action).__name__
                self._fault = NoPacking(f"there is an action of type {kind}")

    def packing(self, words: Iterable[str] = ()) -> Packing | NoPacking | None:
        """Return how they are packed, or why they cannot be; None if they are plain integers.

        `words` are texts that others may hold.
        """
        late = [text for text, since in self._since.items() if since > 3 / 4 * self._positions]
        few_are_new = len(late) <= len(self._since) / 20
        try:
            return self._fault or packing_for(self._seen.values(), words, index_texts=few_are_new)
        except NoPacking as refused:
            return refused
