"""A line of play that shares its beginning with every other line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self, overload

from ..errors import BadParameter

__all__ = ["History"]

_UNKNOWN = object()  # the move that led to a position is not known


class History(Sequence[Any]):
    """All positions from the start to the present one, oldest first: a sequence that never changes.

    Each history is one position and a link to the history before it, so `extended` costs the
    same however long the game is, and thousands of lines in a search tree hold their common
    beginning once. In return only the end is near at hand: `history[-1]` and `len` take one
    step; `history[-k]` takes k; `in`, iteration, slices (tuples) and other indices go through
    the positions that they pass. `reversed` starts at the present and holds nothing else.
    """

    __slots__ = ("_length", "_play", "_previous", "_state")

    def __init__(self, state: Any) -> None:
        self._state = state
        self._play: Any = _UNKNOWN
        self._previous: History | None = None
        self._length = 1

    @classmethod
    def of(cls, states: Iterable[Any]) -> Self:
        """Return the history of the given positions, oldest first.

        Raises:
            BadParameter: if there is none.

        """
        history = None
        for state in states:
            history = cls(state) if history is None else history.extended(state)
        if history is None:
            raise BadParameter("a history needs at least one state")
        return history

    def extended(self, state: Any, play: Any = _UNKNOWN) -> Self:
        """Return this history with one more position, and the move that led there if known."""
        longer = type(self)(state)
        longer._play = play
        longer._previous = self
        longer._length = self._length + 1
        return longer

    def plays(self) -> list[Any]:
        """Return the moves that led to the present, back to the last one that is not known."""
        found = []
        node: History | None = self
        while node is not None and node._play is not _UNKNOWN:
            found.append(node._play)
            node = node._previous
        return found[::-1]

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[Any]:
        node: History | None = self
        while node is not None:
            yield node._state
            node = node._previous

    def __iter__(self) -> Iterator[Any]:
        return iter(list(reversed(self))[::-1])

    def __contains__(self, state: object) -> bool:
        return any(state is other or state == other for other in reversed(self))

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Any, ...]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if index == -1:
            return self._state
        if isinstance(index, slice):
            return tuple(self)[index]
        back = -index - 1 if index < 0 else self._length - 1 - index
        if not 0 <= back < self._length:
            raise IndexError(f"index {index} in a history of {self._length} states")
        node: History = self
        for _ in range(back):
            assert node._previous is not None  # counted by `_length`
            node = node._previous
        return node._state

    def __repr__(self) -> str:
        return f"History({list(self)!r})"
