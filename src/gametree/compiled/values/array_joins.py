"""Arrays put together, shifted and given a margin."""

from __future__ import annotations

import numpy as np
from numba.core import types
from numba.np import numpy_support

from ..reasons import Unsupported
from .array_cells import as_number, fill, flat, item, put_item
from .array_functions import array_function
from .array_operations import is_array, is_given
from .arrays import new_array, viewed
from .new_arrays import filled_array

__all__ = []


@array_function(np.pad)
def _pad(array, pad_width):
    if not is_array(array) or array.ndim != 2 or not isinstance(pad_width, types.Integer):
        raise Unsupported("it calls np.pad otherwise than np.pad(grid, 1)", "fill np.zeros")
    dtype = array.dtype

    def pad(array, pad_width):
        height, width = array.shape
        shape = (height + 2 * pad_width, width + 2 * pad_width)
        result = filled_array(as_number(0, dtype), shape, dtype)
        fill(result[pad_width : pad_width + height, pad_width : pad_width + width], viewed(array))
        return result

    return pad


@array_function(np.append)
def _append(array, values):
    if not is_array(array) or array.ndim != 1:
        return None
    many = is_array(values) and values.ndim == 1
    number = values.dtype if many else types.unliteral(values)
    if not many and not isinstance(number, types.Number | types.Boolean):
        raise Unsupported("it appends to an array what is no number", "append a number or an array")
    of_both = np.result_type(*map(numpy_support.as_dtype, (array.dtype, number)))
    dtype = numpy_support.from_dtype(of_both)

    def append(array, values):
        size = len(array)
        result = new_array(dtype, (size + 1,))
        fill(result[:size], viewed(array))
        result[size] = values
        return result

    def join(array, values):
        size = len(array)
        result = new_array(dtype, (size + len(values),))
        fill(result[:size], viewed(array))
        fill(result[size:], viewed(values))
        return result

    return join if many else append


@array_function(np.roll)
def _roll(a, shift, axis=None):
    if not is_array(a):
        return None
    dtype = a.dtype
    if is_given(axis) and a.ndim == 2:

        def turn_along(a, shift, axis=None):
            if axis != 0 and axis != 1 and axis != -1:
                raise ValueError("axis is out of bounds for the array")
            height, width = a.shape
            result = new_array(dtype, a.shape)
            for row in range(height):
                for column in range(width):
                    if axis == 0:
                        result[(row + shift) % height, column] = a[row, column]
                    else:
                        result[row, (column + shift) % width] = a[row, column]
            return result

        return turn_along
    if is_given(axis) and a.ndim > 2:
        raise Unsupported("it calls np.roll along an axis of three", "join slices")

    def turn(a, shift, axis=None):
        view = viewed(a)
        x = flat(view, view.shape)
        result = new_array(dtype, x.shape)
        for k in range(x.size):
            put_item(result, (k + shift) % x.size, item(x, k))
        return result

    return turn
