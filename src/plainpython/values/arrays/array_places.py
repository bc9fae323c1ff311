"""Places in arrays: where numbers are not zero or the best, and choices by masks."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import types

from ..operations import operation, python_code
from ..sequences.displays import empty_list
from ..sequences.sequences import ListType
from .array_cells import flat, item, put_item
from .array_copies import copied_array, keep_layout, mark_turned, new_array, viewed
from .array_functions import (
    OF_NUMPY,
    array_code,
    array_function,
    axis_of,
    insist_axis,
    without_axis,
)
from .array_operations import common_dtype, is_array, is_given
from .arrays import ArrayType, is_number
from .new_arrays import filled_array, made_array

__all__ = ["places_of"]


def _place_of(better: Any, *replaced: Any, name: str) -> None:
    @array_function(*replaced, name=name)
    def typing(a, axis=None):
        if not is_array(a):
            return None
        ndim = a.ndim
        if is_given(axis) and ndim > 1:
            insist_axis(axis)

            def along(a, axis=None):
                position = axis_of(axis, ndim)
                view = viewed(a)
                x = flat(view, view.shape)
                size = x.shape[position]
                if size == 0:
                    raise ValueError("there is no number to choose from")
                inner = 1
                for k in range(position + 1, ndim):
                    inner *= x.shape[k]
                result = new_array(types.int64, without_axis(x.shape, position))
                keep_layout(result, view)
                for k in range(result.size):
                    at = k // inner * inner * size + k % inner
                    index = 0
                    for j in range(1, size):
                        if better(item(x, at + j * inner), item(x, at + index * inner)):
                            index = j
                    put_item(result, k, index)
                return result

            return along

        def first_best(a, axis=None):
            view = viewed(a)
            x = flat(view, view.shape)
            if x.size == 0:
                raise ValueError("there is no number to choose from")
            index = 0
            for k in range(1, x.size):
                best = item(x, index)
                if best != best:  # the first nan is what is found
                    return index
                if better(item(x, k), best) or item(x, k) != item(x, k):
                    index = k
            return index

        return first_best


_place_of(operator.gt, np.argmax, name="argmax")


_place_of(operator.lt, np.argmin, name="argmin")


@array_function(np.nonzero, name="nonzero")
def _nonzero(a):
    if not is_array(a) or a.ndim > 2:
        return None
    if a.ndim == 1:
        return lambda a: (places_of(viewed(a)),)

    def rows_and_columns(a):
        places = places_of(viewed(a))
        width = a.shape[1]
        rows = new_array(types.int64, (len(places),))
        columns = new_array(types.int64, (len(places),))
        mark_turned(rows)  # they are two lines of one array
        mark_turned(columns)
        for k in range(len(places)):
            put_item(rows, k, item(places, k) // width)
            put_item(columns, k, item(places, k) % width)
        return rows, columns

    return rows_and_columns


def places_of(a: Any) -> Any:
    """Return np.flatnonzero(a)."""
    return np.flatnonzero(a)


@python_code(places_of, is_array)
def _flatnonzero(a):
    view = viewed(a)
    x = flat(view, view.shape)
    found = new_array(types.int64, (x.size,))
    count = 0
    for k in range(x.size):
        if item(x, k) != 0:
            put_item(found, count, k)
            count += 1
    return copied_array(found[:count])


OF_NUMPY[np.flatnonzero] = places_of


@array_function(np.argwhere)
def _argwhere(a):
    if not is_array(a):
        return None
    ndim = a.ndim

    def find(a):
        view = viewed(a)
        places = places_of(view)
        result = new_array(types.int64, (len(places), ndim))
        mark_turned(result)
        for k in range(len(places)):
            index = item(places, k)
            for axis in range(ndim - 1, -1, -1):
                result[k, axis] = index % view.shape[axis]
                index //= view.shape[axis]
        return result

    return find


def _index(shape: Any, index: int) -> Any:
    """Return the index for each axis of a number of an array, by its index among all numbers."""
    return tuple(map(int, np.unravel_index(index, shape)))


@operation(_index)
def _typed_index(shape, index):
    if len(shape) == 1:
        return lambda shape, index: (index,)
    return lambda shape, index: (
        *_index(shape[:-1], index // shape[-1]),
        index % shape[-1],
    )


@array_code(np.ndenumerate)
def _ndenumerate(a):
    view = viewed(a)
    x = flat(view, view.shape)
    found = empty_list()
    for k in range(x.size):
        found.append((_index(view.shape, k), item(x, k)))
    return found


@array_function(np.where)
def _where(condition, x=None, y=None):
    if not is_array(condition):
        return None
    if not is_given(x):
        nonzero = OF_NUMPY[np.nonzero]
        return lambda condition, x=None, y=None: nonzero(condition)
    if not all(is_array(each) or is_number(each) for each in (x, y)):
        return None
    made = common_dtype(x, y)

    def choose(condition, x=None, y=None):
        mask = viewed(condition)
        result = new_array(made, mask.shape)
        keep_layout(result, mask)
        chosen = flat(mask, mask.shape)
        first = _spread_number(x, mask.shape, made)
        second = _spread_number(y, mask.shape, made)
        for k in range(result.size):
            put_item(result, k, item(first, k) if item(chosen, k) != 0 else item(second, k))
        return result

    return choose


def _spread_number(number, shape, dtype):
    raise NotImplementedError


@operation(_spread_number)
def _typed_spread(number, shape, dtype):
    if is_array(number):
        return lambda number, shape, dtype: flat(viewed(number), shape)
    return lambda number, shape, dtype: filled_array(number, shape, dtype)


@array_function(np.isin)
def _isin(element, test_elements):
    isin = OF_NUMPY[np.isin]
    if not is_array(test_elements):
        return lambda element, test_elements: isin(element, made_array(test_elements))
    if not is_array(element):
        return None

    def find(element, test_elements):
        view = viewed(element)
        x = flat(view, view.shape)
        other = viewed(test_elements)
        y = flat(other, other.shape)
        result = new_array(types.boolean, x.shape)
        for k in range(x.size):
            found = False
            for j in range(y.size):
                if item(x, k) == item(y, j):
                    found = True
            put_item(result, k, found)
        return result

    return find


@array_function(np.take, name="take")
def _take(a, indices, axis=None):
    if not is_array(a):
        return None
    if isinstance(indices, ListType | types.BaseTuple):
        take = OF_NUMPY[np.take]
        return lambda a, indices, axis=None: take(a, made_array(indices), axis)
    if a.ndim == 1:
        return lambda a, indices, axis=None: viewed(a)[indices]
    if not is_given(axis):
        ravel = OF_NUMPY[np.ravel]
        return lambda a, indices, axis=None: ravel(a)[indices]
    if a.ndim != 2 or not isinstance(indices, types.Integer | ArrayType):
        return None
    insist_axis(axis)
    if isinstance(indices, ArrayType) and indices.ndim != 1:
        return None

    def along(a, indices, axis=None):
        view = viewed(a)
        if axis_of(axis, 2) == 0:
            return copied_array(view[indices])
        return copied_array(view.T[indices].T)

    return along


@array_code(
    np.bincount,
    when=lambda x, minlength: x.ndim == 1 and isinstance(x.dtype, types.Integer | types.Boolean),
)
def _bincount(x, minlength=0):
    view = viewed(x)
    size = minlength
    for k in range(len(view)):
        if view[k] < 0:
            raise ValueError("bincount() takes numbers that are not negative")
        size = max(size, int(view[k]) + 1)
    result = filled_array(0, (size,), types.int64)
    for k in range(len(view)):
        result[int(view[k])] += 1
    return result
