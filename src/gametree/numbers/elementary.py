"""Logarithm, exponential, hyperbolic tangent and powers, the same to the bit on every machine.

The functions of `math` are those of the system's library: their last bit differs from system to
system, and a search follows other moves then. These are additions, multiplications, divisions and
square roots alone, which IEEE 754 rounds in one way. So interpreted, compiled and exported searches
have one tree. The error is below 2 units in the last place.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from plainpython.compilable import native_twin

__all__ = ["exp", "log", "log_of_count", "power", "tanh"]

_BY_LN2 = 1.4426950408889634  # 1 / ln 2
# ln 2 in two parts. The first ends in zeros, so its product with a small whole number is exact.
_LN2_HIGH = 0.693147180369123816490
_LN2_LOW = 1.90821492927058770002e-10

_SQUARE_ROOT_OF_2 = 1.4142135623730951
_2_32 = 4294967296.0
_OVERFLOWS = 709.782712893384
_UNDERFLOWS = -745.2
_FLAT = 20.0


def log(x: float) -> float:
    """Return the natural logarithm of a number; that of 0 is -infinity."""
    if not 0.0 < x < math.inf:
        return x if x > 0.0 else -math.inf if x == 0.0 else math.nan
    power_of_2 = 0
    while x >= _2_32:
        x *= 1.0 / _2_32
        power_of_2 += 32
    while x < 1.0:
        x *= _2_32
        power_of_2 -= 32
    if x >= 65536.0:
        x *= 1.0 / 65536.0
        power_of_2 += 16
    if x >= 256.0:
        x *= 1.0 / 256.0
        power_of_2 += 8
    if x >= 16.0:
        x *= 1.0 / 16.0
        power_of_2 += 4
    if x >= 4.0:
        x *= 0.25
        power_of_2 += 2
    if x >= 2.0:
        x *= 0.5
        power_of_2 += 1
    return _log_scaled(x, power_of_2)


def _log_scaled(x: float, power_of_2: int) -> float:
    """Return the logarithm of x * 2^power_of_2, x being from 1 to 2."""
    if x > _SQUARE_ROOT_OF_2:
        x *= 0.5
        power_of_2 += 1
    # ln(1 + f) = 2 artanh(s) with s = f / (2 + f), at most 0.172, as a series. Two halves of it,
    # in powers of s^4, are computed side by side.
    f = x - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = 2.0 / 3.0 + w * (2.0 / 7.0 + w * (2.0 / 11.0 + w * (2.0 / 15.0 + w * (2.0 / 19.0))))
    odd = 2.0 / 5.0 + w * (2.0 / 9.0 + w * (2.0 / 13.0 + w * (2.0 / 17.0 + w * (2.0 / 21.0))))
    half = 0.5 * f * f
    rest = s * (half + z * (even + z * odd)) + power_of_2 * _LN2_LOW
    return power_of_2 * _LN2_HIGH - ((half - rest) - f)


_KEPT = 1 << 16
_logs: dict[int, float] = {}


def _native_log_of_count(count: int) -> float:
    power_of_2 = count.bit_length() - 1
    return _log_scaled(float(count) / float(1 << power_of_2), power_of_2)


@native_twin(_native_log_of_count)
def log_of_count(count: int) -> float:
    """Return the natural logarithm of a whole number above 0; interpreted, small ones are kept."""
    known = _logs.get(count)
    if known is None:
        known = log(float(count))
        if count < _KEPT:
            _logs[count] = known
    return known


def exp(x: float) -> float:
    """Return e to the power of a number."""
    if not x < _OVERFLOWS:
        return math.inf if x >= _OVERFLOWS else x
    if x < _UNDERFLOWS:
        return 0.0
    whole = math.floor(x * _BY_LN2 + 0.5)
    r = (x - whole * _LN2_HIGH) - whole * _LN2_LOW
    # Even and odd powers of r side by side.
    w = r * r
    even = 1.0 / 40320.0 + w * (1.0 / 3628800.0 + w * (1.0 / 479001600.0))
    even = 0.5 + w * (1.0 / 24.0 + w * (1.0 / 720.0 + w * even))
    odd = 1.0 / 362880.0 + w * (1.0 / 39916800.0 + w * (1.0 / 6227020800.0))
    odd = 1.0 / 6.0 + w * (1.0 / 120.0 + w * (1.0 / 5040.0 + w * odd))
    return _scaled(1.0 + (r + w * (even + r * odd)), whole)


_MOST = 64
_POWERS_OF_2 = [2.0**exponent for exponent in range(-_MOST, _MOST + 1)]
_POWERS_OF_2_ARRAY = np.array(_POWERS_OF_2)


def _native_power_of_2(exponent: int) -> Any:
    return _POWERS_OF_2_ARRAY[exponent + _MOST]


@native_twin(_native_power_of_2)
def _power_of_2(exponent: int) -> float:
    """Return 2 to a power from -64 to 64."""
    return _POWERS_OF_2[exponent + _MOST]


def _scaled(x: float, exponent: int) -> float:
    """Return a number times a power of 2."""
    while exponent > _MOST:
        x *= _power_of_2(_MOST)
        exponent -= _MOST
    while exponent < -_MOST:
        x *= _power_of_2(-_MOST)
        exponent += _MOST
    return x * _power_of_2(exponent)


def tanh(x: float) -> float:
    """Return the hyperbolic tangent of a number."""
    if x > _FLAT:
        return 1.0
    if x < -_FLAT:
        return -1.0
    grown = exp(2.0 * x)
    return (grown - 1.0) / (grown + 1.0)


def power(x: float, exponent: float) -> float:
    """Return a number from 0 on to a power."""
    if exponent == 0.0:
        return 1.0
    if exponent == 1.0:
        return x
    if exponent == 0.5:  # exact where the root is, as people expect
        return math.sqrt(x)
    if exponent == 0.25:
        return math.sqrt(math.sqrt(x))
    return exp(exponent * log(x))
