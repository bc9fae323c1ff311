"""What is put into an empty list or dict is seen through each of its names."""

from __future__ import annotations

from collections import defaultdict, namedtuple
from typing import NamedTuple

import pytest

import plainpython
from plainpython.errors import CannotCompile

from ..both_modes import assert_same

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


# Filled where the way back goes through a call of another kind.


def filled_within_try(n):
    counts, cells, seen, first = {}, [], set(), {}
    try:
        for k, v in {1: 2, 3: 4}.items():
            counts[k] = v // n
        cells.extend([6 // (n - 1), 2])
        cells.insert(0, 4 // (n - 2))
        first.setdefault(8 // (n - 3), []).append(n)
        seen.add(6 // (n - 4))
        return counts, cells, sorted(seen), first
    except ZeroDivisionError:
        return counts, cells, sorted(seen), first


def enter(counts, cells, *rest):
    counts[rest[0]] = rest[1]
    cells.append(rest[0])


def enter_by_name(counts, key, value):
    counts[key] = 8 // value


def filled_by_other_arguments(n):
    counts, cells, named = {}, [], {}
    both = counts, cells
    enter(*both, n, 4)
    enter(*(counts, cells), *(n, n))
    enter_by_name(value=4, key=n, counts=named)
    try:
        enter_by_name(value=n, key=2, counts=named)
    except ZeroDivisionError:
        named[9] = n
    return counts, cells, named


def each_of(function, count):
    for k in range(count):
        function(k)


def filled_by_functions(n):
    mapped, asked, kept, by_method, handed = [], {}, [], [], {}

    def collect(v):
        mapped.append(v)
        return v * n

    def ask(v):
        asked[v] = v % 3
        return asked[v]

    def keep(v):
        kept.append(v)
        return v > n

    def hand(v):
        handed[v] = n

    total = sum(map(collect, range(3)))
    row = sorted(range(5), key=ask, reverse=True)
    left = list(filter(keep, row))
    each_of(by_method.append, n)
    each_of(hand, n)
    return mapped, asked, kept, by_method, handed, total, row, left, mapped[0] + 1


def generated(cells, count):
    for k in range(count):
        cells.append(k)
        yield k


def filled_by_generator(n):
    cells = []
    total = 0
    for k in generated(cells, n):
        total += k
    return total, cells


def filled_elsewhere(n):
    return (
        filled_within_try(n),
        filled_by_other_arguments(n),
        filled_by_functions(n),
        filled_by_generator(n),
    )


def test_what_calls_of_all_kinds_fill_is_seen():
    assert_same(filled_elsewhere, (0,), (1,), (2,), (3,), (4,), (5,))


def shares(n):
    if n == 0:
        return None
    if n == 1:
        return {1: 1, 2: 0}
    return {1: 0.5, 2: 0.5}


def parts(n):
    if n == 0:
        return None
    if n == 1:
        return [1, 0]
    return [0.25, 0.75]


def shared(n):
    by_player, in_order = shares(n), parts(n)
    if by_player is None or in_order is None:
        return -1.0
    return by_player[1] + 2.0 * by_player[2] + 4.0 * in_order[0] + 8.0 * in_order[1]


def test_ints_and_floats_just_made_are_returned_where_another_path_returns_none():
    assert_same(shared, (0,), (1,), (2,))


class Fields(NamedTuple):
    cells: tuple
    to_move: bool

    def with_cell(self, place):
        cells = (*self.cells[:place], self.to_move, *self.cells[place + 1 :])
        return type(self)(cells, not self.to_move)


def remade(n):
    fields = Fields((None, None, None), True)
    for place in range(n):
        fields = fields.with_cell(place)
    return fields.to_move, sum([cell is None for cell in fields.cells])


def test_a_record_makes_another_of_items_of_other_types():
    assert_same(remade, (0,), (1,), (3,))


def tuples_that_grow(n):
    hands, counts, rows = [(), ()], [(1, 2), (3, 4)], [[], []]
    hands[n] = (7, 8)
    hands[1 - n] += (n,)
    counts[n] += (5,)
    rows[n] = [n, 2]
    again = hands
    again[n] = again[n] + (9,)
    return hands, counts, rows


def tuples_of_a_comprehension(n):
    table = [[()] * 2 for _ in range(2)]
    table[n][0] = (n, 1)
    before = list(table[n])
    table[n][1] += ((n,), (n,))[0]
    return table, before


@pytest.mark.parametrize("function", [tuples_that_grow, tuples_of_a_comprehension])
def test_items_that_are_set_make_a_new_list_wider(function):
    assert_same(function, (0,), (1,))


def none_or_nothing(n):
    hands = [None, ()]
    hands[n] = (n,)
    return hands


def rows_with_names(n):
    row = [0, 0]
    rows = [row, row]
    rows[n] = [0.5]
    return rows


@pytest.mark.parametrize("function", [none_or_nothing, rows_with_names])
def test_other_lists_are_refused(function):
    with pytest.raises(CannotCompile, match="does not work on list|stands where list"):
        plainpython.compile(function, 0)


def paths(n):
    if n == 0:
        return [()]
    found = []
    for k in range(n):
        found.append((k, n))
    return found


def lines(n):
    found = []
    for rest in [()] if n == 0 else lines(n - 1):
        found.append(((n, n), *rest))
    return found or [()]


def several_lengths(n):
    steps = [(1, 2), (3, 4)]
    steps.append((n,))
    steps[0] = ()
    return steps, [(1,), (2, 3, n)][n]


@pytest.mark.parametrize("function", [paths, lines, several_lengths])
def test_tuples_of_several_lengths_lie_in_one_list(function):
    assert_same(function, (0,), (1,))


def test_tuples_of_several_types_do_not():
    def mixed(n):
        steps = [(1, 2)]
        steps.append(("a",))
        return steps

    with pytest.raises(CannotCompile, match="append"):
        plainpython.compile(mixed, 0)
