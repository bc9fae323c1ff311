"""Hashable values of states of any kind, and their keys: equal states have equal ones."""

from __future__ import annotations

import enum
import operator
from collections import deque
from typing import Any

from plainpython.compilable import attributes, is_object_class, native_twin
from plainpython.hashing import key_of_contents

from ...game import Game, State
from ...rules.snapshots import freeze

__all__ = ["KeyedByContents", "compares_by_value", "linked_contents", "value_of"]

_PLAIN = (int, float, bool, str, bytes, type(None))


def _native_key(game: Game, state: State) -> Any:
    return key_of_contents(state)


class KeyedByContents(Game):
    """A game whose positions are the same if all that they hold is the same."""

    @native_twin(_native_key)
    def key(self, state: State) -> Any:
        try:
            return key_of_contents(state)
        except TypeError:  # what nobody can look into, which does not compile either
            return freeze(state)
        except RecursionError:  # objects that lead back to each other
            return linked_contents(state)


def value_of(state: Any) -> Any:
    """Return something hashable that is equal for equal states.

    Numbers and texts, and objects that compare by value and can be hashed, are taken as they
    are; tuples, lists, dicts, sets, arrays and other objects by their contents.
    """
    return _contents(state, ())


def _contents(value: Any, within: tuple[int, ...]) -> Any:
    """Return the contents as tuples; `within` are the ids of what the value lies in."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if id(value) in within:
        return "...", within.index(id(value))
    within = (*within, id(value))
    if isinstance(value, (list, tuple)):
        items = tuple(_contents(item, within) for item in value)
        same = kind is tuple and all(map(operator.is_, items, value))
        return value if same else (kind, items)
    if isinstance(value, (set, frozenset)):
        return kind, frozenset(_contents(item, within) for item in value)
    if isinstance(value, dict):
        pairs = value.items()
        return kind, frozenset(
            (_contents(key, within), _contents(item, within)) for key, item in pairs
        )
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):  # an array of NumPy's
        return kind, value.shape, str(value.dtype), value.tobytes()
    if compares_by_value(kind) and kind.__hash__ is not None:
        return value
    slots = [name for each in kind.__mro__ for name in _slots(each)]
    members = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    members |= getattr(value, "__dict__", {})
    if not slots and not hasattr(value, "__dict__"):
        return value  # an object of C's whose contents nobody sees
    return kind, frozenset((name, _contents(item, within)) for name, item in members.items())


def linked_contents(state: Any) -> tuple[Any, ...]:
    """Return the contents of objects that lead to each other, each looked at once.

    Equal for states that hold equal values and are linked alike. However deep they lie, no call
    lies within another.

    Raises:
        TypeError: if there is a set of objects, whose order nobody knows.

    """
    written: list[Any] = []
    numbers: dict[int, int] = {}
    kept: list[Any] = []  # so that no id is given twice
    waiting = [state]
    while waiting:
        part = waiting.pop()
        if type(part) in _PLAIN or isinstance(part, enum.Enum):
            written.append(part)
        elif id(part) in numbers:
            written.append(("again", numbers[id(part)]))
        else:
            numbers[id(part)] = len(numbers)
            kept.append(part)
            text, held = _text_and_parts(part)
            written.append((type(part), text))
            waiting.extend(reversed(held))
    return tuple(written)


def _text_and_parts(part: Any) -> tuple[Any, list[Any]]:
    """Return what a part says itself, and the parts that it holds."""
    if isinstance(part, (list, tuple, deque)):
        return len(part), list(part)
    if isinstance(part, dict):
        return len(part), [each for pair in part.items() for each in pair]
    if isinstance(part, (set, frozenset)):
        if not all(type(each) in _PLAIN for each in part):
            raise TypeError("there is a set of objects that lead to each other")
        return frozenset(part), []
    if hasattr(part, "dtype") and hasattr(part, "tobytes"):  # an array of NumPy's
        return (getattr(part, "shape", ()), str(part.dtype), part.tobytes()), []
    held = dict(attributes(part)) if is_object_class(type(part)) else {}
    return (tuple(held), list(held.values())) if held else (part, [])


def compares_by_value(kind: type) -> bool:
    """Return True if two objects of a class may be equal without being the same object."""
    return getattr(kind, "__eq__", None) is not object.__eq__


def _slots(cls: type) -> tuple[str, ...]:
    slots = cls.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
