"""Arrays sorted, and their different numbers."""

from __future__ import annotations

import numpy as np
from numba.core import types

from ...reasons import Unsupported
from ..operations import python_method
from .array_cells import fill, flat, item, put_item
from .array_copies import copied_array, new_array, viewed
from .array_functions import OF_NUMPY, array_code, array_function
from .array_operations import is_array, is_given
from .arrays import ArrayType
from .new_arrays import made_array

__all__ = []


def _after(one, other):
    """Return whether a number is sorted behind another: nan is the last."""
    return one > other or (one != one and other == other)


def _sort_in_place(x):
    for k in range(1, x.size):
        number = item(x, k)
        index = k
        while index > 0 and _after(item(x, index - 1), number):
            put_item(x, index, item(x, index - 1))
            index -= 1
        put_item(x, index, number)


@array_code(np.sort, when=lambda a: a.ndim == 1)
def _sort(a):
    result = copied_array(viewed(a))
    _sort_in_place(result)
    return result


@python_method(ArrayType, "sort", when=lambda a: a.ndim == 1)
def _sort_method(a):
    result = copied_array(a)
    _sort_in_place(result)
    fill(a, result)


@array_function(np.argsort, name="argsort")
def _argsort(a, kind=None):
    if not is_array(a) or a.ndim != 1:
        return None
    if not is_given(kind):
        raise Unsupported("np.argsort leaves the order of equal numbers open", 'use kind="stable"')

    def order(a, kind=None):
        result = new_array(types.int64, (len(a),))
        for k in range(len(a)):
            index = k
            while index > 0 and _after(a[item(result, index - 1)], a[k]):
                put_item(result, index, item(result, index - 1))
                index -= 1
            put_item(result, index, k)
        return result

    return order


@array_function(np.unique, literal=True)
def _unique(a, return_counts=False):
    wanted = getattr(return_counts, "literal_value", getattr(return_counts, "value", return_counts))
    if not isinstance(wanted, bool):
        raise Unsupported("a variable says what np.unique returns", "write True or False")
    if not is_array(a):
        unique_of = OF_NUMPY[np.unique]
        if wanted:
            return lambda a, return_counts=False: unique_of(made_array(a), return_counts=True)
        return lambda a, return_counts=False: unique_of(made_array(a))
    dtype = a.dtype

    def unique(a, return_counts=False):
        view = viewed(a)
        x = copied_array(flat(view, view.shape))
        _sort_in_place(x)
        result = new_array(dtype, (x.size,))
        counts = new_array(types.int64, (x.size,))
        count = 0
        for k in range(x.size):
            if count == 0 or item(x, k) != item(result, count - 1):
                put_item(result, count, item(x, k))
                put_item(counts, count, 0)
                count += 1
            put_item(counts, count - 1, item(counts, count - 1) + 1)
        return copied_array(result[:count]), copied_array(counts[:count])

    if wanted:
        return unique
    return lambda a, return_counts=False: unique(a)[0]
