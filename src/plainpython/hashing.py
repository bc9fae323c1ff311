"""64-bit hashes of positions built from numbers, texts, tuples, enumerations and dataclasses.

What dictionaries do with the position itself in interpreted mode, compiled
code does with this number. Each word is mixed in by one multiplication, whose
upper and lower 64 bits are combined (as in wyhash: Wang Yi, 2019), so that two
positions share a number once in 2^64 pairs unless someone looks for them.
"""

from __future__ import annotations

import dataclasses
import enum
import struct
from collections import deque
from functools import lru_cache
from typing import Any

from .compilable import attributes, is_object_class

__all__ = ["compared_fields", "key_of_contents", "key_of_state", "stands_for_itself"]

_SEED = 0x9E37_79B9_7F4A_7C15
_FACTOR = 0xFF51_AFD7_ED55_8CCD
_WORD = 0xFFFF_FFFF_FFFF_FFFF
_SIGN = 0x8000_0000_0000_0000
_NOTHING = 0x5851_F42D_4C95_7F2D  # stands for None
_FLOAT, _WORD_OF_FLOAT = struct.Struct("<d"), struct.Struct("<q")
_SEQUENCES = (tuple, list, deque)
_UNORDERED = (dict, set, frozenset)


def key_of_state(state: Any) -> int:
    """Return the key of a position.

    Raises:
        TypeError: if it holds an object that is equal to others by rules of its own.

    """
    return _with_part(_SEED, state)  # type: ignore[no-any-return]


def key_of_contents(state: Any) -> int:
    """Return the key of a position in which objects are equal if their attributes are.

    Raises:
        TypeError: if it holds an object that nobody can look into.

    """
    return _with_contents(_SEED, state)  # type: ignore[no-any-return]


def _with_contents(key: Any, part: Any) -> Any:
    """Return the key of a sequence with key `key` and one more part, objects by attributes."""
    if isinstance(part, tuple | list | deque):
        for item in part:
            key = _with_contents(key, item)
        return _with_word(key, len(part))
    if hasattr(part, "tolist"):
        return _with_contents(key, part.tolist())
    if is_object_class(type(part)) and not isinstance(part, enum.Enum | tuple | dict):
        held = list(attributes(part))
        for _, each in held:
            key = _with_contents(key, each)
        return _with_word(key, len(held))
    return _with_part(key, part)


def _with_part(key: Any, part: Any) -> Any:
    """Return the key of a sequence with key `key` and one more part."""
    cls: Any = type(part)
    if cls is tuple or cls is list:
        return _with_items(key, part)
    return _with_number(key, part) if cls is int or cls is bool else _with_other(key, part)


def _with_items(key: Any, items: Any) -> Any:
    """Return the key of a sequence with key `key` and one more part, which is a sequence.

    Small numbers are mixed in at once: most positions consist of them, and an interpreted
    search asks for the keys of several positions a move.
    """
    for item in items:
        if type(item) is int and -_SIGN <= item <= _WORD:
            product = (key ^ item & _WORD) * _FACTOR
            key = (product ^ product >> 64) & _WORD
        else:
            key = _with_part(key, item)
    return _with_word(key, len(items))


def _with_codes(key: Any, codes: Any, count: int) -> Any:
    """Return the key with one more part, a text or bytes of so many codes."""
    for code in codes:
        product = (key ^ code) * _FACTOR
        key = (product ^ product >> 64) & _WORD
    return _with_word(key, count)


def _with_number(key: Any, number: int) -> Any:
    """Return the key with one more part, an int of one word or of several."""
    key = _with_word(key, number)
    return key if -_SIGN <= number <= _WORD else _with_word(key, number >> 64)


def _with_other(key: Any, part: Any) -> Any:
    """Return the key with one more part, which is of a class seen less often."""
    if isinstance(part, str):
        return _with_codes(key, map(ord, part), len(part))
    if isinstance(part, float):
        return _with_word(key, *_WORD_OF_FLOAT.unpack(_FLOAT.pack(part + 0.0)))
    if part is None:
        return _with_word(key, _NOTHING)
    if isinstance(part, _SEQUENCES):
        return _with_items(key, part)
    if isinstance(part, _UNORDERED):
        return _with_word(_with_word(key, _unordered(part)), len(part))
    if isinstance(part, bytes):
        return _with_codes(key, part, len(part))
    if isinstance(part, enum.Flag):
        return _with_word(key, part.value)
    if isinstance(part, enum.Enum) and not isinstance(part, int):
        return _with_word(key, list(type(part)).index(part))
    cls: Any = type(part)
    fields = compared_fields(cls)
    if fields is None:
        return _with_number(key, int(part))
    for name in fields:
        key = _with_part(key, getattr(part, name))
    return _with_word(key, len(fields))


def _unordered(items: Any) -> Any:
    """Return what dicts and sets have in common that are equal, whatever their order."""
    if isinstance(items, dict):
        items = items.items()
    return sum(_with_part(_SEED, item) for item in items)


@lru_cache(maxsize=256)
def compared_fields(cls: Any) -> tuple[str, ...] | None:
    """Return the fields by which two objects of a dataclass are equal; None for other classes."""
    if not dataclasses.is_dataclass(cls) or cls.__eq__.__code__.co_filename != "<string>":
        return None
    return tuple(each.name for each in dataclasses.fields(cls) if each.compare)


def _with_word(key: Any, word: Any) -> Any:
    product = (key ^ word & _WORD) * _FACTOR
    return (product ^ product >> 64) & _WORD


def stands_for_itself(state: Any) -> bool:
    """Return whether positions are equal exactly when all that they are made of is.

    Not so where they hold objects of a class of one's own: these are equal by its `__eq__`, or
    never.
    """
    if isinstance(state, tuple):
        return all(map(stands_for_itself, state))
    cls: Any = type(state)
    fields = compared_fields(cls)
    if fields is not None:
        return all(stands_for_itself(getattr(state, name)) for name in fields)
    return not is_object_class(cls) or isinstance(state, enum.Enum)
