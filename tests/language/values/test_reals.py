"""Floats in compiled rules: rounded, raised to powers, given to functions that are not defined."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

import plainpython
from plainpython.errors import CannotCompile
from plainpython.machine_errors import MachineLimitError

from ..both_modes import assert_same, compiled, outcome

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


def to_digits(value, digits):
    return round(value, digits), round(value, ndigits=1), round(value, 0)


def test_decimals_are_rounded_as_in_python():
    random = Random(2)
    made = compiled(to_digits, 1.0, 1)
    halves = [float(f"{random.randint(-99999, 99999)}5e{random.randint(-11, -1)}")
              for _ in range(3000)]  # fmt: skip
    exact = [random.randint(-2000, 2000) / 2.0 ** random.randint(0, 11) for _ in range(1000)]
    wide = [random.choice((-1, 1)) * 10 ** random.uniform(-12, 12) for _ in range(2000)]
    edges = [0.0, -0.0, 0.05, 2.675, -0.01, 5e-324, 1e300, 2.0**53 - 1, NAN, INF, -INF]
    for value in halves + exact + wide + edges:
        for digits in (random.randint(-2, 22), 2):
            if digits >= 0 or abs(value) < 2.0**52:
                found, expected = outcome(made, value, digits), outcome(to_digits, value, digits)
                assert found == expected, (value, digits)


def test_too_many_decimals_are_refused():
    made = compiled(to_digits, 1.0, 1)
    assert made(1.5, 400)[0] == 1.5
    for value, digits in ((1e-9, 23), (1.5, -23), (1e18, -1)):
        with pytest.raises(MachineLimitError, match="round"):
            made(value, digits)


def first_to_digits(values, digits):
    return float(round(values[0], digits))


def test_numpys_floats_are_rounded_as_in_numpy():
    made = plainpython.compile(first_to_digits, np.zeros(1), 1)
    for value in (0.05, 2.675, 0.15, 1.005, -4.35, 1234.5):
        for digits in (-1, 0, 1, 2):
            values = np.array([value])
            assert made(values, digits) == first_to_digits(values, digits), (value, digits)
    with pytest.raises(CannotCompile, match="NumPy float32"):
        plainpython.compile(first_to_digits, np.zeros(1, np.float32), 1)


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


def lengths(a, b, c):
    points = (a, b), [b, c]
    several = math.hypot(a, b), math.hypot(a), math.hypot(a, b, c), math.hypot(*points[1])
    return several, math.dist(points[0], points[1])


def lengths_of_rows(n):
    row = [n * k % 7 - 3 for k in range(n)]
    return math.hypot(*row), math.dist(row, (0.5, n)), math.dist((n, True), (2, 3.5))


def test_lengths_are_rounded_as_in_python():
    random = Random(1)
    made = compiled(lengths, 1.0, 1.0, 1.0)
    many = [[10 ** random.uniform(-9, 9) for _ in range(3)] for _ in range(3000)]
    odd = [[one, other, 1.0] for one in (0.0, -2.0, NAN, INF, -INF, 1e300, 2.0**1023, 1e-290)
           for other in (0.0, NAN, INF, -1e300, 2.0**1023)]  # fmt: skip
    for case in many + odd:
        assert outcome(made, *case) == outcome(lengths, *case), case
    ints = compiled(lengths, 1, 1, 1)
    for case in [(a, b, a - b) for a in range(60) for b in range(60)]:
        assert ints(*case) == lengths(*case), case
    assert_same(lengths_of_rows, (2,), (1,), (3,))


def test_lengths_that_are_too_small_are_refused():
    with pytest.raises(MachineLimitError):
        compiled(lengths, 1.0, 1.0, 1.0)(5e-324, 0.0, 1.0)
