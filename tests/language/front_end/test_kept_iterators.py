"""What iterators have given stays given, whoever took it; lists change behind them as in Python."""

from __future__ import annotations

import itertools

import pytest
from numba.core.errors import TypingError

from plainpython.front_end.rewriting import rewritten
from plainpython.reasons import Unsupported

from ..both_modes import assert_same, compiled

# ruff: noqa: B905, C417, E731


def two_of(items):
    return list(itertools.islice(items, 2))


def every_other(items):
    for each in items:
        yield each
        next(items, 0)


def all_of(row):
    return iter(row)


def pairs(row, other):
    return zip(row, other)


def advanced_together(n):
    row = (3, n, 4, 1, -5, 9)
    r = iter(row)
    a = [tuple(itertools.islice(r, 2)), tuple(itertools.takewhile(lambda v: v != 1, r))]
    b = list(r)
    m = map(lambda v: v * 2, row)
    c = next(m), two_of(m), list(m)
    g = (v + 1 for v in row)
    d = next(g), list(itertools.dropwhile(lambda v: v > 0, g)), list(g)
    s = iter(row)
    doubled = (v * 2 for v in s)
    e = next(doubled), next(s), list(doubled), list(s)
    t = iter(row)
    f = list(itertools.islice(zip(t, t), 1)), list(every_other(t)), list(t)
    u = iter(row)
    both = itertools.chain(u, row)
    return a, b, c, d, e, f, (next(both), next(u), list(both), list(u)), next(r, -7), next(r, -8)


def returned(n):
    r = all_of((3, n, 4))
    z = pairs((1, n), "abc")
    return next(r), list(r), next(z), list(z), two_of(iter((n, 1, 2)))


def contained(n):
    r = iter((3, n, 4, 9))
    m = map(abs, (1, -5, n))
    return 4 in r, 4 in r, 5 in m, list(m), n in iter({n: 1})


def behind_reversed(n):
    row, found = [1, 2, n], []
    for each in reversed(row):
        found.append(each)
        row[0] = each * 5
        if len(row) < 5:
            row.append(each)
    back = reversed(row)
    row.pop()
    row.pop()
    again = reversed(row)
    first = next(again)
    return found, list(back), first, list(again), [*reversed(row)], list(zip(row, reversed(row)))


def behind_iter(n):
    row = [1, n]
    r = iter(row)
    taken = list(r)
    row.append(5)
    return taken, next(r, 7), list(r)


def behind_choices(n):
    row = [1, 2, n]
    p = itertools.product(row, repeat=2)
    q = itertools.product(row, (1,))
    z = itertools.combinations(row, 2)
    y = itertools.permutations(row, 2)
    w = itertools.cycle(row)
    first = next(w)
    row.append(3)
    row[1] = 8
    return list(p), list(q), list(z), list(y), first, [next(w) for _ in range(7)]


def groups(n):
    p = itertools.groupby((1, 3, n, 2, 2), lambda v: v % 2)
    k, g = next(p)
    a = next(g), list(g)
    rest = [(k, sum(g), list(g)) for k, g in p]
    late = [(k, list(g)) for k, g in list(itertools.groupby((1, 1, n)))]
    return k, a, rest, late, ["".join(g) for k, g in itertools.groupby("aabccc")]


def grouped(n):
    row = (1, 2, 3, 4, n, 7)
    pairs = [a * b for a, b in zip(*[iter(row)] * 2)]
    by_three = sum(a - b * c for a, b, c in zip(*3 * (iter(row),)))
    same = list(zip(*[row] * 2))
    p = iter(row)
    first = next(p)
    for a, b in zip(*[p] * 2):
        first = first * 10 + a - b
    letters = ["".join(each) for each in zip(*[iter("abcdefg")] * 3)]
    of_all = lambda values: list(zip(*[iter(values)] * 2))
    return pairs, by_three, same, first, letters, dict(zip(*[iter(row)] * 2)), of_all(row)


def everything(n):
    return (
        grouped(n),
        advanced_together(n),
        returned(n),
        contained(n),
        behind_reversed(n),
        behind_iter(n),
        behind_choices(n),
        groups(n),
    )


def test_iterators_give_what_they_give_interpreted():
    assert_same(everything, (3,), (5,))


def copied_by_a_generator(n):
    first = zip((n, 2), (3, 4)) if n > 1 else zip((n, 2), (n, 4))
    return two_of(first), list(first)


def test_an_iterator_that_would_be_copied_is_refused():
    with pytest.raises(TypingError, match="items of an iterator that other code may read, too"):
        compiled(copied_by_a_generator, 1)


def grouped_to_the_end(n):
    return list(itertools.zip_longest(*[iter((n, 2, 3))] * 2))


def test_groups_of_all_items_are_refused():
    with pytest.raises(Unsupported, match=r"use slices, such as row\[i : i \+ 2\]"):
        rewritten(grouped_to_the_end)


def generator_within_try(n):
    total = 0
    try:
        for each in map(lambda v: 10 // v, (2, n)):
            total += each
    except ZeroDivisionError:
        total = -1
    return total


def test_a_loop_whose_errors_would_pass_a_handler_by_is_refused():
    with pytest.raises(TypingError, match="pass the except clause by; loop over list"):
        compiled(generator_within_try, 1)
