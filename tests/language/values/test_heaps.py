"""Heaps and places in sorted lists, compiled as in Python."""

from __future__ import annotations

import heapq
from bisect import bisect, bisect_left, insort

from ..both_modes import assert_same


def of_numbers(n):
    heap = [(7 * k + n) % 11 for k in range(9)]
    heapq.heapify(heap)
    heapq.heappush(heap, n)
    taken = [heapq.heappop(heap), heapq.heappushpop(heap, 4), heapq.heapreplace(heap, 9)]
    return heap, taken, heapq.nlargest(3, heap), heapq.nsmallest(2, heap, key=lambda k: -k)


def of_tuples(n):
    heap = []
    for k in range(6):
        heapq.heappush(heap, ((5 * k + n) % 7, k))
    order = []
    while heap:
        order.append(heapq.heappop(heap))
    return order


def places(n):
    ordered = sorted((3 * k) % 8 for k in range(6))
    insort(ordered, n)
    return ordered, bisect_left(ordered, n), bisect(ordered, n), bisect(ordered, n, 1, 3)


def all_of_them(n):
    return of_numbers(n), of_tuples(n), places(n)


def test_heaps_and_places_are_as_in_python():
    assert_same(all_of_them, (3,), (1,), (6,))
