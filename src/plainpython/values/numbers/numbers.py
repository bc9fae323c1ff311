"""Operations on numbers that Numba lacks: bits of ints, comb, prod and others of math."""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir
from numba.core import types

from ...back_end.primitives import primitive
from ...machine_errors import MachineOverflowError
from ..operations import is_none, method, operation, python_code
from ..sequences.items import item_of

__all__ = ["GATHERED", "STAND_INS", "ones_in"]


@primitive(lambda number: types.int64(types.int64))
def _ones(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return how many bits of a word are one."""
    return builder.ctpop(args[0])


@primitive(lambda number: types.int64(types.int64))
def _width(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return how many bits a word takes without those in front that are zero."""
    zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
    return builder.sub(ir.Constant(zeros.type, 64), zeros)


@method(types.Integer, "bit_count")
def _bit_count(number):
    if number == types.uint64:
        return lambda number: _ones(number)
    return lambda number: _ones(_without_sign(number))


@method(types.Integer, "bit_length")
def _bit_length(number):
    if number == types.uint64:
        return lambda number: _width(number)
    return lambda number: _width(_without_sign(number))


@method(types.Boolean, "bit_count")
@method(types.Boolean, "bit_length")
def _bits_of_bool(number):
    return lambda number: int(number)


def ones_in(number: Any) -> Any:
    """Return bin(number).count("1")."""
    return bin(number).count("1")


@python_code(
    ones_in,
    when=lambda number: (
        isinstance(number, types.Integer | types.Boolean) or hasattr(number, "is_long_int")
    ),
)
def _ones_in(number):
    return number.bit_count()


@primitive(lambda number: types.int64(types.int64))
def _without_sign(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the magnitude of an int, as bits: the least int has no positive one."""
    zero = ir.Constant(args[0].type, 0)
    negative = builder.icmp_signed("<", args[0], zero)
    return builder.select(negative, builder.sub(zero, args[0]), args[0])


# Functions of math.

_MOST = 2**63 - 1


def _times(a: int, b: int) -> int:
    """Return the product of two ints that are not negative; raise if it needs more than 64 bits."""
    if b != 0 and a > _MOST // b:
        raise MachineOverflowError("an int has more than 64 bits")
    return a * b


def _comb(n: int, k: int) -> int:
    if n < 0 or k < 0:
        raise ValueError("comb() takes ints that are not negative")
    if k > n:
        return 0
    k = min(k, n - k)
    result = 1
    for step in range(1, k + 1):
        # Divided first where it can be, so that only a result that is too large is refused.
        common = math.gcd(result, step)
        result = _times(result // common, (n - k + step) // (step // common))
    return result


def _perm(n: int, k: Any = None) -> Any:
    return math.perm(n, k)


@operation(_perm)
def _typed_perm(n, k=None):
    if is_none(k):
        return lambda n, k=None: _factorial(n)
    return lambda n, k=None: _arrangements(n, k)


def _arrangements(n: int, k: int) -> int:
    if n < 0 or k < 0:
        raise ValueError("perm() takes ints that are not negative")
    if k > n:
        return 0
    result = 1
    for factor in range(n - k + 1, n + 1):
        result = _times(result, factor)
    return result


def _factorial(n: int) -> int:
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    result = 1
    for factor in range(2, n + 1):
        result = _times(result, factor)
    return result


def _isqrt(n: int) -> int:
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = min(int(math.sqrt(n)), 3037000499)
    while root * root > n:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= n:
        root += 1
    return root


def _prod(values: Any, start: Any = 1) -> Any:
    return math.prod(values, start=start)


@operation(_prod)
def _typed_prod(values, start=1):
    item = item_of(values)
    if item is None:
        return None
    if item is types.undefined or (isinstance(values, types.BaseTuple) and not len(values)):
        return lambda values, start=1: start
    one = 1.0 if isinstance(item, types.Float) else 1

    def multiply(values, start=1):
        result = start * one
        for each in values:
            result = result * each
        return result

    return multiply


def _gcd(values: Any) -> Any:
    result = 0
    for each in values:
        result = math.gcd(result, each)
    return result


def _lcm(values: Any) -> Any:
    result = 1
    for each in values:
        result = 0 if each == 0 else _times(abs(result) // math.gcd(result, each), abs(each))
    return result


STAND_INS: dict[Any, Any] = {
    math.comb: _comb,
    math.perm: _perm,
    math.factorial: _factorial,
    math.isqrt: _isqrt,
    math.prod: _prod,
}
"""The functions that replace Python's in compiled code."""

GATHERED: dict[Any, Any] = {math.gcd: _gcd, math.lcm: _lcm}
"""The functions that take one tuple in place of any number of arguments."""
