"""What Python does with numbers and Numba does not."""

from __future__ import annotations

import math

import pytest

from ..both_modes import assert_same, compiled


def counted():
    numbers = (0, 1, 255, -7, 2**62, -9223372036854775808)
    return (
        [each.bit_count() for each in numbers],
        [bin(each).count("1") + bin(each).count("0") for each in numbers],
        [each.bit_length() for each in numbers],
        True.bit_length(),
        (math.comb(49, 6), math.comb(60, 30), math.comb(3, 5)),
        (math.factorial(20), math.perm(5, 2), math.perm(4)),
        (math.prod([2, 3, 4]), math.prod((0.5, 2)), math.prod(range(1, 4), start=2)),
        [math.isqrt(each) for each in (0, 8, 99, 2**62, 9223372036854775807)],
        (math.gcd(12, 18, 8), math.gcd(7, 0), math.lcm(4, 6)),
    )


def faulty(case):
    if case == 0:
        return math.isqrt(-1)
    if case == 1:
        return math.comb(-1, 2)
    return math.factorial(-case)


def too_large(n):
    return math.factorial(n)


def test_numbers():
    assert_same(counted)
    assert_same(faulty, (0,), (1,), (2,))
    with pytest.raises(OverflowError):
        compiled(too_large, 1)(21)


def inverted(n):
    flag = n > 2
    return (~flag, 1 if ~flag else 0, ~flag + 5, ~(n == 1), not flag)


def test_the_inverse_of_a_truth_is_a_number():
    assert_same(inverted, (1,), (5,))
