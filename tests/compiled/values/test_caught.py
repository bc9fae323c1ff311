"""What a handler catches: classes and those derived from them, wherever these come from."""

from __future__ import annotations

from .both_modes import assert_same

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
