"""The numbers in arrays, as Python's or as bytes; whether they are equal."""

from __future__ import annotations

import numpy as np
from numba.core import types

from ..operations import method, operation, python_code, python_method
from ..sequences.displays import empty_list
from ..sequences.items import new_sequence, put
from ..sequences.sequences import BYTES_ROW, ListType
from .array_cells import as_number, fill, flat, item
from .array_copies import viewed
from .array_functions import array_function
from .array_operations import is_array
from .arrays import ArrayType

__all__ = []


@array_function(np.array_equal, of_numpy=False)
def _array_equal(a, b):
    if not (is_array(a) and is_array(b)):
        return None
    if a.ndim != b.ndim:
        return lambda a, b: False

    def same(a, b):
        if a.shape != b.shape:
            return False
        first = viewed(a)
        second = viewed(b)
        x = flat(first, first.shape)
        y = flat(second, second.shape)
        for k in range(x.size):
            if item(x, k) != item(y, k):
                return False
        return True

    return same


@method(ArrayType, "tolist")
def _tolist(a):
    return (lambda a: _numbers_of(a)) if a.ndim == 1 else (lambda a: _rows_of(a))


def _numbers_of(a):
    raise NotImplementedError


@operation(_numbers_of)
def _typed_numbers(a):
    dtype = a.dtype
    if isinstance(dtype, types.Integer) and dtype != types.uint64:
        dtype = types.int64
    elif isinstance(dtype, types.Float):
        dtype = types.float64
    made = ListType(dtype)

    def gather(a):
        result = new_sequence(made, len(a))
        for k in range(len(a)):
            put(result, k, as_number(a[k], dtype))
        return result

    return gather


def _rows_of(a):
    raise NotImplementedError


@python_code(_rows_of, when=lambda a: a.ndim == 2)
def _typed_rows(a):
    result = empty_list()
    for k in range(len(a)):
        result.append(_numbers_of(a[k]))
    return result


@python_method(ArrayType, "fill")
def _fill(a, number):
    return fill(a, number)


@python_method(
    ArrayType, "tobytes", when=lambda a: a.dtype in (types.uint8, types.int8, types.boolean)
)
def _tobytes(a):
    x = flat(a, a.shape)
    result = new_sequence(BYTES_ROW, x.size)
    for k in range(x.size):
        put(result, k, as_number(item(x, k), types.uint8))
    return result
