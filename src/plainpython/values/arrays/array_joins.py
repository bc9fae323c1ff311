"""Arrays put together, shifted and given a margin."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.np import numpy_support

from ...reasons import Unsupported
from ..constants import Constant
from ..operations import is_absent, operation
from ..sequences.displays import list_of
from ..sequences.items import as_row, item_of
from ..sequences.sequences import TEXT
from .array_cells import fill, flat, item, put_item, reshaped
from .array_copies import keep_layout, new_array, viewed
from .array_functions import OF_NUMPY, array_function, axis_of, insist_axis, with_axis, without_axis
from .array_operations import is_array, is_given
from .arrays import is_number
from .new_arrays import converted, dtype_of_all, made_array

__all__ = ["parts_of"]


# Several arrays.


def _parts(arrays: Any) -> Any:
    """Return arrays in a tuple or a list as a row."""
    return arrays


@operation(_parts)
def _typed_parts(arrays):
    if not isinstance(arrays, types.BaseTuple):
        return lambda arrays: arrays
    dtype = dtype_of_all(arrays)
    if dtype is not None:
        return lambda arrays: _parts(_alike(arrays, dtype))
    if len(arrays) == 1:
        return lambda arrays: as_row((viewed(arrays[0]),))
    return lambda arrays: as_row((viewed(arrays[0]),)) + _parts(arrays[1:])


def parts_of(items: Any) -> Any:
    """Return the items of a list that is written down where NumPy puts its items together.

    Arrays of several types stay in a tuple, as there is no list of them.
    """
    return items


@operation(parts_of)
def _typed_parts_of(items):
    if all(map(is_array, items)) and len(set(items)) > 1:
        return lambda items: items
    return lambda items: list_of(items)


def _alike(arrays: Any, dtype: Any) -> Any:
    """Return arrays in a tuple as arrays of one dtype."""
    return tuple(each.astype(dtype) for each in arrays)


@operation(_alike)
def _typed_alike(arrays, dtype):
    made = getattr(dtype, "instance_type", dtype)
    if not len(arrays):
        return lambda arrays, dtype: ()
    return lambda arrays, dtype: (converted(viewed(arrays[0]), made), *_alike(arrays[1:], made))


def _kind_of_parts(function: Any, arrays: Any) -> Any:
    """Return the type that arrays in a tuple or a list have in common."""
    kinds = arrays.types if isinstance(arrays, types.BaseTuple) else [item_of(arrays)]
    if not kinds or not all(map(is_array, kinds)):
        raise Unsupported(
            f"np.{function.__name__} is called with something else than arrays",
            "make arrays of the parts, with np.array(...)",
        )
    if len({kind.ndim for kind in kinds}) > 1:
        raise Unsupported(
            f"np.{function.__name__} joins arrays of different numbers of dimensions",
            "give each as many, with .reshape(...)",
        )
    return kinds[0]


def _lay_out(result: Any, parts: Any, index: int) -> Any:
    """Let the numbers of arrays follow each other from an axis on."""
    whole = 0
    for each in parts:
        whole += each.size
    start = 0
    for each in parts:
        keep_layout(result, each)
        x = flat(each, each.shape)
        inner = 1
        for axis in range(index, len(each.shape)):
            inner *= each.shape[axis]
        if inner:
            count = x.size // inner
            for k in range(x.size):
                put_item(result, k // inner * (whole // count) + start + k % inner, item(x, k))
        start += inner
    return result


def _insist_alike(one: Any, other: Any, index: int) -> None:
    """Refuse arrays whose sizes differ, but for those along one axis."""
    for axis in range(len(one)):
        if axis != index and one[axis] != other[axis]:
            raise ValueError("all array dimensions except for the concatenation axis must match")


def _concatenated(arrays: Any, axis: int) -> Any:
    parts = _parts(arrays)
    shape = parts[0].shape
    index = axis_of(axis, len(shape))
    size = 0
    for each in parts:
        _insist_alike(each.shape, shape, index)
        size += each.shape[index]
    made = with_axis(without_axis(shape, index), index, size)
    return _lay_out(new_array(parts[0].dtype, made), parts, index)


def _stacked(arrays: Any, axis: int) -> Any:
    parts = _parts(arrays)
    shape = parts[0].shape
    index = axis_of(axis, len(shape) + 1)
    for each in parts:
        _insist_alike(each.shape, shape, -1)
    return _lay_out(new_array(parts[0].dtype, with_axis(shape, index, len(parts))), parts, index)


@array_function(np.concatenate)
def _concatenate(arrays, axis=0):
    _kind_of_parts(np.concatenate, arrays)
    return lambda arrays, axis=0: _concatenated(arrays, axis)


@array_function(np.stack)
def _stack(arrays, axis=0):
    _kind_of_parts(np.stack, arrays)
    return lambda arrays, axis=0: _stacked(arrays, axis)


@array_function(np.vstack)
def _vstack(tup):
    if _kind_of_parts(np.vstack, tup).ndim == 1:
        return lambda tup: _stacked(tup, 0)
    return lambda tup: _concatenated(tup, 0)


@array_function(np.hstack)
def _hstack(tup):
    if isinstance(tup, types.BaseTuple) and any(map(is_number, tup.types)):
        stack = OF_NUMPY[np.hstack]
        return lambda tup: stack(_in_rows(tup))
    axis = 0 if _kind_of_parts(np.hstack, tup).ndim == 1 else 1
    return lambda tup: _concatenated(tup, axis)


def _in_rows(parts: Any) -> Any:
    """Return parts in a tuple, of which numbers become arrays."""
    return tuple(map(np.atleast_1d, parts))


@operation(_in_rows)
def _typed_in_rows(parts):
    if not len(parts):
        return lambda parts: ()
    if is_number(parts[0]):
        return lambda parts: (made_array((parts[0],)), *_in_rows(parts[1:]))
    return lambda parts: (parts[0], *_in_rows(parts[1:]))


@array_function(np.column_stack)
def _column_stack(tup):
    if _kind_of_parts(np.column_stack, tup).ndim == 1:
        return lambda tup: _stacked(tup, 1)
    return lambda tup: _concatenated(tup, 1)


# One array several times.


@array_function(np.repeat, name="repeat")
def _repeat(a, repeats, axis=None):
    if not is_array(a):
        return None
    if not isinstance(repeats, types.Integer):
        raise Unsupported("np.repeat gets several numbers of times", "repeat each part by itself")
    dtype, ndim = a.dtype, a.ndim
    if not is_given(axis):

        def each(a, repeats, axis=None):
            view = viewed(a)
            x = flat(view, view.shape)
            result = new_array(dtype, (x.size * repeats,))
            for k in range(result.size):
                put_item(result, k, item(x, k // repeats))
            return result

        return each
    insist_axis(axis)

    def along(a, repeats, axis=None):
        index = axis_of(axis, ndim)
        view = viewed(a)
        x = flat(view, view.shape)
        inner = 1
        for k in range(index + 1, ndim):
            inner *= x.shape[k]
        shape = with_axis(without_axis(x.shape, index), index, x.shape[index] * repeats)
        result = new_array(dtype, shape)
        for k in range(result.size):
            put_item(result, k, item(x, k // (inner * repeats) * inner + k % inner))
        return result

    return along


def _as_rows(a: Any) -> Any:
    """Return an array with its numbers one behind the other."""
    view = viewed(a)
    return flat(view, view.shape)


def _as_one_row(a: Any) -> Any:
    return reshaped(_as_rows(a), (1, a.size))


def _tiled(x: Any, down: int, across: int) -> Any:
    height, width = x.shape
    result = new_array(x.dtype, (height * down, width * across))
    for k in range(result.size):
        row = k // (width * across) % height
        put_item(result, k, item(x, row * width + k % width))
    return result


@array_function(np.tile)
def _tile(a, reps):
    if not is_array(a) or a.ndim > 2:
        return None
    rows_of = _as_rows if a.ndim == 2 else _as_one_row
    if isinstance(reps, types.UniTuple) and len(reps) == 2:
        return lambda a, reps: _tiled(rows_of(a), reps[0], reps[1])
    if not isinstance(reps, types.Integer):
        raise Unsupported("np.tile makes an array of more than two dimensions", "use np.stack")
    if a.ndim == 2:
        return lambda a, reps: _tiled(rows_of(a), 1, reps)
    return lambda a, reps: reshaped(_tiled(rows_of(a), 1, reps), (a.size * reps,))


@array_function(np.kron)
def _kron(a, b):
    if not (is_array(a) and is_array(b) and a.ndim == b.ndim == 2):
        return None
    repeat, tile = OF_NUMPY[np.repeat], OF_NUMPY[np.tile]
    return lambda a, b: (
        repeat(repeat(a, b.shape[0], 0), b.shape[1], 1) * tile(b, (a.shape[0], a.shape[1]))
    )


# A margin, a number more, a shift.


@array_function(np.pad)
def _pad(array, pad_width, mode="constant", constant_values=0):
    if (
        not is_array(array)
        or array.ndim > 2
        or not isinstance(pad_width, types.Integer)
        or not (is_absent(constant_values) or is_number(constant_values))
    ):
        raise Unsupported(
            "it calls np.pad otherwise than np.pad(grid, 1)", "fill an array of np.full(...)"
        )
    dtype = array.dtype

    def pad_row(array, pad_width, mode="constant", constant_values=0):
        _insist_constant(mode)
        size = array.size
        result = new_array(dtype, (size + 2 * pad_width,))
        fill(result, constant_values)
        fill(result[pad_width : pad_width + size], viewed(array))
        return result

    def pad_grid(array, pad_width, mode="constant", constant_values=0):
        _insist_constant(mode)
        height, width = array.shape
        result = new_array(dtype, (height + 2 * pad_width, width + 2 * pad_width))
        keep_layout(result, array)
        fill(result, constant_values)
        fill(result[pad_width : pad_width + height, pad_width : pad_width + width], viewed(array))
        return result

    return pad_row if array.ndim == 1 else pad_grid


_CONSTANT = Constant("constant")


def _insist_constant(mode: Any) -> None:
    raise NotImplementedError


@operation(_insist_constant)
def _typed_constant(mode):
    if mode != TEXT:  # it is the default
        return lambda mode: None

    def insist(mode):
        if mode != _CONSTANT:
            raise NotImplementedError("np.pad with another mode than constant")

    return insist


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


@array_function(np.delete)
def _delete(arr, obj, axis=None):
    if not (is_array(arr) and isinstance(obj, types.Integer)):
        return None
    dtype = arr.dtype
    if is_given(axis) and arr.ndim == 2:

        def without_line(arr, obj, axis=None):
            if not -2 <= axis < 2:
                raise ValueError("axis is out of bounds for the array")
            height, width = arr.shape
            along = height if axis % 2 == 0 else width
            if not -along <= obj < along:
                raise IndexError("index is out of bounds for the axis")
            left_out = obj % along
            shape = (height - 1, width) if axis % 2 == 0 else (height, width - 1)
            result = new_array(dtype, shape)
            keep_layout(result, arr)
            for row in range(shape[0]):
                for column in range(shape[1]):
                    if axis % 2 == 0:
                        result[row, column] = arr[row + (row >= left_out), column]
                    else:
                        result[row, column] = arr[row, column + (column >= left_out)]
            return result

        return without_line
    if is_given(axis) and arr.ndim > 2:
        raise Unsupported("it calls np.delete along an axis of three", "join slices")

    def without(arr, obj, axis=None):
        view = viewed(arr)
        x = flat(view, view.shape)
        if not -x.size <= obj < x.size:
            raise IndexError("index is out of bounds for the axis")
        left_out = obj % x.size
        result = new_array(dtype, (x.size - 1,))
        for k in range(x.size - 1):
            put_item(result, k, item(x, k + (k >= left_out)))
        return result

    return without


@array_function(np.roll)
def _roll(a, shift, axis=None):
    if not is_array(a):
        return None
    dtype = a.dtype
    if isinstance(shift, types.BaseTuple) and isinstance(axis, types.BaseTuple):
        if not len(shift) == len(axis) == 2:
            return None
        again = OF_NUMPY[np.roll]
        return lambda a, shift, axis=None: again(again(a, shift[0], axis[0]), shift[1], axis[1])
    if is_given(axis) and a.ndim == 2:

        def turn_along(a, shift, axis=None):
            if not -2 <= axis < 2:
                raise ValueError("axis is out of bounds for the array")
            height, width = a.shape
            result = new_array(dtype, a.shape)
            keep_layout(result, a)
            for row in range(height):
                for column in range(width):
                    if axis % 2 == 0:
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
