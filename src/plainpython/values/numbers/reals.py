"""Floats: compiled code raises as Python does where a float cannot be rounded or has no root.

C's functions, and Numba's, give nan, an infinity or any integer instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from numba.core import types

from ...back_end.certain_numbers import returns_floats
from ...machine_errors import MachineLimitError, MachineOverflowError
from ..operations import is_none, operation

__all__ = ["STAND_INS", "rounded", "rounded_to", "whole"]

_LIMIT = 2.0**63
_WHOLE = 2.0**53
"""From here on a float has no fraction, and does not hold all ints."""


def whole(value: float) -> int:
    """Return a float without its fraction as an int; raise where there is none of 64 bits."""
    if math.isnan(value):
        raise ValueError("cannot convert float NaN to integer")
    if math.isinf(value):
        raise OverflowError("cannot convert float infinity to integer")
    if not -_LIMIT <= value < _LIMIT:
        raise MachineOverflowError("an int has more than 64 bits")
    return int(value)


def _rounding(function: Any) -> Any:
    def to_int(value: Any) -> int:
        return function(value)  # type: ignore[no-any-return]

    to_int.__name__ = f"{function.__name__}_to_int"  # by its name the front end knows it

    @operation(to_int)
    def typed(value):
        if isinstance(value, types.Integer | types.Boolean):
            return lambda value: int(value)
        if function is math.trunc:
            return lambda value: whole(value)
        # Floats of so many digits are whole; below, what Numba gives is right.
        return lambda value: function(value) if abs(value) < _LIMIT else whole(value)

    return to_int


rounded = _rounding(round)
"""Return the int that is nearest to a float, the even one of two."""


_POWERS = tuple(10.0**digits for digits in range(23))
"""The powers of ten that a float holds exactly."""


def rounded_to(value: float, digits: int) -> float:
    """Round a float to so many decimal digits, as Python does: of two as near to the even one.

    The product with a power of ten is rounded itself. Where it falls halfway between two ints, the
    error of that rounding says which of them is nearer.
    """
    if value == 0.0 or not math.isfinite(value):
        return value
    if digits < -22 or (digits > 22 and abs(value) * _POWERS[22] < _WHOLE):
        raise MachineLimitError("round(...) of a float to more than 22 digits")
    power = _POWERS[min(abs(digits), 22)]
    size = abs(value)
    if digits >= 0:
        scaled = size * power
        if scaled >= _WHOLE:
            return value
        rest = _rest_of_product(size, power, scaled)
    else:
        scaled = size / power
        if 2.0 * scaled >= _WHOLE:
            raise MachineLimitError(
                "round(...) of so large a float with a negative number of digits"
            )
        product = scaled * power
        rest = size - product - _rest_of_product(scaled, power, product)
    number = int(scaled)
    part = scaled - number
    if part > 0.5 or (part == 0.5 and (rest > 0.0 or (rest == 0.0 and number & 1 == 1))):
        number += 1
    return math.copysign(number / power if digits >= 0 else number * power, value)


def _rest_of_product(a: float, b: float, product: float) -> float:
    """Return by how much the product of two floats is larger than it was rounded to (Dekker)."""
    upper_a, upper_b = _upper_half(a), _upper_half(b)
    lower_a, lower_b = a - upper_a, b - upper_b
    rest = upper_a * upper_b - product + upper_a * lower_b + lower_a * upper_b
    return rest + lower_a * lower_b


def _upper_half(number: float) -> float:
    """Return the upper 26 bits of a float."""
    spread = 134217729.0 * number  # 2**27 + 1
    return spread - (spread - number)


def _ranged(function: Any, infinite: type[Exception]) -> Callable[[float], float]:
    """Return a function of floats that raises where it is not defined, or infinite."""
    range_error = infinite is OverflowError

    def real(value: float) -> float:
        result: float = function(value)
        if math.isnan(result) and not math.isnan(value):
            raise ValueError("math domain error")
        if math.isinf(result) and not math.isinf(value):
            if range_error:
                raise OverflowError("math range error")
            raise ValueError("math domain error")
        return result

    real.__name__ = f"real_{function.__name__}"
    return real


def _math_power(base: float, exponent: float) -> float:
    result = math.pow(base, exponent)
    if math.isnan(result) and not (math.isnan(base) or math.isnan(exponent)):
        raise ValueError("math domain error")
    if math.isinf(result) and not (math.isinf(base) or math.isinf(exponent)):
        if base == 0.0:
            raise ValueError("math domain error")
        raise OverflowError("math range error")
    return result


_natural_log = _ranged(math.log, ValueError)


def _log(value: float, base: Any = None) -> float:
    return math.log(value)


@operation(_log)
def _typed_log(value, base=None):
    if is_none(base):
        return lambda value, base=None: _natural_log(value)
    return lambda value, base=None: _natural_log(value) / _natural_log(base)


_UNDEFINED = (
    math.sqrt, math.log2, math.log10, math.log1p, math.sin, math.cos, math.tan, math.asin,
    math.acos, math.acosh, math.atanh,
)  # fmt: skip
_TOO_LARGE = (math.exp, math.expm1, math.sinh, math.cosh)

_TO_FLOATS: dict[Any, Any] = {
    **{function: _ranged(function, ValueError) for function in _UNDEFINED},
    **{function: _ranged(function, OverflowError) for function in _TOO_LARGE},
    math.log: _log,
    math.pow: _math_power,
}
STAND_INS: dict[Any, Any] = {
    **{function: _rounding(function) for function in (math.floor, math.ceil, math.trunc)},
    **_TO_FLOATS,
}
"""The functions that replace Python's in compiled code."""

returns_floats(_TO_FLOATS.values())
