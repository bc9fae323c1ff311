"""`next` of iterators in variables, with and without what is given at the end."""

from __future__ import annotations

import pytest

from ..both_modes import assert_same, compiled


def squares(n):
    for number in range(n):
        yield number * number


def of_a_list(n):
    items = iter([1, 2, n])
    taken = next(items), next(items, None), next(items, None), next(items, None)
    return (
        taken,
        next(items, -1),
        next(iter([n]), None),
        next(iter([x for x in [1, 2] if x > n]), None),
    )


def of_a_generator(n):
    items = squares(n)
    return next(items, None), next(items, 7), next(items, -1), next(items, None)


def of_others(n):
    letters, places, counts = iter("ab"), iter(range(n)), iter({"a": 1, "b": n})
    pairs = iter([(1, 2), (3, n)])
    seen = []
    while (place := next(places, None)) is not None:
        seen.append(place)
    ends = next(letters, ""), next(letters, ""), next(letters, "-")
    return seen, ends, next(counts, None), next(pairs, None), next(pairs, None), next(pairs, None)


def of_floats(n):
    items = iter([n / 2])
    return next(items, 0), next(items, 0) + 1


def at_the_end(n):
    items = iter([n])
    return next(items) + next(items)


@pytest.mark.parametrize("function", [of_a_list, of_a_generator, of_others])
def test_both_modes_answer_the_same(function):
    assert_same(function, (3,), (1,), (2,))


def test_floats_may_end_with_an_int():
    assert compiled(of_floats, 3)(3) == of_floats(3)


def test_the_end_is_told():
    with pytest.raises(StopIteration):
        compiled(at_the_end, 3)(3)
