"""What is in a state, as a value that can be compared, hashed and kept."""

from __future__ import annotations

import enum
import pickle
from collections.abc import Mapping, Sequence, Set
from itertools import islice
from typing import Any

__all__ = ["freeze", "is_value", "size_of"]

_PLAIN = frozenset({int, bool, str, bytes, type(None)})
_DEEPEST = 30
_SAMPLED = 64


def freeze(value: Any) -> Any:
    """Return the contents of `value`: equal, and of equal hash, exactly for equal contents.

    A tuple of numbers and text is its own contents. What cannot be looked into
    is told apart by identity.
    """
    try:
        return _freeze(value, 0)
    except Exception:  # containers of the user's own may raise anything
        return ("object", id(value))


def _freeze(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, tuple) and all(type(item) in _PLAIN for item in value):
        return value
    if depth > _DEEPEST:
        return ("object", id(value))
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
        return tuple(_freeze(item, below) for item in value)
    if hasattr(value, "tobytes"):
        described = getattr(value, "dtype", getattr(value, "typecode", ""))
        if getattr(described, "hasobject", False):
            return ("array", _freeze(value.tolist(), below))
        return ("array", str(described), getattr(value, "shape", ()), value.tobytes())
    if isinstance(value, Mapping):
        pairs = ((_freeze(key, below), _freeze(item, below)) for key, item in value.items())
        return (kind.__qualname__, frozenset(pairs))
    if isinstance(value, Set):
        return (kind.__qualname__, frozenset(_freeze(item, below) for item in value))
    if isinstance(value, Sequence):
        return (kind.__qualname__, tuple(_freeze(item, below) for item in value))
    return _freeze_object(value, below)


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


def _freeze_object(value: Any, depth: int) -> Any:
    name = type(value).__qualname__
    if callable(value):
        return ("object", id(value))
    held = dict(getattr(value, "__dict__", {}))
    for cls in type(value).__mro__:
        slots = vars(cls).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, slot):
                held[slot] = getattr(value, slot)
    if held:
        return (name, tuple((each, _freeze(held[each], depth)) for each in sorted(held)))
    try:
        return (name, pickle.dumps(value))
    except Exception:  # it holds what has no contents, such as an open file
        return ("object", id(value))
