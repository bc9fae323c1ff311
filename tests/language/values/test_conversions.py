"""Bytes, numbers in other bases, ranges by index, classes of values, compiled as in Python."""

from __future__ import annotations

import math

from ..both_modes import assert_same

NAMES = ("ab", "b")


def numbers(n):
    return (
        bin(n),
        hex(5 * n),
        oct(-n),
        pow(n, 3),
        pow(n + 2, 13, 101),
        (n / 2).is_integer(),
        math.isclose(0.1 * n, 0.3),
        float(n > 0) + float(n == 0),
        range(n, 40, 7)[-1],
        list(enumerate((5, 6), start=n)),
    )


def texts(n):
    row = "abcab"[n % 4 :]
    data = bytes((97, 98, n)) + b"ab"
    return (
        row.startswith(NAMES),
        row.endswith(("b", "c")),
        row.translate(str.maketrans("ab", "ba")),
        data.count(b"ab"),
        b"ab" in data,
        data.find(b"b"),
        98 in data,
        list(bytes(3)),
    )


def classes(n):
    half, row = n / 2, [n]
    return (
        type(n) is int,
        type(half) is int,
        type(n > 1) == int,  # noqa: E721
        type(row) in (list, tuple),
        type(half) is not type(n),
        not [],
        not row,
    )


def all_of_them(n):
    return numbers(n), texts(n), classes(n)


def test_conversions_are_as_in_python():
    assert_same(all_of_them, (3,), (1,), (6,))
