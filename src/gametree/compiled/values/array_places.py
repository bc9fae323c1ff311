"""Places in arrays: where numbers are not zero or the best, and choices by masks."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import types

from ..reasons import Unsupported
from .array_cells import flat, item, put_item
from .array_functions import OF_NUMPY, array_function
from .array_operations import is_array, is_given
from .arrays import copied_array, is_number, new_array, viewed
from .new_arrays import filled_array
from .operations import operation

__all__ = ["places_of"]


def _place_of(better: Any, *replaced: Any, name: str) -> None:
    @array_function(*replaced, name=name)
    def typing(a, axis=None):
        if not is_array(a):
            return None
        if is_given(axis):
            raise Unsupported(f"{name} goes along an axis", "loop over the rows")

        def first_best(a, axis=None):
            view = viewed(a)
            x = flat(view, view.shape)
            if x.size == 0:
                raise ValueError("there is no number to choose from")
            place = 0
            for k in range(1, x.size):
                best = item(x, place)
                if best != best:  # the first nan is what is found
                    return place
                if better(item(x, k), best) or item(x, k) != item(x, k):
                    place = k
            return place

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
        for k in range(len(places)):
            put_item(rows, k, item(places, k) // width)
            put_item(columns, k, item(places, k) % width)
        return rows, columns

    return rows_and_columns


def places_of(a: Any) -> Any:
    """Return np.flatnonzero(a)."""
    return np.flatnonzero(a)


@operation(places_of)
def _flatnonzero(a):
    if not is_array(a):
        return None

    def find(a):
        view = viewed(a)
        x = flat(view, view.shape)
        found = new_array(types.int64, (x.size,))
        count = 0
        for k in range(x.size):
            if item(x, k) != 0:
                put_item(found, count, k)
                count += 1
        return copied_array(found[:count])

    return find


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
        for k in range(len(places)):
            place = item(places, k)
            for axis in range(ndim - 1, -1, -1):
                result[k, axis] = place % view.shape[axis]
                place //= view.shape[axis]
        return result

    return find


@array_function(np.where)
def _where(condition, x=None, y=None):
    if not is_array(condition):
        return None
    if not is_given(x):
        nonzero = OF_NUMPY[np.nonzero]
        return lambda condition, x=None, y=None: nonzero(condition)
    numbers = [each.dtype if is_array(each) else types.unliteral(each) for each in (x, y)]
    if not all(is_array(each) or is_number(each) for each in (x, y)):
        return None
    weak = [is_number(each) and each in (types.int64, types.float64) for each in (x, y)]
    if numbers[0] == numbers[1] or (weak[1] and isinstance(numbers[0], type(numbers[1]))):
        made = numbers[0]
    elif weak[0] and isinstance(numbers[1], type(numbers[0])):
        made = numbers[1]
    else:
        raise Unsupported("np.where chooses between numbers of different types", "use one type")

    def choose(condition, x=None, y=None):
        mask = viewed(condition)
        result = new_array(made, mask.shape)
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
