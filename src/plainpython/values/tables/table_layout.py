"""Says how a hash table lies in memory: the words of its head, the table that leads to entries."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from ..memory import WORD
from .key_hashes import hash_of

__all__ = [
    "DEAD",
    "HEAD",
    "HEAD_SIZE",
    "INDEX",
    "LEAST_SLOTS",
    "NOWHERE",
    "SLOTS_PER_ENTRY",
    "USED_SIZE",
    "WORDS",
    "indices_of",
]

INDEX = ir.IntType(32)
NOWHERE = -1
DEAD = -1
LEAST_SLOTS = 16
SLOTS_PER_ENTRY = 4

# The head of a table. Its first words are those of all that can change: see `sequences`. The keys
# begin at `data`; before them lies how many there are, whichever tables they are of.
WORDS = (
    "copied_at",
    "copy",
    "data",
    "size",
    "capacity",
    "table",
    "mask",
    "live",
    "values",
    "shared",
)
HEAD = ir.LiteralStructType([WORD] * len(WORDS))
HEAD_SIZE = 8 * len(WORDS)
USED_SIZE = 8


def indices_of(keys: list[Any]) -> Any:
    """Return the table that leads to these keys."""
    slots = LEAST_SLOTS
    while slots // SLOTS_PER_ENTRY < len(keys):
        slots *= 2
    indices = np.full(slots, NOWHERE, np.int32)
    for index, key in enumerate(keys):
        slot = hash_of(key) & slots - 1
        while indices[slot] != NOWHERE:
            slot = slot + 1 & slots - 1
        indices[slot] = index
    return indices
