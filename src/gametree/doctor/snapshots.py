"""What is in a state, as a value that can be compared, hashed and kept."""

from __future__ import annotations

import enum
import pickle
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import islice
from typing import Any

__all__ = ["freeze", "is_value", "outline", "size_of"]

_PLAIN = frozenset({int, bool, str, bytes, type(None)})
_DEEPEST = 30
_SAMPLED = 64

_Opaque = Callable[[Any], int]


def freeze(value: Any) -> Any:
    """Return the contents of `value`: equal, and of equal hash, exactly for equal contents.

    A tuple of numbers and text is its own contents. What cannot be looked into
    is told apart by identity.
    """
    return _contents(value, id)


def outline(value: Any) -> Any:
    """As `freeze`, but what cannot be looked into, such as a lock, counts as equal."""
    return _contents(value, _nothing)


def _contents(value: Any, opaque: _Opaque) -> Any:
    try:
        return _freeze(value, 0, opaque)
    except Exception:  # containers of the user's own may raise anything
        return ("object", opaque(value))


def _nothing(value: Any) -> int:
    return 0


def _freeze(value: Any, depth: int, opaque: _Opaque) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, tuple) and all(type(item) in _PLAIN for item in value):
        return value
    if depth > _DEEPEST:
        return ("object", opaque(value))
    below = depth + 1
    if isinstance(value, enum.Enum):
        return (kind.__qualname__, value.name)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if value == value else "nan"
    if isinstance(value, (str, bytes, bytearray)):
        return bytes(value) if isinstance(value, bytearray) else value
    if isinstance(value, tuple):
        return tuple(_freeze(item, below, opaque) for item in value)
    if hasattr(value, "tobytes"):
        described = getattr(value, "dtype", getattr(value, "typecode", ""))
        if getattr(described, "hasobject", False):
            return ("array", _freeze(value.tolist(), below, opaque))
        return ("array", str(described), getattr(value, "shape", ()), value.tobytes())
    if isinstance(value, Mapping):
        pairs = value.items()
        return (kind.__qualname__, frozenset(_freeze(pair, below, opaque) for pair in pairs))
    if isinstance(value, Set):
        return (kind.__qualname__, frozenset(_freeze(item, below, opaque) for item in value))
    if isinstance(value, Sequence):
        return (kind.__qualname__, tuple(_freeze(item, below, opaque) for item in value))
    return _freeze_object(value, below, opaque)


def is_value(state: Any) -> bool:
    """Tell whether Python itself compares and hashes a state by its contents."""
    return freeze(state) is state


def size_of(value: Any) -> int:
    """Return about how many items, or machine words, a state holds."""
    try:
        return _size_of(value)
    except Exception:  # it contains itself, or is a container of the user's own that raises
        return 1


def _size_of(value: Any) -> int:
    if isinstance(value, int):
        return 1 + value.bit_length() // 64
    if hasattr(value, "nbytes"):
        return int(value.nbytes) // 8
    if isinstance(value, (str, bytes, bytearray)):
        return len(value)
    if isinstance(value, Mapping):
        return len(value)
    if isinstance(value, Sequence):
        return len(value) + sum(_size_of(item) for item in islice(value, _SAMPLED))
    if isinstance(value, Set):
        return len(value)
    if hasattr(value, "__dict__"):
        return sum(_size_of(item) for item in list(vars(value).values()) if item is not value)
    return 1


def _freeze_object(value: Any, depth: int, opaque: _Opaque) -> Any:
    name = type(value).__qualname__
    if callable(value):
        return ("object", opaque(value))
    if any("__getstate__" in vars(cls) for cls in type(value).__mro__ if cls is not object):
        return (name, _freeze(value.__getstate__(), depth, opaque))  # all that it says it is
    held = dict(getattr(value, "__dict__", {}))
    for cls in type(value).__mro__:
        slots = vars(cls).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, slot):
                held[slot] = getattr(value, slot)
    if held:
        return (name, tuple((each, _freeze(held[each], depth, opaque)) for each in sorted(held)))
    try:
        return (name, pickle.dumps(value))
    except Exception:  # it holds what has no contents, such as an open file
        return ("object", opaque(value))
