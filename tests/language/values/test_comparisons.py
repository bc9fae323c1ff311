"""Ints compared with floats, and nan within containers."""

from __future__ import annotations

import math

import pytest

from plainpython.machine_errors import MachineLimitError

from ..both_modes import assert_same, compiled


def compared(a, b):
    forwards = (a < b, a <= b, a == b, a != b, a >= b, a > b)
    return forwards, (b < a, b <= a, b == a, b != a, b >= a, b > a), 2**53 + 1 == 2.0**53


def test_ints_are_compared_with_floats_exactly():
    edges = (2**53, 2**62, 2**63 - 1)
    ints = {sign * (edge + k) for edge in edges for k in (-1, 0) for sign in (1, -1)} | {2**53 + 1}
    floats = {float(each) for each in ints} | {2.0**64, math.inf, -math.inf, math.nan, 0.5}
    assert_same(compared, *[(a, b) for a in sorted(ints) for b in floats])


def found(value):
    values = [value, 0.5]
    return values.index(0.5), 0.5 in values, values == [0.5, 0.5], value in values


def test_nan_is_not_looked_for_in_containers():
    assert_same(found, (1.5,), (math.inf,))
    with pytest.raises(MachineLimitError, match="nan"):
        compiled(found, 1.0)(math.nan)
