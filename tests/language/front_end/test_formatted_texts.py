"""Texts with values in them."""

# ruff: noqa: F524, F525, UP030, UP031, UP032

from __future__ import annotations

import math
from random import Random

import pytest
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from plainpython.machine_errors import MachineLimitError

from ..both_modes import assert_same, compiled


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
        f"{flag}|{flag:>3}|{flag:<3}|{flag:>}|{flag!s:>6}|{flag!s:6s}|{flag:3d}",
        f"{number:02d}:{number + 1:02d}",
    )


def test_formats_of_ints_and_texts():
    assert_same(
        formatted, *((number, flag) for number in (0, 7, -3, 123456) for flag in (True, False))
    )


def in_lists(n):
    squares = [f"{row}{column}" for row in range(n % 4) for column in range(2)]
    squares.append(f"{n}")
    named = {f"a{n}": 1, f"{True}": 2}
    return squares, ",".join([f"x{each}" for each in squares]), sorted(named), f"{None}{n}"


def test_f_strings_without_formats_are_texts():
    assert_same(in_lists, (2,), (7,), (-1,))


def by_the_method(number, flag):
    name = "rook"[: number % 5]
    return (
        "{}:{}".format(number, name),
        "{1}-{0}-{1} {{x}} {piece:>6}|{number:05d}".format(number, name, piece=name, number=7),
        "{}, {:.1f}".format(number + 1, number / 4),
        "{!s:<6}|{}".format(flag, "none"),
    )


def test_the_method_format_is_an_f_string():
    assert_same(by_the_method, (3, True), (-7, False))


def ordered(number):
    seen = []

    def see(value):
        seen.append(value)
        return value

    return "{}{}".format(see(number), see(number + 1)), seen


def too_few(number):
    return "{} {}".format(number)


def mixed_fields(number):
    return "{0} {}".format(number)


def twice(number):
    return "{0}{0}".format(str(number))


def test_calls_of_format_that_are_no_f_string():
    assert_same(ordered, (3,))
    for function in (too_few, mixed_fields, twice):
        with pytest.raises(NumbaError):
            compiled(function, 3)


def with_places(x):
    return (
        f"{x:.0f} {x:.1f} {x:.2f} {x:.3f}|{x:7.1f}|{x:<8.2f}|{x:07.1f}",
        "%.1f%%, %6.2f, %-6.1f, %06.1f" % (x, x, x, -x),
    )


# Halves, which go to the even one; what only looks like a half; what is next to them.
REALS = [k / 8 for k in range(-20, 21)] + [0.05, 0.15, 0.25, 0.35, 1.005, 2.675, 9.995, 0.9995]
REALS += [math.nextafter(x, y) for x in (0.5, 2.5, 0.125, 1.0) for y in (0.0, 9.0)]
REALS += [0.0, -0.0, -0.04, 5e-324, 1e-9, 123456.789, 1e15 / 7, 2.0**52 + 0.5, 2.0**53 + 2, 2.0**62]
REALS += [math.nextafter(2.0**63, 0.0), math.inf, -math.inf, math.nan, -1e15 / 3, 0.1 + 0.2]


def test_floats_are_rounded_as_in_python():
    random = Random(1)
    many = [random.uniform(-1, 1) * 10 ** random.randint(-4, 15) for _ in range(2000)]
    assert_same(with_places, *[(x,) for x in REALS + many])


def test_floats_of_more_than_63_bits_are_refused():
    with pytest.raises(MachineLimitError):
        compiled(with_places, 0.5)(2.0**63)


def of_int(number):
    return f"{number:.1f} {number > 1:.2f}"


def test_ints_as_floats():
    assert_same(of_int, (3,), (-1,), (0,))


def as_hexadecimal(number):
    return "%x" % number


def of_float(number):
    return f"{number / 2:.4f}"


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
