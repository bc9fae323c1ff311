"""Arrays number by number: what the Python code of their operations is made of."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from ...back_end.primitives import primitive
from ...back_end.raising import raise_if
from ..memory import WORD, constant, load, store
from ..numbers.numpy_numbers import plain_of
from ..sequences.items import check_changeable
from .array_items import fitted
from .arrays import ArrayType, ArrayView

__all__ = [
    "as_number",
    "common_shape",
    "fill",
    "fitting",
    "flat",
    "item",
    "put_item",
    "put_where",
    "reshaped",
]


def _flat_view(context: Any, builder: Any, kind: ArrayType, value: Any, index: Any) -> Any:
    data = builder.extract_value(value, 1)
    typed = builder.bitcast(data, context.get_data_type(kind.dtype).as_pointer())
    return builder.gep(typed, [index], inbounds=True)


@primitive(lambda array, index: array.dtype(array, types.intp))
def item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a number of an array whose numbers lie one behind the other."""
    pointer = _flat_view(context, builder, sig.args[0], *args)
    return load(context, builder, sig.args[0].dtype, pointer)


@primitive(lambda array, index, number: types.void(array, types.intp, number))
def put_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Set such a number."""
    dtype = sig.args[0].dtype
    pointer = _flat_view(context, builder, sig.args[0], *args[:2])
    store(context, builder, dtype, context.cast(builder, args[2], sig.args[2], dtype), pointer)


@primitive(lambda number, dtype: plain_of(getattr(dtype, "instance_type", dtype)))
def as_number(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a number as one of a type, wrapped around if it does not fit."""
    return context.cast(builder, args[0], sig.args[0], sig.return_type)


@primitive(lambda number, dtype: plain_of(getattr(dtype, "instance_type", dtype)))
def fitting(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a number as one of a type; raise OverflowError if it does not fit."""
    return fitted(context, builder, args[0], sig.args[0], sig.return_type)


@primitive(lambda one, other: types.UniTuple(types.intp, max(len(one), len(other))))
def common_shape(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the shape to which two shapes are broadcast; raise ValueError if there is none."""
    sizes = []
    for kind, value in zip(sig.args, args, strict=True):
        own = cgutils.unpack_tuple(builder, value, len(kind))
        sizes.append([constant(1)] * (len(sig.return_type) - len(own)) + own)
    result = []
    for first, second in zip(*sizes, strict=True):
        one_is, other_is = (
            builder.icmp_signed("==", each, constant(1)) for each in (first, second)
        )
        same = builder.icmp_signed("==", first, second)
        fits = builder.or_(same, builder.or_(one_is, other_is))
        _refuse_shapes(context, builder, builder.not_(fits))
        result.append(builder.select(one_is, second, first))
    return cgutils.pack_array(builder, result)


def _refuse_shapes(context: Any, builder: Any, wrong: Any) -> None:
    message = "arrays could not be broadcast together with their shapes"
    raise_if(context, builder, wrong, ValueError, message)


@intrinsic
def flat(typing: Any, array: Any, shape: Any) -> Any:
    """Return an array broadcast to a shape, its numbers one behind the other.

    It is the very array where that is so already.
    """
    if array.ndim > len(shape):
        return None
    made = ArrayType(array.dtype, len(shape))

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        view = ArrayView.of(context, builder, sig.args[0], args[0])
        sizes = cgutils.unpack_tuple(builder, args[1], len(shape))
        if array.ndim == len(shape):
            result = cgutils.alloca_once_value(builder, args[0])
            other: Any = ir.Constant(ir.IntType(1), 0)
            if array.layout != "C":
                other = builder.not_(view.is_in_rows())
            for own, wanted in zip(view.shape, sizes, strict=True):
                other = builder.or_(other, builder.icmp_signed("!=", own, wanted))
            with cgutils.if_unlikely(builder, other):
                builder.store(_spread(context, builder, made, view, sizes), result)
            return builder.load(result)
        return _spread(context, builder, made, view, sizes)

    return made(array, shape), generate


def _spread(context: Any, builder: Any, made: ArrayType, view: ArrayView, sizes: Any) -> Any:
    missing = len(sizes) - view.kind.ndim
    strides = [constant(0)] * missing
    for own, wanted, stride in zip(view.shape, sizes[missing:], view.strides, strict=True):
        single = builder.icmp_signed("==", own, constant(1))
        same = builder.icmp_signed("==", own, wanted)
        _refuse_shapes(context, builder, builder.not_(builder.or_(single, same)))
        strides.append(builder.select(same, stride, constant(0)))
    old = ArrayView(context, builder, made.as_ordered("A"), view.owner, view.data, sizes, strides)
    new = ArrayView.made(context, builder, made, sizes)
    new.take(old)
    return new.value()


@primitive(lambda array, shape: ArrayType(array.dtype, len(shape)))
def reshaped(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a view of another shape of an array whose numbers lie one behind the other."""
    view = ArrayView.of(context, builder, sig.args[0], args[0])
    sizes = [
        context.cast(builder, builder.extract_value(args[1], index), kind, types.intp)
        for index, kind in enumerate(sig.args[1].types)
    ]
    return view.in_rows(sizes).value()


@primitive(lambda array, numbers: types.void)
def fill(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Set all numbers of an array: to one, or to those of an array of the same shape."""
    view = ArrayView.of(context, builder, sig.args[0], args[0])
    check_changeable(context, builder, view.owner)
    source = None
    if isinstance(sig.args[1], ArrayType):
        source = ArrayView.of(context, builder, sig.args[1], args[1])
    else:
        number = fitted(context, builder, args[1], sig.args[1], sig.args[0].dtype)
    with cgutils.loop_nest(builder, view.shape, WORD) as indices:
        if source is not None:
            number = source.get(indices)
            number = context.cast(builder, number, sig.args[1].dtype, sig.args[0].dtype)
        view.set(indices, number)


@primitive(lambda array, mask, numbers: types.void)
def put_where(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Set the numbers of which a mask of the same shape is true: to one, or to those of a row."""
    view = ArrayView.of(context, builder, sig.args[0], args[0])
    chosen = ArrayView.of(context, builder, sig.args[1], args[1])
    check_changeable(context, builder, view.owner)
    source = None
    if isinstance(sig.args[2], ArrayType):
        source = ArrayView.of(context, builder, sig.args[2], args[2])
        index = cgutils.alloca_once_value(builder, constant(0))
    else:
        number = fitted(context, builder, args[2], sig.args[2], sig.args[0].dtype)
    with (
        cgutils.loop_nest(builder, view.shape, WORD) as indices,
        builder.if_then(chosen.get(indices)),
    ):
        if source is not None:
            at = builder.load(index)
            number = context.cast(builder, source.get([at]), sig.args[2].dtype, sig.args[0].dtype)
            builder.store(builder.add(at, constant(1)), index)
        view.set(indices, number)
