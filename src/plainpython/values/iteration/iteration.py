"""Functions of itertools and functools, as loops that compile where they are called.

Those that choose items are in `choices`.
"""

from __future__ import annotations

import functools
import itertools
import sys
from typing import Any

from numba.core import types

from ..operations import is_absent, is_none, operation
from ..sequences.filling import as_tuple, begun, filled, most
from ..sequences.items import as_row, get, put
from ..sequences.sequence_operations import as_any_row
from .shared_iterators import shared

__all__ = ["GATHERED", "STAND_INS", "STARRED"]

# chain


def _chain(parts: Any) -> Any:
    return itertools.chain(*parts)


def _after(first: Any, second: Any) -> Any:
    for each in first:
        yield each
    for each in second:
        yield each


@operation(_chain)
def _typed_chain(parts):
    if not isinstance(parts, types.BaseTuple):
        return None
    if len(parts) == 0:
        return lambda parts: as_row(())
    if len(parts) == 1:
        return lambda parts: parts[0]
    if len(parts) == 2:
        return lambda parts: _after(parts[0], parts[1])
    return lambda parts: _after(parts[0], _chain(parts[1:]))


def _chain_from_iterable(parts: Any) -> Any:
    for part in parts:
        for each in part:  # noqa: UP028
            yield each


# One after another.


def _accumulate(values: Any, function: Any = None, initial: Any = None) -> Any:
    return itertools.accumulate(values, function, initial=initial)


def _plus(a: Any, b: Any) -> Any:
    return a + b


def _accumulated(values: Any, function: Any) -> Any:
    first = True
    for each in values:
        if first:
            total = each
            first = False
        else:
            total = function(total, each)
        yield total


def _accumulated_from(values: Any, function: Any, initial: Any) -> Any:
    total = initial
    yield total
    for each in values:
        total = function(total, each)
        yield total


@operation(_accumulate)
def _typed_accumulate(values, function=None, initial=None):
    if is_none(function):
        if is_none(initial):
            return lambda values, function=None, initial=None: _accumulated(values, _plus)
        return lambda values, function=None, initial=None: _accumulated_from(values, _plus, initial)
    if is_none(initial):
        return lambda values, function=None, initial=None: _accumulated(values, function)
    return lambda values, function=None, initial=None: _accumulated_from(values, function, initial)


_NEVER = sys.maxsize


def _islice(values: Any, start: Any, stop: Any = None, step: Any = None) -> Any:
    return itertools.islice(values, start, stop, step)


def _sliced(values: Any, start: int, stop: int, step: int) -> Any:
    if start < 0 or stop < 0 or step < 1:
        raise ValueError("indices of islice() are 0 or more")
    index = 0
    if stop != 0:
        for each in values:
            if index >= start and (index - start) % step == 0:
                yield each
            index += 1
            if index == stop:
                break


@operation(_islice)
def _typed_islice(values, start, stop=None, step=None):
    if is_absent(stop):
        if is_none(start):
            return lambda values, start, stop=None, step=None: _sliced(values, 0, _NEVER, 1)
        return lambda values, start, stop=None, step=None: _sliced(values, 0, start, 1)
    first = _zero if is_none(start) else _same
    last = _never if is_none(stop) else _same
    each = _one if is_none(step) else _same
    return lambda values, start, stop=None, step=None: _sliced(
        values, first(start), last(stop), each(step)
    )


def _same(value: Any) -> Any:
    return value


def _zero(value: Any) -> int:
    return 0


def _one(value: Any) -> int:
    return 1


def _never(value: Any) -> int:
    return _NEVER


def _count(start: Any = 0, step: Any = 1) -> Any:
    number = start
    while True:
        yield number
        number += step


def _cycle(values: Any) -> Any:
    row = begun(most(values))
    for each in values:
        row = filled(row, each)
        yield each
    row = as_tuple(row)
    while len(row) > 0:
        for each in row:
            yield each


def _repeat(value: Any, times: int = -1) -> Any:
    return itertools.repeat(value, times)


def _endless(value: Any) -> Any:
    while True:
        yield value


def _repeated_value(value: Any, times: int) -> Any:
    for _ in range(times):
        yield value


@operation(_repeat)
def _typed_repeat(value, times=-1):
    if is_absent(times):
        return lambda value, times=-1: _endless(value)
    return lambda value, times=-1: _repeated_value(value, times)


def _takewhile(function: Any, values: Any) -> Any:
    for each in values:
        if not function(each):
            break
        yield each


def _dropwhile(function: Any, values: Any) -> Any:
    dropping = True
    for each in values:
        if dropping and function(each):
            continue
        dropping = False
        yield each


def _filterfalse(function: Any, values: Any) -> Any:
    for each in values:
        if not function(each):
            yield each


def _starmap(function: Any, values: Any) -> Any:
    for each in values:
        yield function(*each)


def _compress(values: Any, selectors: Any) -> Any:
    for each, selected in zip(values, selectors):  # noqa: B905
        if selected:
            yield each


def _pairwise(values: Any) -> Any:
    first = True
    for each in values:
        if first:
            before = each
            first = False
        else:
            yield before, each
            before = each


def _filter(function: Any, values: Any) -> Any:
    return filter(function, values)


def _chosen_by(function: Any, values: Any) -> Any:
    for each in values:
        if function(each):
            yield each


@operation(_filter)
def _typed_filter(function, values):
    if is_none(function):
        return lambda function, values: _chosen_by(_same, values)
    return lambda function, values: _chosen_by(function, values)


def _reduce(function: Any, values: Any, initial: Any = None) -> Any:
    return functools.reduce(function, values, initial)


def _reduced(function: Any, values: Any) -> Any:
    first = True
    for each in values:
        if first:
            total = each
            first = False
        else:
            total = function(total, each)
    if first:
        raise TypeError("reduce() of empty iterable with no initial value")
    return total


def _reduced_from(function: Any, values: Any, initial: Any) -> Any:
    total = initial
    for each in values:
        total = function(total, each)
    return total


@operation(_reduce)
def _typed_reduce(function, values, initial=None):
    if is_absent(initial):
        return lambda function, values, initial=None: _reduced(function, values)
    return lambda function, values, initial=None: _reduced_from(function, values, initial)


def _groupby(values: Any, key: Any = None) -> Any:
    return itertools.groupby(values, key)


def _grouped(values: Any, key: Any) -> Any:
    """Yield each key with an iterator of the items beside each other that have it."""
    row = as_any_row(values)
    size = len(row)
    start = 0
    at = as_tuple(filled(begun(1), 0))
    while start < size:
        common = key(row[start])
        stop = start + 1
        while stop < size and key(row[stop]) == common:
            stop += 1
        put(at, 0, start)
        yield common, shared(_group(row, start + 0, stop, at))  # + 0: of one type
        start = stop
    put(at, 0, size)


def _group(row: Any, start: int, stop: int, at: Any) -> Any:
    """Yield the items of a group, as long as no later group was asked for."""
    index = start
    while index < stop and get(at, 0) == start:
        yield row[index]
        index += 1


@operation(_groupby)
def _typed_groupby(values, key=None):
    if is_none(key):
        return lambda values, key=None: _grouped(values, _same)
    return lambda values, key=None: _grouped(values, key)


def _zip_longest(parts: Any, fillvalue: Any = None) -> Any:
    return itertools.zip_longest(*parts, fillvalue=fillvalue)


def _longest_of_two(one: Any, other: Any, fill: Any) -> Any:
    a, b = as_any_row(one), as_any_row(other)
    for k in range(max(len(a), len(b))):
        yield a[k] if k < len(a) else fill, b[k] if k < len(b) else fill


def _longest_of_three(one: Any, other: Any, third: Any, fill: Any) -> Any:
    a, b, c = as_any_row(one), as_any_row(other), as_any_row(third)
    for k in range(max(len(a), len(b), len(c))):
        yield (
            a[k] if k < len(a) else fill,
            b[k] if k < len(b) else fill,
            c[k] if k < len(c) else fill,
        )


@operation(_zip_longest)
def _typed_zip_longest(parts, fillvalue=None):
    if len(parts) == 2:
        return lambda parts, fillvalue=None: _longest_of_two(parts[0], parts[1], fillvalue)
    if len(parts) == 3:
        return lambda parts, fillvalue=None: _longest_of_three(
            parts[0], parts[1], parts[2], fillvalue
        )
    return None


STAND_INS: dict[Any, Any] = {
    itertools.groupby: _groupby,
    filter: _filter,
    functools.reduce: _reduce,
    itertools.chain.from_iterable: _chain_from_iterable,
    itertools.accumulate: _accumulate,
    itertools.islice: _islice,
    itertools.count: _count,
    itertools.cycle: _cycle,
    itertools.repeat: _repeat,
    itertools.takewhile: _takewhile,
    itertools.dropwhile: _dropwhile,
    itertools.filterfalse: _filterfalse,
    itertools.starmap: _starmap,
    itertools.compress: _compress,
    itertools.pairwise: _pairwise,
}
"""The functions that replace Python's in compiled code."""

GATHERED: dict[Any, Any] = {
    itertools.chain: _chain,
    itertools.zip_longest: _zip_longest,
}
"""The functions that take one tuple in place of any number of arguments."""

STARRED: dict[Any, Any] = {
    itertools.chain: _chain_from_iterable,
}
"""The functions that take one value in place of its items as arguments."""
