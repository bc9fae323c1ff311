"""Floats in compiled rules: rounded, raised to powers, given to functions that are not defined."""

from __future__ import annotations

import math

import pytest

from .both_modes import compiled, outcome

NAN, INF = float("nan"), float("inf")
REALS = (0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 1e300, NAN, INF, -INF, -1.0, 710.0)


def answer(which, value, other):
    if which < 6:
        if which == 0:
            return float(int(value))
        if which == 1:
            return float(math.floor(value))
        if which == 2:
            return float(math.ceil(value))
        if which == 3:
            return float(math.trunc(value))
        if which == 4:
            return float(round(value))
        return math.exp(value)
    if which == 6:
        return math.log(value)
    if which == 7:
        return math.sqrt(value)
    if which == 8:
        return math.cos(value)
    if which == 9:
        return math.log(value, 2)
    if which == 10:
        return math.pow(value, other)
    if which == 11:
        return math.atanh(value)
    if which == 12:
        return value**2
    if which == 13:
        return value**3
    if which == 14:
        return value**-1
    return 2**value


def test_what_is_not_defined_raises():
    made = compiled(answer, 1, 1.0, 1.0)
    cases = [(which, value, 0.0) for which in range(16) for value in REALS]
    cases += [(10, value, other) for value in REALS for other in REALS]
    cases += [(13, 0.1 * k + 0.7, 0.0) for k in range(50)]
    for case in cases:
        found, expected = outcome(made, *case), outcome(answer, *case)
        too_large = 2.0**63 <= abs(case[1]) < INF and case[0] < 5
        assert found == ("MachineOverflowError" if too_large else expected), case


def power(base, exponent):
    return base**exponent


def test_powers_of_floats():
    made = compiled(power, 1.0, 1.0)
    for base in REALS:
        for exponent in REALS:
            expected = outcome(power, base, exponent)
            if "j" in expected:
                with pytest.raises(NotImplementedError, match="complex"):
                    made(base, exponent)
            else:
                assert outcome(made, base, exponent) == expected, (base, exponent)
