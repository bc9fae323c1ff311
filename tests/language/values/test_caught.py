"""What a handler catches: classes and those derived from them, wherever these come from."""

from __future__ import annotations

from collections import deque

import pytest
from numba.core.errors import TypingError

from ..both_modes import assert_same, compiled

CELLS = (1, 2, 3)


class Elsewhere(LookupError):
    """Derived, in a module that can be imported."""


def derived_where_nobody_can_import_it():
    class Hidden(LookupError):
        pass

    return Hidden


HIDDEN = derived_where_nobody_can_import_it()


def catches_all(n):
    try:
        if n == 5:
            raise Elsewhere
        return CELLS[n]
    except LookupError:
        return -1


def test_classes_that_cannot_be_imported_do_not_keep_others_from_being_caught():
    """As libraries have them that happen to be loaded; nothing that is compiled raises one."""
    assert issubclass(HIDDEN, LookupError)
    assert_same(catches_all, (0,), (2,), (3,), (5,))


def maybe(n):
    return None if n == 1 else n


def maybe_row(n):
    return None if n == 1 else [n, n]


def operators_on_none(n):
    found, row, seen = maybe(n), maybe_row(n), []
    try:
        seen.append(found + 1)
    except TypeError:
        seen.append(-1)
    try:
        seen.append(-found)
    except TypeError:
        seen.append(-2)
    try:
        if found < 3:
            seen.append(3)
    except (TypeError, ValueError):
        seen.append(-3)
    try:
        found += 2
        seen.append(found)
    except Exception:
        seen.append(-4)
    try:
        seen.append(len(row) + row[0])
    except TypeError:
        seen.append(-5)
    return seen


def test_what_operators_raise_on_none_is_caught():
    assert_same(operators_on_none, (0,), (1,), (7,))


def grown_by_a_helper(table, key):
    table[key] = 1


def put(items, item):
    items.add(item)


def changed_in_loops(n):
    seen = []
    table, items, queue, row = {1: 1, 2: n}, {1, 2}, deque([1, n]), [1]
    try:
        for key in table:
            seen.append(key)
            if key == n:
                continue
            grown_by_a_helper(table, key + 3)
    except RuntimeError:
        seen.append(-1)
    try:
        try:
            for key, value in table.items():
                seen.append(value)
                table[key] = n
                del table[key]
        finally:
            seen.append(-2)
    except Exception:
        seen.append(-3)
    try:
        for item in items:
            seen.append(item)
            for k in range(n):
                if k == 1:
                    continue
                put(items, k)
        else:
            seen.append(-4)
        for item in queue:
            queue.append(item)
            if n > 2:
                break
        for item in row:
            row.append(item)
            if len(row) > n:
                break
    except RuntimeError:
        seen.append(-5)
    return seen, sorted(table), sorted(items), len(queue), row


def test_what_a_loop_raises_about_its_container_is_caught():
    assert_same(changed_in_loops, (0,), (1,), (2,), (3,), (4,))


def over_none(n):
    try:
        for each in None:
            n += each
    except TypeError:
        return -n
    return n


def test_a_loop_over_none_as_it_is_written_is_caught():
    assert_same(over_none, (3,))


def calls_none(n):
    function = None
    try:
        return function(n)
    except TypeError:
        return -1


def calls_an_int(n):
    return n(3)


@pytest.mark.parametrize("function", [calls_none, calls_an_int])
def test_the_call_of_what_is_no_function_is_refused(function):
    with pytest.raises(TypingError, match="as a callable"):
        compiled(function, 1)
