"""Views of arrays: turned, mirrored, diagonals, other shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types

from ...back_end.primitives import primitive
from ..memory import WORD, constant
from ..operations import method, operation, python_code, python_method
from .array_cells import flat, reshaped
from .array_copies import copied_array, insist_layout, viewed
from .array_functions import array_code, array_function, axis_of, insist_axis, shape_of
from .array_operations import is_array, is_given
from .arrays import ArrayType, ArrayView

__all__ = ["diagonal_view"]


@array_code(np.flipud)
def _flipud(a):
    return viewed(a)[::-1]


@array_code(np.fliplr, when=lambda a: a.ndim > 1)
def _fliplr(a):
    return viewed(a)[:, ::-1]


@array_function(np.flip)
def _flip(m, axis=None):
    if not is_array(m) or m.ndim > 2:
        return None
    if m.ndim == 1:
        return lambda m, axis=None: viewed(m)[::-1]
    if not is_given(axis):
        return lambda m, axis=None: viewed(m)[::-1, ::-1]
    insist_axis(axis)

    def flip(m, axis=None):
        view = viewed(m)
        return view[::-1, :] if axis_of(axis, 2) == 0 else view[:, ::-1]

    return flip


@array_code(np.rot90, when=lambda a, k: a.ndim == 2)
def _rot90(a, k=1):
    view = viewed(a)
    turns = k % 4
    if turns == 1:
        return view[:, ::-1].T
    if turns == 2:
        return view[::-1, ::-1]
    if turns == 3:
        return view.T[:, ::-1]
    return view[:, :]


@primitive(lambda array, offset: ArrayType(array.dtype, 1, "A"))
def diagonal_view(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the view of a diagonal."""
    view = ArrayView.of(context, builder, sig.args[0], args[0])
    offset = context.cast(builder, args[1], sig.args[1], types.intp)
    zero = constant(0)
    below = builder.icmp_signed("<", offset, zero)
    row = builder.select(below, builder.neg(offset), zero)
    column = builder.select(below, zero, offset)
    height, width = builder.sub(view.shape[0], row), builder.sub(view.shape[1], column)
    size = builder.select(builder.icmp_signed("<", height, width), height, width)
    size = builder.select(builder.icmp_signed("<", size, zero), zero, size)
    data = view.pointer([row, column])
    stride = builder.add(*view.strides)
    return ArrayView(context, builder, sig.return_type, view.owner, data, [size], [stride]).value()


@array_code(np.diagonal, name="diagonal", when=lambda a, offset: a.ndim == 2)
def _diagonal(a, offset=0):
    return diagonal_view(viewed(a), offset)


@array_code(np.ravel, name="ravel")
def _ravel(a):
    view = viewed(a)
    insist_layout(view)
    x = flat(view, view.shape)
    return reshaped(x, (x.size,))


@python_method(ArrayType, "flatten")
def _flatten(a):
    return copied_array(reshaped(flat(a, a.shape), (a.size,)))


def _reshape_to(a, shape):
    raise NotImplementedError


@python_code(_reshape_to)
def _typed_reshape(a, shape):
    if a.ndim > 1:
        insist_layout(a)
    known = 1
    for each in shape:
        known *= each
    missing = 1
    if known < 0:
        missing = -(a.size // known)
        known = -known * missing
    if known != a.size:
        raise ValueError("an array cannot be reshaped to a shape of another size")
    return _in_shape(a, _without_gap(shape, missing))


def _in_shape(a, shape):
    raise NotImplementedError


@operation(_in_shape)
def _typed_in_shape(a, shape):
    if a.layout == "C":
        return lambda a, shape: reshaped(a, shape)
    return lambda a, shape: _view_or_copy(a, shape)


@primitive(lambda array, shape: ArrayType(array.dtype, len(shape), "A"))
def _view_or_copy(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an array in another shape: a view if there is one, as NumPy does it."""
    old = ArrayView.of(context, builder, sig.args[0], args[0])
    sizes = cgutils.unpack_tuple(builder, args[1], len(sig.args[1]))
    spans = [constant(1)]
    for size in reversed(sizes[1:]):
        spans.insert(0, builder.mul(spans[0], size))
    strides = [_offset(builder, old, span) for span in spans]
    new = ArrayView(context, builder, sig.return_type, old.owner, old.data, sizes, strides)
    result = cgutils.alloca_once_value(builder, new.value())
    fits = cgutils.alloca_once_value(builder, cgutils.true_bit)
    with cgutils.loop_nest(builder, sizes, WORD) as indices:
        index, offset = constant(0), constant(0)
        for at, span, stride in zip(indices, spans, strides, strict=True):
            index = builder.add(index, builder.mul(at, span))
            offset = builder.add(offset, builder.mul(at, stride))
        same = builder.icmp_signed("==", offset, _offset(builder, old, index))
        builder.store(builder.and_(builder.load(fits), same), fits)
    with builder.if_then(builder.not_(builder.load(fits))):
        rows = ArrayView.made(context, builder, old.kind, old.shape)
        rows.take(old)
        builder.store(rows.in_rows(sizes).value(), result)
    return builder.load(result)


def _offset(builder: Any, view: ArrayView, index: Any) -> Any:
    """Return how many bytes behind the first number another one lies, by its index among all."""
    offset = constant(0)
    for size, stride in zip(reversed(view.shape), reversed(view.strides), strict=True):
        size = builder.select(builder.icmp_signed(">", size, constant(0)), size, constant(1))
        offset = builder.add(offset, builder.mul(builder.srem(index, size), stride))
        index = builder.sdiv(index, size)
    return offset


@primitive(lambda shape, missing: types.UniTuple(types.intp, len(shape))(shape, types.intp))
def _without_gap(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a shape with a size instead of -1."""
    sizes = []
    for index, kind in enumerate(sig.args[0].types):
        size = builder.extract_value(args[0], index)
        size = context.cast(builder, size, kind, types.intp)
        open_one = builder.icmp_signed("<", size, constant(0))
        sizes.append(builder.select(open_one, args[1], size))
    return cgutils.pack_array(builder, sizes)


@array_code(np.reshape)
def _reshape(a, shape):
    return _reshape_to(viewed(a), shape_of(shape))


@method(ArrayType, "reshape")
def _reshape_method(a, first, second=None, third=None, fourth=None):
    if not is_given(second):
        return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
            a, shape_of(first)
        )
    if not is_given(third):
        return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
            a, (first, second)
        )
    if not is_given(fourth):
        return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
            a, (first, second, third)
        )
    return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
        a, (first, second, third, fourth)
    )
