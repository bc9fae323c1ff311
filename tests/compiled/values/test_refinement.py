"""What is put into an empty list or dict is seen through each of its names."""

from __future__ import annotations

from collections import defaultdict, namedtuple

from .both_modes import assert_same

Pair = namedtuple("Pair", "items count")


def in_tuple(n):
    pair = ([], n)
    for k in range(n):
        pair[0].append(k)
    numbers, first = pair
    return sum(numbers), first


def unpacked(n):
    numbers, others = [], [1]
    numbers.append(n)
    pair = numbers, others
    a, b = pair
    a.append(2)
    return sum(numbers), sum(a), sum(b)


def unpacked_pair(n):
    pair = [], [1]
    a, b = pair
    a.append(n)
    return sum(pair[0]), sum(a), sum(b)


def many_names(n):
    a = []
    b = a
    c = b
    d = c
    d.append(n)
    return sum(a), sum(b), n in c


def put(xs, n):
    xs.append(n)


def deeper(xs, n):
    put(xs, n)
    put(xs, n + 1)


def given(n):
    a = []
    deeper(a, n)
    return sum(a), a


def row_by_loop(n):
    grid = [[] for _ in range(3)]
    for row in grid:
        row.append(n)
    return sum(grid[0]), grid


def row_by_index(n):
    grid = [[] for _ in range(3)]
    grid[1].append(n)
    first = grid[1]
    first.append(4)
    return sum(grid[1]), grid


def appended_within(n):
    found = []

    def see(k):
        if k > 1:
            found.append(k)

    for k in range(n):
        see(k)
    return sum(found), found


def dict_set_within(n):
    d = {}

    def note(k):
        d[k] = k * k

    note(n)
    note(n + 1)
    return sum(d.values())


def either(n):
    a = [] if n > 2 else [1]
    a.append(2)
    return a


def one_of_two(n):
    a = []
    b = []
    c = a if n > 2 else b
    c.append(2)
    return sum(a), sum(b)


def in_dicts(n):
    d = {}
    d.setdefault(n, []).append(3)
    e = defaultdict(list)
    e[n].append(n)
    x = e[n]
    return sum(d[n]), sum(x)


def in_named_tuple(n):
    p = Pair([], 3)
    p.items.append(n)
    return sum(p.items)


def popped(n):
    stack = [([], n)]
    path, k = stack.pop()
    path.append(k)
    return path


def all_of_them(n):
    return (
        in_tuple(n),
        unpacked(n),
        unpacked_pair(n),
        many_names(n),
        given(n),
        row_by_loop(n),
        row_by_index(n),
        appended_within(n),
        dict_set_within(n),
        either(n),
        one_of_two(n),
        in_dicts(n),
        in_named_tuple(n),
        popped(n),
    )


def test_all_names_of_what_is_filled_see_it():
    assert_same(all_of_them, (3,), (1,), (0,), (4,))
