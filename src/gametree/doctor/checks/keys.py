"""Compares each position with those met before: keys, hashes, equality and answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...game import Action, Game, State
from ...rules.snapshots import freeze, is_value
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..report import WARNING

__all__ = ["Memory", "Seen", "collision", "listed"]

_MOST_REMEMBERED = 30_000
_LONGEST_REMEMBERED = 60
_MOST_PAIRS = 60

_Found = tuple[Fault, tuple[Action, ...]]


@dataclass(frozen=True)
class Seen:
    """The answers about a position that are kept."""

    state: State
    contents: Any
    moves: tuple[Action, ...]
    answers: tuple[tuple[str, Any], ...]
    key: Any
    heuristic: Any

    @classmethod
    def of(cls, position: Position) -> Seen:
        """Return what is kept of a position."""
        answers: tuple[tuple[str, Any], ...] = (
            ("legal_actions", frozenset(map(freeze, position.actions))),
            ("current_player", position.player),
            ("returns", position.returns),
        )
        state = position.state
        return cls(
            state, freeze(state), tuple(position.moves), answers, position.key, position.heuristic
        )


class Memory:
    """The positions met so far, each once, with the shortest moves to it.

    Attributes:
        collided: the nearest two positions that share a key though their answers differ.
        same_key: an earlier position with the key and the answers of the last one met, but with
            other contents; None if there is none.
    """

    def __init__(self, game: Game) -> None:
        self.collided: tuple[Seen, Seen] | None = None
        self.same_key: Seen | None = None
        self._values = not game.states_change
        self._seen: dict[Any, Seen] = {}
        self._by_key: dict[Any, Any] = {}  # the contents of the first position of each key
        self._recent: deque[Seen] = deque(maxlen=_MOST_PAIRS)

    def meet(self, position: Position) -> Iterator[_Found]:
        """Remember a position; yield its contradictions to earlier ones, with the moves."""
        self.same_key = None
        if len(self._seen) >= _MOST_REMEMBERED or len(position.moves) > _LONGEST_REMEMBERED:
            return
        new = Seen.of(position)
        known = self._seen.get(new.contents)
        if known is None:
            if self._values:
                yield from self._compare_with_equals(new)
            self._seen[new.contents] = new
        else:
            if len(new.moves) < len(known.moves):
                self._seen[new.contents] = replace(known, moves=new.moves)
            yield from _compare_answers(known, new)
            yield from _compare_keys(known, new)
            if self._values and not is_value(new.state):
                yield from _compare_hashes(known, new)
        if new.key is not None:
            yield from self._compare_with_same_key(new)

    def _compare_with_same_key(self, new: Seen) -> Iterator[_Found]:
        try:
            first = self._by_key.setdefault(new.key, new.contents)
        except Exception:  # a user's __eq__ may raise anything
            return
        other = self._seen[first]
        fault = collision(other, new)
        if fault is None:
            self.same_key = None if other.contents == new.contents else other
            return
        if self.collided is None or _length(other, new) < _length(*self.collided):
            self.collided = other, new
        yield fault, new.moves

    def _compare_with_equals(self, new: Seen) -> Iterator[_Found]:
        """Find states of other contents that compare equal."""
        if is_value(new.state):
            return
        for other in self._recent:
            if not _equal(other, new):
                continue
            yield from _compare_hashes(other, new)
            method = _first_difference(other, new)
            if method:
                yield (
                    Fault(
                        "__eq__",
                        "equal states",
                        f"of the state says that two states are equal of which {method} "
                        f"differs; the other is met after {listed(other.moves)}",
                        "compare everything that the rules use, the player to move included",
                    ),
                    new.moves,
                )
        self._recent.append(new)


def collision(first: Seen, second: Seen) -> Fault | None:
    """Return a fault if two positions with different answers have the same key."""
    if first.contents == second.contents or first.key != second.key:
        return None
    method = _first_difference(first, second)
    if not method:
        return None
    return Fault(
        "key",
        "collides",
        f"gives {brief(second.key)} for two positions of which {method} differs; the other is met "
        f"after {listed(first.moves)}",
        "include everything that defines the position in the key, the player to move too",
    )


def _compare_answers(known: Seen, new: Seen) -> Iterator[_Found]:
    pairs = [*zip(known.answers, new.answers, strict=True)]
    pairs.append((("heuristic", known.heuristic), ("heuristic", new.heuristic)))
    for (method, before), (_, now) in pairs:
        if before != now and None not in (before, now):
            yield (
                Fault(
                    method,
                    "equal states",
                    f"answers differently for an equal state, met after {listed(known.moves)}",
                    "an answer may depend on the state alone",
                ),
                new.moves,
            )


def _compare_keys(known: Seen, new: Seen) -> Iterator[_Found]:
    if known.key is None or new.key is None:
        return
    try:
        same = bool(known.key == new.key) and hash(known.key) == hash(new.key)
    except Exception:  # NumPy arrays have no one answer
        return
    if not same:
        yield (
            Fault(
                "key",
                "equal states",
                f"differs for two states of the same contents; the other is met after "
                f"{listed(known.moves)}",
                "make the key of the contents of the state alone: an integer, or a tuple of them",
            ),
            new.moves,
        )


def _compare_hashes(first: Seen, second: Seen) -> Iterator[_Found]:
    """Equal states must have equal hashes; those of the same contents should be equal."""
    try:
        equal = bool(first.state == second.state)
    except Exception:  # NumPy arrays have no one answer
        return
    try:
        apart = hash(first.state) != hash(second.state)
    except Exception:  # not hashable, so nothing relies on it
        return
    same = first.contents == second.contents
    if same and not equal and "__eq__" in _defined_by_user(first.state):
        yield (
            Fault(
                "__eq__",
                "unequal",
                "of the state says that two states of the same contents differ; the other is "
                f"met after {listed(first.moves)}",
                "",
                WARNING,
            ),
            second.moves,
        )
    if equal and apart:
        yield (
            Fault(
                "__hash__",
                "hash",
                "of the state differs for two equal states; the other is met after "
                f"{listed(first.moves)}",
                "hash what __eq__ compares",
            ),
            second.moves,
        )


def _equal(first: Seen, second: Seen) -> bool:
    try:
        return bool(first.state == second.state)
    except Exception:  # NumPy arrays have no one answer
        return False


def _first_difference(first: Seen, second: Seen) -> str:
    """Return the method whose answers differ; "" if none do."""
    for (method, before), (_, now) in zip(first.answers, second.answers, strict=True):
        if before != now:
            return method
    return ""


def _length(first: Seen, second: Seen) -> int:
    return len(first.moves) + len(second.moves)


def listed(moves: tuple[Action, ...]) -> str:
    """Return moves as a phrase that follows "met after"."""
    return "the moves " + " ".join(map(brief, moves)) if moves else "no move"


def _defined_by_user(state: State) -> set[str]:
    """Return the names that the classes of a state define, except those of `object`."""
    return {name for cls in type(state).__mro__ if cls is not object for name in vars(cls)}
