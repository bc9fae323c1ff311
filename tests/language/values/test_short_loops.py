"""Loops over a few constants, which are written out run by run."""

from __future__ import annotations

import ast

import pytest

from plainpython.front_end.expressions.short_loops import few_constants
from plainpython.machine_errors import MachineOverflowError

from ..both_modes import assert_same, compiled

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
MANY = tuple(range(9))


def leaves_early(n):
    seen = []
    for step in (1, 2, 3, 5):
        if step == n:
            continue
        if step * n > 12:
            break
        seen.append(step)
    else:
        seen.append(-1)
    return seen, step


def within_each_other(n):
    total = 0
    for down, right in [(0, 1), (1, 0), (1, 1)]:
        for sign in (1, -1):
            row, column = n, n
            while 0 <= row < 5 and 0 <= column < 5:
                total += row * 7 + column * sign
                row, column = row + sign * down, column + sign * right
            if total > 60:
                return total, sign
    return total, 0


def over_names(n):
    found = [down * n + right for down, right in STEPS if right * n < 3]
    return found, any(down == n for down, _ in STEPS), sum(each for each in MANY)


def what_fails(n):
    total = 0
    for each in (4, 2, 0, 3):
        total += n // each if n > 0 else [1, 2][each - n - 5]
    return total


def too_large(n):
    for each in (2**62, 2**62 - 1, 3):
        n = n + each
    return n


def steps(n):
    for down, right in STEPS:
        for sign in (1, -1):
            if down * sign != n:
                yield down * sign + right, sign


def yielded(n):
    first = next(steps(n))
    return first, list(steps(n)), [each + k for each, _ in steps(n) for k in (3, 4)]


def texts(n):
    return [mark * n for mark in ("a", "bc", "")], [not flag for flag in (True, False)]


@pytest.mark.parametrize(
    "function", [leaves_early, within_each_other, over_names, what_fails, yielded, texts]
)
def test_both_modes_agree(function):
    assert_same(function, (0,), (1,), (2,), (3,), (4,), (7,))


def test_what_needs_more_than_64_bits_is_refused():
    function = compiled(too_large, 0)
    assert function(-(2**62)) == too_large(-(2**62))
    with pytest.raises(MachineOverflowError):
        function(1)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("for k in (1, 2): a", [1, 2]),
        ("for k in [(1, -2), (3, 4)]: a", [(1, -2), (3, 4)]),
        ("for k in STEPS: a", list(STEPS)),
        ("for k in MANY: a", None),  # too many
        ("for k in (1,): a", None),
        ("for k in (1, None): a", None),
        ("for k in (1, 2.0): a", None),
        ("for k in [(1, 2), (3,)]: a", None),
        ("for k in (a, 2): a", None),
        ("for k in 'ab': a", None),
        ("for k in (1, 2): yield k", None),  # LLVM says that it could not
        # Five in a row, as people look for it: four directions, both ways.
        ("for k in STEPS:\n for m in (1, -1):\n" + "  a\n" * 45, list(STEPS)),
        ("for k in (1, 2):\n for m in (3, 4):\n" + "  a\n" * 140, None),  # too much is written out
    ],
)
def test_which_loops_are_short(text, values):
    names = {"STEPS": STEPS, "MANY": MANY}

    def outside(node):
        name = getattr(node, "id", None)
        return name in names, names.get(name)

    assert few_constants(ast.parse(text).body[0], outside) == values
