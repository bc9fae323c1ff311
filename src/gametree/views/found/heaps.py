"""The heap of a game in which each move takes as many as it says: counters that can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...game import Game
from .bit_pairs import items_of, moves_of, position_after

__all__ = ["Heap", "heap_of"]

_MOST = 60


class Heap(NamedTuple):
    """Where the number of counters is.

    Attributes:
        item: its index among the items of a state; None: the state is the number.
        whole: how many there are at the beginning.

    """

    item: int | None
    whole: int

    def size(self, state: Any) -> int | None:
        """Return how many there are now; None if a state has no such number."""
        parts = _parts(state)
        left = parts[self.item or 0] if (self.item or 0) < len(parts) else None
        return left if type(left) is int and 0 <= left <= self.whole else None


def heap_of(game: Game, own: Callable[[Any], Any]) -> Heap | None:
    """Return where the heap is; None if moves of the first position take from none.

    Args:
        game: a game without chance.
        own: returns the user's state of a position of the game.

    """
    position = game.initial_state()
    first = own(position)
    moves = list(moves_of(game, position)[: _MOST + 1])
    if len(moves) < 2 or any(type(move) is not int or move < 1 for move in moves):
        return None
    names = [game.action_to_text(position, move) for move in moves]
    if names != [str(move) for move in moves]:
        return None
    parts = _parts(first)
    later = [_parts(own(position_after(game, position, move))) for move in moves]
    if any(len(each) != len(parts) for each in later):
        return None
    for index, whole in enumerate(parts):
        if type(whole) is int and 0 < whole <= _MOST:
            taken = zip(moves, later, strict=True)
            if all(after[index] == whole - move for move, after in taken):
                return Heap(None if type(first) is int else index, whole)
    return None


def _parts(state: Any) -> list[Any]:
    return [state] if type(state) is int else list(items_of(state))
