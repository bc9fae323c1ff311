"""Hash tables of sets whose items lie in the very slots in which CPython has them.

Rules see in which order a set is iterated: it is the order of the slots. So where Python's hashes
are the same everywhere, for ints and tuples of them, compiled sets take each step that CPython's
take: the same probes, the same sizes, and items that were taken out leave their slot to others.

The entries lie one behind the other, as in `tables`; the table that leads to them has CPython's
slots. An entry that was taken out is dead, and its slot is what CPython calls a dummy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils

from ..memory import BYTES, WORD, constant
from .generated_tables import Table, new_table
from .python_hashes import python_hash
from .table_growth import copy_bytes, endless_loop
from .table_layout import DEAD, INDEX, NOWHERE, USED_SIZE, WORDS

__all__ = ["LEAST_MASK", "SetTable"]

LEAST_MASK = 7
_NEXT_TO = 9  # how many slots behind the first are tried before another is
_SHIFT = 5
_MANY = 50_000  # from here on tables grow more slowly
_FINGER = "values"  # the word that dicts have for their values: where `pop` goes on


class SetTable(Table):
    """A set of Python's in generated code."""

    def hashed(self, kind: Any, key: Any) -> Any:
        """Return the hash of a key."""
        return python_hash(self._context, self._builder, kind, key)

    @property
    def mask(self) -> Any:
        """The number of slots less one, also where there is no memory for them yet."""
        mask = self["mask"]
        none = self._builder.icmp_signed("==", mask, constant(0))
        return self._builder.select(none, constant(LEAST_MASK), mask)

    @property
    def finger(self) -> Any:
        """The slot at which `pop` looks first."""
        return self[_FINGER]

    @finger.setter
    def finger(self, slot: Any) -> None:
        self[_FINGER] = slot

    # Looking up and iterating.

    @contextmanager
    def probes(self, number: Any) -> Iterator[Any]:
        """Generate a loop over the slots where a hash may be, in Python's order."""
        with _probes(self._builder, self["mask"], number) as found:
            yield found

    @contextmanager
    def loop(self) -> Iterator[Any]:
        """Generate a loop over the items in the order of the slots: an entry, and how to leave."""
        builder = self._builder
        with cgutils.for_range(builder, self._slots) as loop:
            entry, alive = self.entry_in(loop.index)
            with builder.if_then(alive):
                yield entry, loop.do_break

    @property
    def _slots(self) -> Any:
        """How many slots may hold something."""
        builder = self._builder
        empty = builder.icmp_signed("==", self["live"], constant(0))
        return builder.select(empty, constant(0), builder.add(self["mask"], constant(1)))

    def entry_in(self, slot: Any) -> tuple[Any, Any]:
        """Return the number of the entry in a slot, and whether it is an item of the set."""
        builder = self._builder
        table = builder.inttoptr(self["table"], INDEX.as_pointer())
        index = builder.load(builder.gep(table, [slot], inbounds=True))
        entry = builder.sext(index, WORD)
        own = builder.icmp_unsigned("<", entry, self["size"])
        # Without a branch: which slots are free is hard to foretell.
        number = self.hash_at(builder.select(own, entry, constant(0)))
        alive = builder.and_(own, builder.icmp_signed("!=", number, constant(DEAD)))
        return entry, alive

    def following_slot(self, slot: Any) -> Any:
        """Return the first entry from a slot on, or -1; the pointer moves on to the slot behind."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, constant(NOWHERE))
        builder.store(constant(NOWHERE), result)
        slots = self._slots
        with endless_loop(builder) as (test, leave):
            at = builder.load(slot)
            with builder.if_then(builder.icmp_signed(">=", at, slots)):
                leave()
            builder.store(builder.add(at, constant(1)), slot)
            entry, alive = self.entry_in(at)
            with builder.if_then(alive):
                builder.store(entry, result)
                leave()
            test()
        return builder.load(result)

    # Changing.

    def add(self, number: Any, key: Any, value: Any = None) -> Any:
        """Put in a key that is not there yet; return the number of its entry."""
        builder = self._builder
        with cgutils.if_unlikely(builder, self._is_closed()):
            self._open()
        words = builder.bitcast(self.head, WORD.as_pointer())
        take = _taking(builder.module)
        entry = builder.call(take, [words, number, constant(self._width)])
        builder.store(number, self._entry_place(entry, 0))
        self.set_part(entry, 0, key)
        with cgutils.if_unlikely(builder, self._is_full(self["size"])):
            self.resize(self._times(self["live"]))
        return entry

    def _open(self) -> None:
        """Take memory of its own, for the items that are there."""
        builder = self._builder
        nothing = builder.icmp_signed("==", self["size"], constant(0))
        with builder.if_else(nothing) as (new, known):
            with new:
                mask = self.mask
                self._take_memory(mask)
                self._forget(mask)
            with known:
                self.own_keys()

    def own_keys(self) -> None:
        """Take a copy of the entries, which keep their numbers and slots."""
        builder = self._builder
        size = self["size"]
        with builder.if_then(builder.icmp_signed("!=", size, constant(0))):
            old_keys, old_table, mask = self["data"], self["table"], self["mask"]
            self._take_memory(mask)
            copy_bytes(builder, self["data"], old_keys, builder.mul(size, constant(self._width)))
            old, new = (
                builder.inttoptr(each, INDEX.as_pointer()) for each in (old_table, self["table"])
            )
            count = builder.trunc(size, INDEX)
            with cgutils.for_range(builder, builder.add(mask, constant(1))) as loop:
                index = builder.load(builder.gep(old, [loop.index], inbounds=True))
                own = builder.icmp_signed("<", index, count)  # others went on behind them
                kept = builder.select(own, index, ir.Constant(INDEX, NOWHERE))
                builder.store(kept, builder.gep(new, [loop.index], inbounds=True))
            self._used = size

    def _take_memory(self, mask: Any) -> None:
        builder = self._builder
        capacity = builder.udiv(
            builder.add(builder.mul(mask, constant(3)), constant(4)), constant(5)
        )
        self._reserve(builder.add(mask, constant(1)), capacity)

    def _forget(self, mask: Any) -> None:
        """Let fresh memory have nothing in it."""
        builder = self._builder
        table = builder.inttoptr(self["table"], BYTES)
        size = builder.mul(builder.add(mask, constant(1)), constant(4))
        cgutils.memset(builder, table, size, 0xFF)
        self._used = constant(0)

    def clear(self) -> None:
        """Take out all entries."""
        finger = self.finger
        super().clear()
        self.finger = finger

    def _is_full(self, size: Any) -> Any:
        builder = self._builder
        load = builder.mul(size, constant(5))
        return builder.icmp_signed(">=", load, builder.mul(self.mask, constant(3)))

    def _times(self, count: Any) -> Any:
        builder = self._builder
        many = builder.icmp_signed(">", count, constant(_MANY))
        return builder.mul(count, builder.select(many, constant(2), constant(4)))

    def resize(self, least: Any) -> None:
        """Move all items to a table of more than so many slots, without the dead entries."""
        builder = self._builder
        mask = cgutils.alloca_once_value(builder, constant(LEAST_MASK))
        with endless_loop(builder) as (test, leave):
            now = builder.load(mask)
            with builder.if_then(builder.icmp_signed(">", builder.add(now, constant(1)), least)):
                leave()
            builder.store(builder.add(builder.shl(now, constant(1)), constant(1)), mask)
            test()
        chosen, old = builder.load(mask), self.mask
        small = builder.icmp_signed("==", builder.or_(chosen, old), constant(LEAST_MASK))
        clean = builder.icmp_signed("==", self["size"], self["live"])
        with builder.if_then(builder.not_(builder.and_(small, clean))):
            keys, table, size = self["data"], self["table"], self["size"]
            with builder.if_else(builder.icmp_signed("==", self["live"], constant(0))) as (
                no,
                some,
            ):
                with no:
                    self.clear()
                    self["mask"] = chosen
                with some:
                    self._take_memory(chosen)
                    self._fill(keys, table, builder.add(old, constant(1)), size)

    def _fill(self, keys: Any, table: Any, slots: Any, size: Any) -> None:
        """Enter the items of an old table into new memory, in the order of its slots."""
        builder = self._builder
        words = builder.bitcast(self.head, WORD.as_pointer())
        builder.call(
            _filling(builder.module), [words, keys, table, slots, size, constant(self._width)]
        )

    def shrink(self) -> None:
        """Make a table without dead entries if many are dead."""
        builder = self._builder
        dead = builder.sub(self["size"], self["live"])
        with builder.if_then(builder.icmp_signed(">", dead, builder.lshr(self.mask, constant(2)))):
            self.resize(self._times(self["live"]))

    def grow_for(self, count: Any) -> None:
        """Grow at once, for so many items that are to come."""
        builder = self._builder
        with builder.if_then(self._is_full(builder.add(self["size"], count))):
            sum_of_all = builder.add(self["live"], count)
            self.resize(builder.shl(sum_of_all, constant(1)))

    def write_to(self, head: Any) -> None:
        """Let an empty table have the same items, as a copy that Python makes has them."""
        builder = self._builder
        other = SetTable(self._context, builder, self._kind, head)
        with builder.if_then(builder.icmp_signed("!=", self["live"], constant(0))):
            other.grow_for(self["live"])
            other.take_all(self)

    def take_all(self, other: SetTable) -> None:
        """Let a table without entries have the items of another of the same type."""
        builder = self._builder
        same = builder.icmp_signed("==", self.mask, other["mask"])
        clean = builder.icmp_signed("==", other["size"], other["live"])
        with builder.if_else(builder.and_(same, clean)) as (alike, unlike):
            with alike:
                with builder.if_then(builder.icmp_signed("==", other["shared"], constant(0))):
                    other["shared"] = constant(1)
                for name in ("data", "size", "capacity", "table", "mask", "live", "shared"):
                    self[name] = other[name]
            with unlike:
                slots = builder.add(other["mask"], constant(1))
                self._take_memory(self.mask)
                self._fill(other["data"], other["table"], slots, other["size"])

    def clone_to(self, head: Any) -> None:
        """Let an empty table have the same entries in the same slots, in memory of its own."""
        other = SetTable(self._context, self._builder, self._kind, head)
        other.take_words(self)
        other.own_keys()

    def take_words(self, other: SetTable) -> None:
        """Become another table, which is not used any more."""
        for name in WORDS[2:]:
            self[name] = other[name]

    def write_deeply_to(self, head: Any) -> None:
        """Let an empty table have the same items, added one by one as by copy.deepcopy."""
        other = SetTable(self._context, self._builder, self._kind, head)
        with self.live_entries() as entry:
            other.add(self.hash_at(entry), self.part(entry, 0))

    def is_laid_out_as(self, kind: Any) -> bool:
        """Return whether a set of another type would have the same slots."""
        return bool(kind.in_python_order)

    def cast_to(self, kind: Any) -> SetTable:
        """Return a table with items of another type, and of the same hashes, in the same slots."""
        context, builder = self._context, self._builder
        made = SetTable(context, builder, kind, new_table(context, builder))
        for name in ("mask", "live", _FINGER):
            made[name] = self[name]
        size = self["size"]
        with builder.if_then(builder.icmp_signed("!=", size, constant(0))):
            made._take_memory(self["mask"])
            made["size"] = made._used = size
            slots = builder.mul(builder.add(self["mask"], constant(1)), constant(4))
            copy_bytes(builder, made["table"], self["table"], slots)
            with cgutils.for_range(builder, size) as loop:
                number = self.hash_at(loop.index)
                builder.store(number, made._entry_place(loop.index, 0))
                with builder.if_then(builder.icmp_signed("!=", number, constant(DEAD))):
                    item = self.part(loop.index, 0)
                    made.set_part(
                        loop.index,
                        0,
                        context.cast(builder, item, self._kind.key_kind, kind.key_kind),
                    )
        return made

    def pop(self) -> Any:
        """Take out the item at which the finger points, or the next; there is one."""
        builder = self._builder
        slot = cgutils.alloca_once_value(builder, builder.and_(self.finger, self["mask"]))
        found = cgutils.alloca_once_value(builder, constant(0))
        with endless_loop(builder) as (test, leave):
            at = builder.load(slot)
            after = builder.add(at, constant(1))
            builder.store(builder.and_(after, self["mask"]), slot)
            entry, alive = self.entry_in(at)
            with builder.if_then(alive):
                builder.store(entry, found)
                self.finger = after
                leave()
            test()
        entry = builder.load(found)
        item = self.part(entry, 0)
        self.remove(entry)
        return item


# The steps that are the same for all types of items, as functions.


@contextmanager
def _probes(builder: Any, mask: Any, number: Any) -> Iterator[Any]:
    """Generate a loop over the slots where a hash may be; what is yielded is one, and how to leave.

    The slots behind the first are next in its cache line; then the higher bits of the hash choose.
    """
    first = cgutils.alloca_once_value(builder, builder.and_(number, mask))
    slot = cgutils.alloca_once_value(builder, builder.load(first))
    rest = cgutils.alloca_once_value(builder, number)
    with endless_loop(builder) as (test, leave):
        yield builder.load(slot), leave
        begin, at = builder.load(first), builder.load(slot)
        last = builder.add(begin, constant(_NEXT_TO))
        within = builder.icmp_signed("<=", last, mask)
        more = builder.and_(within, builder.icmp_signed("<", at, last))
        with builder.if_then(more):
            builder.store(builder.add(at, constant(1)), slot)
            test()
        bits = builder.lshr(builder.load(rest), constant(_SHIFT))
        builder.store(bits, rest)
        scaled = builder.add(builder.mul(begin, constant(5)), constant(1))
        following = builder.and_(builder.add(scaled, bits), mask)
        builder.store(following, first)
        builder.store(following, slot)
        test()


def _function(module: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    """Return a function of a module, and whether it is new."""
    known = module.globals.get(name)
    if known is not None:
        return known, None
    function = ir.Function(module, ir.FunctionType(result, arguments), name)
    function.linkage = "linkonce_odr"
    function.attributes.add("noinline")
    return function, ir.IRBuilder(function.append_basic_block("entry"))


def _word(builder: Any, head: Any, name: str) -> Any:
    return builder.gep(head, [constant(WORDS.index(name))], inbounds=True)


def _hash_place(builder: Any, data: Any, entry: Any, width: Any) -> Any:
    pointer = builder.add(data, builder.mul(entry, width))
    return builder.inttoptr(pointer, WORD.as_pointer())


def _taking(module: Any) -> Any:
    """Return the function that takes a slot for a hash, and returns the number of the entry.

    The last dead entry on the way to a free slot is taken instead of it.
    """
    pointer = WORD.as_pointer()
    function, builder = _function(module, "plainpython_set_slot", WORD, [pointer, WORD, WORD])
    if builder is None:
        return function
    head, number, width = function.args
    mask, data, size = (
        builder.load(_word(builder, head, each)) for each in ("mask", "data", "size")
    )
    table = builder.inttoptr(builder.load(_word(builder, head, "table")), INDEX.as_pointer())
    live = _word(builder, head, "live")
    builder.store(builder.add(builder.load(live), constant(1)), live)
    result = cgutils.alloca_once_value(builder, constant(NOWHERE))
    with _probes(builder, mask, number) as (slot, leave):
        address = builder.gep(table, [slot], inbounds=True)
        index = builder.load(address)
        with builder.if_then(builder.icmp_signed("<", index, ir.Constant(INDEX, 0))):
            none = builder.icmp_signed("==", builder.load(result), constant(NOWHERE))
            with builder.if_then(none):
                builder.store(builder.trunc(size, INDEX), address)
                more = builder.add(size, constant(1))
                used = builder.inttoptr(builder.sub(data, constant(USED_SIZE)), pointer)
                for each in (_word(builder, head, "size"), used):
                    builder.store(more, each)
                builder.store(size, result)
            leave()
        entry = builder.sext(index, WORD)
        now = builder.load(_hash_place(builder, data, entry, width))
        with builder.if_then(builder.icmp_signed("==", now, constant(DEAD))):
            builder.store(entry, result)
    builder.ret(builder.load(result))
    return function


def _filling(module: Any) -> Any:
    """Return the function that fills fresh memory with the items of a table, slot by slot."""
    pointer = WORD.as_pointer()
    function, builder = _function(
        module, "plainpython_fill_set", ir.VoidType(), [pointer, *[WORD] * 5]
    )
    if builder is None:
        return function
    head, old, old_address, old_slots, old_size, width = function.args
    mask, address, data = (
        builder.load(_word(builder, head, each)) for each in ("mask", "table", "data")
    )
    table, old_table = (
        builder.inttoptr(each, INDEX.as_pointer()) for each in (address, old_address)
    )
    length = builder.mul(builder.add(mask, constant(1)), constant(4))
    cgutils.memset(builder, builder.bitcast(table, BYTES), length, 0xFF)
    done = cgutils.alloca_once_value(builder, constant(0))
    with cgutils.for_range(builder, old_slots) as loop:
        index = builder.load(builder.gep(old_table, [loop.index], inbounds=True))
        entry = builder.sext(index, WORD)
        with builder.if_then(builder.icmp_unsigned("<", entry, old_size)):
            number = builder.load(_hash_place(builder, old, entry, width))
            with builder.if_then(builder.icmp_signed("!=", number, constant(DEAD))):
                count = builder.load(done)
                with _probes(builder, mask, number) as (slot, leave):
                    place = builder.gep(table, [slot], inbounds=True)
                    free = builder.icmp_signed("<", builder.load(place), ir.Constant(INDEX, 0))
                    with builder.if_then(free):
                        builder.store(builder.trunc(count, INDEX), place)
                        leave()
                copy_bytes(
                    builder,
                    builder.add(data, builder.mul(count, width)),
                    builder.add(old, builder.mul(entry, width)),
                    width,
                )
                builder.store(builder.add(count, constant(1)), done)
    total = builder.load(done)
    used = builder.inttoptr(builder.sub(data, constant(USED_SIZE)), pointer)
    for each in (_word(builder, head, "size"), _word(builder, head, "live"), used):
        builder.store(total, each)
    builder.ret_void()
    return function
