"""Copies that are kept on the way, so that a search plays no move of its tree twice."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from ...primitives.actions import contents
from .copying import Copies, Duplicate, MutablePosition, Source

__all__ = ["Snapshots"]

_MOST = 20_000
"""Objects that are kept at most: the tree has mostly far fewer nodes where moves take long."""


class _Kept:
    """An object in a position, which nobody plays on, and those that moves from there led to."""

    __slots__ = ("__weakref__", "following", "live")

    def __init__(self, live: Any) -> None:
        self.live = live
        self.following: dict[Any, _Kept] = {}


class Snapshots(Copies):
    """Copies, and one more object for each simulation: that after its first new move.

    So a simulation plays one move and its playout, wherever in the tree it is. It pays where
    moves take longer than copies. What moves have led to is dropped with the position from which
    it is reached, when the search advances.
    """

    def __init__(self, source: Source, duplicate: Duplicate, most: int = _MOST) -> None:
        super().__init__(source, duplicate)
        self._most = most
        self._all: WeakSet[_Kept] = WeakSet()

    def copy(self, position: MutablePosition) -> MutablePosition:
        if position.kept is None:
            position.kept = self._keep(position.live)
            position.live = None
        copied = position.branched(None)
        copied.kept = position.kept
        return copied

    def live(self, position: MutablePosition) -> Any:
        return position.live if position.kept is None else position.kept.live

    def play(self, position: MutablePosition, move: Any) -> None:
        kept = position.kept
        if kept is None:
            position.live = self._source.play(position.live, move)
        elif (following := kept.following.get(contents(move))) is not None:
            position.kept = following
        else:
            live = self._source.play(self._duplicate(kept.live), move)
            if position.grew or len(self._all) >= self._most:
                position.kept, position.live = None, live
            else:
                position.kept = kept.following[contents(move)] = self._keep(live)
                position.grew = True
        position.moves.append(move)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_all": None}

    def __setstate__(self, held: dict[str, Any]) -> None:
        self.__dict__.update(held, _all=WeakSet())

    def _keep(self, live: Any) -> _Kept:
        kept = _Kept(live)
        self._all.add(kept)
        return kept
