"""Counters: arithmetic and comparisons, against Python's own."""

from __future__ import annotations

from collections import Counter

from gametree.native.build import compile_function
from plainpython.values import arena


def drawn(n, keys):
    """Return a counter in an order of its own, with counts that are zero or below at times."""
    counts = Counter()
    for _ in range(5):
        n = (n * 1103515245 + 12345) % 2147483648
        counts[n // 65536 % keys] = n // 1024 % 5 - 1
    return counts


def arithmetic(n):
    one, other = drawn(n, 4), drawn(n + 77, 3)
    results = []
    for made in (one + other, one - other, one | other, one & other, +one, -one):
        results.append(list(made.items()))
    return results


def in_place(n):
    other = drawn(n + 77, 3)
    results = []
    for step in range(4):
        changed = drawn(n, 4)
        alias = changed
        if step == 0:
            changed += other
        elif step == 1:
            changed -= other
        elif step == 2:
            changed |= other
        else:
            changed &= other
        results.append(list(alias.items()))
    return results


def comparisons(n):
    one, other = drawn(n, 2), drawn(n + 77, 2)
    both = one & other
    told = [one == other, one != other, one <= other, one >= other, one < other, one > other]
    told += [both <= other, both == one, both < one, Counter() <= both, both != Counter()]
    return told


def of_texts(n):
    hand, cost = Counter("wwg" if n % 2 else "wgg"), Counter("ww")
    if cost <= hand:
        hand -= cost
    hand += Counter(["b", "w"])
    return list(hand.items()), hand == Counter("bgw"), hand == {"b": 1, "w": 1}


def assert_alike(function, numbers):
    arena.provide()
    entry_point = compile_function(function, 0)
    for n in numbers:
        arena.enter()
        assert entry_point(n) == function(n)


def test_arithmetic():
    assert_alike(arithmetic, range(300))


def test_arithmetic_in_place_changes_the_counter_itself():
    assert_alike(in_place, range(300))


def test_comparisons_take_a_missing_key_for_zero():
    assert_alike(comparisons, range(300))


def test_hands_of_texts():
    assert_alike(of_texts, range(2))
