"""A number of 64 bits for a position that is a tuple of numbers.

What dictionaries do with the position itself in interpreted mode, compiled
code does with this number. Each word is mixed in by a multiplication and a
shift (the finalizer of MurmurHash3: Appleby, 2011), so that two positions
share a number once in 2^64 pairs unless someone looks for them.
"""

from __future__ import annotations

import struct
from typing import Any

__all__ = ["key_of_state"]

_SEED = 0x9E37_79B9_7F4A_7C15
_FIRST = 0xFF51_AFD7_ED55_8CCD
_SECOND = 0xC4CE_B9FE_1A85_EC53
_WORD = 0xFFFF_FFFF_FFFF_FFFF


def key_of_state(state: Any) -> int:
    """Return the key of a number, or of a tuple of numbers and tuples."""
    return _with_part(_SEED, state)  # type: ignore[no-any-return]


def _with_part(key: Any, part: Any) -> Any:
    """Return the key of a sequence with key `key` and one more part."""
    if isinstance(part, tuple):
        for item in part:
            key = _with_part(key, item)
        return _with_word(key, len(part))
    if isinstance(part, dict | set | frozenset):
        return _with_word(_with_word(key, _unordered(part)), len(part))
    if isinstance(part, float):
        return _with_word(key, struct.unpack("<q", struct.pack("<d", part + 0.0))[0])
    return _with_word(key, int(part))


def _unordered(items: Any) -> Any:
    """Return what dicts and sets have in common that are equal, whatever their order."""
    if isinstance(items, dict):
        items = items.items()
    return sum(_with_part(_SEED, item) for item in items)


def _with_word(key: Any, word: Any) -> Any:
    key ^= word & _WORD
    key = ((key ^ (key >> 33)) * _FIRST) & _WORD
    key = ((key ^ (key >> 33)) * _SECOND) & _WORD
    return key ^ (key >> 33)
