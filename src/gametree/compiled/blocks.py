"""The functions and objects of `gametree.blocks` in compiled code."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import typeof
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import NativeValue, lower_builtin, models, register_model, typeof_impl, unbox

from .. import blocks
from ..blocks import WORD, Heads, Items
from .buffers import BufferType

_WORD = ir.IntType(8 * WORD)


class HeadsType(types.Type):
    """The type of the heads of blocks."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"heads({dtype})")

    def __reduce__(self) -> tuple[Any, ...]:
        return HeadsType, (self.dtype,)


class ItemsType(types.Type):
    """The type of the items of blocks whose heads take `head` words."""

    def __init__(self, head: int, dtype: Any) -> None:
        self.head = head
        self.dtype = dtype
        super().__init__(name=f"items({head}, {dtype})")

    def __reduce__(self) -> tuple[Any, ...]:
        return ItemsType, (self.head, self.dtype)


@typeof_impl.register(Heads)
def _typeof_heads(value: Heads, context: Any) -> HeadsType:
    return HeadsType(typeof(value.dtype).dtype)


@typeof_impl.register(Items)
def _typeof_items(value: Items, context: Any) -> ItemsType:
    return ItemsType(value.heads.size, typeof(value.dtype).dtype)


@register_model(HeadsType)
@register_model(ItemsType)
class _WordsModel(models.StructModel):
    def __init__(self, manager: Any, column: Any) -> None:
        super().__init__(manager, column, [("words", types.CPointer(types.int64))])


@unbox(HeadsType)
@unbox(ItemsType)
def _unbox_words(column: Any, obj: Any, context: Any) -> Any:
    array = types.Array(types.int64, 1, "C")
    held = context.pyapi.object_getattr_string(obj, "words")
    native = context.unbox(array, held)
    words = context.context.make_array(array)(context.context, context.builder, native.value)
    struct = cgutils.create_struct_proxy(column)(context.context, context.builder)
    struct.words = words.data
    # The memory outlives the call: the caller holds `obj`.
    context.pyapi.decref(held)
    context.context.nrt.decref(context.builder, array, native.value)
    return NativeValue(struct._getvalue(), is_error=native.is_error)


@infer_global(operator.getitem)
class _TypeOfBlock(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[1], types.Integer):
            if isinstance(args[0], HeadsType):
                return signature(args[0].dtype, args[0], types.intp)
            if isinstance(args[0], ItemsType):
                return signature(BufferType(args[0].dtype), args[0], types.intp)
        return None


@infer_global(operator.setitem)
class _TypeOfSetHead(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 3 and isinstance(args[0], HeadsType):
            return signature(types.none, args[0], types.intp, args[0].dtype)
        return None


def _place(context: Any, builder: Any, column: Any, value: Any, place: Any) -> Any:
    """Return the pointer to the word at a place."""
    struct = cgutils.create_struct_proxy(column)(context, builder, value=value)
    return builder.gep(struct.words, [place], inbounds=True)


def _pointer(context: Any, builder: Any, dtype: Any, place: Any) -> Any:
    return builder.bitcast(place, context.get_data_type(dtype).as_pointer())


@lower_builtin(operator.getitem, HeadsType, types.intp)
def _head(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    place = _place(context, builder, sig.args[0], *args)
    pointer = _pointer(context, builder, sig.args[0].dtype, place)
    return context.unpack_value(builder, sig.return_type, pointer)


@lower_builtin(operator.setitem, HeadsType, types.intp, types.Any)
def _set_head(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    place = _place(context, builder, sig.args[0], *args[:2])
    pointer = _pointer(context, builder, sig.args[0].dtype, place)
    context.pack_value(builder, sig.args[2], args[2], pointer)


@lower_builtin(operator.getitem, ItemsType, types.intp)
def _items(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = sig.args[0]
    behind = builder.add(args[1], ir.Constant(args[1].type, items.head))
    place = _place(context, builder, items, args[0], behind)
    buffer = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    buffer.data = _pointer(context, builder, items.dtype, place)
    buffer.size = ir.Constant(_WORD, 0)  # nobody asks: the head knows
    return buffer._getvalue()


@infer_global(blocks.block_size)
class _TypeOfBlockSize(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.intp, args[0], types.intp)


@lower_builtin(blocks.block_size, ItemsType, types.intp)
def _block_size(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = sig.args[0]
    each = ir.Constant(_WORD, items.dtype.size // WORD)
    return builder.add(ir.Constant(_WORD, items.head), builder.mul(args[1], each))


@infer_global(blocks.swap)
class _TypeOfSwap(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.none, args[0], types.intp, types.intp)


@lower_builtin(blocks.swap, BufferType, types.intp, types.intp)
def _swap(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    record = ir.ArrayType(_WORD, sig.args[0].dtype.size // WORD)
    data = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0]).data
    records = builder.bitcast(data, record.as_pointer())
    one, other = (builder.gep(records, [index]) for index in args[1:])
    first, second = builder.load(one), builder.load(other)
    builder.store(first, other)
    builder.store(second, one)
    return context.get_dummy_value()
