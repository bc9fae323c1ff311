"""Lists in compiled rules: how they are sorted."""

from __future__ import annotations

from ..both_modes import assert_same


def tens(number):
    return number // 10


def sorted_lists(seed):
    number = seed
    items = []
    for _ in range(seed % 45):
        number = (number * 1103515245 + 12345) % 2147483648
        items.append(number // 65536 % 100)
    pairs = [(each % 3, each) for each in items]
    plain = items[:]
    plain.sort()
    backwards = items[:]
    backwards.sort(reverse=True)
    by_key = items[:]
    by_key.sort(key=tens, reverse=seed % 2 == 1)
    turned = items[:]
    turned.reverse()
    empty = []
    empty.sort()
    copy = turned.copy()
    copy.clear()
    return plain, backwards, by_key, sorted(pairs), turned, sorted(pairs, key=first), copy


def first(pair):
    return pair[0]


def piled(count):
    piles = [[] for _ in range(3)]
    grid = []
    for k in range(count):
        piles[k % 3].append((k, k + 1))
        row = []
        for column in range(k % 4):
            row.append(k * column)
        grid.append(row)
    part = piles[1:]
    part.append([(0, 0)])
    return piles, grid, part, piles[0][0][1]


def test_lists_filled_within_a_list_that_began_with_empty_ones():
    assert_same(piled, (7,))


def test_sorting_keeps_the_order_of_equals():
    assert_same(sorted_lists, *[(seed,) for seed in range(47)])


def slice_of_bytes(n):
    values = [n, 2, 3]
    values[:1] = b"ab"
    return values


def test_a_slice_is_set_to_bytes():
    assert_same(slice_of_bytes, (1,))
