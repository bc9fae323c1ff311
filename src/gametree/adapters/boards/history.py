"""A line of play that shares its beginning with every other line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, overload

from ...errors import BadParameter
from ...primitives.past import Unchanging

__all__ = ["Glance", "History", "Reached"]

_UNKNOWN = object()  # the move that led to a position is not known


class History(Unchanging, Sequence[Any]):
    """All positions from the start to the present one, oldest first: a list that never changes.

    Each history is one position and a link to the history before it, so `extended` costs the
    same however long the game is, and thousands of lines in a search tree hold their common
    beginning once. In return only the end is near at hand: `history[-1]` and `len` take one
    step; `history[-k]` takes k; `in`, iteration, slices and other indices go through the
    positions that they pass. `reversed` starts at the present and holds nothing else.

    `history + [state]` is a longer history; `history[:]` and `history.copy()` are lists, which
    can be changed. Histories of the same positions are equal, and equal to a list of them.
    """

    __slots__ = ("_hash", "_length", "_play", "_previous", "_state")

    def __init__(self, state: Any) -> None:
        self._state = state
        self._play: Any = _UNKNOWN
        self._previous: History | None = None
        self._length = 1
        self._hash: int | None = None

    @staticmethod
    def of(states: Iterable[Any]) -> History:
        """Return the history of the given positions, oldest first.

        Raises:
            BadParameter: if there is none.

        """
        history = None
        for state in states:
            history = History(state) if history is None else history.extended(state)
        if history is None:
            raise BadParameter("a history needs at least one state")
        return history

    def extended(self, state: Any, play: Any = _UNKNOWN) -> History:
        """Return this history with one more position, and the move that led there if known."""
        longer = History(state)
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
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if index == -1:
            return self._state
        if isinstance(index, slice):
            return self._part(range(self._length)[index])
        back = -index - 1 if index < 0 else self._length - 1 - index
        if not 0 <= back < self._length:
            raise IndexError(f"index {index} in a history of {self._length} states")
        node: History = self
        for _ in range(back):
            assert node._previous is not None  # counted by `_length`
            node = node._previous
        return node._state

    def _part(self, places: range) -> list[Any]:
        if not places:
            return []
        first = min(places[0], places[-1])
        passed = list(islice(reversed(self), self._length - first))
        passed.reverse()
        return [passed[place - first] for place in places]

    def copy(self) -> list[Any]:
        """Return the positions as a list, which can be changed."""
        return list(self)

    def __add__(self, states: Iterable[Any]) -> History:
        longer: History = self
        for state in states:
            longer = longer.extended(state)
        return longer

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):
            return len(other) == self._length and list(self) == other
        if not isinstance(other, History) or other._length != self._length:
            return False
        one: History | None = self
        while one is not None and other is not None and one is not other:
            if one._state is not other._state and one._state != other._state:
                return False
            one, other = one._previous, other._previous
        return True

    def __hash__(self) -> int:
        # From the last position whose hash is known: lines grow by one position at a time.
        waiting: list[History] = []
        node: History | None = self
        while node is not None and node._hash is None:
            waiting.append(node)
            node = node._previous
        known = 0 if node is None else node._hash
        for node in reversed(waiting):
            known = node._hash = hash((known, node._state))
        assert known is not None  # else it would have waited
        return known

    def __repr__(self) -> str:
        return f"History({list(self)!r})"


class Glance(History):
    """A history that tells when anything but its last position is read."""

    __slots__ = ("_looked", "_whole")

    def __init__(self, whole: History, looked: Callable[[], object]) -> None:
        self._state = whole._state
        self._play = whole._play
        self._hash = None
        self._whole = whole
        self._looked = looked

    # Whatever is asked of the earlier positions begins with one of these two.

    @property
    def _length(self) -> int:  # type: ignore[override]
        self._looked()
        return self._whole._length

    @property
    def _previous(self) -> History | None:  # type: ignore[override]
        self._looked()
        return self._whole._previous


class Reached:
    """A state with the line that led to it; equal to the state itself, and to any way to it."""

    __slots__ = ("line",)

    def __init__(self, line: History) -> None:
        self.line = line

    def __eq__(self, other: object) -> bool:
        return bool(self.line[-1] == (other.line[-1] if isinstance(other, Reached) else other))

    def __hash__(self) -> int:
        return hash(self.line[-1])

    def __repr__(self) -> str:
        return repr(self.line[-1])
