"""Sequences under construction by a comprehension: address, size and capacity are variables.

So a loop that collects items writes each item and counts it, without reading a list. At the end the
items become a list or a row without a copy.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, lower_cast, models, register_model

from ...back_end.primitives import primitive
from .. import arena
from ..heads import new_head, put_span
from ..kinds import joined
from ..memory import BYTES, WORD, Value, constant, size_of
from ..operations import operation
from .sequences import ListType, RowType, SequenceType, Span

__all__ = ["FillingType", "as_list", "as_tuple", "begun", "filled", "most"]


def _serves_as(one: Any, other: Any) -> bool:
    """Return True if items of a type are, as they lie in memory, items of another as well.

    They differ in the items of sequences in which there are none.
    """
    if one == other or one is types.undefined:
        return True
    if isinstance(one, ListType) and one.is_like(other):
        return _serves_as(one.item, other.item)
    if isinstance(one, RowType) and isinstance(other, RowType) and one.kind == other.kind:
        return _serves_as(one.item, other.item)
    return False


class FillingType(Value):
    """The type of a sequence in the making; of undefined items until the first one is put in."""

    def __init__(self, item: Any) -> None:
        self.item = item
        super().__init__(name=f"collected {item}")

    def __reduce__(self) -> tuple[Any, ...]:
        return FillingType, (self.item,)

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        if not isinstance(other, FillingType):
            return None
        if _serves_as(other.item, self.item):
            return self
        return other if _serves_as(self.item, other.item) else None

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        if isinstance(other, FillingType) and _serves_as(other.item, self.item):
            return Conversion.safe
        return None


@register_model(FillingType)
class _FillingModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: FillingType) -> None:
        members = [("data", types.voidptr), ("size", types.intp), ("capacity", types.intp)]
        super().__init__(manager, kind, members)


@primitive(lambda most: FillingType(types.undefined)(types.intp))
def begun(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return nothing yet, with capacity for a given number of items."""
    made = context.make_helper(builder, sig.return_type)
    made.data = ir.Constant(BYTES, None)
    made.size = constant(0)
    made.capacity = args[0]
    return made._getvalue()


@lower_cast(FillingType, FillingType)
def _with_capacity(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Allocate the buffer once the type of the items is known."""
    if source.item is not types.undefined:
        return value
    made = context.make_helper(builder, target, value=value)
    made.data = Span.made(context, builder, target.item, made.capacity).data
    return made._getvalue()


@intrinsic
def filled(typing: Any, values: Any, item: Any) -> Any:
    """Append an item to a sequence under construction."""
    if not isinstance(values, FillingType):
        return None
    item = joined(values.item, types.unliteral(item))
    if item is None:
        return None
    made = FillingType(item)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        values = context.make_helper(builder, made, value=args[0])
        full = builder.icmp_signed("==", values.size, values.capacity)
        old_data, old_capacity = values.data, values.capacity
        data = cgutils.alloca_once_value(builder, old_data)
        capacity = cgutils.alloca_once_value(builder, old_capacity)
        with cgutils.if_unlikely(builder, full):
            more = builder.add(builder.add(old_capacity, old_capacity), constant(4))
            new = Span.made(context, builder, item, more)
            length = builder.mul(values.size, constant(size_of(context, item)))
            cgutils.raw_memcpy(builder, new.data, old_data, length, 1)
            builder.store(new.data, data)
            builder.store(more, capacity)
        values.data = builder.load(data)
        values.capacity = builder.load(capacity)
        span = Span(context, builder, values.data, values.size)
        span.set(item, values.size, args[1])
        values.size = builder.add(values.size, constant(1))
        return values._getvalue()

    return made(made, item), generate


def _finished(context: Any, builder: Any, kind: Any, value: Any) -> Span:
    """Return the items; give the unused part of the buffer back to the arena."""
    values = context.make_helper(builder, kind, value=value)
    if kind.item is types.undefined:
        return Span(context, builder, values.data, constant(0))
    width = constant(size_of(context, kind.item))
    start = builder.ptrtoint(values.data, WORD)

    def rounded(count: Any) -> Any:
        size = builder.add(builder.mul(count, width), constant(7))
        return builder.add(start, builder.and_(size, constant(-8)))

    words = arena.arena_pointer(builder)
    last = builder.icmp_signed("==", arena.field(builder, words, "top"), rounded(values.capacity))
    with builder.if_then(last):
        arena.set_field(builder, words, "top", rounded(values.size))
    return Span(context, builder, values.data, values.size)


@primitive(lambda values: ListType(values.item) if isinstance(values, FillingType) else None)
def as_list(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return what has been collected as a list."""
    span = _finished(context, builder, sig.args[0], args[0])
    head = new_head(context, builder)
    put_span(builder, head, span.data, span.size)
    return head


@primitive(lambda values: RowType(values.item) if isinstance(values, FillingType) else None)
def as_tuple(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return what has been collected as a tuple."""
    return _finished(context, builder, sig.args[0], args[0]).as_row()


def most(values: Any) -> int:
    """Return how many items there are at most; a guess where nobody knows."""
    return len(values)


@operation(most)
def _typed_most(values):
    if isinstance(values, (SequenceType, types.BaseTuple, types.RangeType, types.Array)):
        return lambda values: len(values)
    return lambda values: 8
