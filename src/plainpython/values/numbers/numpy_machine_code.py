"""Machine code of operations on numbers of NumPy: ints of 64 bits, truths and floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types, typing

from ...back_end.raising import raise_if
from ...machine_errors import MachineLimitError, MachineOverflowError
from ..memory import constant
from .numpy_numbers import plain_of

__all__ = [
    "MORE_BITS",
    "SIGNED",
    "UNSIGNED",
    "compared_ints",
    "compared_reals",
    "of_reals",
    "of_truths",
    "refuse",
]

_REAL = ir.DoubleType()
_BIT = ir.IntType(1)

MORE_BITS = "a number of NumPy has more than 64 bits: keep integers below 2**63"
"""The reason for refusing a result."""


def refuse(
    context: Any, builder: Any, wrong: Any, message: str, error: type[Exception] = MachineLimitError
) -> None:
    """Raise an error where `wrong` holds."""
    raise_if(context, builder, wrong, error, message)


# Ints of 64 bits: each returns the result, and whether something of it was lost.


def _with_flag(name: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, a: Any, b: Any) -> Any:
        both = getattr(builder, name)(a, b)
        return builder.extract_value(both, 0), builder.extract_value(both, 1)

    return generate


def _plain(name: str) -> Callable[..., Any]:
    return lambda context, builder, a, b: (getattr(builder, name)(a, b), None)


def _nonzero(builder: Any, b: Any) -> tuple[Any, Any]:
    """Return whether a number is zero, and a divisor: the number, or 1 for zero."""
    zero = builder.icmp_signed("==", b, b.type(0))
    return zero, builder.select(zero, b.type(1), b)


def _floored(builder: Any, a: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """Return the quotient and the remainder of signed ints, what is asked of zero, what is lost."""
    zero, divisor = _nonzero(builder, b)
    least = builder.icmp_signed("==", a, a.type(-(2 ** (a.type.width - 1))))
    lost = builder.and_(least, builder.icmp_signed("==", b, b.type(-1)))
    divisor = builder.select(lost, b.type(1), divisor)
    cut, rest = builder.sdiv(a, divisor), builder.srem(a, divisor)
    other_sign = builder.icmp_signed("<", builder.xor(rest, divisor), rest.type(0))
    apart = builder.and_(other_sign, builder.icmp_signed("!=", rest, rest.type(0)))
    floor = builder.sub(cut, builder.zext(apart, a.type))
    rest = builder.add(rest, builder.select(apart, divisor, divisor.type(0)))
    return floor, rest, zero, lost


def _floor_division(context: Any, builder: Any, a: Any, b: Any) -> Any:
    floor, _, zero, lost = _floored(builder, a, b)
    return builder.select(zero, a.type(0), floor), lost


def _modulo(context: Any, builder: Any, a: Any, b: Any) -> Any:
    _, rest, zero, _ = _floored(builder, a, b)
    return builder.select(zero, a.type(0), rest), None


def _left(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    shifted = builder.shl(a, builder.select(far, constant(0), b))
    back = builder.ashr(shifted, builder.select(far, constant(0), b))
    some = builder.icmp_signed("!=", a, constant(0))
    lost = builder.and_(some, builder.or_(far, builder.icmp_signed("!=", back, a)))
    return builder.select(far, constant(0), shifted), lost


def _right(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    return builder.ashr(a, builder.select(far, constant(63), b)), None


def _power_of_ints(context: Any, builder: Any, a: Any, b: Any) -> Any:
    kinds = typing.signature(types.int64, types.int64, types.int64)
    return context.compile_internal(builder, _int_power, kinds, (a, b)), None


def _int_power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError("Integers to negative integer powers are not allowed.")
    result = 1
    for _ in range(exponent):
        if result > 3037000499 or result < -3037000499 or base > 3037000499 or base < -3037000499:
            raise MachineOverflowError("a power of a number of NumPy has more than 64 bits")
        result *= base
        if result == 0 or result == 1:
            break
    return result


def _true_quotient(context: Any, builder: Any, a: Any, b: Any) -> Any:
    zero = builder.icmp_signed("==", b, constant(0))
    refuse(context, builder, zero, "a number that may be NumPy's is divided by 0: write int(...)")
    return builder.fdiv(builder.sitofp(a, _REAL), builder.sitofp(b, _REAL)), None


SIGNED: dict[str, Any] = {
    "+": _with_flag("sadd_with_overflow"), "-": _with_flag("ssub_with_overflow"),
    "*": _with_flag("smul_with_overflow"), "//": _floor_division, "%": _modulo,
    "&": _plain("and_"), "|": _plain("or_"), "^": _plain("xor"), "<<": _left, ">>": _right,
    "**": _power_of_ints, "/": _true_quotient,
}  # fmt: skip


def _unsigned_floor(context: Any, builder: Any, a: Any, b: Any) -> Any:
    zero, divisor = _nonzero(builder, b)
    return builder.select(zero, a.type(0), builder.udiv(a, divisor)), None


def _unsigned_modulo(context: Any, builder: Any, a: Any, b: Any) -> Any:
    zero, divisor = _nonzero(builder, b)
    return builder.select(zero, a.type(0), builder.urem(a, divisor)), None


def _unsigned_left(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    shifted = builder.shl(a, builder.select(far, constant(0), b))
    return builder.select(far, constant(0), shifted), None


def _unsigned_right(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    shifted = builder.lshr(a, builder.select(far, constant(0), b))
    return builder.select(far, constant(0), shifted), None


def _unsigned_power(context: Any, builder: Any, a: Any, b: Any) -> Any:
    large = builder.icmp_signed("<", builder.or_(a, b), constant(0))
    refuse(context, builder, large, MORE_BITS, MachineOverflowError)
    return _power_of_ints(context, builder, a, b)


UNSIGNED: dict[str, Any] = {
    "+": _with_flag("uadd_with_overflow"), "-": _with_flag("usub_with_overflow"),
    "*": _with_flag("umul_with_overflow"), "//": _unsigned_floor, "%": _unsigned_modulo,
    "&": _plain("and_"), "|": _plain("or_"), "^": _plain("xor"), "<<": _unsigned_left,
    ">>": _unsigned_right, "**": _unsigned_power,
}  # fmt: skip


# Truths and floats.

_TRUTHS = {"+": "or_", "|": "or_", "*": "and_", "&": "and_", "^": "xor"}


def of_truths(builder: Any, sign: str, values: Any) -> Any:
    """Return the result of an operation on two truths."""
    bits = [cgutils.as_bool_bit(builder, each) for each in values]
    return getattr(builder, _TRUTHS[sign])(*bits)


_OF_REALS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


def of_reals(context: Any, builder: Any, sign: str, values: Any) -> Any:
    """Return the result of an operation on two floats of one size."""
    if sign in _OF_REALS:
        return getattr(builder, _OF_REALS[sign])(*values)
    if sign == "**":
        function = builder.module.declare_intrinsic("llvm.pow", [values[0].type])
        return builder.call(function, values)
    kinds = typing.signature(types.float64, types.float64, types.float64)
    work = _floor_of_reals if sign == "//" else _rest_of_reals
    return context.compile_internal(builder, work, kinds, values)


def _rest_of_reals(a: float, b: float) -> float:
    return np.nan if b == 0.0 else a % b


def _floor_of_reals(a: float, b: float) -> float:
    return np.divide(a, b) if b == 0.0 else a // b


def compared_reals(builder: Any, sign: str, values: Any) -> Any:
    """Return whether a comparison of two floats holds; only != holds for nan."""
    ordered = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    return ordered(sign, *values)


def compared_ints(context: Any, builder: Any, sign: str, kinds: Any, args: Any) -> Any:
    """Compare ints exactly, whatever their dtypes."""
    plain = [plain_of(each) for each in kinds]
    words = [
        context.cast(builder, value, kind, kind if kind == types.uint64 else types.int64)
        for value, kind in zip(args, plain, strict=True)
    ]
    if types.uint64 not in plain:
        return builder.icmp_signed(sign, *words)
    result = builder.icmp_unsigned(sign, *words)
    for index, kind in enumerate(plain):
        if kind != types.uint64:  # what is negative is less than all of the other
            negative = builder.icmp_signed("<", words[index], constant(0))
            said = sign == "!=" or sign.startswith("<>"[index])
            result = builder.select(negative, ir.Constant(_BIT, int(said)), result)
    return result
