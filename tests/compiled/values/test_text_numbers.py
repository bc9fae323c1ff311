"""Characters and numbers as text, and back, in compiled rules."""

from __future__ import annotations

from .both_modes import assert_same


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


def test_numbers_as_text_and_back():
    assert_same(written, (1,), (3,))
    assert_same(read, (1,), (3,))
    assert_same(faulty, *[(case,) for case in range(6)])
