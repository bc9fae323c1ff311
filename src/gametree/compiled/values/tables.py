"""Hash tables that keep the order of insertion: what dicts and sets are made of.

As in CPython (Hettinger, 2012), entries lie one behind the other in the order in which they were
put in, and a table of small numbers leads from a hash to an entry. An entry that was taken out
stays as a dead one until the table grows.

The keys lie apart from the values, and a copy shares them, as objects of one class do there
(PEP 412): rules copy a board to set one cell of it. A table knows how many of the entries are its
own. Behind them either one of those that share may go on; the first to do so is the one whose
entries end where the keys do, and the others take a copy before they add a key, as does who takes
one out.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, lower_cast, models, register_model

from ..memory_kinds import HEADS, marked
from ..reasons import Unsupported
from ..type_names import plain_type
from . import arena
from .constants import data_of, placed
from .images import Image, layout, read, size, words_at
from .items import check_changeable
from .key_hashes import hash_of, hashed, is_hashable
from .memory import (
    BYTES,
    WORD,
    CopyScope,
    Value,
    constant,
    copied,
    data_type,
    holds_values,
    load,
    size_of,
    store,
)
from .sequences import FROZEN, LENT, ListType, RowType, mark_copied, once

__all__ = [
    "Table",
    "TableModel",
    "TableType",
    "copy_of",
    "emptied",
    "entry_of",
    "is_refined",
    "new_table",
    "sought",
    "taken_out",
]

_INDEX = ir.IntType(32)
_NOWHERE = -1
_DEAD = -1
_LEAST_SLOTS = 16
_SLOTS_PER_ENTRY = 4

# The head of a table. Its first words are those of all that can change: see `sequences`. The keys
# begin at `data`; before them lies how many there are, whichever tables they are of.
_WORDS = ("copied_at", "copy", "data", "size", "room", "table", "mask", "live", "values", "shared")
_HEAD = ir.LiteralStructType([WORD] * len(_WORDS))
_HEAD_SIZE = 8 * len(_WORDS)
_USED_SIZE = 8


class TableType(Value):
    """The type of dicts and sets: keys, each with a value of a type, which sets have not (None).

    The keys of one into which nothing was put yet are of an undefined type.
    """

    mutable = True
    key_kind: Any
    value_kind: Any = None

    def with_kinds(self, key: Any, value: Any) -> TableType:
        """Return the type of the same class with other types of keys and values."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple[Any, ...]:
        """The types of what makes an entry, but for the hash."""
        return (self.key_kind,) if self.value_kind is None else (self.key_kind, self.value_kind)

    def is_like(self, other: Any) -> bool:
        """Return whether another type differs at most in the types of keys and values."""
        return type(self) is type(other) and self == other.with_kinds(
            self.key_kind, self.value_kind
        )

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        return Conversion.safe if is_refined(self, other) else None

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        if not self.is_like(other):
            return None
        if is_refined(self, other):
            return self
        return other if is_refined(other, self) else None

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        def move() -> Any:
            old = Table(context, builder, self, value)
            head = new_table(context, builder)
            mark_copied(builder, value, head, copies)
            old.write_to(head)
            new = Table(context, builder, self, head)
            new.own_keys()
            if any(map(holds_values, self.parts)):
                with new.live_entries() as entry:
                    for place, kind in enumerate(self.parts):
                        part = new.part(entry, place)
                        new.set_part(entry, place, copied(context, builder, kind, part, copies))
            return head

        return once(builder, value, copies, move)

    # What Python writes and reads.

    def items_of(self, value: Any) -> Iterable[tuple[Any, ...]]:
        """Return the keys of a value of Python's, each with its value if there are any."""
        raise NotImplementedError

    def made_of(self, entries: list[tuple[Any, ...]]) -> Any:
        """Return the value of Python's of these entries."""
        raise NotImplementedError

    def put(self, image: Image, address: int, value: Any) -> None:
        entries = list(self.items_of(value))
        head = image.once(self, value, lambda: self._written(image, entries))
        words_at(address, 1)[0] = head

    def _written(self, image: Image, entries: list[tuple[Any, ...]]) -> int:
        """Write a table; return the address of its head."""
        indices = _indices([key for key, *_ in entries])
        table = image.room(indices.nbytes)
        ctypes.memmove(table, indices.ctypes.data, indices.nbytes)
        data = values = 0
        head = image.room(_HEAD_SIZE)
        count, slots = len(entries), len(indices)
        if entries:
            width, start = size(self._entry), layout(self._entry)[1]
            data = image.room(_USED_SIZE + width * count) + _USED_SIZE
            words_at(data - _USED_SIZE, 1)[0] = count
            for place, (key, *_) in enumerate(entries):
                words_at(data + place * width, 1)[0] = hash_of(key)
                image.put(data + place * width + start, self.key_kind, key)
            if self.value_kind is not None:
                width = size(self.value_kind)
                values = image.room(width * count)
                for place, (_, value) in enumerate(entries):
                    image.put(values + place * width, self.value_kind, value)
        words_at(head, len(_WORDS))[:] = (
            LENT, 0, data, count, count, table, slots - 1, count, values, 1
        )  # fmt: skip
        return head

    def read(self, address: int) -> Any:
        words = words_at(words_at(address, 1)[0], len(_WORDS))
        data, count, values = (words[_WORDS.index(name)] for name in ("data", "size", "values"))
        if not count:
            return self.made_of([])
        width, start = size(self._entry), layout(self._entry)[1]
        entries = []
        for place in range(count):
            entry = data + place * width
            if words_at(entry, 1)[0] != _DEAD:
                parts = [read(entry + start, self.key_kind)]
                if self.value_kind is not None:
                    parts.append(read(values + place * size(self.value_kind), self.value_kind))
                entries.append(tuple(parts))
        return self.made_of(entries)

    def constant(self, context: Any, builder: Any, value: Any) -> Any:
        entries = list(self.items_of(value))
        indices = _indices([key for key, *_ in entries])
        table = ir.Constant(ir.ArrayType(_INDEX, len(indices)), indices.tolist())
        count = constant(len(entries))
        data = values = constant(0)
        if entries:
            keys = _array(
                [
                    ir.Constant.literal_struct(
                        [constant(hash_of(key)), data_of(context, builder, self.key_kind, key)]
                    )
                    for key, *_ in entries
                ]
            )
            block = placed(builder, ir.Constant.literal_struct([count, keys]))
            data = block.gep([ir.Constant(_INDEX, 0), ir.Constant(_INDEX, 1)]).ptrtoint(WORD)
            if self.value_kind is not None:
                kind = self.value_kind
                cells = [data_of(context, builder, kind, each) for _, each in entries]
                values = placed(builder, _array(cells)).ptrtoint(WORD)
        words = [
            constant(FROZEN), constant(0), data, count, count,
            placed(builder, table).ptrtoint(WORD), constant(len(indices) - 1), count,
            values, constant(1),
        ]  # fmt: skip
        return placed(builder, ir.Constant(_HEAD, words))

    @property
    def _entry(self) -> Any:
        return types.Tuple((types.int64, self.key_kind))


def _array(cells: list[Any]) -> Any:
    return ir.Constant(ir.ArrayType(cells[0].type, len(cells)), cells)


def _indices(keys: list[Any]) -> Any:
    """Return the table that leads to these keys."""
    slots = _LEAST_SLOTS
    while slots // _SLOTS_PER_ENTRY < len(keys):
        slots *= 2
    indices = np.full(slots, _NOWHERE, np.int32)
    for place, key in enumerate(keys):
        slot = hash_of(key) & slots - 1
        while indices[slot] != _NOWHERE:
            slot = slot + 1 & slots - 1
        indices[slot] = place
    return indices


def is_refined(one: Any, other: Any) -> bool:
    """Return whether a type is another one, or says more of what was undefined in it."""
    if one == other or other is types.undefined:
        return True
    if isinstance(one, ListType) and one.is_like(other):
        return is_refined(one.item, other.item)
    if isinstance(one, RowType) and isinstance(other, RowType):
        return one.kind == other.kind and is_refined(one.item, other.item)
    if isinstance(one, TableType) and one.is_like(other):
        return all(map(is_refined, one.parts, other.parts))
    return False


@register_model(TableType)
class TableModel(models.PrimitiveModel):  # type: ignore[misc]
    """A pointer to the head."""

    def __init__(self, manager: Any, kind: TableType) -> None:
        super().__init__(manager, kind, _HEAD.as_pointer())


def new_table(context: Any, builder: Any) -> Any:
    """Return the head of an empty table, in generated code."""
    head = arena.allocate(context, builder, constant(_HEAD_SIZE))
    words = builder.bitcast(head, WORD.as_pointer())
    for place in range(len(_WORDS)):
        builder.store(constant(0), builder.gep(words, [constant(place)], inbounds=True))
    return builder.bitcast(head, _HEAD.as_pointer())


class Table:
    """A hash table in generated code. Entries are numbered in the order of insertion."""

    def __init__(self, context: Any, builder: Any, kind: TableType, head: Any) -> None:
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
        return self._builder.gep(words, [constant(_WORDS.index(name))], inbounds=True)

    # Entries.

    @property
    def _width(self) -> int:
        return self._context.get_abi_sizeof(self._entry)  # type: ignore[no-any-return]

    @property
    def _value_width(self) -> int:
        kind = self._kind.value_kind
        return 0 if kind is None else size_of(self._context, kind)

    def _entry_place(self, entry: Any, place: int) -> Any:
        """Return the pointer to the hash (0) or the key (1) of an entry."""
        entries = self._builder.inttoptr(self["data"], self._entry.as_pointer())
        return self._builder.gep(
            entries, [entry, ir.Constant(ir.IntType(32), place)], inbounds=True
        )

    def _part_place(self, entry: Any, place: int) -> Any:
        """Return the pointer to the key (0) or the value (1) of an entry."""
        if place == 0:
            return self._entry_place(entry, 1)
        kind = data_type(self._context, self._kind.value_kind)
        values = self._builder.inttoptr(self["values"], kind.as_pointer())
        return self._builder.gep(values, [entry], inbounds=True)

    def hash_at(self, entry: Any) -> Any:
        """Return the hash of an entry, or that it is dead."""
        return self._builder.load(self._entry_place(entry, 0))

    def part(self, entry: Any, place: int) -> Any:
        """Return the key (0) or the value (1) of an entry."""
        pointer = self._part_place(entry, place)
        return load(self._context, self._builder, self._kind.parts[place], pointer)

    def set_part(self, entry: Any, place: int, part: Any) -> None:
        """Set the key (0) or the value (1) of an entry."""
        pointer = self._part_place(entry, place)
        store(self._context, self._builder, self._kind.parts[place], part, pointer)

    def following(self, entry: Any) -> Any:
        """Return the number of the first living entry from one on, or how many there are."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, entry)
        some_dead = builder.icmp_signed("!=", self["live"], self["size"])
        with cgutils.if_unlikely(builder, some_dead), _loop(builder) as (test, leave):
            at = builder.load(result)
            inside = builder.icmp_signed("<", at, self["size"])
            with builder.if_then(builder.not_(inside)):
                leave()
            with builder.if_then(builder.icmp_signed("!=", self.hash_at(at), constant(_DEAD))):
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
            alive = self._builder.icmp_signed("!=", self.hash_at(loop.index), constant(_DEAD))
            with self._builder.if_then(alive):
                yield loop.index, loop.do_break

    # Looking up and changing.

    def hashed(self, kind: Any, key: Any) -> Any:
        """Return the hash of a key."""
        return hashed(self._context, self._builder, kind, key)

    def find(self, kind: Any, key: Any, number: Any) -> Any:
        """Return the number of the entry of a key with a hash, or -1."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, constant(_NOWHERE))
        if self._kind.key_kind is types.undefined:
            return builder.load(result)
        slot = cgutils.alloca_once(builder, WORD)
        with builder.if_then(builder.icmp_signed("!=", self["live"], constant(0))):
            mask = self["mask"]
            table = builder.inttoptr(self["table"], _INDEX.as_pointer())
            builder.store(builder.and_(number, mask), slot)
            with _loop(builder) as (test, leave):
                at = builder.load(slot)
                index = builder.load(builder.gep(table, [at], inbounds=True))
                with builder.if_then(builder.icmp_signed("<", index, ir.Constant(_INDEX, 0))):
                    leave()
                entry = builder.sext(index, WORD)
                alike = builder.icmp_signed("==", self.hash_at(entry), number)
                own = builder.icmp_signed("<", entry, self["size"])
                with builder.if_then(builder.and_(alike, own)):
                    same = self._same(kind, key, self.part(entry, 0))
                    with builder.if_then(same):
                        builder.store(entry, result)
                        leave()
                builder.store(builder.and_(builder.add(at, constant(1)), mask), slot)
                test()
        return builder.load(result)

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
        table = builder.inttoptr(self["table"], _INDEX.as_pointer())
        _enter(builder, table, mask, number, entry)
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
        self._builder.store(constant(_DEAD), self._entry_place(entry, 0))
        self["live"] = self._builder.sub(self["live"], constant(1))

    def clear(self) -> None:
        """Take out all entries."""
        for name in _WORDS[2:]:
            self[name] = constant(0)

    def write_to(self, head: Any) -> None:
        """Let an empty table have the same entries: it shares the keys, and has its own values."""
        builder = self._builder
        other = Table(self._context, builder, self._kind, head)
        if self._kind.key_kind is types.undefined:
            return
        with builder.if_then(builder.icmp_signed("!=", self["live"], constant(0))):
            with builder.if_then(builder.icmp_signed("==", self["shared"], constant(0))):
                self["shared"] = constant(1)
            for name in ("data", "size", "room", "table", "mask", "live", "shared"):
                other[name] = self[name]
            if self._value_width:
                length = builder.mul(self["room"], constant(self._value_width))
                other["values"] = self._allocated(length)
                used = builder.mul(self["size"], constant(self._value_width))
                _copy(builder, other["values"], self["values"], used)

    def own_keys(self) -> None:
        """Take a copy of the keys, whose entries keep their numbers."""
        builder = self._builder
        with builder.if_then(builder.icmp_signed("!=", self["room"], constant(0))):
            old_keys, old_table = self["data"], self["table"]
            whole = builder.icmp_signed("==", self._used, self["size"])
            slots = builder.add(self["mask"], constant(1))
            self._reserve(slots, self["room"])
            with builder.if_else(whole) as (all_own, not_all):
                with all_own:
                    used = builder.mul(self["size"], constant(self._width))
                    _copy(builder, self["data"], old_keys, used)
                    _copy(builder, self["table"], old_table, builder.mul(slots, constant(4)))
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
        place = self._builder.sub(self["data"], constant(_USED_SIZE))
        return self._builder.inttoptr(place, WORD.as_pointer())

    def _is_closed(self) -> Any:
        """Return whether no key can be added: there is no room, or another table went on."""
        builder = self._builder
        full = builder.icmp_signed("==", self["size"], self["room"])
        # Where there is no room there may be no keys at all: then any word will do.
        used = builder.load(builder.select(full, self._place("size"), self._used_place()))
        return builder.or_(full, builder.icmp_signed("!=", used, self["size"]))

    def _allocated(self, length: Any) -> Any:
        return self._builder.ptrtoint(arena.allocate(self._context, self._builder, length), WORD)

    def _reserve(self, slots: Any, room: Any) -> None:
        """Take room for the keys of so many entries, and for a table of so many slots."""
        builder = self._builder
        table_size = builder.mul(slots, constant(4))
        length = builder.add(builder.mul(room, constant(self._width)), table_size)
        data = builder.add(
            self._allocated(builder.add(length, constant(_USED_SIZE))), constant(_USED_SIZE)
        )
        self["data"] = data
        self["table"] = builder.add(data, builder.sub(length, table_size))
        self["mask"] = builder.sub(slots, constant(1))
        self["room"] = room
        self["shared"] = constant(0)

    def _grow(self) -> None:
        """Make room for more entries, without the dead ones."""
        builder = self._builder
        least = builder.mul(self["live"], constant(_SLOTS_PER_ENTRY * 3 // 2))
        slots = cgutils.alloca_once_value(builder, constant(_LEAST_SLOTS))
        with _loop(builder) as (test, leave):
            now = builder.load(slots)
            with builder.if_then(builder.icmp_signed(">=", now, least)):
                leave()
            builder.store(builder.shl(now, constant(1)), slots)
            test()
        old_keys, old_values = self["data"], self["values"]
        room = builder.udiv(builder.load(slots), constant(_SLOTS_PER_ENTRY))
        self._reserve(builder.load(slots), room)
        if self._value_width:
            self["values"] = self._allocated(builder.mul(room, constant(self._value_width)))
        self._rebuild(old_keys, old_values, constant(0))

    def _rebuild(self, old_keys: Any, old_values: Any, numbered: Any) -> None:
        """Fill new memory of entries in the old; `numbered` if they are to keep their numbers."""
        words = self._builder.bitcast(self.head, WORD.as_pointer())
        widths = [constant(self._width), constant(self._value_width)]
        rebuild = _rebuilding(self._builder.module)
        self._builder.call(rebuild, [words, old_keys, old_values, *widths, numbered])


def _copy(builder: Any, to: Any, of: Any, length: Any) -> None:
    """Copy so many bytes from an address to another."""
    places = (builder.inttoptr(each, BYTES) for each in (to, of))
    cgutils.raw_memcpy(builder, *places, length, 1)


@contextmanager
def _loop(builder: Any) -> Iterator[Any]:
    """Generate a loop; what is yielded goes on with it, and leaves it."""
    begin = builder.append_basic_block("loop")
    end = builder.append_basic_block("loop.end")
    builder.branch(begin)
    builder.position_at_end(begin)
    yield (lambda: builder.branch(begin)), (lambda: builder.branch(end))
    builder.position_at_end(end)


def _enter(builder: Any, table: Any, mask: Any, number: Any, entry: Any) -> None:
    """Let the first free slot of a hash lead to an entry."""
    slot = cgutils.alloca_once(builder, WORD)
    builder.store(builder.and_(number, mask), slot)
    with _loop(builder) as (test, leave):
        at = builder.load(slot)
        place = builder.gep(table, [at], inbounds=True)
        index = builder.load(place)
        with builder.if_then(builder.icmp_signed("<", index, ir.Constant(_INDEX, 0))):
            builder.store(builder.trunc(entry, _INDEX), place)
            leave()
        builder.store(builder.and_(builder.add(at, constant(1)), mask), slot)
        test()


def _rebuilding(module: Any) -> Any:
    """Return the function that fills a table that has got new memory, of entries in the old one.

    It is the same for all types: only the widths of keys and values differ.
    """
    name = "gametree_rebuild_table"
    known = module.globals.get(name)
    if known is not None:
        return known
    pointer = WORD.as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [pointer, *[WORD] * 5])
    function = ir.Function(module, kind, name)
    function.linkage = "linkonce_odr"
    function.attributes.add("noinline")
    head, old, old_values, width, value_width, numbered = function.args
    builder = ir.IRBuilder(function.append_basic_block("entry"))

    def place(name: str) -> Any:
        return builder.gep(head, [constant(_WORDS.index(name))], inbounds=True)

    mask, address, data, values, count = (
        builder.load(place(each)) for each in ("mask", "table", "data", "values", "size")
    )
    keep_dead = builder.icmp_signed("!=", numbered, constant(0))
    slots = builder.add(mask, constant(1))
    table = builder.inttoptr(address, _INDEX.as_pointer())
    cgutils.memset(builder, builder.bitcast(table, BYTES), builder.mul(slots, constant(4)), 0xFF)
    done = cgutils.alloca_once_value(builder, constant(0))
    with cgutils.for_range(builder, count) as loop:

        def copy(new: Any, old: Any, width: Any) -> None:
            _copy(
                builder,
                builder.add(new, builder.mul(entry, width)),
                builder.add(old, builder.mul(loop.index, width)),
                width,
            )

        start = builder.add(old, builder.mul(loop.index, width))
        number = builder.load(builder.inttoptr(start, pointer))
        alive = builder.icmp_signed("!=", number, constant(_DEAD))
        with builder.if_then(builder.or_(alive, keep_dead)):
            entry = builder.load(done)
            with builder.if_then(alive):
                _enter(builder, table, mask, number, entry)
            copy(data, old, width)
            with builder.if_then(builder.icmp_signed("!=", values, old_values)):
                copy(values, old_values, value_width)
            builder.store(builder.add(entry, constant(1)), done)
    used = builder.inttoptr(builder.sub(data, constant(_USED_SIZE)), pointer)
    for each in (place("size"), used):
        builder.store(builder.load(done), each)
    builder.ret_void()
    return function


# What dicts and sets have in common: len, truth, in, clear, copy.


@infer_global(len)
class _TypeOfLen(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], TableType):
            return signature(types.intp, args[0])
        return None


@lower_builtin(len, TableType)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Table(context, builder, sig.args[0], args[0])["live"]


@infer_global(operator.truth)
@infer_global(bool)
class _TypeOfTruth(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], TableType):
            return signature(types.boolean, args[0])
        return None


@lower_builtin(operator.truth, TableType)
@lower_builtin(bool, TableType)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    live = Table(context, builder, sig.args[0], args[0])["live"]
    return builder.icmp_signed("!=", live, constant(0))


@lower_cast(TableType, types.boolean)
def _as_bool(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    live = Table(context, builder, source, value)["live"]
    return builder.icmp_signed("!=", live, constant(0))


@infer_global(operator.contains)
class _TypeOfContains(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], TableType):
            key = sought(self.context, args[0], args[1])
            return None if key is None else signature(types.boolean, args[0], key)
        return None


@lower_builtin(operator.contains, TableType, types.Any)
def _contains(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    entry = entry_of(context, builder, sig, args)
    return builder.icmp_signed(">=", entry, constant(0))


def sought(typing: Any, kind: TableType, key: Any) -> Any:
    """Return the type of a key that is looked up; None if there can be no such one."""
    key = types.unliteral(key)
    if not is_hashable(key):
        raise Unsupported(f"{plain_type(key)} is used as a key", "use a tuple or a frozenset")
    if kind.key_kind is types.undefined or kind.key_kind == key:
        return key
    same = typing.resolve_function_type(operator.eq, (kind.key_kind, key), {})
    return None if same is None else key


def entry_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the number of the entry of a key (the second argument), or -1."""
    table = Table(context, builder, sig.args[0], args[0])
    number = table.hashed(sig.args[1], args[1])
    return table.find(sig.args[1], args[1], number)


@intrinsic
def copy_of(typing: Any, table: Any) -> Any:
    """Return another dict or set with the same entries."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        head = new_table(context, builder)
        Table(context, builder, sig.args[0], args[0]).write_to(head)
        return head

    return table(table), generate


@intrinsic
def emptied(typing: Any, table: Any) -> Any:
    """Take out all entries."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        check_changeable(context, builder, args[0])
        Table(context, builder, sig.args[0], args[0]).clear()
        return context.get_dummy_value()

    return types.void(table), generate


@intrinsic
def taken_out(typing: Any, table: Any, key: Any) -> Any:
    """Take out a key; return whether it was there."""
    key = sought(typing, table, key)
    if key is None:
        return None

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        check_changeable(context, builder, args[0])
        entry = entry_of(context, builder, sig, args)
        there = builder.icmp_signed(">=", entry, constant(0))
        if sig.args[0].key_kind is not types.undefined:
            with builder.if_then(there):
                Table(context, builder, sig.args[0], args[0]).remove(entry)
        return there

    return types.boolean(table, key), generate


@lower_cast(TableType, TableType)
def _table_of_table(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    if is_refined(target, source):
        return value
    made = Table(context, builder, target, new_table(context, builder))
    old = Table(context, builder, source, value)
    with old.live_entries() as entry:
        parts = [
            context.cast(builder, old.part(entry, place), *kinds)
            for place, kinds in enumerate(zip(source.parts, target.parts, strict=True))
        ]
        made.put(*parts)
    return made.head
