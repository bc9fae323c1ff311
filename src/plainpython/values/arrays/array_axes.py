"""Arrays with their axes in another order: `transpose`, `swapaxes`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from ...back_end.primitives import primitive
from ...reasons import Unsupported
from ..memory import constant
from ..operations import method
from .array_copies import viewed
from .array_functions import OF_NUMPY, array_function, axis_of, insist_axis
from .array_operations import is_array, is_given
from .arrays import ArrayType, ArrayView

__all__: list[str] = []  # loading it is enough


def _chosen(builder: Any, parts: list[Any], axis: Any) -> Any:
    """Return the part of an axis."""
    found = parts[0]
    for index in range(1, len(parts)):
        is_this = builder.icmp_signed("==", axis, constant(index))
        found = builder.select(is_this, parts[index], found)
    return found


def _turned(array: ArrayType) -> ArrayType:
    """Return the type of an array with its axes in another order."""
    return array if array.ndim == 1 else array.as_ordered("A")


@primitive(lambda array, axes: _turned(array))
def _in_order(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the view of an array with its axes in the order of a tuple."""
    view = ArrayView.of(context, builder, sig.args[0], args[0])
    count = constant(sig.args[0].ndim)
    sizes, steps = [], []
    for index, kind in enumerate(sig.args[1].types):
        axis = builder.extract_value(args[1], index)
        axis = context.cast(builder, axis, kind, types.intp)
        is_from_behind = builder.icmp_signed("<", axis, constant(0))
        axis = builder.select(is_from_behind, builder.add(axis, count), axis)
        sizes.append(_chosen(builder, view.shape, axis))
        steps.append(_chosen(builder, view.strides, axis))
    made = sig.return_type
    return ArrayView(context, builder, made, view.owner, view.data, sizes, steps).value()


@primitive(lambda array, one, other: _turned(array)(array, types.intp, types.intp))
def _exchanged(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the view of an array with two axes exchanged."""
    view = ArrayView.of(context, builder, sig.args[0], args[0])

    def exchanged(parts: list[Any]) -> list[Any]:
        first, second = (_chosen(builder, parts, axis) for axis in args[1:])
        found = []
        for index, part in enumerate(parts):
            is_one, is_other = (
                builder.icmp_signed("==", axis, constant(index)) for axis in args[1:]
            )
            part = builder.select(is_other, first, part)
            found.append(builder.select(is_one, second, part))
        return found

    sizes, steps = exchanged(view.shape), exchanged(view.strides)
    made = sig.return_type
    return ArrayView(context, builder, made, view.owner, view.data, sizes, steps).value()


@array_function(np.transpose)
def _transpose(a, axes=None):
    if not is_array(a):
        return None
    if not is_given(axes):
        return lambda a, axes=None: viewed(a).T
    is_tuple = isinstance(axes, types.UniTuple) and isinstance(axes.dtype, types.Integer)
    if not is_tuple or len(axes) != a.ndim:
        raise Unsupported(
            "np.transpose is given something else than each axis", "write them as in (0, 2, 1)"
        )
    ndim = a.ndim

    def transpose(a, axes=None):
        seen = 0
        for axis in axes:
            seen |= 1 << axis_of(axis, ndim)
        if seen != (1 << ndim) - 1:
            raise ValueError("repeated axis in transpose")
        return _in_order(viewed(a), axes)

    return transpose


@method(ArrayType, "transpose")
def _transpose_method(a, first=None, second=None, third=None, fourth=None):
    transpose = OF_NUMPY[np.transpose]
    if not is_given(first):
        return lambda a, first=None, second=None, third=None, fourth=None: viewed(a).T
    if isinstance(first, types.BaseTuple):
        return lambda a, first=None, second=None, third=None, fourth=None: transpose(a, first)
    if not is_given(third):
        return lambda a, first=None, second=None, third=None, fourth=None: transpose(
            a, (first, second)
        )
    if not is_given(fourth):
        return lambda a, first=None, second=None, third=None, fourth=None: transpose(
            a, (first, second, third)
        )
    return lambda a, first=None, second=None, third=None, fourth=None: transpose(
        a, (first, second, third, fourth)
    )


@array_function(np.swapaxes, name="swapaxes")
def _swapaxes(a, axis1, axis2):
    if not is_array(a):
        return None
    insist_axis(axis1)
    insist_axis(axis2)
    ndim = a.ndim
    return lambda a, axis1, axis2: _exchanged(viewed(a), axis_of(axis1, ndim), axis_of(axis2, ndim))
