"""Operations on NumPy arrays, number by number and along axes: arithmetic, reductions, choices."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import types
from numba.np import numpy_support

from ..numbers.numpy_numbers import dtype_of_number, plain_of
from ..operations import operation, python_code
from ..sequences.sequences import ListType
from .array_cells import as_number, common_shape, fill, fitting, flat, item, put_item, put_where
from .array_copies import copied_array, keep_layout, new_array, viewed
from .arrays import ArrayType, is_number, part_type

__all__ = [
    "ARITHMETIC",
    "COMPARISONS",
    "IN_PLACE",
    "binary",
    "common_dtype",
    "is_array",
    "is_given",
    "of_numbers",
]


def is_array(kind: Any) -> bool:
    """Return whether a type is one of arrays, of ours or of Numba's."""
    return isinstance(kind, ArrayType | types.Array)


def is_given(argument: Any) -> bool:
    """Return whether an argument is given, and not None."""
    return isinstance(argument, types.Type) and not isinstance(
        argument, types.Omitted | types.NoneType
    )


def _ours(*kinds: Any) -> bool:
    return any(isinstance(each, ArrayType) for each in kinds) and all(
        is_array(each) or is_number(each) for each in kinds
    )


def _numpy_type(kind: Any) -> Any:
    """Return what NumPy takes a type for: Python's numbers have no type of their own."""
    if is_array(kind):
        return numpy_support.as_dtype(kind.dtype)
    dtype = dtype_of_number(kind)
    if dtype is not None:
        return dtype
    kind = types.unliteral(kind)
    if kind == types.int64:
        return int
    return float if kind == types.float64 else numpy_support.as_dtype(kind)


def _loop_types(ufunc: Any, *kinds: Any) -> Any:
    """Return the types in which NumPy computes a function: of its arguments, of the result."""
    try:
        found = ufunc.resolve_dtypes((*map(_numpy_type, kinds), None))
    except TypeError:
        return None
    if np.dtype(np.float16) in found:
        return None
    return [numpy_support.from_dtype(each) for each in found]


def common_dtype(one: Any, other: Any) -> Any:
    """Return the type of numbers that can hold those of both, as NumPy chooses it."""
    return _loop_types(np.maximum, one, other)[-1]


# Arithmetic and comparison.


def binary(function: Any, ufunc: Any, *, compares: bool = False) -> Any:
    """Return how a function of two numbers is done number by number, in the types of a ufunc."""

    def typing(a, b):
        if not _ours(a, b) or any(hasattr(each, "literal_value") for each in (a, b)):
            return None
        loop = _loop_types(ufunc, a, b)
        if loop is None:
            return None
        one, other, result = loop
        exact = compares and all(isinstance(each, types.Integer) for each in (one, other))
        if is_array(a) and is_array(b):

            def both(a, b):
                first = viewed(a)
                second = viewed(b)
                shape = common_shape(first.shape, second.shape)
                x = flat(first, shape)
                y = flat(second, shape)
                made = new_array(result, shape)
                keep_layout(made, first)
                keep_layout(made, second)
                for k in range(made.size):
                    put_item(
                        made,
                        k,
                        function(as_number(item(x, k), one), as_number(item(y, k), other)),
                    )
                return made

            return both
        if is_array(a):
            if exact:

                def compare_with(a, b):
                    x = flat(a, a.shape)
                    made = new_array(result, a.shape)
                    keep_layout(made, a)
                    for k in range(made.size):
                        put_item(made, k, function(item(x, k), b))
                    return made

                return compare_with

            def with_number(a, b):
                y = fitting(b, other)
                x = flat(a, a.shape)
                made = new_array(result, a.shape)
                keep_layout(made, a)
                for k in range(made.size):
                    put_item(made, k, function(as_number(item(x, k), one), y))
                return made

            return with_number
        if exact:

            def compare_to(a, b):
                y = flat(b, b.shape)
                made = new_array(result, b.shape)
                keep_layout(made, b)
                for k in range(made.size):
                    put_item(made, k, function(a, item(y, k)))
                return made

            return compare_to

        def to_number(a, b):
            x = fitting(a, one)
            y = flat(b, b.shape)
            made = new_array(result, b.shape)
            keep_layout(made, b)
            for k in range(made.size):
                put_item(made, k, function(x, as_number(item(y, k), other)))
            return made

        return to_number

    return typing


# Division of numbers of arrays: by zero NumPy goes on, and so does this.


def _quotient(a: Any, b: Any) -> Any:
    return np.true_divide(a, b)


def _floor(a: Any, b: Any) -> Any:
    return np.floor_divide(a, b)


def _rest(a: Any, b: Any) -> Any:
    return np.remainder(a, b)


def _are_floats(a, b):
    return isinstance(a, types.Float) or isinstance(b, types.Float)


@python_code(_quotient)
def _typed_quotient(a, b):
    return a / b if b != 0 else np.divide(float(a), float(b))


@operation(_floor)
def _typed_floor(a, b):
    if _are_floats(a, b):
        return lambda a, b: a // b if b != 0 else np.divide(a, b)
    return lambda a, b: a // b if b != 0 else a - a


@operation(_rest)
def _typed_rest(a, b):
    if _are_floats(a, b):
        return lambda a, b: a % b if b != 0 else a * np.nan
    return lambda a, b: a % b if b != 0 else a - a


_BY_NUMBER = {operator.truediv: _quotient, operator.floordiv: _floor, operator.mod: _rest}

ARITHMETIC: dict[Any, Any] = {
    operator.add: np.add,
    operator.sub: np.subtract,
    operator.mul: np.multiply,
    operator.truediv: np.true_divide,
    operator.floordiv: np.floor_divide,
    operator.mod: np.remainder,
    operator.and_: np.bitwise_and,
    operator.or_: np.bitwise_or,
    operator.xor: np.bitwise_xor,
}
COMPARISONS: dict[Any, Any] = {
    operator.eq: np.equal,
    operator.ne: np.not_equal,
    operator.lt: np.less,
    operator.le: np.less_equal,
    operator.gt: np.greater,
    operator.ge: np.greater_equal,
}
IN_PLACE: dict[Any, Any] = {
    operator.iadd: operator.add,
    operator.isub: operator.sub,
    operator.imul: operator.mul,
    operator.ifloordiv: operator.floordiv,
    operator.itruediv: operator.truediv,
    operator.imod: operator.mod,
    operator.iand: operator.and_,
    operator.ior: operator.or_,
    operator.ixor: operator.xor,
}
"""The operators that change an array, each with the one that makes a new one."""

for _function, _ufunc in ARITHMETIC.items():
    operation(_function, literal=True)(binary(_BY_NUMBER.get(_function, _function), _ufunc))
for _function, _ufunc in COMPARISONS.items():
    operation(_function, literal=True)(binary(_function, _ufunc, compares=True))


def _in_place(function: Any, plain: Any, ufunc: Any) -> None:
    @operation(function)
    def typing(a, b):
        if not isinstance(a, ArrayType) or not _ours(a, b):
            return None
        loop = _loop_types(ufunc, a, b)
        if loop is None:
            return None
        own = numpy_support.as_dtype(a.dtype)
        if not np.can_cast(numpy_support.as_dtype(loop[-1]), own, "same_kind"):
            return None

        def change(a, b):
            made = plain(a, b)
            fill(a, flat(made, a.shape))
            return a

        return change


for _function, _plain in IN_PLACE.items():
    _in_place(_function, _plain, ARITHMETIC[_plain])


def _unary(function: Any, work: Any) -> None:
    @operation(function)
    def typing(a):
        if not isinstance(a, ArrayType):
            return None
        if a.dtype == types.boolean and function is not operator.invert:
            return None
        step = operator.not_ if a.dtype == types.boolean else work
        dtype = a.dtype

        def change(a):
            x = flat(a, a.shape)
            made = new_array(dtype, a.shape)
            keep_layout(made, a)
            for k in range(made.size):
                put_item(made, k, step(item(x, k)))
            return made

        return change


_unary(operator.neg, operator.neg)
_unary(operator.invert, operator.invert)
_unary(abs, abs)


# Items by masks and by places, and parts that are set.


def _is_mask(kind: Any) -> bool:
    return is_array(kind) and kind.dtype == types.boolean


def _are_places(kind: Any) -> bool:
    if isinstance(kind, ListType):
        return isinstance(kind.item, types.Integer)
    return is_array(kind) and kind.ndim == 1 and isinstance(kind.dtype, types.Integer)


def _mask_for(a, b):
    """Return the flags by which numbers of an array are chosen, one for each."""
    mask = viewed(b)
    if mask.shape != a.shape:
        raise IndexError("a mask has another shape than the array")
    return flat(mask, a.shape)


def _marks_rows(a: Any, kind: Any) -> bool:
    """Return whether an index has one flag for each row of an array of two dimensions."""
    return a.ndim == 2 and _is_mask(kind) and kind.ndim == 1


def _row_flags(a, b):
    """Return the flags by which rows of an array are chosen, one for each."""
    mask = viewed(b)
    if len(mask) != a.shape[0]:
        raise IndexError("a mask has another length than the array")
    return mask


@operation(operator.getitem)
def _chosen(a, b):
    if not isinstance(a, ArrayType):
        return None
    dtype = a.dtype
    if _marks_rows(a, b):

        def by_marked_rows(a, b):
            mask = _row_flags(a, b)
            count = 0
            for row in range(a.shape[0]):
                count += mask[row]
            made = new_array(dtype, (count, a.shape[1]))
            keep_layout(made, a)
            index = 0
            for row in range(a.shape[0]):
                if mask[row]:
                    for column in range(a.shape[1]):
                        made[index, column] = a[row, column]
                    index += 1
            return made

        return by_marked_rows
    if _is_mask(b) and b.ndim == a.ndim:

        def by_mask(a, b):
            mask = _mask_for(a, b)
            x = flat(a, a.shape)
            count = 0
            for k in range(x.size):
                count += item(mask, k)
            made = new_array(dtype, (count,))
            index = 0
            for k in range(x.size):
                if item(mask, k):
                    put_item(made, index, item(x, k))
                    index += 1
            return made

        return by_mask
    if is_array(b) and b.ndim > 1 and isinstance(b.dtype, types.Integer) and a.ndim == 1:

        def by_grid(a, b):
            places = viewed(b)
            x = flat(places, places.shape)
            made = new_array(dtype, places.shape)
            keep_layout(made, places)
            for k in range(x.size):
                put_item(made, k, a[item(x, k)])
            return made

        return by_grid
    if _are_places(b) and a.ndim == 2:

        def by_rows(a, b):
            made = new_array(dtype, (len(b), a.shape[1]))
            keep_layout(made, a)
            for k in range(len(b)):
                for column in range(a.shape[1]):
                    made[k, column] = a[b[k], column]
            return made

        return by_rows
    if _are_places(b) and a.ndim == 1:

        def by_places(a, b):
            made = new_array(dtype, (len(b),))
            for k in range(len(b)):
                put_item(made, k, a[b[k]])
            return made

        return by_places
    if isinstance(b, types.BaseTuple) and len(b) == a.ndim == 2 and all(map(_are_places, b.types)):

        def by_pairs(a, b):
            rows, columns = b
            made = new_array(dtype, (len(rows),))
            for k in range(len(rows)):
                put_item(made, k, a[rows[k], columns[k]])
            return made

        return by_pairs
    return None


@operation(operator.setitem)
def _set(a, b, c):
    if not isinstance(a, ArrayType):
        return None
    if _marks_rows(a, b) and is_number(c):

        def at_marked_rows(a, b, c):
            mask = _row_flags(a, b)
            for row in range(a.shape[0]):
                if mask[row]:
                    fill(a[row], c)

        return at_marked_rows
    if _is_mask(b) and b.ndim == a.ndim:
        if is_number(c):
            return lambda a, b, c: put_where(a, _mask_for(a, b), c)
        if is_array(c) and c.ndim == 1:
            return lambda a, b, c: put_where(a, _mask_for(a, b), viewed(c))
        return None
    if _are_places(b) and a.ndim == 1 and is_number(c):

        def at_places(a, b, c):
            for k in range(len(b)):
                a[b[k]] = c

        return at_places
    kinds = tuple(b.types) if isinstance(b, types.BaseTuple) else (b,)
    if not isinstance(part_type(a, kinds), ArrayType):
        return None
    if is_number(c):
        return lambda a, b, c: fill(a[b], c)
    if is_array(c):

        def take_over(a, b, c):
            part = a[b]
            fill(part, copied_array(flat(viewed(c), part.shape)))

        return take_over
    if isinstance(c, ListType) and is_number(c.item):

        def take_over_list(a, b, c):
            part = a[b]
            fill(part, flat(of_numbers(c), part.shape))

        return take_over_list
    return None


@python_code(operator.contains, ArrayType, is_number)
def _contains(a, b):
    x = flat(a, a.shape)
    for k in range(x.size):
        if item(x, k) == b:
            return True
    return False


def of_numbers(values: Any) -> Any:
    """Return the array of one dimension of numbers that can be iterated."""
    return np.array(list(values))


@operation(of_numbers)
def _of_numbers(values):
    dtype = plain_of(values.item)

    def make(values):
        made = new_array(dtype, (len(values),))
        for k in range(len(values)):
            put_item(made, k, values[k])
        return made

    return make
