"""Texts in compiled rules."""

from __future__ import annotations

import string

import pytest

from plainpython.reasons import Unsupported

from ..both_modes import assert_same, compiled


def searched(start, stop):
    text = "abracadabra"
    return (
        text.find("a", start, stop),
        text.rfind("ra", start, stop),
        text[start:stop],
        text.find("", start),
        text.count("a"),
        text.count("abra"),
        text.count(""),
        "cad" in text,
        "" in text,
        "x" not in text,
        text[start:].startswith("ab"),
        text[:stop].endswith("ra"),
        text[start:].removeprefix("ab") + "|" + text[:stop].removeprefix(""),
        text[:stop].removesuffix("ra") + "|" + text[:stop].removesuffix(text[start:]),
    )


def made(number):
    board = "." * 9
    for place in range(4):
        board = board[: place * 2] + "xo"[place % 2] + board[place * 2 + 1 :]
    board = board.replace("x", "y", number)
    return (
        board,
        board.upper(),
        board.replace("", "-"),
        "a,b,,c".split(","),
        "a,b,,c".split(",", 1),
        "  a b  c ".split(),
        "  a b  c ".split(None, 1),
        "-".join(["a", "b", "c"]),
        "".join(each for each in "abc"),
        "".join(sorted("hello")),
        " x y ".strip() + "|" + "xxabxx".lstrip("x") + "|" + "xxab  ".rstrip(),
        "AbC".swapcase() + "AbC".lower(),
        "ab".center(5, ".") + "abc".center(6, ".") + "ab".ljust(4) + "ab".rjust(4, "*"),
        "-7".zfill(4) + "42".zfill(1) + "+5".zfill(number + 2),
        string.ascii_lowercase[number],
        string.digits,
        board[-1] == ".",
        "abc" < "abd",
        "b" >= "abc",
        "ab" * 2,
        "a\nb\n".splitlines(),
    )


def asked():
    words = ["", "a", "A", "aB", "12", "1a", " ", "b2", "Z9"]
    return [
        [
            each.isdigit(),
            each.isalpha(),
            each.isalnum(),
            each.isupper(),
            each.islower(),
            each.isspace(),
        ]
        for each in words
    ]


def faulty(case):
    text = "abc"
    if case == 0:
        return text.index("x")
    if case == 1:
        return len(text[5])
    return len(text.split(""))


def test_texts():
    assert_same(searched, *[(a, b) for a in (-12, -3, 0, 2, 8) for b in (-4, 0, 5, 11, 20)])
    assert_same(made, (1,), (3,))
    assert_same(asked)
    assert_same(faulty, *[(case,) for case in range(3)])
    assert_same(the_same, *[(case,) for case in range(4)])


CROSS = "X"
NOUGHT = "O"
DRAW = "draw"
ONE = 1


def whose(case):
    if case == 0:
        return None
    return CROSS if case == 1 else NOUGHT


def the_same(case):
    """True if texts are one and the same: those that stand in the rules are."""
    mark = CROSS if case % 2 else NOUGHT
    word = "draw" if case > 1 else "win"
    row = [None, CROSS, NOUGHT, "XO"[case % 2]]
    named = {"first": CROSS, "second": NOUGHT}
    return [
        whose(case) is CROSS,
        CROSS is whose(case),
        whose(case) is not NOUGHT,
        whose(case) is whose(case),
        mark is CROSS,
        mark is not CROSS,
        word is DRAW,
        row[3] is mark,
        row[case] is CROSS,
        named["first"] is mark,
        named.get("third") is mark,
        mark is None,
        mark is ONE,
        mark is (CROSS, NOUGHT),
    ]


def one_tuple(a, b):
    return (a, b) is (a, b)


def one_row(a, b):
    return tuple(range(a)) is not tuple(range(b))


def some_bytes(a, b):
    return b"ab"[a:] is b"ab"[b:]


@pytest.mark.parametrize(
    ("function", "kind"), [(one_tuple, "tuple"), (one_row, "tuple"), (some_bytes, "bytes")]
)
def test_nothing_tells_whether_tuples_are_one_and_the_same(function, kind):
    with pytest.raises(Unsupported, match=f"of type {kind} are one and the same"):
        compiled(function, 0, 1)


def white_space(n):
    spaced = "\u2003a\u2028b\u3000c" + "\u00a0\u1680"
    return (
        spaced.strip(),
        spaced.split(),
        spaced[:n].isspace(),
        spaced.rstrip(),
        spaced[2:].lstrip(),
    )


def test_white_space_of_unicode():
    assert_same(white_space, (1,), (2,))
