"""The contents of a state as a value that can be compared, hashed and kept."""

from __future__ import annotations

import enum
import hashlib
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

__all__ = ["freeze", "is_value", "outline", "size_of"]

_PLAIN = frozenset({int, bool, str, bytes, type(None)})
_DEEPEST = 30
_SAMPLED = 64

_MOST_PARTS = 2000

_Opaque = Callable[[Any], int]
_Walk = Callable[[Any, int], Any]
_Way = Callable[[Any, int, _Opaque, _Walk], Any]


def freeze(value: Any) -> Any:
    """Return the contents of `value`: equal, and of equal hash, exactly for equal contents.

    A tuple of numbers and text is its own contents. What cannot be looked into
    is distinguished by identity. Of a value with thousands of parts, or one whose parts are
    shared so often that it would have as many written out, it is a number of 128 bits
    for each part, which is looked at once.
    """
    return _contents(value, id)


def outline(value: Any) -> Any:
    """Do as `freeze`, but what cannot be looked into, such as a lock, counts as equal."""
    return _contents(value, _nothing)


class _TooMany(Exception):
    """The value has more than `_MOST_PARTS` parts, written out."""


class _Whole:
    """Writes out each part, however often it occurs."""

    def __init__(self, opaque: _Opaque) -> None:
        self.opaque = opaque
        self._parts = 0

    def __call__(self, value: Any, depth: int) -> Any:
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise _TooMany
        return _freeze(value, depth, self.opaque, self)


class _Numbered:
    """Visits each part once and replaces it by a number of its contents.

    Written out, parts that are shared at many levels would be as many as two to the power
    of the levels.
    """

    def __init__(self, opaque: _Opaque) -> None:
        self.opaque = opaque
        self._numbers: dict[int, Any] = {}
        self._alive: list[Any] = []  # so that no id is given twice

    def __call__(self, value: Any, depth: int) -> Any:
        known = self._numbers.get(id(value))
        if known is None:
            self._alive.append(value)
            self._numbers[id(value)] = b"the part that this is in"
            frozen = _freeze(value, 0, self.opaque, self)
            known = hashlib.blake2b(_spelled(frozen).encode(), digest_size=16).digest()
            self._numbers[id(value)] = known
        return known


def _spelled(frozen: Any) -> str:
    """Return text that is equal for equal frozen parts."""
    if isinstance(frozen, tuple):
        return f"({','.join(map(_spelled, frozen))})"
    if isinstance(frozen, frozenset):
        return f"{{{','.join(sorted(map(_spelled, frozen)))}}}"
    if isinstance(frozen, (bool, float)) and frozen == frozen // 1:
        return repr(int(frozen))
    return repr(frozen)


def _contents(value: Any, opaque: _Opaque) -> Any:
    kind = type(value)
    if kind in _PLAIN or (kind is tuple and _all_plain(value)):
        return value
    try:
        try:
            return _Whole(opaque)(value, 0)
        except _TooMany:
            return _Numbered(opaque)(value, 0)
    except Exception:  # containers of the user's own may raise anything
        return ("object", opaque(value))


def _nothing(value: Any) -> int:
    return 0


def _freeze(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    kind: Any = type(value)
    if kind in _PLAIN or (isinstance(value, tuple) and _all_plain(value)):
        return value
    if depth > _DEEPEST:
        return ("object", opaque(value))
    return _way_of(kind)(value, depth + 1, opaque, walk)


@lru_cache(maxsize=256)
def _way_of(kind: type) -> _Way:
    """Return how values of a class are frozen, which asks a dozen questions of the class."""
    if kind is list:
        return _freeze_list
    for base, way in _WAYS:
        if issubclass(kind, base):
            return way
    if hasattr(kind, "tobytes"):
        return _freeze_array
    for base, way in _WAYS_OF_CONTAINERS:
        if issubclass(kind, base):
            return way
    return _freeze_object


def _freeze_list(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return ("list", _items(value, depth, walk))


def _freeze_enum(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return (type(value).__qualname__, value.name)


def _freeze_int(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return int(value)


def _freeze_float(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return float(value) if value == value else "nan"


def _freeze_text(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return value


def _freeze_bytearray(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return bytes(value)


def _freeze_tuple(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return _items(value, depth, walk)


def _freeze_record(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    # Asked of the record itself, each attribute is looked for among its fields first.
    described = np.void.dtype.__get__(value)
    if described.hasobject:
        return ("array", walk(value.tolist(), depth))
    return ("array", _text_of(described), (), np.generic.tobytes(value))


def _freeze_array(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    described = getattr(value, "dtype", getattr(value, "typecode", ""))
    if getattr(described, "hasobject", False):
        return ("array", walk(value.tolist(), depth))
    return ("array", _text_of(described), getattr(value, "shape", ()), value.tobytes())


def _freeze_mapping(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    pairs = frozenset(_items(pair, depth, walk) for pair in value.items())
    return (type(value).__qualname__, pairs)


def _freeze_set(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return (type(value).__qualname__, frozenset(_items(value, depth, walk)))


def _freeze_sequence(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    return (type(value).__qualname__, _items(value, depth, walk))


@lru_cache(maxsize=256)
def _text_of(described: Any) -> str:
    """Return the text of the type of an array's items, which NumPy writes again for each record."""
    return str(described)


def _items(values: Iterable[Any], depth: int, walk: _Walk) -> tuple[Any, ...]:
    items = tuple(values)
    if _all_plain(items):
        return items
    return tuple([item if type(item) in _PLAIN else walk(item, depth) for item in items])


def _all_plain(values: Iterable[Any]) -> bool:
    return _PLAIN.issuperset(map(type, values))


def is_value(state: Any) -> bool:
    """Return whether Python itself compares and hashes a state by its contents."""
    return freeze(state) is state


def size_of(value: Any) -> int:
    """Return about how many items, or machine words, a state holds; shared ones count once."""
    try:
        return _size_of(value, set())
    except Exception:  # it contains itself, or is a container of the user's own that raises
        return 1


def _size_of(value: Any, counted: set[int]) -> int:
    if isinstance(value, int):
        return 1 + value.bit_length() // 64
    if id(value) in counted:
        return 1
    counted.add(id(value))
    if hasattr(value, "nbytes"):
        return int(value.nbytes) // 8
    if isinstance(value, (str, bytes, bytearray)):
        return len(value)
    if isinstance(value, Mapping):
        return len(value)
    if isinstance(value, Sequence):
        return len(value) + sum(_size_of(item, counted) for item in islice(value, _SAMPLED))
    if isinstance(value, Set):
        return len(value)
    if hasattr(value, "__dict__"):
        return sum(_size_of(item, counted) for item in list(vars(value).values()))
    return 1


def _freeze_object(value: Any, depth: int, opaque: _Opaque, walk: _Walk) -> Any:
    name = type(value).__qualname__
    if callable(value):
        return ("object", opaque(value))
    if hasattr(value, "bit_generator"):  # NumPy's generators say nothing by __getstate__
        return (name, walk(value.bit_generator.state, depth))
    if any("__getstate__" in vars(cls) for cls in type(value).__mro__ if cls is not object):
        return (name, walk(value.__getstate__(), depth))  # all that it says it is
    held = dict(getattr(value, "__dict__", {}))
    for cls in type(value).__mro__:
        slots = vars(cls).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, slot):
                held[slot] = getattr(value, slot)
    if held:
        names = sorted(held)
        return (name, tuple(names), _items((held[each] for each in names), depth, walk))
    try:
        return (name, pickle.dumps(value))
    except Exception:  # it holds what has no contents, such as an open file
        return ("object", opaque(value))


_WAYS: tuple[tuple[Any, _Way], ...] = (
    (enum.Enum, _freeze_enum),
    (int, _freeze_int),
    (float, _freeze_float),
    ((str, bytes), _freeze_text),
    (bytearray, _freeze_bytearray),
    (tuple, _freeze_tuple),
    (np.void, _freeze_record),
)
_WAYS_OF_CONTAINERS: tuple[tuple[Any, _Way], ...] = (
    (Mapping, _freeze_mapping),
    (Set, _freeze_set),
    (Sequence, _freeze_sequence),
)
