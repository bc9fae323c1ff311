"""Hash tables that keep the order of insertion: what dicts and sets are made of.

As in CPython (Hettinger, 2012), entries lie one behind the other in the order in which they were
put in, and a table of small numbers leads from a hash to an entry. An entry that was taken out
stays as a dead one until the table grows.
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

from ..reasons import Unsupported
from ..type_names import plain_type
from . import arena
from .constants import data_of, placed
from .images import Image, layout, read, size, words_at
from .items import check_changeable
from .key_hashes import hash_of, hashed, is_hashable
from .memory import BYTES, WORD, CopyScope, Value, constant, copied, holds_values, load, store
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
_LEAST_SLOTS = 8

# The head of a table. Its first words are those of all that can change: see `sequences`.
_WORDS = ("copied_at", "copy", "data", "size", "room", "table", "mask", "live")
_HEAD = ir.LiteralStructType([WORD] * len(_WORDS))
_HEAD_SIZE = 8 * len(_WORDS)


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
        data, head = 0, image.room(_HEAD_SIZE)
        if entries:
            entry = self._entry
            width, places = size(entry), layout(entry)
            data = image.room(width * len(entries))
            for start, parts in zip(range(data, data + 1 << 62, width), entries, strict=False):
                words_at(start, 1)[0] = hash_of(parts[0])
                for offset, kind, part in zip(places[1:], self.parts, parts, strict=True):
                    image.put(start + offset, kind, part)
        count, slots = len(entries), len(indices)
        words_at(head, len(_WORDS))[:] = (
            LENT, 0, data, count, count, table, slots - 1, count
        )  # fmt: skip
        return head

    def read(self, address: int) -> Any:
        words = words_at(words_at(address, 1)[0], len(_WORDS))
        data, count = (words[_WORDS.index(name)] for name in ("data", "size"))
        if not count:
            return self.made_of([])
        width, places = size(self._entry), layout(self._entry)
        return self.made_of(
            [
                tuple(
                    read(start + offset, kind)
                    for offset, kind in zip(places[1:], self.parts, strict=True)
                )
                for start in range(data, data + width * count, width)
                if words_at(start, 1)[0] != _DEAD
            ]
        )

    def constant(self, context: Any, builder: Any, value: Any) -> Any:
        entries = list(self.items_of(value))
        indices = _indices([key for key, *_ in entries])
        table = ir.Constant(ir.ArrayType(_INDEX, len(indices)), indices.tolist())
        data = constant(0)
        if entries:
            cells = [
                ir.Constant.literal_struct(
                    [
                        constant(hash_of(parts[0])),
                        *(
                            data_of(context, builder, kind, part)
                            for kind, part in zip(self.parts, parts, strict=True)
                        ),
                    ]
                )
                for parts in entries
            ]
            array = ir.Constant(ir.ArrayType(cells[0].type, len(cells)), cells)
            data = placed(builder, array).ptrtoint(WORD)
        count = constant(len(entries))
        words = [
            constant(FROZEN), constant(0), data, count, count,
            placed(builder, table).ptrtoint(WORD), constant(len(indices) - 1), count,
        ]  # fmt: skip
        return placed(builder, ir.Constant(_HEAD, words))

    @property
    def _entry(self) -> Any:
        return types.Tuple((types.int64, *self.parts))


def _indices(keys: list[Any]) -> Any:
    """Return the table that leads to these keys."""
    slots = _LEAST_SLOTS
    while slots * 2 // 3 < len(keys):
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
        known = [part for part in kind.parts if part is not types.undefined]
        self._entry = ir.LiteralStructType([WORD, *map(context.get_data_type, known)])

    def __getitem__(self, name: str) -> Any:
        return self._builder.load(self._place(name))

    def __setitem__(self, name: str, word: Any) -> None:
        self._builder.store(word, self._place(name))

    def _place(self, name: str) -> Any:
        words = self._builder.bitcast(self.head, WORD.as_pointer())
        return self._builder.gep(words, [constant(_WORDS.index(name))], inbounds=True)

    # Entries.

    @property
    def _width(self) -> int:
        return self._context.get_abi_sizeof(self._entry)  # type: ignore[no-any-return]

    def _entry_place(self, entry: Any, place: int) -> Any:
        entries = self._builder.inttoptr(self["data"], self._entry.as_pointer())
        return self._builder.gep(
            entries, [entry, ir.Constant(ir.IntType(32), place)], inbounds=True
        )

    def hash_at(self, entry: Any) -> Any:
        """Return the hash of an entry, or that it is dead."""
        return self._builder.load(self._entry_place(entry, 0))

    def part(self, entry: Any, place: int) -> Any:
        """Return the key (0) or the value (1) of an entry."""
        pointer = self._entry_place(entry, 1 + place)
        return load(self._context, self._builder, self._kind.parts[place], pointer)

    def set_part(self, entry: Any, place: int, part: Any) -> None:
        """Set the key (0) or the value (1) of an entry."""
        pointer = self._entry_place(entry, 1 + place)
        store(self._context, self._builder, self._kind.parts[place], part, pointer)

    def following(self, entry: Any) -> Any:
        """Return the number of the first living entry from one on, or how many there are."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, entry)
        with _loop(builder) as (test, leave):
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
                with builder.if_then(alike):
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
        full = builder.icmp_signed("==", self["size"], self["room"])
        with cgutils.if_unlikely(builder, full):
            self._grow()
        mask, entry = self["mask"], self["size"]
        table = builder.inttoptr(self["table"], _INDEX.as_pointer())
        _enter(builder, table, mask, number, entry)
        self["size"] = builder.add(entry, constant(1))
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
        """Let an entry be dead."""
        self._builder.store(constant(_DEAD), self._entry_place(entry, 0))
        self["live"] = self._builder.sub(self["live"], constant(1))

    def clear(self) -> None:
        """Take out all entries."""
        for name in ("data", "size", "room", "table", "mask", "live"):
            self[name] = constant(0)

    def write_to(self, head: Any) -> None:
        """Let an empty table have copies of the same entries."""
        builder = self._builder
        other = Table(self._context, builder, self._kind, head)
        if self._kind.key_kind is types.undefined:
            return
        with builder.if_then(builder.icmp_signed("!=", self["live"], constant(0))):
            slots = builder.add(self["mask"], constant(1))
            other._reserve(slots)
            for name in ("size", "live"):
                other[name] = self[name]
            table_size = builder.mul(slots, constant(4))
            used = builder.mul(self["size"], constant(self._width))
            for name, length in {"table": table_size, "data": used}.items():
                to, of = (builder.inttoptr(each[name], BYTES) for each in (other, self))
                cgutils.raw_memcpy(builder, to, of, length, 1)

    def _reserve(self, slots: Any) -> None:
        """Take room for a table of so many slots, and for two thirds as many entries."""
        builder = self._builder
        room = builder.udiv(builder.add(slots, slots), constant(3))
        table_size = builder.mul(slots, constant(4))
        length = builder.add(table_size, builder.mul(room, constant(self._width)))
        chunk = builder.ptrtoint(arena.allocate(self._context, builder, length), WORD)
        self["table"] = chunk
        self["data"] = builder.add(chunk, table_size)
        self["mask"] = builder.sub(slots, constant(1))
        self["room"] = room

    def _grow(self) -> None:
        """Make room for more entries, without the dead ones."""
        builder = self._builder
        least = builder.mul(self["live"], constant(3))
        slots = cgutils.alloca_once_value(builder, constant(_LEAST_SLOTS))
        with _loop(builder) as (test, leave):
            now = builder.load(slots)
            with builder.if_then(builder.icmp_signed(">=", now, least)):
                leave()
            builder.store(builder.shl(now, constant(1)), slots)
            test()
        old_data, count = self["data"], self["size"]
        self._reserve(builder.load(slots))
        rebuild = _rebuilding(builder.module)
        words = builder.bitcast(self.head, WORD.as_pointer())
        builder.call(rebuild, [words, old_data, count, constant(self._width)])


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

    It is the same for all types: only the width of an entry differs.
    """
    name = "gametree_rebuild_table"
    known = module.globals.get(name)
    if known is not None:
        return known
    pointer = WORD.as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [pointer, WORD, WORD, WORD])
    function = ir.Function(module, kind, name)
    function.linkage = "linkonce_odr"
    function.attributes.add("noinline")
    head, old, count, width = function.args
    builder = ir.IRBuilder(function.append_basic_block("entry"))

    def place(name: str) -> Any:
        return builder.gep(head, [constant(_WORDS.index(name))], inbounds=True)

    mask, address, data = (builder.load(place(each)) for each in ("mask", "table", "data"))
    slots = builder.add(mask, constant(1))
    table = builder.inttoptr(address, _INDEX.as_pointer())
    cgutils.memset(builder, builder.bitcast(table, BYTES), builder.mul(slots, constant(4)), 0xFF)
    builder.store(constant(0), place("size"))
    with cgutils.for_range(builder, count) as loop:
        start = builder.add(old, builder.mul(loop.index, width))
        number = builder.load(builder.inttoptr(start, pointer))
        with builder.if_then(builder.icmp_signed("!=", number, constant(_DEAD))):
            entry = builder.load(place("size"))
            _enter(builder, table, mask, number, entry)
            to = builder.add(data, builder.mul(entry, width))
            cgutils.raw_memcpy(
                builder, builder.inttoptr(to, BYTES), builder.inttoptr(start, BYTES), width, 1
            )
            builder.store(builder.add(entry, constant(1)), place("size"))
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
