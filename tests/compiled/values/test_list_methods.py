"""Lists in compiled rules: how they are sorted."""

from __future__ import annotations

from .both_modes import assert_same


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


def test_sorting_keeps_the_order_of_equals():
    assert_same(sorted_lists, *[(seed,) for seed in range(47)])
