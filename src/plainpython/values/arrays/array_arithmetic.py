"""Arithmetic on arrays that NumPy has functions for, number by number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from ..numbers.numpy_numbers import plain_of
from .array_cells import as_number, flat, item, put_item
from .array_copies import keep_layout, new_array, viewed
from .array_functions import OF_NUMPY, array_function
from .array_operations import binary, is_array, is_given
from .arrays import is_number

__all__: list[str] = []


def _of_two(on_numbers: Any, ufunc: Any) -> None:
    """Teach a function of two arrays, or of an array and a number, or of two numbers."""
    of_arrays = binary(on_numbers, ufunc)

    @array_function(ufunc)
    def typing(a, b):
        if is_number(a) and is_number(b):
            return lambda a, b: on_numbers(a, b)
        if isinstance(a, types.Array):
            return lambda a, b: again(viewed(a), b)
        if isinstance(b, types.Array):
            return lambda a, b: again(a, viewed(b))
        return of_arrays(a, b)

    again = OF_NUMPY[ufunc]


def _larger(x: Any, y: Any) -> Any:
    return x if x >= y or x != x else y


def _smaller(x: Any, y: Any) -> Any:
    return x if x <= y or x != x else y


def _both(x: Any, y: Any) -> Any:
    return x != 0 and y != 0


def _any_of_two(x: Any, y: Any) -> Any:
    return x != 0 or y != 0


def _one_of_two(x: Any, y: Any) -> Any:
    return (x != 0) != (y != 0)


_of_two(_larger, np.maximum)
_of_two(_smaller, np.minimum)
_of_two(_both, np.logical_and)
_of_two(_any_of_two, np.logical_or)
_of_two(_one_of_two, np.logical_xor)


@array_function(np.logical_not)
def _logical_not(a):
    return (lambda a: viewed(a) == 0) if is_array(a) else (lambda a: a == 0)


@array_function(np.clip, name="clip")
def _clip(a, a_min=None, a_max=None):
    larger, smaller = OF_NUMPY[np.maximum], OF_NUMPY[np.minimum]
    if not is_given(a_min):
        return lambda a, a_min=None, a_max=None: smaller(a, a_max)
    if not is_given(a_max):
        return lambda a, a_min=None, a_max=None: larger(a, a_min)
    return lambda a, a_min=None, a_max=None: smaller(larger(a, a_min), a_max)


@array_function(np.abs)
def _absolute(a):
    if is_array(a):
        return lambda a: abs(viewed(a))
    return (lambda a: abs(a)) if is_number(a) else None


@array_function(np.sign)
def _sign(a):
    if a == types.boolean or getattr(a, "dtype", None) == types.boolean:
        return None
    if is_number(a):
        of_one = plain_of(a)
        return lambda a: as_number(_sign_of(a), of_one)
    if not is_array(a):
        return None
    dtype = a.dtype

    def signs(a):
        view = viewed(a)
        x = flat(view, view.shape)
        result = new_array(dtype, x.shape)
        keep_layout(result, view)
        for k in range(x.size):
            put_item(result, k, _sign_of(item(x, k)))
        return result

    return signs


def _sign_of(number: Any) -> Any:
    return 1 if number > 0 else -1 if number < 0 else number  # which is nan, or a zero
