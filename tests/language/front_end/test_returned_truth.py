"""Functions of which only the truth of what they return is asked."""

from __future__ import annotations

import pytest
from numba.core.errors import TypingError

from plainpython.compilable import for_truth_only, is_for_truth_only

from ..both_modes import compiled


def name_of(n):
    return "X" if n == 1 else "O" if n == 2 else None


def either(n):
    return name_of(n) or n > 5


def both(n):
    return name_of(n) and n < 2


def chosen(n):
    return name_of(n) if n < 4 else n == 7


def on_several_paths(n):  # noqa: RET503  # it returns None at its end
    if n == 0:
        return None
    for k in range(n):
        if k == 6:
            return "six"
    if n == 3:
        return not name_of(n)
    if n == 4:
        return [n][1:]
    if n == 5:
        return 0.5


def with_a_function_within(n):
    def named():
        return name_of(n)

    return named() or [k for k in range(n) if k == 7]


@pytest.mark.parametrize(
    "function", [either, both, chosen, on_several_paths, with_a_function_within]
)
def test_the_truth_of_any_value_is_that_of_python(function):
    asked = for_truth_only(function)
    assert is_for_truth_only(asked)
    assert not is_for_truth_only(function)
    made = compiled(asked, 1)
    told = [made(n) for n in range(9)]
    assert told == [bool(asked(n)) for n in range(9)] == [bool(function(n)) for n in range(9)]
    assert len(set(told)) == 2


def test_others_return_one_type():
    with pytest.raises(TypingError, match=r"Cannot unify OptionalType\(str\) and bool"):
        compiled(either, 1)
