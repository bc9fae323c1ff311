"""Heaps in lists, and places in sorted ones: the functions of heapq and bisect."""

from __future__ import annotations

import bisect
import heapq
from typing import Any

from ..iteration.builtins import STAND_INS as OF_ALL
from ..operations import is_none, operation

__all__ = ["STAND_INS"]

_sorted = OF_ALL[sorted]

# As CPython's heapq does it: the order of the list is the same.


def _rise(heap: Any, first: int, index: int) -> None:
    item = heap[index]
    while index > first:
        above = (index - 1) // 2
        if not item < heap[above]:
            break
        heap[index] = heap[above]
        index = above
    heap[index] = item


def _sink(heap: Any, index: int) -> None:
    """Let the smaller items below rise up to the end, then the item from there."""
    size = len(heap)
    first = index
    item = heap[index]
    below = 2 * index + 1
    while below < size:
        if below + 1 < size and not heap[below] < heap[below + 1]:
            below += 1
        heap[index] = heap[below]
        index = below
        below = 2 * index + 1
    heap[index] = item
    _rise(heap, first, index)


def _heappush(heap: Any, item: Any) -> None:
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def _heappop(heap: Any) -> Any:
    last = heap.pop()
    if len(heap) == 0:
        return last
    least = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return least


def _heapify(heap: Any) -> None:
    for index in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, index)


def _heapreplace(heap: Any, item: Any) -> Any:
    least = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return least


def _heappushpop(heap: Any, item: Any) -> Any:
    if len(heap) > 0 and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


def _nsmallest(count: int, values: Any, key: Any = None) -> Any:
    return _sorted(values, key)[: max(count, 0)]


def _nlargest(count: int, values: Any, key: Any = None) -> Any:
    return _sorted(values, key, True)[: max(count, 0)]


# Places.


def _left_of(values: Any, item: Any, low: int, high: int) -> int:
    while low < high:
        middle = (low + high) // 2
        if values[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low


def _right_of(values: Any, item: Any, low: int, high: int) -> int:
    while low < high:
        middle = (low + high) // 2
        if item < values[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def _bisect_left(values: Any, item: Any, low: int = 0, high: Any = None) -> int:
    return bisect.bisect_left(values, item, low, high)


def _bisect_right(values: Any, item: Any, low: int = 0, high: Any = None) -> int:
    return bisect.bisect_right(values, item, low, high)


def _searching(function: Any, search: Any) -> None:
    @operation(function)
    def typed(values, item, low=0, high=None):
        if is_none(high):
            return lambda values, item, low=0, high=None: search(
                values, item, _checked(low), len(values)
            )
        return lambda values, item, low=0, high=None: search(
            values, item, _checked(low), min(high, len(values))
        )


def _checked(low: int) -> int:
    if low < 0:
        raise ValueError("lo must be non-negative")
    return low


_searching(_bisect_left, _left_of)
_searching(_bisect_right, _right_of)


def _insort_left(values: Any, item: Any) -> None:
    values.insert(_left_of(values, item, 0, len(values)), item)


def _insort_right(values: Any, item: Any) -> None:
    values.insert(_right_of(values, item, 0, len(values)), item)


STAND_INS: dict[Any, Any] = {
    heapq.heappush: _heappush,
    heapq.heappop: _heappop,
    heapq.heapify: _heapify,
    heapq.heapreplace: _heapreplace,
    heapq.heappushpop: _heappushpop,
    heapq.nsmallest: _nsmallest,
    heapq.nlargest: _nlargest,
    bisect.bisect: _bisect_right,
    bisect.bisect_left: _bisect_left,
    bisect.bisect_right: _bisect_right,
    bisect.insort: _insort_right,
    bisect.insort_left: _insort_left,
    bisect.insort_right: _insort_right,
}
"""The functions that replace Python's in compiled code."""
