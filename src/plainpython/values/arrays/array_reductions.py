"""Sums, products, extremes and the like, of whole arrays and along an axis."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import types

from ...reasons import Unsupported
from ..operations import operation
from .array_cells import as_number, flat, item, put_item
from .array_copies import insist_layout, is_turned, keep_layout, new_array, viewed
from .array_functions import OF_NUMPY, array_function, axis_of, insist_axis, without_axis
from .array_operations import is_array, is_given
from .array_views import diagonal_view
from .arrays import ArrayType
from .new_arrays import made_array

__all__ = []


def pairwise(x, at, size, zero):
    """Return the sum of floats behind each other, rounded as NumPy's (`pairwise summation`)."""
    if size < 8:
        total = zero
        for k in range(size):
            total += item(x, at + k)
        return total
    if size <= 128:
        a = item(x, at)
        b = item(x, at + 1)
        c = item(x, at + 2)
        d = item(x, at + 3)
        e = item(x, at + 4)
        f = item(x, at + 5)
        g = item(x, at + 6)
        h = item(x, at + 7)
        whole = size - size % 8
        for k in range(at + 8, at + whole, 8):
            a += item(x, k)
            b += item(x, k + 1)
            c += item(x, k + 2)
            d += item(x, k + 3)
            e += item(x, k + 4)
            f += item(x, k + 5)
            g += item(x, k + 6)
            h += item(x, k + 7)
        total = ((a + b) + (c + d)) + ((e + f) + (g + h))
        for k in range(at + whole, at + size):
            total += item(x, k)
        return total
    half = size // 2
    half -= half % 8
    return pairwise(x, at, half, zero) + pairwise(x, at + half, size - half, zero)


def insist_whole(x, most):
    """Raise unless the sum is the same in any order: NumPy has one of its own for such an array."""
    total = 0.0
    for k in range(x.size):
        value = item(x, k)
        total += abs(value)
        if value != np.floor(value) or total > most:
            raise NotImplementedError(
                "floats that do not lie one behind the other are summed in an order of NumPy's own "
                "and rounded so: sum a.copy()"
            )


def _sum_of_floats(a: Any, axis: Any) -> Any:
    """Return how NumPy adds floats, of which the order decides how they are rounded."""
    dtype, ndim = a.dtype, a.ndim
    in_order = ndim == 1 or a.layout == "C"
    most = 2.0 ** (53 if dtype == types.float64 else 24)
    if not is_given(axis) or ndim == 1:

        def whole(a, axis=None):
            view = viewed(a)
            x = flat(view, view.shape)
            if not in_order or (ndim > 1 and is_turned(view)):
                insist_whole(x, most)
            return pairwise(x, 0, x.size, as_number(0, dtype))

        return whole
    insist_axis(axis)

    def along(a, axis=None):
        index = axis_of(axis, ndim)
        view = viewed(a)
        x = flat(view, view.shape)
        if not in_order or is_turned(view):
            insist_whole(x, most)
        size = x.shape[index]
        inner = 1
        for k in range(index + 1, ndim):
            inner *= x.shape[k]
        sums = new_array(dtype, without_axis(x.shape, index))
        keep_layout(sums, view)
        for k in range(sums.size):
            at = k // inner * inner * size + k % inner
            total = as_number(0, dtype)
            if inner == 1:
                total += pairwise(x, at, size, total)
            else:
                for j in range(size):
                    total += item(x, at + j * inner)
            put_item(sums, k, total)
        return sums

    return along


def _reduction(
    begin: Any, step: Any, result: Any, *replaced: Any, name: str = "", of_numpy: bool = True
) -> None:
    """Teach a reduction: from the first number, or a beginning, on."""

    @array_function(*replaced, name=name, of_numpy=of_numpy)
    def typing(a, axis=None):
        if not is_array(a):
            return None
        made = result(a)
        if made is None:
            return _sum_of_floats(a, axis)
        from_first = begin is None
        start = 0 if from_first else begin
        taken = made if step in (operator.add, operator.mul) else a.dtype
        is_rounded = step is operator.mul and isinstance(made, types.Float) and a.ndim > 1

        if not is_given(axis):

            def whole(a, axis=None):
                view = viewed(a)
                if is_rounded:
                    insist_layout(view)
                x = flat(view, view.shape)
                if from_first:
                    if x.size == 0:
                        raise ValueError("there is no number to choose from")
                    total = as_number(item(x, 0), made)
                else:
                    total = as_number(start, made)
                for k in range(x.size):
                    total = as_number(step(total, as_number(item(x, k), taken)), made)
                return total

            return whole
        insist_axis(axis)
        ndim = a.ndim
        if ndim == 1:

            def only(a, axis=None):
                if axis != 0 and axis != -1:
                    raise ValueError("axis is out of bounds for array of dimension 1")
                return again(a)

            again = OF_NUMPY[replaced[0]]
            return only

        def along(a, axis=None):
            index = axis_of(axis, ndim)
            view = viewed(a)
            if is_rounded:
                insist_layout(view)
            x = flat(view, view.shape)
            shape = without_axis(x.shape, index)
            size = x.shape[index]
            inner = 1
            for k in range(index + 1, ndim):
                inner *= x.shape[k]
            sums = new_array(made, shape)
            keep_layout(sums, view)
            if from_first and size == 0:
                raise ValueError("there is no number to choose from")
            for k in range(sums.size):
                at = k // inner * inner * size + k % inner
                total = as_number(item(x, at), made) if from_first else as_number(start, made)
                for j in range(size):
                    total = as_number(step(total, as_number(item(x, at + j * inner), taken)), made)
                put_item(sums, k, total)
            return sums

        return along


def _either(total, number):
    return total or number != 0


def _each(total, number):
    return total and number != 0


def _less(total, number):
    return number if number < total or number != number else total  # nan is what comes out


def _greater(total, number):
    return number if number > total or number != number else total


def _counted(total, number):
    return total + 1 if number != 0 else total


def _kept(a: Any) -> Any:
    return a.dtype


def _truth(a: Any) -> Any:
    return types.boolean


def _of_sum(a: Any) -> Any:
    return None if isinstance(a.dtype, types.Float) else _total_of(a.dtype)


def _of_product(a: Any) -> Any:
    if not isinstance(a.dtype, types.Float):
        return _total_of(a.dtype)
    if a.ndim > 1 and a.layout != "C":  # the order decides how they are rounded
        raise Unsupported(
            "it multiplies floats that do not lie one behind the other", "multiply a.copy()"
        )
    return a.dtype


def _total_of(dtype: Any) -> Any:
    """Return the type of sums and products of ints."""
    return types.int64 if dtype == types.boolean or dtype.signed else types.uint64


_reduction(False, _either, _truth, np.any, name="any")


_reduction(True, _each, _truth, np.all, name="all")


_reduction(0, operator.add, _of_sum, np.sum, name="sum")


_reduction(1, operator.mul, _of_product, np.prod, name="prod")


_reduction(None, _less, _kept, np.min, np.amin, name="min")


_reduction(None, _greater, _kept, np.max, np.amax, name="max")


_reduction(0, _counted, lambda a: types.int64, np.count_nonzero, of_numpy=False)


def _accumulation(step: Any, function: Any, name: str) -> None:
    """Teach the results of a reduction so far, behind each number."""

    @array_function(function, name=name)
    def typing(a, axis=None):
        if not is_array(a):
            return None
        made = a.dtype if isinstance(a.dtype, types.Float) else _total_of(a.dtype)
        ndim = a.ndim
        if not is_given(axis):

            def whole(a, axis=None):
                view = viewed(a)
                x = flat(view, view.shape)
                result = new_array(made, (x.size,))
                for k in range(x.size):
                    number = as_number(item(x, k), made)
                    put_item(result, k, step(item(result, k - 1), number) if k else number)
                return result

            return whole
        insist_axis(axis)

        def along(a, axis=None):
            index = axis_of(axis, ndim)
            view = viewed(a)
            x = flat(view, view.shape)
            inner = 1
            for k in range(index + 1, ndim):
                inner *= x.shape[k]
            result = new_array(made, x.shape)
            keep_layout(result, view)
            for k in range(x.size):
                number = as_number(item(x, k), made)
                first = k // inner % x.shape[index] == 0
                put_item(result, k, number if first else step(item(result, k - inner), number))
            return result

        return along


_accumulation(operator.add, np.cumsum, "cumsum")
_accumulation(operator.mul, np.cumprod, "cumprod")


@array_function(np.mean, name="mean")
def _mean(a, axis=None):
    if not is_array(a):
        return None
    total, ndim = OF_NUMPY[np.sum], a.ndim
    if is_given(axis) and ndim > 1:
        return lambda a, axis=None: total(a, axis) / a.shape[axis]
    return lambda a, axis=None: total(a) / a.size


@array_function(np.trace, name="trace")
def _trace(a, offset=0):
    if not is_array(a) or a.ndim != 2:
        return None
    total = OF_NUMPY[np.sum]
    return lambda a, offset=0: total(diagonal_view(viewed(a), offset))


@array_function(np.dot, name="dot")
def _dot(a, b):
    if is_array(a) and is_array(b):
        if (
            a.ndim != 1
            or b.ndim != 1
            or any(isinstance(each.dtype, types.Float) for each in (a, b))
        ):
            raise Unsupported("it multiplies matrices, or floats", "use * and sum along an axis")
        total = OF_NUMPY[np.sum]

        def multiply(a, b):
            if len(a) != len(b):
                raise ValueError("arrays of different lengths are multiplied")
            return total(viewed(a) * viewed(b))

        return multiply
    dot = OF_NUMPY[np.dot]
    if is_array(a):
        return lambda a, b: dot(a, made_array(b))
    return (lambda a, b: dot(made_array(a), b)) if is_array(b) else None


@operation(operator.matmul)
def _matmul(a, b):
    dot = OF_NUMPY[np.dot]
    if isinstance(a, ArrayType) or isinstance(b, ArrayType):
        return lambda a, b: dot(a, b)
    return None
