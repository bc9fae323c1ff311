"""Information sets and their moves: hash tables that both modes share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from ...rules.workspace import TableFull

__all__ = [
    "EDGES",
    "FROZEN",
    "NODES",
    "NOWHERE",
    "TableEntry",
    "Tables",
    "empty_tables",
    "key_of_move",
    "mixed",
]

# Indices into `Tables.used`.
NODES = 0  # information sets
EDGES = 1  # moves of information sets
FROZEN = 2  # 1 once memory is used up: nothing is added any more

NOWHERE = u64(0xFFFF_FFFF_FFFF_FFFF)
"""The slot of an entry that is missing and must not be added."""

_WORD = 0xFFFF_FFFF_FFFF_FFFF

_MOVE_BITS = 40
_MOVE = (1 << _MOVE_BITS) - 1
"""The lower bits of a key, in which the moves of an information set differ."""

_ENTRY_BYTES = 320
"""Of an interpreted entry and its key in a dict."""


class TableEntry:
    """An information set or one of its moves, interpreted; compiled, a record of the same fields.

    Attributes:
        key: the hash of what the player knows, and of the move; 0 for an empty slot.
        visits: simulations that passed through it.
        available: of a move, simulations in which it could be chosen.
        total: the sum of the returns for the player who chose.
        regret: of a move, what the rule has added up about it.
        strategy: of a move, the sum of its probabilities.
        estimate: of a move, the sum of what it is worth with the best moves after it.

    """

    __slots__ = (
        "available",
        "estimate",
        "key",
        "regret",
        "strategy",
        "total",
        "visits",
    )

    def __init__(self, key: int) -> None:
        self.key = key
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.regret = 0.0
        self.strategy = 0.0
        self.estimate = 0.0


_FIELDS = {"key": "u8", "visits": "i4", "available": "i4"}


def _entry_type(*numbers: str) -> Any:
    fields = [*_FIELDS.items(), *((name, "f8") for name in numbers)]
    return np.dtype((np.record, np.dtype(fields)))


class _Entries(dict[Any, TableEntry]):
    def __missing__(self, key: Any) -> TableEntry:
        self[key] = entry = TableEntry(key)
        return entry


class Tables(Compilable):
    """The information sets of a search, and their moves.

    Compiled, both are open-addressing hash tables of records, at most half full. Interpreted, both
    are dicts, and a slot is a key.

    Args:
        nodes, edges: the entries.
        used: `NODES`, `EDGES` and `FROZEN`.

    """

    runtime_arrays = ("nodes", "edges", "used")

    def __init__(self, nodes: Any, edges: Any, used: Any) -> None:
        self.nodes = nodes
        self.edges = edges
        self.used = used

    def _native_node(self, key: Any) -> Any:
        slot = slot_of(self.nodes, key)
        if self.nodes[slot].key == u64(0):
            if self.used[FROZEN] != 0:
                return NOWHERE
            if 2 * self.used[NODES] >= len(self.nodes):
                raise TableFull
            self.nodes[slot].key = key
            self.used[NODES] += 1
        return slot

    @native_twin(_native_node)
    def node(self, key: Any) -> Any:
        """Return the slot of an information set; it is added if it is new.

        Raises:
            TableFull: if the table is half full.

        """
        if key not in self.nodes:
            if self.used[FROZEN]:
                return NOWHERE
            self.nodes[key] = TableEntry(key)
            self.used[NODES] += 1
        return key

    def _native_edge(self, key: Any) -> Any:
        slot = slot_of(self.edges, key)
        if self.edges[slot].key == u64(0):
            if self.used[FROZEN] != 0:
                return NOWHERE
            if 2 * self.used[EDGES] >= len(self.edges):
                raise TableFull
            self.edges[slot].key = key
            self.used[EDGES] += 1
        return slot

    @native_twin(_native_edge)
    def edge(self, key: Any) -> Any:
        """Return the slot of a move; it is added if it is new. Raises as `node` does."""
        if key not in self.edges:
            if self.used[FROZEN]:
                return NOWHERE
            self.edges[key] = TableEntry(key)
            self.used[EDGES] += 1
        return key

    def found(self, entries: Any, key: int) -> Any:
        """Return an entry, of `nodes` or of `edges`, or None; for Python, outside of a search."""
        if isinstance(entries, dict):
            return entries.get(key)
        slot = _python_slot(entries["key"], key)
        return None if int(entries["key"][slot]) == 0 else entries[slot]

    def contents(self) -> dict[int, tuple[int, int, float]]:
        """Return visits, availability and total of each entry that was visited."""
        found = {}
        for entries in (self.nodes, self.edges):
            for each in entries.values() if isinstance(entries, dict) else entries:
                if each.visits:
                    told = int(each.visits), int(each.available), float(each.total)
                    found[int(each.key)] = told
        return found

    def interpreted(self) -> Tables:
        """Return a copy for interpreted code."""
        tables = Tables(_Entries(), _Entries(), [int(each) for each in self.used])
        for old, new in ((self.nodes, tables.nodes), (self.edges, tables.edges)):
            for each in old.values() if isinstance(old, dict) else old[old["key"] != 0]:
                entry = new[int(each.key)]
                for name in TableEntry.__slots__:
                    kind = int if name in _FIELDS else float
                    with suppress(AttributeError):  # that this rule does not keep
                        setattr(entry, name, kind(getattr(each, name)))
        return tables

    @property
    def bytes(self) -> int:
        """The memory that both tables take."""
        if isinstance(self.nodes, dict):
            return _ENTRY_BYTES * (len(self.nodes) + len(self.edges))
        return int(self.nodes.nbytes + self.edges.nbytes)

    def grow(self, memory: int) -> bool:
        """Double the tables that are half full; return False if that takes more than `memory`."""
        tables = {"nodes": NODES, "edges": EDGES}
        full = [
            name
            for name, used in tables.items()
            if 2 * int(self.used[used]) >= len(getattr(self, name))
        ]
        # While entries move, both the old table and the new one are there.
        more = sum(2 * getattr(self, name).nbytes for name in full)
        if self.bytes + more > memory:
            return False
        for name in full:
            setattr(self, name, _doubled(getattr(self, name)))
        return True


def empty_tables(*, compiled: bool, size: int, fields: Sequence[str]) -> Tables:
    """Return empty tables.

    Args:
        compiled: for compiled code.
        size: of the table of information sets at the beginning, a power of 2.
        fields: what the rule keeps for each move, beside the total.

    """
    if not compiled:
        return Tables(_Entries(), _Entries(), [0, 0, 0])
    return Tables(
        np.zeros(size, _entry_type("total")),
        np.zeros(4 * size, _entry_type("total", *fields)),
        np.zeros(3, np.int64),
    )


def slot_of(entries: Any, key: Any) -> Any:
    """Return the slot of a key, or the empty one where it belongs.

    Keys with the same upper bits, those of the moves of one information set, lie side by side.
    """
    mask = u64(len(entries) - 1)
    slot = (((key >> u64(_MOVE_BITS)) << u64(4)) + (key & u64(15))) & mask
    while entries[slot].key != u64(0) and entries[slot].key != key:
        slot = (slot + u64(1)) & mask
    return slot


def _python_slot(keys: Any, key: int) -> int:
    mask = len(keys) - 1
    slot = (((key >> _MOVE_BITS) << 4) + (key & 15)) & mask
    while int(keys[slot]) not in (0, key):
        slot = (slot + 1) & mask
    return slot


def _doubled(entries: Any) -> Any:
    """Return the entries in a table of twice the size."""
    from ...native.build import compile_function

    old, new = Moved(entries), Moved(np.zeros(2 * len(entries), entries.dtype))
    if entries.dtype not in _movers:
        _movers[entries.dtype] = compile_function(move_entries, old, new)
    _movers[entries.dtype](old, new)
    return new.entries


_movers: dict[Any, Callable[..., Any]] = {}
"""`move_entries`, compiled for each type of entries."""


class Moved(Compilable):
    """A table that compiled code copies, or copies to."""

    runtime_arrays = ("entries",)

    def __init__(self, entries: Any) -> None:
        self.entries = entries


def move_entries(old: Moved, new: Moved) -> int:
    """Copy all entries to an empty table."""
    for index in range(len(old.entries)):
        if old.entries[index].key != u64(0):
            new.entries[slot_of(new.entries, old.entries[index].key)] = old.entries[index]
    return 0


def mixed(key: Any, word: Any) -> Any:
    """Return a key of 64 bits, never 0, for a key and one more word."""
    key = ((key ^ word) * u64(0xFF51_AFD7_ED55_8CCD)) & u64(_WORD)
    key = ((key ^ (key >> u64(33))) * u64(0xC4CE_B9FE_1A85_EC53)) & u64(_WORD)
    return (key ^ (key >> u64(33))) | u64(1)


def key_of_move(node_key: Any, action: Any) -> Any:
    """Return the key of a move of an information set, which differs in its lower bits only."""
    return (node_key ^ (u64(key_of_state(action)) & u64(_MOVE))) | u64(1)
