"""Hash tables in generated code: entries are found, put in and taken out, and tables grow."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from ...back_end.memory_kinds import HEADS, marked
from .. import arena
from ..memory import WORD, constant, data_type, load, size_of, store
from ..sequences.items import check_changeable
from .key_hashes import hashed
from .table_growth import copy_bytes, endless_loop, enter, rebuilding
from .table_layout import (
    DEAD,
    HEAD,
    HEAD_SIZE,
    INDEX,
    LEAST_SLOTS,
    NOWHERE,
    SLOTS_PER_ENTRY,
    USED_SIZE,
    WORDS,
)

__all__ = ["Table", "new_table"]


def new_table(context: Any, builder: Any) -> Any:
    """Return the head of an empty table, in generated code."""
    head = arena.allocate(context, builder, constant(HEAD_SIZE))
    words = builder.bitcast(head, WORD.as_pointer())
    for index in range(len(WORDS)):
        builder.store(constant(0), builder.gep(words, [constant(index)], inbounds=True))
    return builder.bitcast(head, HEAD.as_pointer())


class Table:
    """A hash table of a `TableType` in generated code; entries are numbered as they were put in."""

    def __init__(self, context: Any, builder: Any, kind: Any, head: Any) -> None:
        self._context = context
        self._builder = builder
        self._kind = kind
        self.head = head
        # Where nothing was put in yet, there is no entry to read.
        key = [kind.key_kind] if kind.key_kind is not types.undefined else []
        self._entry = ir.LiteralStructType([WORD, *map(context.get_data_type, key)])

    def __getitem__(self, name: str) -> Any:
        return marked(self._builder, self._builder.load(self._place(name)), HEADS)

    def __setitem__(self, name: str, word: Any) -> None:
        marked(self._builder, self._builder.store(word, self._place(name)), HEADS)

    def _place(self, name: str) -> Any:
        words = self._builder.bitcast(self.head, WORD.as_pointer())
        return self._builder.gep(words, [constant(WORDS.index(name))], inbounds=True)

    # Entries.

    @property
    def _width(self) -> int:
        return self._context.get_abi_sizeof(self._entry)  # type: ignore[no-any-return]

    @property
    def _value_width(self) -> int:
        kind = self._kind.value_kind
        return 0 if kind is None else size_of(self._context, kind)

    def _entry_place(self, entry: Any, index: int) -> Any:
        """Return the pointer to the hash (0) or the key (1) of an entry."""
        entries = self._builder.inttoptr(self["data"], self._entry.as_pointer())
        return self._builder.gep(
            entries, [entry, ir.Constant(ir.IntType(32), index)], inbounds=True
        )

    def _part_place(self, entry: Any, index: int) -> Any:
        """Return the pointer to the key (0) or the value (1) of an entry."""
        if index == 0:
            return self._entry_place(entry, 1)
        kind = data_type(self._context, self._kind.value_kind)
        values = self._builder.inttoptr(self["values"], kind.as_pointer())
        return self._builder.gep(values, [entry], inbounds=True)

    def hash_at(self, entry: Any) -> Any:
        """Return the hash of an entry, or that it is dead."""
        return self._builder.load(self._entry_place(entry, 0))

    def part(self, entry: Any, index: int) -> Any:
        """Return the key (0) or the value (1) of an entry."""
        pointer = self._part_place(entry, index)
        return load(self._context, self._builder, self._kind.parts[index], pointer)

    def set_part(self, entry: Any, index: int, part: Any) -> None:
        """Set the key (0) or the value (1) of an entry."""
        pointer = self._part_place(entry, index)
        store(self._context, self._builder, self._kind.parts[index], part, pointer)

    def following(self, entry: Any) -> Any:
        """Return the number of the first living entry from one on, or how many there are."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, entry)
        some_dead = builder.icmp_signed("!=", self["live"], self["size"])
        with cgutils.if_unlikely(builder, some_dead), endless_loop(builder) as (test, leave):
            at = builder.load(result)
            inside = builder.icmp_signed("<", at, self["size"])
            with builder.if_then(builder.not_(inside)):
                leave()
            with builder.if_then(builder.icmp_signed("!=", self.hash_at(at), constant(DEAD))):
                leave()
            builder.store(builder.add(at, constant(1)), result)
            test()
        return builder.load(result)

    @contextmanager
    def live_entries(self) -> Iterator[Any]:
        """Generate code that is run for each living entry."""
        with self.loop() as (entry, _):
            yield entry

    @contextmanager
    def loop(self) -> Iterator[Any]:
        """Generate a loop over the living entries; what is yielded is one, and how to leave."""
        with cgutils.for_range(self._builder, self["size"]) as loop:
            alive = self._builder.icmp_signed("!=", self.hash_at(loop.index), constant(DEAD))
            with self._builder.if_then(alive):
                yield loop.index, loop.do_break

    # Looking up and changing.

    def hashed(self, kind: Any, key: Any) -> Any:
        """Return the hash of a key."""
        return hashed(self._context, self._builder, kind, key)

    def find(self, kind: Any, key: Any, number: Any) -> Any:
        """Return the number of the entry of a key with a hash, or -1."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, constant(NOWHERE))
        if self._kind.key_kind is types.undefined:
            return builder.load(result)
        with builder.if_then(builder.icmp_signed("!=", self["live"], constant(0))):
            table = builder.inttoptr(self["table"], INDEX.as_pointer())
            with self.probes(number) as (slot, leave):
                index = builder.load(builder.gep(table, [slot], inbounds=True))
                with builder.if_then(builder.icmp_signed("<", index, ir.Constant(INDEX, 0))):
                    leave()
                entry = builder.sext(index, WORD)
                alike = builder.icmp_signed("==", self.hash_at(entry), number)
                own = builder.icmp_signed("<", entry, self["size"])
                with builder.if_then(builder.and_(alike, own)):
                    same = self._same(kind, key, self.part(entry, 0))
                    with builder.if_then(same):
                        builder.store(entry, result)
                        leave()
        return builder.load(result)

    @contextmanager
    def probes(self, number: Any) -> Iterator[Any]:
        """Generate a loop over the slots where a hash may be: a slot, and how to leave."""
        builder, mask = self._builder, self["mask"]
        slot = cgutils.alloca_once_value(builder, builder.and_(number, mask))
        with endless_loop(builder) as (test, leave):
            at = builder.load(slot)
            yield at, leave
            builder.store(builder.and_(builder.add(at, constant(1)), mask), slot)
            test()

    def _same(self, kind: Any, key: Any, own: Any) -> Any:
        return self._context.generic_compare(
            self._builder, operator.eq, (self._kind.key_kind, kind), (own, key)
        )

    def add(self, number: Any, key: Any, value: Any = None) -> Any:
        """Put in a key that is not there yet; return the number of its entry."""
        builder = self._builder
        with cgutils.if_unlikely(builder, self._is_closed()):
            self._grow()
        mask, entry = self["mask"], self["size"]
        table = builder.inttoptr(self["table"], INDEX.as_pointer())
        enter(builder, table, mask, number, entry)
        self["size"] = builder.add(entry, constant(1))
        self._used = self["size"]
        self["live"] = builder.add(self["live"], constant(1))
        builder.store(number, self._entry_place(entry, 0))
        self.set_part(entry, 0, key)
        if self._kind.value_kind is not None:
            self.set_part(entry, 1, value)
        return entry

    def put(self, key: Any, value: Any = None) -> None:
        """Set the value of a key, which is put in if it is not there."""
        builder = self._builder
        check_changeable(self._context, builder, self.head)
        number = self.hashed(self._kind.key_kind, key)
        entry = self.find(self._kind.key_kind, key, number)
        with builder.if_else(builder.icmp_signed("<", entry, constant(0))) as (new, known):
            with new:
                self.add(number, key, value)
            with known:
                if self._kind.value_kind is not None:
                    self.set_part(entry, 1, value)

    def remove(self, entry: Any) -> None:
        """Let an entry be dead; the others keep their numbers."""
        with self._builder.if_then(self._builder.icmp_signed("!=", self["shared"], constant(0))):
            self.own_keys()
        self._builder.store(constant(DEAD), self._entry_place(entry, 0))
        self["live"] = self._builder.sub(self["live"], constant(1))

    def clear(self) -> None:
        """Take out all entries."""
        for name in WORDS[2:]:
            self[name] = constant(0)

    def write_to(self, head: Any) -> None:
        """Let an empty table have the same entries: it shares the keys, and has its own values."""
        builder = self._builder
        if self._kind.key_kind is types.undefined:
            return
        other = Table(self._context, builder, self._kind, head)
        with builder.if_then(builder.icmp_signed("!=", self["live"], constant(0))):
            with builder.if_then(builder.icmp_signed("==", self["shared"], constant(0))):
                self["shared"] = constant(1)
            for name in ("data", "size", "capacity", "table", "mask", "live", "shared"):
                other[name] = self[name]
            if self._value_width:
                length = builder.mul(self["capacity"], constant(self._value_width))
                other["values"] = self._allocated(length)
                used = builder.mul(self["size"], constant(self._value_width))
                copy_bytes(builder, other["values"], self["values"], used)

    def clone_to(self, head: Any) -> None:
        """Let an empty table have the same entries, in memory of its own."""
        self.write_to(head)
        Table(self._context, self._builder, self._kind, head).own_keys()

    def write_deeply_to(self, head: Any) -> None:
        """Let an empty table have the same entries as a deep copy has them."""
        self.clone_to(head)

    def is_laid_out_as(self, kind: Any) -> bool:
        """Return whether `cast_to` makes a table of another type of this one."""
        return False

    def cast_to(self, kind: Any) -> Table:
        """Return a table of another type with the same entries."""
        raise NotImplementedError

    def own_keys(self) -> None:
        """Take a copy of the keys, whose entries keep their numbers."""
        builder = self._builder
        with builder.if_then(builder.icmp_signed("!=", self["capacity"], constant(0))):
            old_keys, old_table = self["data"], self["table"]
            whole = builder.icmp_signed("==", self._used, self["size"])
            slots = builder.add(self["mask"], constant(1))
            self._reserve(slots, self["capacity"])
            with builder.if_else(whole) as (all_own, not_all):
                with all_own:
                    used = builder.mul(self["size"], constant(self._width))
                    copy_bytes(builder, self["data"], old_keys, used)
                    copy_bytes(builder, self["table"], old_table, builder.mul(slots, constant(4)))
                    self._used = self["size"]
                with not_all:
                    self._rebuild(old_keys, self["values"], constant(1))

    @property
    def _used(self) -> Any:
        """How many keys there are, whichever tables they are of."""
        return self._builder.load(self._used_place())

    @_used.setter
    def _used(self, count: Any) -> None:
        self._builder.store(count, self._used_place())

    def _used_place(self) -> Any:
        pointer = self._builder.sub(self["data"], constant(USED_SIZE))
        return self._builder.inttoptr(pointer, WORD.as_pointer())

    def _is_closed(self) -> Any:
        """Return whether no key can be added: the table is full, or another one added a key."""
        builder = self._builder
        full = builder.icmp_signed("==", self["size"], self["capacity"])
        # Without capacity there may be no keys at all: then any word will do.
        used = builder.load(builder.select(full, self._place("size"), self._used_place()))
        return builder.or_(full, builder.icmp_signed("!=", used, self["size"]))

    def _allocated(self, length: Any) -> Any:
        return self._builder.ptrtoint(arena.allocate(self._context, self._builder, length), WORD)

    def _reserve(self, slots: Any, capacity: Any) -> None:
        """Allocate memory for the keys of a number of entries, and for a number of slots."""
        builder = self._builder
        table_size = builder.mul(slots, constant(4))
        length = builder.add(builder.mul(capacity, constant(self._width)), table_size)
        data = builder.add(
            self._allocated(builder.add(length, constant(USED_SIZE))), constant(USED_SIZE)
        )
        self["data"] = data
        self["table"] = builder.add(data, builder.sub(length, table_size))
        self["mask"] = builder.sub(slots, constant(1))
        self["capacity"] = capacity
        self["shared"] = constant(0)

    def _grow(self) -> None:
        """Enlarge the table, and drop the dead entries."""
        builder = self._builder
        least = builder.mul(self["live"], constant(SLOTS_PER_ENTRY * 3 // 2))
        slots = cgutils.alloca_once_value(builder, constant(LEAST_SLOTS))
        with endless_loop(builder) as (test, leave):
            now = builder.load(slots)
            with builder.if_then(builder.icmp_signed(">=", now, least)):
                leave()
            builder.store(builder.shl(now, constant(1)), slots)
            test()
        old_keys, old_values = self["data"], self["values"]
        capacity = builder.udiv(builder.load(slots), constant(SLOTS_PER_ENTRY))
        self._reserve(builder.load(slots), capacity)
        if self._value_width:
            self["values"] = self._allocated(builder.mul(capacity, constant(self._value_width)))
        self._rebuild(old_keys, old_values, constant(0))

    def _rebuild(self, old_keys: Any, old_values: Any, numbered: Any) -> None:
        """Fill new memory of entries in the old; `numbered` if they are to keep their numbers."""
        words = self._builder.bitcast(self.head, WORD.as_pointer())
        widths = [constant(self._width), constant(self._value_width)]
        rebuild = rebuilding(self._builder.module)
        self._builder.call(rebuild, [words, old_keys, old_values, *widths, numbered])
