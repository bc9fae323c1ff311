"""The layout of values in memory: sizes, loads, stores, and the copies that outlive a ply."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from ..back_end.primitives import primitive
from . import arena

__all__ = [
    "BYTES",
    "WORD",
    "CopyScope",
    "Value",
    "apart",
    "constant",
    "copied",
    "copied_record",
    "data_type",
    "deep_copy",
    "forget",
    "give_up",
    "holds_values",
    "keep",
    "load",
    "made_so_far",
    "release",
    "same_value",
    "settle",
    "size_of",
    "store",
]

WORD = ir.IntType(64)
BYTES = ir.IntType(8).as_pointer()


class Value(types.Type):  # type: ignore[misc]
    """Base class of the types whose values lie in an arena, wholly or in part.

    A type says in `__reduce__` what it is made of.
    """

    @cached_property
    def key(self) -> Any:
        """The identity of a type: two user-defined classes may have one name."""
        return self.__reduce__()[1]

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        """Return a copy of `value`, with all that it leads to."""
        raise NotImplementedError


def constant(number: int) -> Any:
    """Return a number as a constant of generated code."""
    return ir.Constant(WORD, number)


def data_type(context: Any, kind: Any) -> Any:
    """Return how a value of a type lies in memory."""
    return context.get_data_type(kind)


def size_of(context: Any, kind: Any) -> int:
    """Return how many bytes a value of a type takes."""
    if kind is types.undefined:  # there is none
        return 8
    return context.get_abi_sizeof(data_type(context, kind))  # type: ignore[no-any-return]


def load(context: Any, builder: Any, kind: Any, pointer: Any) -> Any:
    """Return the value of a type to which a pointer leads."""
    typed = builder.bitcast(pointer, data_type(context, kind).as_pointer())
    return context.unpack_value(builder, kind, typed)


def store(context: Any, builder: Any, kind: Any, value: Any, pointer: Any) -> None:
    """Write a value of a type to where a pointer leads."""
    typed = builder.bitcast(pointer, data_type(context, kind).as_pointer())
    context.pack_value(builder, kind, value, typed)


class CopyScope:
    """The scope of a copy: all of a value, or only the part in a range of memory."""

    def __init__(
        self, builder: Any, first: Any = None, end: Any = None, *, is_deep: bool = False
    ) -> None:
        self.is_deep = is_deep  # what rules ask for: sets are filled as `copy.deepcopy` fills them
        self.arena = arena.arena_pointer(builder)
        self.epoch = arena.field(builder, self.arena, "epoch")
        self._first = first
        self._end = end

    def concerns(self, builder: Any, pointer: Any) -> Any:
        """Return whether what a pointer leads to is to be copied."""
        if self._first is None:
            return ir.Constant(ir.IntType(1), 1)
        address = builder.sub(builder.ptrtoint(pointer, WORD), self._first)
        return builder.icmp_unsigned("<", address, builder.sub(self._end, self._first))


def holds_values(kind: Any) -> bool:
    """Return True if Numba alone would not take values of a type as rules do."""
    if isinstance(kind, types.BaseTuple):
        return any(map(holds_values, kind.types))
    return isinstance(kind, Value | types.Optional)


def copied(context: Any, builder: Any, kind: Any, value: Any, copies: CopyScope) -> Any:
    """Return a copy of a value of any type."""
    if isinstance(kind, types.Record):
        slot = cgutils.alloca_once_value(builder, value)
        with builder.if_then(copies.concerns(builder, value)):
            builder.store(copied_record(context, builder, kind, value), slot)
        return builder.load(slot)
    if not holds_values(kind):
        return value
    if isinstance(kind, types.BaseTuple):
        members = [
            copied(context, builder, member, builder.extract_value(value, index), copies)
            for index, member in enumerate(kind.types)
        ]
        return context.make_tuple(builder, kind, members)
    if isinstance(kind, types.Optional):
        optional = context.make_helper(builder, kind, value)
        slot = cgutils.alloca_once_value(builder, value)
        with builder.if_then(cgutils.as_bool_bit(builder, optional.valid)):
            inner = copied(context, builder, kind.type, optional.data, copies)
            builder.store(context.make_optional_value(builder, kind.type, inner), slot)
        return builder.load(slot)
    return kind.copied(context, builder, value, copies)


def copied_record(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return a copy of a record, in the arena."""
    memory = arena.allocate(context, builder, constant(kind.size))
    copy = builder.bitcast(memory, value.type)
    cgutils.raw_memcpy(builder, copy, value, constant(1), constant(kind.size))
    return copy


def _copying(is_deep: bool) -> Any:
    def typing_of(typing: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            pointer = arena.arena_pointer(builder)
            epoch = builder.add(arena.field(builder, pointer, "epoch"), constant(1))
            arena.set_field(builder, pointer, "epoch", epoch)
            scope = CopyScope(builder, is_deep=is_deep)
            return copied(context, builder, sig.args[0], args[0], scope)

        return value(value), generate

    return typing_of


@intrinsic
def deep_copy(typing: Any, value: Any) -> Any:
    """Return a copy of a value that shares nothing that can change with it."""
    return _copying(True)(typing, value)


@intrinsic
def same_value(typing: Any, value: Any) -> Any:
    """Return a value as it was made before: as `deep_copy`, but sets keep their slots."""
    return _copying(False)(typing, value)


@primitive(lambda state: state)
def apart(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """See `primitives.state_memory.own_state`."""
    pointer = arena.arena_pointer(builder)
    base, top, epoch = (arena.field(builder, pointer, name) for name in ("base", "top", "epoch"))
    arena.set_field(builder, pointer, "epoch", builder.add(epoch, constant(1)))
    return copied(context, builder, sig.args[0], args[0], CopyScope(builder, base, top))


@primitive(lambda: types.void)
def forget(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """See `primitives.state_memory.forget_values`."""
    pointer = arena.arena_pointer(builder)
    floor = arena.field(builder, pointer, "floor")
    arena.poison(builder, floor, arena.field(builder, pointer, "top"))
    arena.set_field(builder, pointer, "top", floor)


_KEPT = ("base", "top", "floor")


@primitive(lambda: types.UniTuple(types.int64, len(_KEPT)))
def keep(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """See `primitives.state_memory.keep_values`."""
    pointer = arena.arena_pointer(builder)
    words = [arena.field(builder, pointer, name) for name in _KEPT]
    arena.set_field(builder, pointer, "floor", words[1])
    return context.make_tuple(builder, sig.return_type, words)


@primitive(lambda kept: types.void)
def release(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """See `primitives.state_memory.release_values`."""
    pointer = arena.arena_pointer(builder)
    base, top, floor = (builder.extract_value(args[0], index) for index in range(len(_KEPT)))
    now = arena.field(builder, pointer, "base")
    with builder.if_then(builder.icmp_signed("!=", base, now)):
        now_floor = arena.field(builder, pointer, "floor")
        arena.poison(builder, now_floor, arena.field(builder, pointer, "top"))
        _change_halves(builder, pointer)
        arena.set_field(builder, pointer, "top", top)  # what was above was given up before
        limit = builder.add(top, constant(arena.SETTLED))
        arena.set_field(builder, pointer, "settle_at", limit)  # it was one of the other half
    arena.poison(builder, top, arena.field(builder, pointer, "top"))
    arena.set_field(builder, pointer, "top", top)
    arena.set_field(builder, pointer, "floor", floor)


@primitive(lambda: types.int64)
def made_so_far(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """See `primitives.state_memory.before_guess`."""
    return arena.field(builder, arena.arena_pointer(builder), "top")


@primitive(lambda begun: types.void)
def give_up(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """See `primitives.state_memory.after_guess`."""
    pointer = arena.arena_pointer(builder)
    arena.poison(builder, args[0], arena.field(builder, pointer, "top"))
    arena.set_field(builder, pointer, "top", args[0])


def _change_halves(builder: Any, pointer: Any) -> None:
    """Let the other half be in use, from what is kept in it on."""
    base, other, floor, other_floor, end = (
        arena.field(builder, pointer, name)
        for name in ("base", "other", "floor", "other_floor", "end")
    )
    for name, word in {
        "base": other,
        "other": base,
        "floor": other_floor,
        "other_floor": floor,
        "top": other_floor,
        "end": builder.add(end, builder.sub(other, base)),
    }.items():
        arena.set_field(builder, pointer, name, word)


@primitive(lambda state: state)
def settle(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """See `primitives.state_memory.settled`."""
    pointer = arena.arena_pointer(builder)
    result = cgutils.alloca_once_value(builder, args[0])
    top, settle_at = (arena.field(builder, pointer, name) for name in ("top", "settle_at"))
    with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", top, settle_at)):
        base, floor, epoch = (
            arena.field(builder, pointer, name) for name in ("base", "floor", "epoch")
        )
        arena.set_field(builder, pointer, "epoch", builder.add(epoch, constant(1)))
        _change_halves(builder, pointer)
        # What is kept is copied, too: rules that changed it let it lead to what is left here.
        copies = CopyScope(builder, base, top)
        start = arena.field(builder, pointer, "top")
        builder.store(copied(context, builder, sig.args[0], args[0], copies), result)
        arena.poison(builder, floor, top)  # what was copied is left
        # A state that is large by itself is not to move at every ply.
        end = arena.field(builder, pointer, "top")
        grown = builder.add(end, builder.sub(end, start))
        least = builder.add(start, constant(arena.SETTLED))
        more = builder.icmp_unsigned(">", grown, least)
        arena.set_field(builder, pointer, "settle_at", builder.select(more, grown, least))
    return builder.load(result)
