"""Items and parts of arrays, by index and in loops over the first axis."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, imputils, types
from numba.extending import lower_builtin

from ...back_end.primitives import machine_code
from ...back_end.raising import raise_if
from ..memory import constant
from ..numbers.numpy_numbers import number_of_numpy
from ..sequences.items import check_changeable
from .arrays import ArrayType, ArrayView, RowIteratorType, is_number, part_type

__all__ = ["fitted"]


def _index_kinds(index: Any) -> Any:
    return tuple(index.types) if isinstance(index, types.BaseTuple) else (index,)


def _index_values(builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        return [builder.extract_value(value, index) for index in range(len(kind))]
    return [value]


def _type_of_item(array: ArrayType, index: Any) -> Any:
    index = types.unliteral(index)
    made = part_type(array, _index_kinds(index))
    return None if made is None else _taken(made)(array, index)


def _taken(made: Any) -> Any:
    """Return the type of a part that is read: a single number is NumPy's."""
    return made if isinstance(made, ArrayType) else number_of_numpy(made)


@machine_code(operator.getitem, of=(ArrayType, types.Type), returns=_type_of_item)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    view = ArrayView.of(context, builder, sig.args[0], args[0])
    return _part(context, builder, view, sig.args[1], args[1], sig.return_type)


def _part(context: Any, builder: Any, view: ArrayView, kind: Any, value: Any, made: Any) -> Any:
    kinds, values = _index_kinds(kind), _index_values(builder, kind, value)
    if not isinstance(made, ArrayType):
        return view.get(_cell(context, builder, view, kinds, values))
    return view.part(kinds, values).value()


def _cell(context: Any, builder: Any, view: ArrayView, kinds: Any, values: Any) -> list[Any]:
    whole = [
        (kind, value)
        for kind, value in zip(kinds, values, strict=True)
        if isinstance(kind, types.Integer)
    ]
    return [
        view.index(axis, context.cast(builder, value, kind, types.intp))
        for axis, (kind, value) in enumerate(whole)
    ]


def _type_of_set_item(array: ArrayType, index: Any, number: Any) -> Any:
    index, number = types.unliteral(index), types.unliteral(number)
    made = part_type(array, _index_kinds(index))
    if made is None or isinstance(made, ArrayType) or not is_number(number):
        return None
    return types.none(array, index, number)


@machine_code(operator.setitem, of=(ArrayType, types.Type, types.Type), returns=_type_of_set_item)
def _setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    view = ArrayView.of(context, builder, sig.args[0], args[0])
    check_changeable(context, builder, view.owner)
    kinds, values = _index_kinds(sig.args[1]), _index_values(builder, sig.args[1], args[1])
    indices = _cell(context, builder, view, kinds, values)
    view.set(indices, fitted(context, builder, args[2], sig.args[2], sig.args[0].dtype))


def fitted(context: Any, builder: Any, number: Any, kind: Any, dtype: Any) -> Any:
    """Return a number as one of an array; raise OverflowError if an int does not fit."""
    if isinstance(kind, types.Integer) and isinstance(dtype, types.Integer):
        wide = context.cast(builder, number, kind, types.int64)
        if kind == types.int64 and dtype != types.int64:
            back = context.cast(
                builder, context.cast(builder, wide, types.int64, dtype), dtype, types.int64
            )
            outside = builder.icmp_signed("!=", back, wide)
            if dtype == types.uint64:
                outside = builder.icmp_signed("<", wide, constant(0))
            message = f"Python integer out of bounds for {dtype}"
            raise_if(context, builder, outside, OverflowError, message)
    return context.cast(builder, number, kind, dtype)


# Loops.


@machine_code(len, of=(ArrayType,), returns=lambda values: types.intp)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return ArrayView.of(context, builder, sig.args[0], args[0]).shape[0]


@lower_builtin("getiter", ArrayType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made = context.make_helper(builder, sig.return_type)
    made.index = cgutils.alloca_once_value(builder, constant(0))
    made.array = args[0]
    return made._getvalue()


@lower_builtin("iternext", RowIteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    kind = sig.args[0].array
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    view = ArrayView.of(context, builder, kind, iterator.array)
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, view.shape[0])
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(_part(context, builder, view, types.intp, index, kind.got))
        builder.store(builder.add(index, constant(1)), iterator.index)
