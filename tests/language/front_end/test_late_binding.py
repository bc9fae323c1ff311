"""Closures and generators read variables late, as in Python, or are refused."""

# ruff: noqa: B023, C417, E731

from __future__ import annotations

import itertools
from collections import defaultdict
from functools import partial, reduce
from operator import itemgetter

import pytest
from numba.core.errors import TypingError

from plainpython.front_end.rewriting import rewritten
from plainpython.reasons import Unsupported

from ..both_modes import assert_same, compiled


def applied(function, value):
    return function(value)


def lazily(function, values):
    return map(function, values)


def kept(functions, function):
    functions.append(function)
    return 1


def total(a, b=1, *, c=0):
    return 100 * a + 10 * b + c


# What reads a variable after it was set again: refused.


def lambdas_in_a_list(n):
    return [f(1) for f in [lambda v: v + i for i in range(n)]]


def lambdas_in_a_tuple(n):
    return [f(1) for f in tuple(lambda v: v + i for i in range(n))]


def lambdas_appended(n):
    made = []
    for i in range(n):
        made.append(lambda v: v + i)
    return [f(1) for f in made]


def functions_appended(n):
    made = []
    for i in range(n):

        def f(v):
            return v + i

        made.append(f)
    return [f(1) for f in made]


def generator(n):
    k = 1
    made = (v * k for v in range(n))
    k = 2
    return list(made)


def generator_of_a_generator(n):
    k = 1
    made = (v * k for v in (w + k for w in range(n)))
    k = 2
    return list(made)


def second_source(n):
    row = [3]
    made = (v * w for v in range(n) for w in row)
    row = [4]
    return list(made)


def mapped(n):
    k = 1
    made = map(lambda v: v * k, range(n))
    k += 1
    return list(made)


def filtered_by_a_function(n):
    k = 1

    def f(v):
        return v > k

    made = filter(f, range(n))
    k = 3
    return list(made)


def taken_while(n):
    k = 5
    made = itertools.takewhile(lambda v: v < k, range(n))
    k = 2
    return list(made)


def accumulated(n):
    k = 5
    made = enumerate(itertools.accumulate(range(n), lambda a, b: a + b * k))
    k = 2
    return list(made)


def changed_within_the_loop(n):
    k, found = 1, []
    for v in map(lambda v: v * k, range(n)):
        k += 1
        found.append(v)
    return found


def generator_function(n):
    k = 1

    def numbers():
        for v in range(n):
            yield v * k

    made = numbers()
    k = 2
    return list(made)


def alias(n):
    k = 1

    def f(v):
        return v + k

    other = f
    k = n
    return other(1)


def changed_by_nonlocal(n):
    k = 1

    def changes():
        nonlocal k
        k += n

    made = map(lambda v: v + k, range(n))
    changes()
    return list(made)


def returned_by_a_function_within(n):
    k = 1

    def made(j):
        return lambda v: v + j + k

    f = made(2)
    k = 5
    return f(n)


def factory(n):
    k = 1
    found = defaultdict(lambda: k)
    k = n
    return found[3]


def changed_on_one_path(n):
    k = 1
    made = map(lambda v: v + k, range(n))
    try:
        k = n // (n - 1)
    except ZeroDivisionError:
        return list(made)
    return [k]


def rows_kept_in_a_list(n):
    rows = ((v + i for v in range(n)) for i in range(3))
    return [sum(row) for row in list(rows)]


def the_row_before(n):
    rows = ((v + i for v in range(n)) for i in range(3))
    last = (v for v in range(n))
    found = []
    for row in rows:
        found.append(sum(last))
        last = row
    return found


def rows_taken_by_a_function(n):
    rows = ((v + i for v in range(n)) for i in range(3))

    def take():
        return [sum(row) for row in list(rows)]

    return take()


REFUSED = [
    rows_kept_in_a_list,
    the_row_before,
    rows_taken_by_a_function,
    lambdas_in_a_list,
    lambdas_in_a_tuple,
    lambdas_appended,
    functions_appended,
    generator,
    generator_of_a_generator,
    second_source,
    mapped,
    filtered_by_a_function,
    taken_while,
    accumulated,
    changed_within_the_loop,
    generator_function,
    alias,
    changed_by_nonlocal,
    returned_by_a_function_within,
    factory,
    changed_on_one_path,
]


@pytest.mark.parametrize("function", REFUSED)
def test_a_variable_set_again_before_it_is_read_is_refused(function):
    with pytest.raises(Unsupported, match=r"made in line \d+ reads \w+ when it is used, and line"):
        rewritten(function)


def given_to_what_keeps_it(n):
    made = []
    for i in range(n):
        kept(made, lambda v: v + i)
    return [f(1) for f in made]


def given_to_what_is_lazy(n):
    k = 1
    made = lazily(lambda v: v + k, range(n))
    k = 2
    return list(made)


@pytest.mark.parametrize("function", [given_to_what_keeps_it, given_to_what_is_lazy])
def test_types_tell_whether_a_call_keeps_a_function(function):
    with pytest.raises(TypingError, match="keep the value with a default argument"):
        compiled(function, 1)


# What may not change between, or is used at once: compiled.


def defaults_bind_early(n):
    made = []
    for i in range(n):
        made.append(lambda v, i=i, d=3: v + i * d)
    k = 1
    f = lambda v, a=2, j=k + 1: v + 10 * a + 100 * j
    k = 5

    def g(v, k=k, w=1):
        return v + 10 * k + 100 * w

    k = 6
    return [f(1) for f in made], f(1), f(1, 1), f(2, j=8), sorted([1, n], key=f), g(1), g(w=2, v=k)


def partials_bind_early(n):
    made = [partial(total, i) for i in range(n)]
    k = n
    f = partial(total, k * 2, c=k)
    second = itemgetter(k // n)
    k = 9
    return [f(1) for f in made], f(1), second((n, k)), list(map(partial(total, k), range(n)))


def used_at_once(n):
    found = []
    for i in range(n):
        made = (v * i for v in range(n) if v > i)
        found.append(sum(made))
        f = lambda v: v % 7 + i
        found += list(map(f, range(n)))
        found.append(max(range(n), key=lambda v: v * i % 5))
        found.append(applied(lambda v: v * i, 2))
        i = 7
        found.append(reduce(lambda a, b: a + b * i, found))
    for v in (w * n for w in found):
        n += 1
        found = [v, n]
    return found


def settled_before(n):
    k = 1
    if n > 2:
        k = 2
    k += 1
    row = [[1, n], [2]]
    first = (v for v in row[0])
    row[0] = [9]
    f = lambda v: v + k
    g = f
    row = list(filter(lambda v: v in row, [[1], [2]]))
    return list(map(lambda v: f(v) * k, first)), g(n), row


def rows_used_one_by_one(n):
    board = [[1, 0, 1], [1, 1, 1], [0, 0, n]]
    rows = ((v + i for v in range(n)) for i in range(3))
    best = sum(max(row) for row in rows)
    lines = ((board[r][c] for c in range(3)) for r in range(3))
    wins = any(all(v == 1 for v in line) for line in lines)
    found = []
    for row in ((v * i for v in range(n)) for i in range(3)):
        for v in row:
            found.append(v)
    i = n
    for v in (i * 2 for i in range(i)):
        found.append(v)
    for v in (sum(map(lambda i: i + 1, range(i))) for i in range(n)):
        found.append(v)
    for v in (max(i for i in range(i + 1)) for i in range(n)):
        found.append(v)
    return best, wins, found, i


def everything(n):
    return (
        rows_used_one_by_one(n),
        defaults_bind_early(n),
        partials_bind_early(n),
        used_at_once(n),
        settled_before(n),
    )


def test_what_does_not_change_before_it_is_read_is_compiled():
    assert_same(everything, (3,), (1,))
