"""Logarithms and exponentials: near enough to the true values, and special ones as in `math`."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import pytest

from gametree.numbers.elementary import exp, log, log_of_count, power, tanh
from plainpython.back_end.entry import compile as compiled


def units_off(found, true):
    return abs(Decimal(found) - true) / Decimal(math.ulp(float(true)))


def test_they_are_within_one_unit_in_the_last_place():
    numbers = [0.001 * 1.37**k for k in range(1, 70)]
    with localcontext() as context:
        context.prec = 40
        for x in numbers:
            assert units_off(log(x), Decimal(x).ln()) < 1
            for y in (math.remainder(x, 40.0), -math.remainder(x, 40.0)):
                assert units_off(exp(y), Decimal(y).exp()) < 1
    for x in numbers:
        assert tanh(math.remainder(x, 9.0)) == pytest.approx(
            math.tanh(math.remainder(x, 9.0)), abs=4e-16
        )
        assert power(x, 0.7) == pytest.approx(math.pow(x, 0.7), rel=1e-14)


def test_special_values():
    assert log(1.0) == 0.0
    assert log(0.0) == -math.inf
    assert log(math.inf) == math.inf
    assert math.isnan(log(-1.0))
    assert exp(0.0) == 1.0
    assert (exp(-math.inf), exp(math.inf), exp(-800.0), exp(800.0)) == (0, math.inf, 0, math.inf)
    assert exp(-740.0) == math.exp(-740.0)
    assert math.isnan(exp(math.nan))
    assert (tanh(50.0), tanh(-50.0), tanh(0.0)) == (1.0, -1.0, 0.0)
    exact = [power(16.0, 0.25), power(9.0, 0.5), power(7.0, 1.0), power(0.0, 0.0), power(0.0, 0.3)]
    assert exact == [2.0, 3.0, 7.0, 1.0, 0.0]
    assert log_of_count(1 << 20) == log_of_count(1 << 20) == log(float(1 << 20))


def all_of(x: float) -> tuple[float, float, float, float]:
    return log(x), exp(-x), tanh(x), power(x, 0.3)


def test_both_modes_give_the_same_bits():
    native = compiled(all_of, 1.5)
    for k in range(200):
        x = 1e-4 * 1.19**k
        assert native(x) == all_of(x)
