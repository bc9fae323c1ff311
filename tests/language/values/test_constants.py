"""Values of a module, decided upon by compiled rules."""

from __future__ import annotations

import pytest

import plainpython
from plainpython.errors import CannotCompile
from plainpython.machine_errors import MachineChangeError, MachineOverflowError

from ..both_modes import assert_same, compiled

ITEMS = [2, 7, 1]
SAME = ITEMS
NOTHING = []
BOARD = (0, 0, 0, 0, 0, 0)
CORNERS = frozenset([0, 2])
TABLE = {1: 5}
MIXED = {"damage": 3, "healing": False, "costs": True}


def decisions():
    """True if constants are true, equal, and one: Numba decides such branches by itself."""
    found = 0
    if NOTHING:
        found += 1
    if not NOTHING:
        found += 2
    while NOTHING and found < 100:
        found += 200
    if "":
        found += 4
    if CORNERS == CORNERS:  # noqa: PLR0124
        found += 8
    if BOARD != BOARD:  # noqa: PLR0124
        found += 16
    if TABLE == TABLE:  # noqa: PLR0124
        found += 32
    if ITEMS is SAME:
        found += 64
    if ITEMS == NOTHING:
        found += 128
    return found


def test_branches_on_constants_are_taken_as_in_python():
    assert_same(decisions)


OF_THE_MODULE = [1, 2]


def changed(number):
    listed = OF_THE_MODULE
    try:
        listed.append(number)
    except Exception:
        return 0
    return len(OF_THE_MODULE)


def test_no_handler_catches_that_a_list_of_the_module_was_changed():
    function = compiled(changed, 1)
    with pytest.raises(MachineChangeError):
        function(1)


def test_truths_among_numbers():
    def use(n):
        return MIXED["healing"] + MIXED["costs"] + MIXED["damage"] * n

    assert_same(use, (1,), (2,))


SPAN = range(1, 12, 3)
DOWN = range(9, 0, -2)
NO_NUMBERS = range(3, 3)
LINES = (range(3), range(3, 6), range(0, 9, 4))
WEIGHED = ((range(2), 5), (range(3), 6))


class Cells:
    ALL = range(4)


def of_spans(n):
    first, *_, last = list(SPAN)
    return (
        (len(SPAN), SPAN[n], SPAN[-1], n in SPAN, 5 in SPAN, first, last),
        ([each for each in SPAN], tuple(DOWN), sum(SPAN), max(DOWN), sorted(DOWN)),
        (list(reversed(SPAN)), list(zip(SPAN, DOWN, strict=False)), [*SPAN, *DOWN]),
        ([sum(line) for line in LINES], LINES[n][1], [len(a) * b for a, b in WEIGHED]),
        ([each * n for each in Cells.ALL if each not in SPAN], {each: n for each in SPAN}),
        (1 if SPAN else 2, 1 if NO_NUMBERS else 2, [each for each in NO_NUMBERS]),
        (SPAN[n:], SPAN[::-1], list(DOWN[-2:]), sum(SPAN[1:3]), SPAN[3:0:-1], DOWN),
        (SPAN == range(1, 12, 3), SPAN != DOWN, range(n) == range(n), range(0, n, 3) == range(1)),
        (bool(range(n, 2)), not range(2, n), range(5, n) == NO_NUMBERS, bool(DOWN[n:])),
    )


def test_ranges():
    assert_same(of_spans, (1,), (3,), (4,))


TOO_LONG = range(-(2**63), 2**63 - 1)


def test_a_range_that_cannot_be_counted_is_refused():
    with pytest.raises(CannotCompile, match="a range of ints of more than 64 bits"):
        plainpython.compile(lambda n: TOO_LONG[n], 1)


def test_a_slice_of_a_range_beyond_64_bits_ends_with_an_error():
    with pytest.raises(MachineOverflowError):
        compiled(lambda n: SPAN[:: n << 61], 1)(2)


def test_the_hash_of_a_range_is_refused():
    with pytest.raises(CannotCompile, match="hash of a range; take the hash of a tuple"):
        plainpython.compile(lambda n: hash(range(n)), 1)


def test_ranges_are_results():
    def made(n):
        rows = [range(3 * row, 3 * row + 3) for row in range(n)]
        return rows, tuple(range(row) for row in range(n)), {n: SPAN}, (SPAN, 1.5), range(n, -5, -2)

    assert plainpython.compile(made, 2)(2) == made(2)
