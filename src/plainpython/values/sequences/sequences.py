"""Tuples, texts and bytes as rows in memory, lists as growable ones.

A row is a pointer and a length. Rows never change, so a slice is a view of the same memory. A list
is a pointer to a head with the address, number and capacity of its items, so all names of a list
see its changes. A list of a module, of a game or of the state that a search begins with has no
capacity: it may not be changed.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typeconv import Conversion
from numba.extending import (
    lower_cast,
    models,
    register_model,
)

from ...back_end.primitives import machine_code
from ...back_end.raising import raise_if
from ...reasons import Unsupported
from ...type_names import plain_type
from .. import arena
from ..heads import HEAD, get_head, mark_copied, new_head, once, put_span
from ..memory import BYTES, WORD, CopyScope, Value, constant, copied, holds_values, size_of

__all__ = [
    "BYTES_ROW",
    "TEXT",
    "IteratorModel",
    "IteratorType",
    "ListType",
    "RowType",
    "SequenceType",
    "Span",
    "becomes",
    "checked_index",
    "is_wider",
    "never_becomes",
    "widened",
]


def _plural(item: Any) -> str:
    name = str(item)
    return f"{name}s" if name.isidentifier() else name


class SequenceType(Value, types.IterableType):  # type: ignore[misc]
    """The type of rows and lists; `item` is that of their items."""

    item: Any

    @property
    def iterator_type(self) -> Any:
        if self.item is types.undefined:
            raise Unsupported(
                "it loops over something empty, and nothing says of which type items would be",
                "put an item of the right type in, or leave the loop out",
            )
        return IteratorType(self)

    @property
    def got(self) -> Any:
        """The type of what an index gives."""
        return self.item


class RowType(SequenceType):
    """The type of a tuple of any length, a text or bytes (`kind`)."""

    def __init__(self, item: Any, kind: str = "tuple") -> None:
        self.item = item
        self.kind = kind
        super().__init__(name=f"tuple of {_plural(item)}" if kind == "tuple" else kind)

    def __reduce__(self) -> tuple[Any, ...]:
        return RowType, (self.item, self.kind)

    @property
    def got(self) -> Any:
        """The type of what an index gives: a text of a text, an int of bytes."""
        if self.kind == "tuple":
            return self.item
        return self if self.kind == "str" else types.int64

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        if isinstance(other, types.BaseTuple) and self.kind == "tuple":
            if all(typing.can_convert(each, self.item) is not None for each in other.types):
                return Conversion.safe
        if isinstance(other, types.StringLiteral) and self.kind == "str":
            return Conversion.safe
        if isinstance(other, RowType) and other.kind == self.kind:
            if other.item is types.undefined:
                return Conversion.safe
            if typing.can_convert(other.item, self.item) is not None:
                return Conversion.safe
        return None

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        if self.kind != "tuple":
            return None
        if isinstance(other, types.BaseTuple):
            item = typing.unify_types(self.item, *other.types) if len(other) else self.item
        elif isinstance(other, RowType) and other.kind == "tuple":
            item = typing.unify_types(self.item, other.item)
        else:
            return None
        return None if item is None else RowType(item)

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        old = Span.of(context, builder, self, value)
        result = cgutils.alloca_once_value(builder, value)
        with builder.if_then(copies.concerns(builder, old.data)):
            new = Span.made(context, builder, self.item, old.size)
            _copy_items(context, builder, self.item, old, new, copies)
            builder.store(new.as_row(), result)
        return builder.load(result)


def becomes(item: Any, other: Any) -> bool:
    """Return whether a list of items of one type can turn into a list of another type.

    So can a list into which nothing was put yet, and a list of None alone: all that it holds is
    None in the other type as well.
    """
    if item == other or item is types.undefined:
        return True
    if isinstance(item, ListType) and item.is_like(other):
        return becomes(item.item, other.item)
    return item == types.none and isinstance(other, types.Optional)


def is_wider(wide: Any, short: Any) -> bool:
    """Return whether numbers of the one type replace ints when they come besides."""
    return short == types.int64 and (wide == types.float64 or getattr(wide, "is_long_int", False))


def widened(one: Any, other: Any) -> Any:
    """Return the type of what is of either type, ints and floats or what holds them; else None.

    A place of a tuple where one type has None, and the other a value, may hold either. A tuple of
    any length holds what those of certain lengths do, if their items are alike.
    """
    if one == other:
        return one
    for short, wide in ((one, other), (other, one)):
        if is_wider(wide, short):
            return wide
    if isinstance(one, ListType) and one.is_like(other):
        item = widened(one.item, other.item)
        return None if item is None else one.of(item)
    for row, fixed in ((one, other), (other, one)):
        if isinstance(row, RowType) and _has_items(fixed, row):
            return row
    if not isinstance(one, types.BaseTuple) or not isinstance(other, types.BaseTuple):
        return None
    named = [getattr(each, "instance_class", None) for each in (one, other)]
    if named[0] is not named[1]:
        return None
    if len(one) != len(other):
        alike = {*one.types, *other.types}
        return RowType(*alike) if len(alike) == 1 else None
    members = [_either(*pair) for pair in zip(one.types, other.types, strict=True)]
    return None if None in members else types.BaseTuple.from_types(members, named[0])


def _has_items(fixed: Any, row: RowType) -> bool:
    """Return whether a tuple of a certain length has items of the type that one of any has."""
    plain = isinstance(fixed, types.BaseTuple) and not hasattr(fixed, "instance_class")
    return plain and row.kind == "tuple" and all(each == row.item for each in fixed.types)


def _either(one: Any, other: Any) -> Any:
    """Return the type of a member of tuples that is of a type, or of another one with None."""
    values = {getattr(each, "type", each) for each in (one, other)} - {types.none}
    return types.Optional(*values) if one != other and len(values) == 1 else widened(one, other)


def never_becomes(source: Any, target: Any) -> Unsupported:
    """Return the error that a list, dict or set stands where one of other items is expected.

    What would be made of it is another one: what is put into either would not be in the other.
    """
    example = "{1: 0.0} for a dict" if getattr(source, "value_kind", None) else "[0.0] for a list"
    return Unsupported(
        f"{plain_type(source)} stands where {plain_type(target)} is expected",
        f"make both of one type where they are made, such as {example} of floats",
    )


class ListType(SequenceType):
    """The type of a list; of items of an undefined type as long as nothing was put in."""

    mutable = True
    family = "list"

    def __init__(self, item: Any) -> None:
        self.item = item
        items = "" if item is types.undefined else f" of {_plural(item)}"
        super().__init__(name=f"{self.family}{items}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.item,)

    def of(self, item: Any) -> ListType:
        """Return the type of lists of the same class of other items."""
        return type(self)(item)

    def is_like(self, other: Any) -> bool:
        """Return whether another type differs at most in the items."""
        return type(self) is type(other)

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        if self.is_like(other) and becomes(other.item, self.item):
            return Conversion.safe
        return None

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        if self.item is types.undefined and isinstance(other, types.RangeType):
            return other  # `range(3) if ... else []`
        if not self.is_like(other):
            return None
        if becomes(self.item, other.item):
            return other
        if self.item == types.none and other.item not in (types.none, types.undefined):
            return self.of(types.Optional(other.item))
        if becomes(other.item, self.item):
            return self
        item = widened(self.item, other.item)
        return None if item is None else self.of(item)

    def can_convert_to(self, typing: Any, other: Any) -> Any:
        if self.item is types.undefined and isinstance(other, types.RangeType):
            return Conversion.safe
        return None

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        def move() -> Any:
            old = Span.of(context, builder, self, value)
            head = new_head(context, builder)
            mark_copied(builder, value, head, copies)
            new = Span.made(context, builder, self.item, old.size)
            put_span(builder, head, new.data, new.size)
            _copy_items(context, builder, self.item, old, new, copies)
            return head

        return once(builder, value, copies, move)


TEXT = RowType(types.int32, "str")
BYTES_ROW = RowType(types.uint8, "bytes")


@register_model(RowType)
class _RowModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, row: RowType) -> None:
        members = [("data", types.voidptr), ("size", types.intp)]
        super().__init__(manager, row, members)


@register_model(ListType)
class _ListModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ListType) -> None:
        super().__init__(manager, kind, HEAD.as_pointer())


class Span:
    """Items in memory, in generated code: a pointer to the first, and how many there are."""

    def __init__(self, context: Any, builder: Any, data: Any, size: Any) -> None:
        self._context = context
        self._builder = builder
        self.data = data
        self.size = size

    @classmethod
    def of(cls, context: Any, builder: Any, kind: SequenceType, value: Any) -> Span:
        """Return the items of a row or a list."""
        if isinstance(kind, ListType):
            data = builder.inttoptr(get_head(builder, value, "data"), BYTES)
            return cls(context, builder, data, get_head(builder, value, "size"))
        data, size = (builder.extract_value(value, index) for index in range(2))
        return cls(context, builder, data, size)

    @classmethod
    def made(cls, context: Any, builder: Any, item: Any, size: Any) -> Span:
        """Return capacity for a given number of items."""
        width = constant(size_of(context, item))
        data = arena.allocate(context, builder, builder.mul(size, width))
        return cls(context, builder, data, size)

    def as_row(self) -> Any:
        """Return the row of these items."""
        row = ir.Constant(ir.LiteralStructType([BYTES, WORD]), ir.Undefined)
        row = self._builder.insert_value(row, self._builder.bitcast(self.data, BYTES), 0)
        return self._builder.insert_value(row, self.size, 1)

    def pointer(self, item: Any, index: Any) -> Any:
        """Return the pointer to an item."""
        typed = self._builder.bitcast(self.data, self._context.get_data_type(item).as_pointer())
        return self._builder.gep(typed, [index], inbounds=True)

    def get(self, item: Any, index: Any) -> Any:
        """Return an item."""
        return self._context.unpack_value(self._builder, item, self.pointer(item, index))

    def got(self, kind: SequenceType, index: Any) -> Any:
        """Return what an index gives: see `SequenceType.got`."""
        if kind.got is kind:  # a text
            pointer = self._builder.bitcast(self.pointer(kind.item, index), BYTES)
            return Span(self._context, self._builder, pointer, constant(1)).as_row()
        item = self.get(kind.item, index)
        return self._context.cast(self._builder, item, kind.item, kind.got)

    def set(self, item: Any, index: Any, value: Any) -> None:
        """Set an item."""
        self._context.pack_value(self._builder, item, value, self.pointer(item, index))


def _copy_items(
    context: Any, builder: Any, item: Any, old: Span, new: Span, copies: CopyScope
) -> None:
    if not holds_values(item):
        length = builder.mul(old.size, constant(size_of(context, item)))
        cgutils.raw_memcpy(builder, new.data, old.data, length, 1)
        return
    with cgutils.for_range(builder, old.size) as loop:
        value = copied(context, builder, item, old.get(item, loop.index), copies)
        new.set(item, loop.index, value)


# What all sequences do: len, items, iteration.


@machine_code(len, of=(SequenceType,), returns=lambda values: types.intp)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Span.of(context, builder, sig.args[0], args[0]).size


@machine_code(operator.truth, bool, of=(SequenceType,), returns=lambda values: types.boolean)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    size = Span.of(context, builder, sig.args[0], args[0]).size
    return builder.icmp_signed("!=", size, constant(0))


@machine_code(operator.not_, of=(SequenceType,), returns=lambda values: types.boolean)
def _not(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    size = Span.of(context, builder, sig.args[0], args[0]).size
    return builder.icmp_signed("==", size, constant(0))


@lower_cast(ListType, types.RangeType)
def _empty_range(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    made = context.make_helper(builder, target)
    made.start = context.get_constant(target.dtype, 0)
    made.stop = context.get_constant(target.dtype, 0)
    made.step = context.get_constant(target.dtype, 1)
    return made._getvalue()


@lower_cast(SequenceType, types.boolean)
def _as_bool(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    size = Span.of(context, builder, source, value).size
    return builder.icmp_signed("!=", size, constant(0))


def checked_index(context: Any, builder: Any, index: Any, size: Any, what: str) -> Any:
    """Return an index from the front; raise IndexError if there is no such item."""
    negative = builder.icmp_signed("<", index, constant(0))
    index = builder.select(negative, builder.add(index, size), index)
    outside = builder.icmp_unsigned(">=", index, size)
    raise_if(context, builder, outside, IndexError, f"{what} index out of range")
    return index


def _type_of_item(sequence: SequenceType, index: Any) -> Any:
    is_empty = sequence.item is types.undefined
    return None if is_empty else sequence.got(sequence, types.intp)


@machine_code(
    operator.getitem, of=(SequenceType, types.Integer | types.Boolean), returns=_type_of_item
)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    span = Span.of(context, builder, kind, args[0])
    what = "list" if isinstance(kind, ListType) else kind.kind
    index = checked_index(context, builder, args[1], span.size, what)
    return span.got(kind, index)


class IteratorType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of what a loop over a sequence advances."""

    def __init__(self, sequence: SequenceType) -> None:
        self.sequence = sequence
        super().__init__(f"iterator of {sequence}", sequence.got)

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both: see `becomes`."""
        if not isinstance(other, IteratorType):
            return None
        sequence = typing.unify_pairs(self.sequence, other.sequence)
        return sequence if sequence is None else sequence.iterator_type

    @property
    def key(self) -> Any:
        """The type of what is looped over."""
        return self.sequence


@register_model(IteratorType)
class IteratorModel(models.StructModel):  # type: ignore[misc]
    """The memory of an iterator: its index has its own address, since loops advance it."""

    def __init__(self, manager: Any, kind: IteratorType) -> None:
        members = [("index", types.EphemeralPointer(types.intp)), ("sequence", kind.sequence)]
        super().__init__(manager, kind, members)
