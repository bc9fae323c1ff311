"""Refuse arithmetic of users' functions that needs more than 64 bits.

Python's integers have as many bits as they need; compiled ones would wrap around.
Powers of floats raise as in Python where they are infinite, or complex.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types, typing

from ..machine_errors import MachineLimitError, MachineOverflowError
from .raising import raise_if

__all__ = ["checked"]

_WORD = ir.IntType(64)
_MESSAGE = "a number has more than 64 bits"
_LONG_RANGE = "a range whose numbers cannot be counted in 64 bits"
_INEXACT = "an int of more than 53 bits is divided: write // or float(...)"


def checked(function: Any, signature: Any) -> Callable[..., Any] | None:
    """Return the code for an operation that raises where it must; None if nothing is to be raised.

    Of signed integers and powers of floats alone: bit boards, which are unsigned, are cut off by
    their users. It is called with the context, the builder, Numba's code and the arguments.
    """
    key = getattr(function, "typing_key", function)
    arguments = tuple(map(types.unliteral, signature.args))
    if key in _POWERS and signature.return_type == types.float64:
        return partial(_float_power, signature)
    if key in _QUOTIENTS and arguments == (types.int64, types.int64):
        return _QUOTIENTS[key]
    if key is range and isinstance(signature.return_type, types.RangeType):
        return _unsigned_range if types.uint64 in arguments else _range
    if signature.return_type != types.int64 or any(each != types.int64 for each in arguments):
        return None
    return _OPERATIONS.get(key)


def _by_intrinsic(name: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, plain: Any, args: Any) -> Any:
        made = getattr(builder, name)(*args)
        _refuse_if(context, builder, builder.extract_value(made, 1))
        return builder.extract_value(made, 0)

    return generate


def _shift(context: Any, builder: Any, plain: Any, args: Any) -> Any:
    value, places = args
    many = builder.icmp_unsigned(">=", places, ir.Constant(_WORD, 64))
    negative = builder.icmp_signed("<", places, ir.Constant(_WORD, 0))
    raise_if(context, builder, negative, ValueError, "negative shift count")
    shifted = builder.shl(value, builder.select(many, ir.Constant(_WORD, 0), places))
    lost = builder.icmp_signed("!=", builder.ashr(shifted, places), value)
    something = builder.icmp_signed("!=", value, ir.Constant(_WORD, 0))
    _refuse_if(context, builder, builder.and_(builder.or_(many, lost), something))
    return builder.select(many, ir.Constant(_WORD, 0), shifted)


def _unless_least(context: Any, builder: Any, plain: Any, args: Any) -> Any:
    """Refuse what would be -(the least integer): its negative, its magnitude, the part by -1."""
    wrong = builder.icmp_signed("==", args[0], ir.Constant(_WORD, -(2**63)))
    if len(args) > 1:
        wrong = builder.and_(wrong, builder.icmp_signed("==", args[1], ir.Constant(_WORD, -1)))
    _refuse_if(context, builder, wrong)
    return plain(builder, args)


def _float_power(signature: Any, context: Any, builder: Any, plain: Any, args: Any) -> Any:
    """Return what C's pow gives, as in Python; Numba multiplies, which rounds otherwise."""
    floats = []
    for value, kind in zip(args, signature.args, strict=True):
        if isinstance(kind, types.IntegerLiteral):
            floats.append(ir.Constant(ir.DoubleType(), float(kind.literal_value)))
        else:
            floats.append(context.cast(builder, value, kind, types.float64))
    real = ir.DoubleType()
    function = builder.module.declare_intrinsic("llvm.pow", [real])
    result = builder.call(function, floats)
    reals = typing.signature(types.none, *(types.float64,) * 3)
    context.compile_internal(builder, _check_power, reals, (*floats, result))
    return result


def _check_power(base: float, exponent: float, result: float) -> None:
    if base == 0.0 and exponent < 0.0 and not math.isinf(exponent):
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    if math.isnan(result) and not (math.isnan(base) or math.isnan(exponent)):
        raise MachineLimitError("a broken power of a negative number is complex")
    if math.isinf(result) and not (math.isinf(base) or math.isinf(exponent)):
        raise OverflowError("a power is too large")


def _range(context: Any, builder: Any, plain: Any, args: Any) -> Any:
    """Refuse a range whose numbers cannot be counted in 64 bits."""
    if len(args) > 1:
        span = builder.ssub_with_overflow(args[1], args[0])
        raise_if(context, builder, builder.extract_value(span, 1), MachineLimitError, _LONG_RANGE)
    return plain(builder, args)


def _unsigned_range(context: Any, builder: Any, plain: Any, args: Any) -> Any:
    """Refuse a range with bounds of 64 bits, which Numba takes for negative numbers."""
    for each in args:
        wrong = builder.icmp_signed("<", each, ir.Constant(_WORD, 0))
        raise_if(context, builder, wrong, MachineLimitError, _LONG_RANGE)
    return plain(builder, args)


def _refuse_if(context: Any, builder: Any, wrong: Any) -> None:
    raise_if(context, builder, wrong, MachineOverflowError, _MESSAGE)


def _exact_quotient(context: Any, builder: Any, plain: Any, args: Any) -> Any:
    """Refuse a quotient of ints that are no floats: Python rounds once, the machine would twice."""
    for each in args:
        # Its magnitude but for a bit that is lost: below 2**53 each int is a float.
        signs = builder.ashr(each, ir.Constant(_WORD, 63))
        far = builder.icmp_unsigned(">=", builder.xor(each, signs), ir.Constant(_WORD, 2**53))
        with cgutils.if_unlikely(builder, far):
            magnitude = builder.select(
                builder.trunc(signs, cgutils.bool_t), builder.neg(each), each
            )
            outside = builder.add(
                builder.ctlz(magnitude, cgutils.true_bit), builder.cttz(magnitude, cgutils.true_bit)
            )
            inexact = builder.icmp_unsigned("<", outside, ir.Constant(_WORD, 64 - 53))
            with builder.if_then(inexact):
                context.call_conv.return_user_exc(builder, MachineLimitError, (_INEXACT,))
    return plain(builder, args)


_add, _subtract, _multiply = map(
    _by_intrinsic, ("sadd_with_overflow", "ssub_with_overflow", "smul_with_overflow")
)
_OPERATIONS = {
    operator.add: _add,
    operator.iadd: _add,
    operator.sub: _subtract,
    operator.isub: _subtract,
    operator.mul: _multiply,
    operator.imul: _multiply,
    operator.lshift: _shift,
    operator.ilshift: _shift,
    operator.neg: _unless_least,
    operator.floordiv: _unless_least,
    operator.ifloordiv: _unless_least,
    abs: _unless_least,
}
_QUOTIENTS = {
    divmod: _unless_least,
    operator.truediv: _exact_quotient,
    operator.itruediv: _exact_quotient,
}
_POWERS = (operator.pow, operator.ipow, pow)
