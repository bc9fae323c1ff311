"""Texts with values in them."""

# ruff: noqa: UP031

from __future__ import annotations

import pytest
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from ..values.both_modes import assert_same, compiled


def formatted(number, flag):
    name = "rook"[: number % 5]
    one = number
    return (
        "%d,%d" % (number, 7),
        "%s:%d%%" % (name, flag),
        "%5d|%-5d|%05d|%3s|%-6s|" % (number, number, number, name, name),
        "%d" % number,
        "%s" % name,
        "%%" % (),
        "a%sb" % (one + 1),
        f"{number:d}{number:5d}|{number:05d}|{number:<6d}|{flag:d}",
        f"{name:s}|{name:>6s}|{name:<6}|{name:>2}|{number:>4}|{number!s}",
        f"{number:02d}:{number + 1:02d}",
    )


def test_formats_of_ints_and_texts():
    assert_same(
        formatted, *((number, flag) for number in (0, 7, -3, 123456) for flag in (True, False))
    )


def as_hexadecimal(number):
    return "%x" % number


def of_float(number):
    return f"{number / 2:.1f}"


def in_the_middle(number):
    return f"{number:^7d}"


def of_a_tuple(number):
    pair = (number, number)
    return "%d" % pair


def float_as_int(number):
    return f"{number / 2:d}"


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (as_hexadecimal, r"mod\(str, int64\)"),
        (of_float, "format spec in f-strings"),
        (in_the_middle, "format spec in f-strings"),
        (of_a_tuple, "puts the items of a tuple into a text"),
        (float_as_int, "it writes float as an int"),
    ],
)
def test_other_formats_are_refused(function, told):
    with pytest.raises((NumbaError, UnsupportedBytecodeError), match=told):
        compiled(function, 3)
