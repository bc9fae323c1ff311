"""None beside a value of a type: comparison, order and truth as in Python."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import NumbaError
from numba.core.typing.templates import AbstractTemplate, infer, signature
from numba.cpython.slicing import get_defaults
from numba.extending import lower_builtin

from ..back_end.numba_parts.first_templates import put_first
from ..back_end.numba_parts.lowering import BEFORE_ATTRIBUTES
from ..back_end.primitives import machine_code, primitive
from ..back_end.raising import raise_if
from ..machine_errors import MachineLimitError
from .numbers.text_numbers import text_of
from .operations import python_code

__all__ = ["called", "compared", "there"]

_BIT = ir.IntType(1)


@put_first(operator.eq, operator.ne, operator.is_, operator.is_not)
class _TypeOfEquality(AbstractTemplate):  # type: ignore[misc]
    """Equality of values that may be None: Numba would insist that they are not."""

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not any(isinstance(each, types.Optional) for each in args):
            return None
        return signature(self._cell_by_cell(args) or types.boolean, *args)

    def _cell_by_cell(self, args: Any) -> Any:
        """Return the type of the array that the comparison of an array gives; else None."""
        if self.key not in (operator.eq, operator.ne):
            return None
        inner = tuple(each.type if isinstance(each, types.Optional) else each for each in args)
        if types.none in inner:
            return None
        try:
            found = self.context.resolve_function_type(self.key, inner, {})
        except NumbaError:
            return None
        is_array = found is not None and found.return_type != types.boolean
        return found.return_type if is_array else None

    def get_impl_key(self, sig: Any) -> Any:
        cells = "" if sig.return_type == types.boolean else "cells."
        return f"plainpython.optional.{cells}{self.key.__name__}"


def _split(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, Any, Any]:
    """Return the type of what is there, what is there, and whether it is there."""
    if isinstance(kind, types.Optional):
        optional = context.make_helper(builder, kind, value)
        return kind.type, optional.data, cgutils.as_bool_bit(builder, optional.valid)
    return kind, value, ir.Constant(_BIT, int(kind != types.none))


def _equal(context: Any, builder: Any, sig: Any, args: Any, function: Any = operator.eq) -> Any:
    one, first, first_there = _split(context, builder, sig.args[0], args[0])
    other, second, second_there = _split(context, builder, sig.args[1], args[1])
    result = cgutils.alloca_once_value(
        builder, builder.not_(builder.or_(first_there, second_there))
    )
    if types.none not in (one, other):
        with builder.if_then(builder.and_(first_there, second_there)):
            same = compared(context, builder, function, (one, other), (first, second))
            builder.store(same, result)
    return builder.load(result)


def compared(context: Any, builder: Any, function: Any, kinds: Any, values: Any) -> Any:
    """Return whether values are equal, or the same, by a function; not so if none ever are."""
    try:
        typed = context.typing_context.resolve_function_type(function, kinds, {})
    except NumbaError:  # of types of which none equals another
        typed = None
    if typed is None:
        return ir.Constant(_BIT, 0)
    return called(context, builder, function, typed, kinds, values)


def called(context: Any, builder: Any, function: Any, typed: Any, kinds: Any, values: Any) -> Any:
    """Return what a function that was typed gives for values of these types."""
    function_type = context.typing_context.resolve_value_type(function)
    function_type.get_call_type(context.typing_context, kinds, {})
    call = context.get_function(function_type, typed)
    context.add_linking_libs(getattr(call, "libs", ()))
    passed = [
        context.cast(builder, value, kind, wanted)
        for value, kind, wanted in zip(values, kinds, typed.args, strict=True)
    ]
    return call(builder, passed)


@lower_builtin("plainpython.optional.eq", types.Any, types.Any)
def _lower_equal(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _equal(context, builder, sig, args)


@lower_builtin("plainpython.optional.ne", types.Any, types.Any)
def _lower_unequal(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_equal(context, builder, sig, args))


@lower_builtin("plainpython.optional.is_", types.Any, types.Any)
def _lower_is(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _equal(context, builder, sig, args, operator.is_)


@lower_builtin("plainpython.optional.is_not", types.Any, types.Any)
def _lower_is_not(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_equal(context, builder, sig, args, operator.is_))


def _lower_cells(function: Any) -> None:
    @lower_builtin(f"plainpython.optional.cells.{function.__name__}", types.Any, types.Any)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one, first, first_there = _split(context, builder, sig.args[0], args[0])
        other, second, second_there = _split(context, builder, sig.args[1], args[1])
        missing = builder.not_(builder.and_(first_there, second_there))
        message = "None is compared where there is an array elsewhere"
        raise_if(context, builder, missing, MachineLimitError, message)
        kinds = (one, other)
        typed = context.typing_context.resolve_function_type(function, kinds, {})
        return called(context, builder, function, typed, kinds, (first, second))


for _equality in (operator.eq, operator.ne):
    _lower_cells(_equality)


# Order: None has none.

_SIGNS = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">="}


@put_first(*_SIGNS)
class _TypeOfOrder(AbstractTemplate):  # type: ignore[misc]
    """Order of values that may be None, also in tuples, where Numba would not look."""

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not any(isinstance(each, types.Optional) for each in args):
            return None
        inner = tuple(each.type if isinstance(each, types.Optional) else each for each in args)
        try:
            found = self.context.resolve_function_type(self.key, inner, {})
        except NumbaError:
            return None
        is_truth = found is not None and found.return_type == types.boolean
        return signature(types.boolean, *args) if is_truth else None

    def get_impl_key(self, sig: Any) -> Any:
        return f"plainpython.optional.{self.key.__name__}"


def _lower_order(function: Any, sign: str) -> None:
    @lower_builtin(f"plainpython.optional.{function.__name__}", types.Any, types.Any)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one, first, first_there = _split(context, builder, sig.args[0], args[0])
        other, second, second_there = _split(context, builder, sig.args[1], args[1])
        missing = builder.not_(builder.and_(first_there, second_there))
        message = f"{sign!r} not supported between None and something else"
        raise_if(context, builder, missing, TypeError, message)
        kinds = (one, other)
        typed = context.typing_context.resolve_function_type(function, kinds, {})
        return called(context, builder, function, typed, kinds, (first, second))


for _function, _sign in _SIGNS.items():
    _lower_order(_function, _sign)


# Truth.


@put_first(operator.truth, operator.not_, bool)
class _TypeOfTruth(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], types.Optional | types.NoneType):
            return signature(types.boolean, args[0])
        return None


def _is_true(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    inner, data, there = _split(context, builder, kind, value)
    result = cgutils.alloca_once_value(builder, there)
    if inner == types.none:
        return builder.load(result)
    with builder.if_then(there):
        typed = context.typing_context.resolve_function_type(bool, (inner,), {})
        builder.store(called(context, builder, bool, typed, (inner,), (data,)), result)
    return builder.load(result)


@lower_builtin(bool, types.Optional)
@lower_builtin(operator.truth, types.Optional)
@lower_builtin(bool, types.NoneType)
@lower_builtin(operator.truth, types.NoneType)
def _lower_truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _is_true(context, builder, sig.args[0], args[0])


@lower_builtin(operator.not_, types.Optional)
@lower_builtin(operator.not_, types.NoneType)
def _lower_not(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_is_true(context, builder, sig.args[0], args[0]))


# Items by a number that is written down: `last[0]` of what is not None, as is checked before.


@infer
class _TypeOfItem(AbstractTemplate):  # type: ignore[misc]
    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        if not (isinstance(args[0], types.Optional) and isinstance(args[1], int)):
            return None
        found = _item_of(self.context, args[0].type, args[1])
        return (
            None if found is None else signature(found.return_type, args[0], types.literal(args[1]))
        )


def _item_of(typing: Any, kind: Any, index: int) -> Any:
    found = typing.resolve_static_getitem(kind, index)
    if found is not None:
        return found
    return typing.resolve_function_type(operator.getitem, (kind, types.intp), {})


@lower_builtin("static_getitem", types.Optional, types.IntegerLiteral)
def _lower_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, index = sig.args
    value = context.cast(builder, args[0], kind, kind.type)  # raises where it is None
    typing = context.typing_context
    found = typing.resolve_static_getitem(kind.type, index.literal_value)
    if found is not None:
        inner = signature(found.return_type, kind.type, index)
        item = context.get_function("static_getitem", inner)(builder, (value, args[1]))
    else:
        pair = kind.type, types.intp
        found = typing.resolve_function_type(operator.getitem, pair, {})
        at = context.get_constant(types.intp, index.literal_value)
        item = called(context, builder, operator.getitem, found, pair, (value, at))
    return context.cast(builder, item, found.return_type, sig.return_type)


@machine_code(
    operator.contains,
    of=(types.RangeType, types.Optional),
    returns=lambda numbers, value: types.boolean,
    first=True,
)
def _lower_range_contains(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Look for a value that may be None in a range: Numba says that it is never there."""
    kind, value, present = _split(context, builder, sig.args[1], args[1])
    result = cgutils.alloca_once_value(builder, cgutils.false_bit)
    with builder.if_then(present):
        kinds = (sig.args[0], kind)
        typed = context.typing_context.resolve_function_type(operator.contains, kinds, {})
        found = called(context, builder, operator.contains, typed, kinds, (args[0], value))
        builder.store(found, result)
    return builder.load(result)


@primitive(lambda value: value.type)
def there(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return what may be None and is not."""
    return context.make_helper(builder, sig.args[0], args[0]).data


@python_code(float, types.Optional)
def _as_float(x):
    if x is None:
        raise TypeError("float() argument must be a string or a real number, not 'NoneType'")
    return float(there(x))


@python_code(text_of, types.Optional)
def _as_text(value):
    return text_of(None) if value is None else text_of(there(value))


# Attributes and methods of what may be None.


def _insist_there(lower: Any, variable: str, attribute: str) -> None:
    """Raise what Python raises for an attribute of None; Numba would raise TypeError."""
    kind = lower.typeof(variable)
    if not isinstance(kind, types.Optional):
        return
    context, builder = lower.context, lower.builder
    _, _, present = _split(context, builder, kind, lower.loadvar(variable))
    message = f"'NoneType' object has no attribute '{attribute}'"
    raise_if(context, builder, builder.not_(present), AttributeError, message)


BEFORE_ATTRIBUTES.append(_insist_there)


# Bounds of slices that may be None.


@put_first(slice)
class _TypeOfSlice(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        present = [each.type if isinstance(each, types.Optional) else each for each in args]
        if kws or len(args) < 2 or present == [*args]:
            return None
        if not all(isinstance(each, types.Integer | types.NoneType) for each in present):
            return None
        return signature(types.slice2_type if len(args) == 2 else types.slice3_type, *args)

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.optional.slice"


@lower_builtin("plainpython.optional.slice", types.VarArg(types.Any))
def _lower_slice(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    word = types.intp
    start, from_end, stop, down_to, step = (
        context.get_constant(word, each) for each in get_defaults(context)
    )

    def bound(index: int, default: Any) -> Any:
        kind, value, present = _split(context, builder, sig.args[index], args[index])
        if kind == types.none:
            return default
        return builder.select(present, context.cast(builder, value, kind, word), default)

    made = context.make_helper(builder, sig.return_type)
    made.step = bound(2, step) if len(args) > 2 else step
    downwards = builder.icmp_signed("<", made.step, context.get_constant(word, 0))
    made.start = bound(0, builder.select(downwards, from_end, start))
    made.stop = bound(1, builder.select(downwards, down_to, stop))
    return made._getvalue()
