"""Functions of NumPy, and methods of arrays, on arrays in the arena."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.typing.npydecl import parse_dtype
from numba.extending import intrinsic
from numba.np import numpy_support

from ..reasons import Unsupported
from .array_cells import as_number, fill, fitting, flat, item, put_item, reshaped
from .array_operations import is_array, is_given
from .arrays import ArrayType, View, copied_array, is_number, new_array, viewed
from .displays import empty_list
from .items import as_row, item_of, new_sequence, put
from .memory import constant
from .operations import method, operation
from .sequences import BYTES_ROW, ListType, SequenceType

__all__ = ["STAND_INS"]

STAND_INS: dict[Any, Any] = {}
"""What rules call in the place of NumPy's functions."""

_Typing = Callable[..., Any]


def _function(*replaced: Any, name: str = "") -> Callable[[_Typing], _Typing]:
    """Return the decorator for what is called instead of functions, and as a method of a name."""

    def decorator(typing: _Typing) -> _Typing:
        parameters = str(inspect.signature(typing))
        passed = ", ".join(inspect.signature(typing).parameters)
        namespace: dict[str, Any] = {}
        exec(f"def stand_in{parameters}:\n    raise NotImplementedError", namespace)
        stand_in = namespace["stand_in"]
        stand_in.__module__ = __name__
        stand_in.__name__ = f"numpy_{replaced[0].__name__}"
        operation(stand_in)(typing)
        for each in replaced:
            STAND_INS[each] = stand_in
        if name:
            text = f"def of{parameters}:\n    return lambda {parameters[1:-1]}: stand_in({passed})"
            exec(text, namespace)
            method(ArrayType, name)(namespace["of"])
        return typing

    return decorator


def _dtype(argument: Any, default: Any) -> Any:
    """Return the type of numbers that an argument names."""
    if not is_given(argument):
        return default
    named = getattr(argument, "typing_key", None)
    known = {int: types.int64, float: types.float64, bool: types.boolean}
    found = known.get(named) if named in known else parse_dtype(argument)
    if found is None:
        raise Unsupported("a dtype is worked out", "name it, as in dtype=np.int8")
    return found


def _insist_axis(a: Any, axis: Any) -> None:
    if not isinstance(axis, types.Integer):
        raise Unsupported("an axis is no integer", "go along one axis after the other")


# Reductions.


@intrinsic
def without_axis(typing: Any, shape: Any, axis: Any) -> Any:
    """Return a shape without one of its sizes."""
    made = types.UniTuple(types.intp, len(shape) - 1)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        sizes = cgutils.unpack_tuple(builder, args[0], len(shape))
        axis = context.cast(builder, args[1], sig.args[1], types.intp)
        kept = [
            builder.select(
                builder.icmp_signed("<", constant(place), axis), *sizes[place : place + 2]
            )
            for place in range(len(sizes) - 1)
        ]
        return cgutils.pack_array(builder, kept)

    return made(shape, axis), generate


def product(sizes: Any) -> Any:
    """Return the product of some sizes."""
    result = 1
    for each in sizes:
        result *= each
    return result


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


def _sum_of_floats(a: Any, axis: Any) -> Any:
    """Return how NumPy adds floats, of which the order decides how they are rounded."""
    if a.ndim > 1 and a.layout != "C":
        raise Unsupported(
            "it sums floats that do not lie one behind the other, in an order of NumPy's own",
            "sum a.copy()",
        )
    dtype, ndim = a.dtype, a.ndim
    if not is_given(axis) or ndim == 1:

        def whole(a, axis=None):
            view = viewed(a)
            x = flat(view, view.shape)
            return pairwise(x, 0, x.size, as_number(0, dtype))

        return whole
    _insist_axis(a, axis)

    def along(a, axis=None):
        place = axis + ndim if axis < 0 else axis
        if place < 0 or place >= ndim:
            raise ValueError("axis is out of bounds for the array")
        view = viewed(a)
        x = flat(view, view.shape)
        size = x.shape[place]
        inner = 1
        for k in range(place + 1, ndim):
            inner *= x.shape[k]
        sums = new_array(dtype, without_axis(x.shape, place))
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


def _reduction(begin: Any, step: Any, result: Any, *replaced: Any, name: str) -> None:
    """Teach a reduction: from the first number, or a beginning, on."""

    @_function(*replaced, name=name)
    def typing(a, axis=None):
        if not is_array(a):
            return None
        made = result(a.dtype)
        if made is None:
            return _sum_of_floats(a, axis)
        from_first = begin is None
        start = 0 if from_first else begin

        if not is_given(axis):

            def whole(a, axis=None):
                view = viewed(a)
                x = flat(view, view.shape)
                if from_first:
                    if x.size == 0:
                        raise ValueError("there is no number to choose from")
                    total = as_number(item(x, 0), made)
                else:
                    total = as_number(start, made)
                for k in range(x.size):
                    total = as_number(step(total, item(x, k)), made)
                return total

            return whole
        _insist_axis(a, axis)
        ndim = a.ndim
        if ndim == 1:

            def only(a, axis=None):
                if axis != 0 and axis != -1:
                    raise ValueError("axis is out of bounds for array of dimension 1")
                return again(a)

            again = STAND_INS[replaced[0]]
            return only

        def along(a, axis=None):
            place = axis + ndim if axis < 0 else axis
            if place < 0 or place >= ndim:
                raise ValueError("axis is out of bounds for the array")
            view = viewed(a)
            x = flat(view, view.shape)
            shape = without_axis(x.shape, place)
            size = x.shape[place]
            inner = 1
            for k in range(place + 1, ndim):
                inner *= x.shape[k]
            sums = new_array(made, shape)
            if from_first and size == 0:
                raise ValueError("there is no number to choose from")
            for k in range(sums.size):
                at = k // inner * inner * size + k % inner
                total = as_number(item(x, at), made) if from_first else as_number(start, made)
                for j in range(size):
                    total = as_number(step(total, item(x, at + j * inner)), made)
                put_item(sums, k, total)
            return sums

        return along


def _either(total, number):
    return total or number != 0


def _each(total, number):
    return total and number != 0


def _less(total, number):
    return number if number < total else total


def _greater(total, number):
    return number if number > total else total


def _counted(total, number):
    return total + 1 if number != 0 else total


def _kept(dtype: Any) -> Any:
    return dtype


def _truth(dtype: Any) -> Any:
    return types.boolean


def _of_sum(dtype: Any) -> Any:
    if isinstance(dtype, types.Float):
        return None
    return types.int64 if dtype == types.boolean or dtype.signed else types.uint64


_reduction(False, _either, _truth, np.any, name="any")
_reduction(True, _each, _truth, np.all, name="all")
_reduction(0, operator.add, _of_sum, np.sum, name="sum")
_reduction(1, operator.mul, _of_sum, np.prod, name="prod")
_reduction(None, _less, _kept, np.min, np.amin, name="min")
_reduction(None, _greater, _kept, np.max, np.amax, name="max")
_reduction(0, _counted, lambda dtype: types.int64, np.count_nonzero, name="count_nonzero")


@_function(np.mean, name="mean")
def _mean(a, axis=None):
    if not is_array(a):
        return None
    total, ndim = STAND_INS[np.sum], a.ndim
    if is_given(axis) and ndim > 1:
        return lambda a, axis=None: total(a, axis) / a.shape[axis]
    return lambda a, axis=None: total(a) / a.size


def _place_of(better: Any, *replaced: Any, name: str) -> None:
    @_function(*replaced, name=name)
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
                if better(item(x, k), item(x, place)):
                    place = k
            return place

        return first_best


_place_of(operator.gt, np.argmax, name="argmax")
_place_of(operator.lt, np.argmin, name="argmin")


# New arrays.


def _shape_of(shape):
    return (shape,)


@operation(_shape_of)
def _typed_shape(shape):
    if isinstance(shape, types.Integer):
        return lambda shape: (shape,)
    return lambda shape: shape


def _filled_with(number: Any, *replaced: Any) -> None:
    @_function(*replaced)
    def typing(shape, dtype=None):
        made = _dtype(dtype, types.float64)
        if not is_number(made):  # records, which stay Numba's
            of_records = replaced[0]
            return lambda shape, dtype=None: of_records(shape, dtype)

        def make(shape, dtype=None):
            result = new_array(made, _shape_of(shape))
            fill(result, as_number(number, made))
            return result

        return make


_filled_with(0, np.zeros, np.empty)
_filled_with(1, np.ones)


@_function(np.full)
def _full(shape, fill_value, dtype=None):
    made = _dtype(dtype, types.unliteral(fill_value))

    def make(shape, fill_value, dtype=None):
        result = new_array(made, _shape_of(shape))
        fill(result, fill_value)
        return result

    return make


def _filled_like(number: Any, *replaced: Any) -> None:
    @_function(*replaced)
    def typing(a, dtype=None):
        if not is_array(a):
            return None
        made = _dtype(dtype, a.dtype)

        def make(a, dtype=None):
            result = new_array(made, a.shape)
            fill(result, as_number(number, made))
            return result

        return make


_filled_like(0, np.zeros_like, np.empty_like)
_filled_like(1, np.ones_like)


@_function(np.full_like)
def _full_like(a, fill_value, dtype=None):
    made = _dtype(dtype, a.dtype)

    def make(a, fill_value, dtype=None):
        result = new_array(made, a.shape)
        fill(result, fill_value)
        return result

    return make


@_function(np.arange)
def _arange(start, stop=None, step=None, dtype=None):
    if not all(isinstance(each, types.Integer) for each in (start, stop, step) if is_given(each)):
        raise Unsupported("it calls np.arange with other numbers than ints", "multiply afterwards")
    made = _dtype(dtype, types.int64)
    if not is_given(stop):
        return lambda start, stop=None, step=None, dtype=None: _counting(0, start, 1, made)
    if not is_given(step):
        return lambda start, stop=None, step=None, dtype=None: _counting(start, stop, 1, made)
    return lambda start, stop=None, step=None, dtype=None: _counting(start, stop, step, made)


def _counting(start, stop, step, dtype):
    raise NotImplementedError


@operation(_counting)
def _typed_counting(start, stop, step, dtype):
    made = dtype.instance_type if hasattr(dtype, "instance_type") else dtype

    def count(start, stop, step, dtype):
        size = len(range(start, stop, step))
        result = new_array(made, (size,))
        for k in range(size):
            put_item(result, k, start + k * step)
        return result

    return count


@_function(np.eye, np.identity)
def _eye(n, dtype=None):
    made = _dtype(dtype, types.float64)

    def make(n, dtype=None):
        result = new_array(made, (n, n))
        fill(result, as_number(0, made))
        for k in range(n):
            result[k, k] = as_number(1, made)
        return result

    return make


@_function(np.copy, np.ascontiguousarray, name="copy")
def _copy(a):
    return (lambda a: copied_array(viewed(a))) if is_array(a) else None


@_function(np.asarray)
def _asarray(a, dtype=None):
    if is_array(a) and _dtype(dtype, a.dtype) == a.dtype:
        return lambda a, dtype=None: a
    return lambda a, dtype=None: made_array(a, dtype)


def made_array(a: Any, dtype: Any = None) -> Any:
    """Return np.array(a, dtype)."""
    return np.array(a, dtype)


STAND_INS[np.array] = made_array


@operation(made_array)
def _array(a, dtype=None):
    if is_array(a):
        made = _dtype(dtype, a.dtype)

        def convert(a, dtype=None):
            view = viewed(a)
            x = flat(view, view.shape)
            result = new_array(made, x.shape)
            for k in range(x.size):
                put_item(result, k, item(x, k))
            return result

        return convert
    if isinstance(a, types.BaseTuple) and len(a):
        return lambda a, dtype=None: made_array(as_row(a), dtype)
    if not isinstance(a, SequenceType) or getattr(a, "kind", "tuple") != "tuple":
        return None
    inner = a.item
    if is_number(inner):
        made = _dtype(dtype, inner)

        def gather(a, dtype=None):
            result = new_array(made, (len(a),))
            for k in range(len(a)):
                put_item(result, k, fitting(a[k], made))
            return result

        return gather
    number = inner.dtype if is_array(inner) else item_of(inner)
    if number is None or not is_number(number):
        return None
    made = _dtype(dtype, number)

    def gather_rows(a, dtype=None):
        width = len(a[0]) if len(a) else 0
        result = new_array(made, (len(a), width))
        place = 0
        for row in a:
            if len(row) != width:
                raise ValueError("the rows of an array have different lengths")
            for each in row:
                put_item(result, place, fitting(each, made))
                place += 1
        return result

    return gather_rows


@method(ArrayType, "astype")
def _astype(a, dtype):
    made = _dtype(dtype, None)

    def convert(a, dtype):
        x = flat(a, a.shape)
        result = new_array(made, x.shape)
        for k in range(x.size):
            put_item(result, k, item(x, k))
        return result

    return convert


# Views.


@_function(np.transpose, name="transpose")
def _transpose(a):
    return (lambda a: viewed(a).T) if is_array(a) else None


@_function(np.flipud)
def _flipud(a):
    return (lambda a: viewed(a)[::-1]) if is_array(a) else None


@_function(np.fliplr)
def _fliplr(a):
    return (lambda a: viewed(a)[:, ::-1]) if is_array(a) and a.ndim > 1 else None


@_function(np.rot90)
def _rot90(a, k=1):
    if not is_array(a) or a.ndim != 2:
        return None

    def turn(a, k=1):
        view = viewed(a)
        turns = k % 4
        if turns == 1:
            return view[:, ::-1].T
        if turns == 2:
            return view[::-1, ::-1]
        if turns == 3:
            return view.T[:, ::-1]
        return view[:, :]

    return turn


@intrinsic
def diagonal_view(typing: Any, array: Any, offset: Any) -> Any:
    """Return the view of a diagonal."""
    made = ArrayType(array.dtype, 1, "A")

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        view = View.of(context, builder, sig.args[0], args[0])
        offset = context.cast(builder, args[1], sig.args[1], types.intp)
        zero = constant(0)
        below = builder.icmp_signed("<", offset, zero)
        row = builder.select(below, builder.neg(offset), zero)
        column = builder.select(below, zero, offset)
        height, width = builder.sub(view.shape[0], row), builder.sub(view.shape[1], column)
        size = builder.select(builder.icmp_signed("<", height, width), height, width)
        size = builder.select(builder.icmp_signed("<", size, zero), zero, size)
        data = view.place([row, column])
        stride = builder.add(*view.strides)
        return View(context, builder, made, view.owner, data, [size], [stride]).value()

    return made(array, offset), generate


@_function(np.diagonal, name="diagonal")
def _diagonal(a, offset=0):
    if not is_array(a) or a.ndim != 2:
        return None
    return lambda a, offset=0: diagonal_view(viewed(a), offset)


@_function(np.diag)
def _diag(v, k=0):
    if not is_array(v) or v.ndim > 2:
        return None
    if v.ndim == 2:
        return lambda v, k=0: diagonal_view(viewed(v), k)
    dtype = v.dtype

    def matrix(v, k=0):
        size = len(v) + abs(k)
        result = new_array(dtype, (size, size))
        fill(result, as_number(0, dtype))
        for place in range(len(v)):
            result[place + max(0, -k), place + max(0, k)] = v[place]
        return result

    return matrix


@_function(np.trace, name="trace")
def _trace(a, offset=0):
    if not is_array(a) or a.ndim != 2:
        return None
    total = STAND_INS[np.sum]
    return lambda a, offset=0: total(diagonal_view(viewed(a), offset))


@_function(np.ravel, name="ravel")
def _ravel(a):
    if not is_array(a):
        return None

    def ravel(a):
        view = viewed(a)
        x = flat(view, view.shape)
        return reshaped(x, (x.size,))

    return ravel


@method(ArrayType, "flatten")
def _flatten(a):
    return lambda a: copied_array(reshaped(flat(a, a.shape), (a.size,)))


def _reshape_to(a, shape):
    raise NotImplementedError


@operation(_reshape_to)
def _typed_reshape(a, shape):
    def reshape(a, shape):
        x = flat(a, a.shape)
        known = 1
        for each in shape:
            known *= each
        missing = 1
        if known < 0:
            missing = -(x.size // known)
            known = -known * missing
        if known != x.size:
            raise ValueError("an array cannot be reshaped to a shape of another size")
        return reshaped(x, _without_gap(shape, missing))

    return reshape


@intrinsic
def _without_gap(typing: Any, shape: Any, missing: Any) -> Any:
    """Return a shape with a size in the place of -1."""
    made = types.UniTuple(types.intp, len(shape))

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        sizes = []
        for place, kind in enumerate(sig.args[0].types):
            size = builder.extract_value(args[0], place)
            size = context.cast(builder, size, kind, types.intp)
            open_one = builder.icmp_signed("<", size, constant(0))
            sizes.append(builder.select(open_one, args[1], size))
        return cgutils.pack_array(builder, sizes)

    return made(shape, types.intp), generate


@_function(np.reshape)
def _reshape(a, shape):
    return (lambda a, shape: _reshape_to(viewed(a), _shape_of(shape))) if is_array(a) else None


@method(ArrayType, "reshape")
def _reshape_method(a, first, second=None, third=None, fourth=None):
    if not is_given(second):
        return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
            a, _shape_of(first)
        )
    if not is_given(third):
        return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
            a, (first, second)
        )
    if not is_given(fourth):
        return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
            a, (first, second, third)
        )
    return lambda a, first, second=None, third=None, fourth=None: _reshape_to(
        a, (first, second, third, fourth)
    )


# Places.


@_function(np.nonzero, name="nonzero")
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


STAND_INS[np.flatnonzero] = places_of


@_function(np.argwhere)
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


@_function(np.where)
def _where(condition, x=None, y=None):
    if not is_array(condition):
        return None
    if not is_given(x):
        nonzero = STAND_INS[np.nonzero]
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
    made = dtype.instance_type if hasattr(dtype, "instance_type") else dtype

    def spread(number, shape, dtype):
        result = new_array(made, shape)
        fill(result, number)
        return result

    return spread


# Others.


@_function(np.array_equal)
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


@operation(_rows_of)
def _typed_rows(a):
    if a.ndim != 2:
        return None

    def gather(a):
        result = empty_list()
        for k in range(len(a)):
            result.append(_numbers_of(a[k]))
        return result

    return gather


@method(ArrayType, "item")
def _item(a):
    def only(a):
        if a.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return item(flat(a, a.shape), 0)

    return only


@method(ArrayType, "fill")
def _fill(a, number):
    return lambda a, number: fill(a, number)


@_function(np.abs)
def _absolute(a):
    return (lambda a: abs(viewed(a))) if is_array(a) else (lambda a: abs(a))


@method(ArrayType, "tobytes")
def _tobytes(a):
    if a.dtype not in (types.uint8, types.int8, types.boolean):
        return None

    def tobytes(a):
        x = flat(a, a.shape)
        result = new_sequence(BYTES_ROW, x.size)
        for k in range(x.size):
            put(result, k, as_number(item(x, k), types.uint8))
        return result

    return tobytes


@_function(np.pad)
def _pad(array, pad_width):
    if not is_array(array) or array.ndim != 2 or not isinstance(pad_width, types.Integer):
        raise Unsupported("it calls np.pad otherwise than np.pad(grid, 1)", "fill np.zeros")
    dtype = array.dtype

    def pad(array, pad_width):
        height, width = array.shape
        result = new_array(dtype, (height + 2 * pad_width, width + 2 * pad_width))
        fill(result, as_number(0, dtype))
        fill(result[pad_width : pad_width + height, pad_width : pad_width + width], viewed(array))
        return result

    return pad


@_function(np.append)
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


@_function(np.roll)
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


def _sort_in_place(x):
    for k in range(1, x.size):
        number = item(x, k)
        place = k
        while place > 0 and item(x, place - 1) > number:
            put_item(x, place, item(x, place - 1))
            place -= 1
        put_item(x, place, number)


@_function(np.sort)
def _sort(a):
    if not is_array(a) or a.ndim != 1:
        return None

    def sort(a):
        result = copied_array(viewed(a))
        _sort_in_place(result)
        return result

    return sort


@method(ArrayType, "sort")
def _sort_method(a):
    if a.ndim != 1:
        return None

    def sort(a):
        result = copied_array(a)
        _sort_in_place(result)
        fill(a, result)

    return sort


@_function(np.argsort, name="argsort")
def _argsort(a, kind=None):
    if not is_array(a) or a.ndim != 1:
        return None
    if not is_given(kind):
        raise Unsupported("np.argsort leaves the order of equal numbers open", 'use kind="stable"')

    def order(a, kind=None):
        result = new_array(types.int64, (len(a),))
        for k in range(len(a)):
            place = k
            while place > 0 and a[item(result, place - 1)] > a[k]:
                put_item(result, place, item(result, place - 1))
                place -= 1
            put_item(result, place, k)
        return result

    return order


@_function(np.unique)
def _unique(a):
    unique_of = STAND_INS[np.unique]
    if not is_array(a):
        return lambda a: unique_of(made_array(a))
    dtype = a.dtype

    def unique(a):
        view = viewed(a)
        x = copied_array(flat(view, view.shape))
        _sort_in_place(x)
        result = new_array(dtype, (x.size,))
        count = 0
        for k in range(x.size):
            if count == 0 or item(x, k) != item(result, count - 1):
                put_item(result, count, item(x, k))
                count += 1
        return copied_array(result[:count])

    return unique


@_function(np.dot, name="dot")
def _dot(a, b):
    if is_array(a) and is_array(b):
        if (
            a.ndim != 1
            or b.ndim != 1
            or any(isinstance(each.dtype, types.Float) for each in (a, b))
        ):
            raise Unsupported("it multiplies matrices, or floats", "use * and sum along an axis")
        total = STAND_INS[np.sum]

        def multiply(a, b):
            if len(a) != len(b):
                raise ValueError("arrays of different lengths are multiplied")
            return total(viewed(a) * viewed(b))

        return multiply
    dot = STAND_INS[np.dot]
    if is_array(a):
        return lambda a, b: dot(a, made_array(b))
    return (lambda a, b: dot(made_array(a), b)) if is_array(b) else None


@operation(operator.matmul)
def _matmul(a, b):
    dot = STAND_INS[np.dot]
    if isinstance(a, ArrayType) or isinstance(b, ArrayType):
        return lambda a, b: dot(a, b)
    return None
