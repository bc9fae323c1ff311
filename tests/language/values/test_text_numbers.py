"""Characters and numbers as text, and back, in compiled rules."""

from __future__ import annotations

import pytest

from plainpython.machine_errors import MachineLimitError, MachineOverflowError

from ..both_modes import assert_same, compiled


def written(number):
    return (
        str(number).zfill(5),
        str(number) + str(-9223372036854775808) + str(number > 0) + str(None) + str(chr(97)),
        repr(number),
        chr(97 + number),
    )


def read(number):
    return (
        int("42") + int(" -7 ") + int("1_000") + number,
        int(2.9) + int(-2.9) + int(number > 1),
        [int(each) for each in "123"],
        list(map(int, "45")),
        int("-9223372036854775808"),
        ord("a") + ord(str(number)),
    )


def faulty(case):
    text = "abc"
    if case == 0:
        return int(text)
    if case == 1:
        return ord(text)
    if case == 2:
        return len(chr(-1))
    if case == 3:
        return int("1__0")
    if case == 4:
        return int("+")
    return int("")


BASED = [
    *[(text, 2) for text in ("101", "0b1_1", "0B1", "b1", "2", "", "0b", "-0b10", "_1", "1_")],
    *[(text, 16) for text in ("ff", "0xFF", "+0x_f", "xf", "g", " 7f\n", "0b1", "0x__f", "1__f")],
    *[(text, 0) for text in ("10", "0x10", "0o17", "0b11", "010", "00", "0_0", "-0x1", "0_1", "x")],
    *[(text, 36) for text in ("zz", "Zz", "0", "-")],
    *[("11", base) for base in (-1, 1, 37, 8, 3)],
    ("7" + "f" * 15, 16),
    ("-8" + "0" * 15, 16),
    ("-" + "1" * 62, 2),
    ("1y2p0ij32e8e7", 36),
]
TOO_LONG = [("8" + "0" * 15, 16), ("-8" + "0" * 14 + "1", 16), ("1y2p0ij32e8e8", 36)]
ALL = [*BASED, *TOO_LONG]


def in_base(place):
    text, base = ALL[place]
    return int(text, base), int("1_0", base=16)


def test_numbers_in_other_bases():
    assert_same(in_base, *[(place,) for place in range(len(BASED))])
    too_long = compiled(in_base, 1)
    for place in range(len(BASED), len(ALL)):
        with pytest.raises(MachineOverflowError):
            too_long(place)


def test_numbers_as_text_and_back():
    assert_same(written, (1,), (3,))
    assert_same(read, (1,), (3,))
    assert_same(faulty, *[(case,) for case in range(6)])


def digit_beyond_ascii(n):
    return int("\u0663"[:n])


def test_digits_beyond_ascii_are_refused():
    with pytest.raises(MachineLimitError, match="beyond ASCII"):
        compiled(digit_beyond_ascii, 1)(1)
