"""New arrays: of one number, of numbers that are counted, of sequences and of other arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.np import numpy_support

from ...reasons import Unsupported
from ..operations import method, operation, python_method
from ..sequences.displays import empty_list
from ..sequences.items import as_row, item_of
from ..sequences.sequences import SequenceType
from .array_cells import as_number, fill, fitting, flat, item, put_item
from .array_copies import copied_array, insist_layout, keep_layout, new_array, viewed
from .array_functions import OF_NUMPY, array_code, array_function, dtype_of, shape_of
from .array_operations import is_array, is_given
from .array_views import diagonal_view
from .arrays import ArrayType, is_number

__all__ = ["converted", "dtype_of_all", "filled_array", "made_array"]


def filled_array(number: Any, shape: Any, dtype: Any) -> Any:
    """Return a new array of one number."""
    return np.full(shape, number, dtype)


@operation(filled_array)
def _typed_filled(number, shape, dtype):
    made = getattr(dtype, "instance_type", dtype)

    def make(number, shape, dtype):
        result = new_array(made, shape)
        fill(result, number)
        return result

    return make


def _filled_with(number: Any, *replaced: Any) -> None:
    @array_function(*replaced)
    def typing(shape, dtype=None):
        made = dtype_of(dtype, types.float64)
        if not is_number(made):  # records, which stay Numba's
            of_records = replaced[0]
            return lambda shape, dtype=None: of_records(shape, dtype)
        return lambda shape, dtype=None: filled_array(
            as_number(number, made), shape_of(shape), made
        )


_filled_with(0, np.zeros, np.empty)
_filled_with(1, np.ones)


@array_function(np.full)
def _full(shape, fill_value, dtype=None):
    number = types.int64 if getattr(fill_value, "is_int", False) else types.unliteral(fill_value)
    made = dtype_of(dtype, number)
    return lambda shape, fill_value, dtype=None: filled_array(fill_value, shape_of(shape), made)


def _filled_like(number: Any, *replaced: Any) -> None:
    @array_function(*replaced)
    def typing(a, dtype=None):
        if not is_array(a):
            return None
        made = dtype_of(dtype, a.dtype)

        def make(a, dtype=None):
            result = filled_array(as_number(number, made), a.shape, made)
            keep_layout(result, a)
            return result

        return make


_filled_like(0, np.zeros_like, np.empty_like)
_filled_like(1, np.ones_like)


@array_function(np.full_like)
def _full_like(a, fill_value, dtype=None):
    made = dtype_of(dtype, a.dtype)

    def make(a, fill_value, dtype=None):
        result = filled_array(fill_value, a.shape, made)
        keep_layout(result, a)
        return result

    return make


@array_function(np.arange)
def _arange(start, stop=None, step=None, dtype=None):
    if not all(isinstance(each, types.Integer) for each in (start, stop, step) if is_given(each)):
        raise Unsupported("it calls np.arange with other numbers than ints", "multiply afterwards")
    made = dtype_of(dtype, types.int64)
    if not is_given(stop):
        return lambda start, stop=None, step=None, dtype=None: _counting(0, start, 1, made)
    if not is_given(step):
        return lambda start, stop=None, step=None, dtype=None: _counting(start, stop, 1, made)
    return lambda start, stop=None, step=None, dtype=None: _counting(start, stop, step, made)


def _counting(start, stop, step, dtype):
    raise NotImplementedError


@operation(_counting)
def _typed_counting(start, stop, step, dtype):
    made = getattr(dtype, "instance_type", dtype)

    def count(start, stop, step, dtype):
        size = len(range(start, stop, step))
        result = new_array(made, (size,))
        for k in range(size):
            put_item(result, k, start + k * step)
        return result

    return count


@array_function(np.eye, np.identity)
def _eye(n, dtype=None):
    made = dtype_of(dtype, types.float64)

    def make(n, dtype=None):
        result = filled_array(as_number(0, made), (n, n), made)
        for k in range(n):
            result[k, k] = as_number(1, made)
        return result

    return make


@python_method(ArrayType, "copy")
def _copy(a):
    return copied_array(a)


@array_code(np.ascontiguousarray)
def _in_rows(a):
    view = viewed(a)
    insist_layout(view)
    return flat(view, view.shape)


@array_code(np.copy)
def _copy_as_laid_out(a):
    view = viewed(a)
    result = copied_array(view)
    keep_layout(result, view)
    return result


@array_function(np.asarray)
def _asarray(a, dtype=None):
    if is_array(a) and dtype_of(dtype, a.dtype) == a.dtype:
        return lambda a, dtype=None: a
    return lambda a, dtype=None: made_array(a, dtype)


def made_array(a: Any, dtype: Any = None) -> Any:
    """Return np.array(a, dtype)."""
    return np.array(a, dtype)


OF_NUMPY[np.array] = made_array


@operation(made_array)
def _array(a, dtype=None):
    if is_array(a):
        made = dtype_of(dtype, a.dtype)

        return lambda a, dtype=None: converted(viewed(a), made)
    if isinstance(a, types.BaseTuple) and len(a):
        common = dtype_of_all(a)
        if common is not None:
            stack, made = OF_NUMPY[np.stack], dtype_of(dtype, common)
            return lambda a, dtype=None: converted(stack(a), made)
        return lambda a, dtype=None: made_array(as_row(a), dtype)
    if not isinstance(a, SequenceType) or getattr(a, "kind", "tuple") != "tuple":
        return None
    inner = a.item
    if is_number(inner):
        made = dtype_of(dtype, inner)

        def gather(a, dtype=None):
            result = new_array(made, (len(a),))
            for k in range(len(a)):
                put_item(result, k, fitting(a[k], made))
            return result

        return gather
    if is_array(inner) and inner.ndim > 1:
        stack, made = OF_NUMPY[np.stack], dtype_of(dtype, inner.dtype)
        return lambda a, dtype=None: converted(stack(a), made)
    number = inner.dtype if is_array(inner) else item_of(inner)
    if isinstance(number, SequenceType):

        def gather_grids(a, dtype=None):
            grids = empty_list()
            for each in a:
                grids.append(made_array(each, dtype))
            return made_array(grids)

        return gather_grids
    if number is None or not is_number(number):
        return None
    made = dtype_of(dtype, number)

    def gather_rows(a, dtype=None):
        width = len(a[0]) if len(a) else 0
        result = new_array(made, (len(a), width))
        index = 0
        for row in a:
            if len(row) != width:
                raise ValueError("the rows of an array have different lengths")
            for each in row:
                put_item(result, index, fitting(each, made))
                index += 1
        return result

    return gather_rows


def converted(a: Any, dtype: Any) -> Any:
    """Return a new array of another dtype, with the numbers of one."""
    return a.astype(dtype)


def dtype_of_all(arrays: Any) -> Any:
    """Return the dtype that NumPy gives arrays of several, in a tuple; None where all have one."""
    kinds = arrays.types if isinstance(arrays, types.BaseTuple) else ()
    if not all(map(is_array, kinds)) or len({kind.dtype for kind in kinds}) < 2:
        return None
    found = np.result_type(*(numpy_support.as_dtype(kind.dtype) for kind in kinds))
    return numpy_support.from_dtype(found)


@operation(converted)
def _typed_converted(a, dtype):
    made = getattr(dtype, "instance_type", dtype)

    def convert(a, dtype):
        x = flat(a, a.shape)
        result = new_array(made, x.shape)
        keep_layout(result, a)
        for k in range(x.size):
            put_item(result, k, item(x, k))
        return result

    return convert


@method(ArrayType, "astype")
def _astype(a, dtype):
    made = dtype_of(dtype, None)
    return lambda a, dtype: converted(a, made)


@array_function(np.diag)
def _diag(v, k=0):
    if not is_array(v) or v.ndim > 2:
        return None
    if v.ndim == 2:
        return lambda v, k=0: diagonal_view(viewed(v), k)
    dtype = v.dtype

    def matrix(v, k=0):
        size = len(v) + abs(k)
        result = filled_array(as_number(0, dtype), (size, size), dtype)
        for index in range(len(v)):
            result[index + max(0, -k), index + max(0, k)] = v[index]
        return result

    return matrix
