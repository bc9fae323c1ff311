"""The functions and objects of `gametree.primitives.records` in compiled code.

Where bounds are checked, which is in users' code, a block must lie before the end of those in
use, and its items are as many as its head says. Elsewhere neither is asked.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import NativeValue, register_model, typeof_impl, unbox

from plainpython.back_end.buffers import BufferType, check_index, lent_array, record_type
from plainpython.back_end.primitives import machine_code
from plainpython.back_end.raising import raise_if
from plainpython.back_end.whole_structs import StructMembers, WholeModel

from ...primitives import records
from ...primitives.records import WORD, Heads, Items

__all__ = ["HeadsType", "ItemsType"]

_WORD = ir.IntType(8 * WORD)


class HeadsType(types.Type):
    """The type of the heads of records."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"heads({dtype})")

    def __reduce__(self) -> tuple[Any, ...]:
        return HeadsType, (self.dtype,)


class ItemsType(types.Type):
    """The type of the items of blocks with such heads."""

    def __init__(self, head: Any, dtype: Any) -> None:
        self.head = head
        self.dtype = dtype
        super().__init__(name=f"items({head}, {dtype})")

    def __reduce__(self) -> tuple[Any, ...]:
        return ItemsType, (self.head, self.dtype)


@typeof_impl.register(Heads)
def _typeof_heads(value: Heads, context: Any) -> HeadsType:
    return HeadsType(record_type(value.dtype))


@typeof_impl.register(Items)
def _typeof_items(value: Items, context: Any) -> ItemsType:
    return ItemsType(record_type(value.heads.dtype), record_type(value.dtype))


_MEMBERS = [("words", types.CPointer(types.int64)), ("end", types.CPointer(types.int64))]


@register_model(HeadsType)
@register_model(ItemsType)
class _ColumnModel(WholeModel):
    def __init__(self, manager: Any, column: Any) -> None:
        super().__init__(manager, column, _MEMBERS)


@unbox(HeadsType)
@unbox(ItemsType)
def _unbox_column(column: Any, obj: Any, context: Any) -> Any:
    array = types.Array(types.int64, 1, "C")
    struct = cgutils.create_struct_proxy(column)(context.context, context.builder)
    for name, _ in _MEMBERS:
        held = context.pyapi.object_getattr_string(obj, name)
        setattr(struct, name, lent_array(context, array, held)[0].data)
        context.pyapi.decref(held)  # the memory outlives the call: the caller holds `obj`
    failed = cgutils.is_not_null(context.builder, context.pyapi.err_occurred())
    return NativeValue(struct._getvalue(), is_error=failed)


def _word(builder: Any, struct: Any, index: Any) -> Any:
    """Return the pointer to the word at a place."""
    return builder.gep(struct.words, [index], inbounds=True)


def _pointer(context: Any, builder: Any, dtype: Any, word: Any) -> Any:
    return builder.bitcast(word, context.get_data_type(dtype).as_pointer())


def _check(context: Any, builder: Any, struct: Any, index: Any, size: Any) -> None:
    """Raise unless a block of this many words at a place lies among those in use."""
    end = builder.load(struct.end)
    inside = builder.and_(
        builder.icmp_signed(">=", index, ir.Constant(_WORD, 0)),
        builder.icmp_signed("<=", builder.add(index, size), end),
    )
    raise_if(context, builder, builder.not_(inside), IndexError, "there is no such node")


def _head_pointer(context: Any, builder: Any, column: Any, value: Any, index: Any) -> Any:
    struct = StructMembers(context, builder, column, value)
    if context.enable_boundscheck:
        _check(context, builder, struct, index, ir.Constant(_WORD, column.dtype.size // WORD))
    return _pointer(context, builder, column.dtype, _word(builder, struct, index))


@machine_code(
    operator.getitem,
    of=(HeadsType, types.Integer),
    returns=lambda heads, index: heads.dtype(heads, types.intp),
)
def _head(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = _head_pointer(context, builder, sig.args[0], *args)
    return context.unpack_value(builder, sig.return_type, pointer)


@machine_code(
    operator.setitem,
    of=(HeadsType, types.Type, types.Type),
    returns=lambda heads, index, head: types.none(heads, types.intp, heads.dtype),
)
def _set_head(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = _head_pointer(context, builder, sig.args[0], *args[:2])
    context.pack_value(builder, sig.args[2], args[2], pointer)


@machine_code(
    operator.getitem,
    of=(ItemsType, types.Integer),
    returns=lambda items, index: BufferType(items.dtype)(items, types.intp),
)
def _items(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items, (value, index) = sig.args[0], args
    struct = StructMembers(context, builder, items, value)
    head = ir.Constant(_WORD, items.head.size // WORD)
    buffer = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    word = _word(builder, struct, builder.add(index, head))
    buffer.data = _pointer(context, builder, items.dtype, word)
    buffer.size = ir.Constant(_WORD, 0)  # nobody asks: the head knows
    if context.enable_boundscheck:
        _check(context, builder, struct, index, head)
        buffer.size = _count(context, builder, items, _word(builder, struct, index))
        _check(context, builder, struct, index, _size(builder, items, buffer.size))
    return buffer._getvalue()


def _count(context: Any, builder: Any, items: Any, word: Any) -> Any:
    """Return how many items the head at a word says that there are."""
    field = items.head.fields["count"]
    start = builder.bitcast(word, ir.IntType(8).as_pointer())
    start = builder.gep(start, [ir.Constant(_WORD, field.offset)])
    count = context.unpack_value(builder, field.type, _pointer(context, builder, field.type, start))
    return builder.sext(count, _WORD)


def _size(builder: Any, items: Any, count: Any) -> Any:
    """Return how many words a block with this many items takes."""
    each = ir.Constant(_WORD, items.dtype.size // WORD)
    head = ir.Constant(_WORD, items.head.size // WORD)
    return builder.add(head, builder.mul(count, each))


@machine_code(
    records.block_size,
    of=(ItemsType, types.Type),
    returns=lambda items, count: types.intp(items, types.intp),
)
def _block_size(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _size(builder, sig.args[0], args[1])


@machine_code(
    records.swap,
    of=(BufferType, types.Type, types.Type),
    returns=lambda items, one, other: types.none(items, types.intp, types.intp),
)
def _swap(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    record = ir.ArrayType(_WORD, sig.args[0].dtype.size // WORD)
    buffer = StructMembers(context, builder, sig.args[0], args[0])
    if context.enable_boundscheck:
        for index in args[1:]:
            check_index(context, builder, index, buffer.size)
    items = builder.bitcast(buffer.data, record.as_pointer())
    one, other = (builder.gep(items, [index]) for index in args[1:])
    first, second = builder.load(one), builder.load(other)
    builder.store(first, other)
    builder.store(second, one)
