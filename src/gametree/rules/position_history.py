"""The keys of all positions from the start of the game to the current one.

A simulation adds a key at each move and takes all of them back at its end, so
what it costs does not depend on how long the game has been.

Interpreted, `work.keys` is a list and `work.table` a dict from each key to the
places where it stands in it. Compiled, `keys` is an array of 64-bit words;
`table`, of open addressing, holds one more than the last place of each key;
`earlier` holds, for each place, the place of the same key before it, or -1.
"""

from __future__ import annotations

from typing import Any

from plainpython.compilable import native_twin

from .workspace import PastFull, Workspace

__all__ = ["forget", "length", "native_note", "note", "occurrences", "plies_since"]


def native_note(work: Workspace, key: Any) -> None:
    """Do as `note`, for arrays."""
    place = work.counters.keys
    if place == len(work.keys):
        raise PastFull
    work.keys[place] = key
    slot = _slot_of(work, work.keys[place])
    work.earlier[place] = work.table[slot] - 1
    work.table[slot] = place + 1
    work.counters.keys = place + 1


@native_twin(native_note)
def note(work: Workspace, key: Any) -> None:
    """Add the key of one more position."""
    work.table.setdefault(key, []).append(len(work.keys))
    work.keys.append(key)


def _native_length(work: Workspace) -> int:
    return work.counters.keys  # type: ignore[no-any-return]


@native_twin(_native_length)
def length(work: Workspace) -> int:
    """Return how many keys there are."""
    return len(work.keys)


def _native_forget(work: Workspace, length: int) -> None:
    while work.counters.keys > length:
        place = work.counters.keys - 1
        # Keys leave in the reverse order in which they came, so no other key's
        # way through the table leads over a slot that falls empty.
        work.table[_slot_of(work, work.keys[place])] = work.earlier[place] + 1
        work.counters.keys = place


@native_twin(_native_forget)
def forget(work: Workspace, length: int) -> None:
    """Take back all but the first `length` keys."""
    while len(work.keys) > length:
        key = work.keys.pop()
        places = work.table[key]
        places.pop()
        if not places:
            del work.table[key]


def _native_occurrences(work: Workspace) -> int:
    place = work.counters.keys - 1
    count = 0
    while place >= 0:
        count += 1
        place = work.earlier[place]
    return count


@native_twin(_native_occurrences)
def occurrences(work: Workspace) -> int:
    """Return how often the last key is among all keys, itself included."""
    return len(work.table[work.keys[-1]])


def _native_plies_since(work: Workspace) -> int:
    place = work.counters.keys - 1
    return place - work.earlier[place]  # type: ignore[no-any-return]


@native_twin(_native_plies_since)
def plies_since(work: Workspace) -> int:
    """Return how many moves ago the last position was there before; it must have been."""
    places = work.table[work.keys[-1]]
    return places[-1] - places[-2]  # type: ignore[no-any-return]


def _slot_of(work: Workspace, key: int) -> int:
    """Return the slot of the table that holds a key, or the empty one where it belongs."""
    table: Any = work.table
    mask = len(table) - 1
    slot: int = (key ^ (key >> 16) ^ (key >> 32) ^ (key >> 48)) & mask
    while table[slot] != 0 and work.keys[table[slot] - 1] != key:
        slot = (slot + 1) & mask
    return slot
