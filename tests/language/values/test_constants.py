"""Values of a module, decided upon by compiled rules."""

from __future__ import annotations

import pytest

from plainpython.machine_errors import MachineChangeError

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
