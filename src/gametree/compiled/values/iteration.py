"""Functions of itertools and functools, as loops that compile where they are called."""

from __future__ import annotations

import functools
import itertools
from typing import Any

from numba.core import types

from .filling import as_tuple, begun, filled
from .items import as_row, get, item_of, put
from .kinds import MOST_MEMBERS
from .operations import is_absent, is_none, operation
from .sequence_operations import tuple_from

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


# product, combinations, permutations: their items are tuples of a length that the code tells, where
# that is at most the number of members to which tuples keep a type for each, else rows.


def _product(parts: Any, repeat: int = 1) -> Any:
    return itertools.product(*parts, repeat=repeat)


def _product_1(a: Any) -> Any:
    for one in tuple_from(a):
        yield (one,)


def _product_2(a: Any, b: Any) -> Any:
    a, b = tuple_from(a), tuple_from(b)
    for one in a:
        for two in b:
            yield one, two


def _product_3(a: Any, b: Any, c: Any) -> Any:
    a, b, c = tuple_from(a), tuple_from(b), tuple_from(c)
    for one in a:
        for two in b:
            for three in c:
                yield one, two, three


def _product_4(a: Any, b: Any, c: Any, d: Any) -> Any:
    a, b, c, d = tuple_from(a), tuple_from(b), tuple_from(c), tuple_from(d)
    for one in a:
        for two in b:
            for three in c:
                for four in d:
                    yield one, two, three, four


def _product_of_row(parts: Any) -> Any:
    """Yield the product of a row of rows, as rows."""
    size = len(parts)
    at = begun(size)
    empty = False
    for part in parts:
        at = filled(at, 0)
        if len(part) == 0:
            empty = True
    places = as_tuple(at)
    while not empty:
        made = begun(size)
        for k in range(size):
            made = filled(made, parts[k][places[k]])
        yield as_tuple(made)
        place = size - 1
        while place >= 0 and places[place] == len(parts[place]) - 1:
            put(places, place, 0)
            place -= 1
        if place < 0:
            break
        put(places, place, places[place] + 1)


@operation(_product, literal=True)
def _typed_product(parts, repeat=1):
    repeat = getattr(repeat, "literal_value", getattr(repeat, "value", repeat))
    if not isinstance(parts, types.BaseTuple):
        return None
    if not isinstance(repeat, int):
        return lambda parts, repeat=1: _product_of_row(_repeated(parts, repeat))
    count = len(parts) * repeat
    if len(parts) == 1 and 2 <= count <= MOST_MEMBERS:
        if count == 2:
            return lambda parts, repeat=1: _product_2(parts[0], parts[0])
        if count == 3:
            return lambda parts, repeat=1: _product_3(parts[0], parts[0], parts[0])
        return lambda parts, repeat=1: _product_4(parts[0], parts[0], parts[0], parts[0])
    if repeat == 1 and 1 <= count <= MOST_MEMBERS:
        if count == 1:
            return lambda parts, repeat=1: _product_1(parts[0])
        if count == 2:
            return lambda parts, repeat=1: _product_2(parts[0], parts[1])
        if count == 3:
            return lambda parts, repeat=1: _product_3(parts[0], parts[1], parts[2])
        return lambda parts, repeat=1: _product_4(parts[0], parts[1], parts[2], parts[3])
    if count > MOST_MEMBERS and len({item_of(part) for part in parts.types}) == 1:
        return lambda parts, repeat=1: _product_of_row(_repeated(parts, repeat))
    return None


def _repeated(parts: Any, repeat: int) -> Any:
    return _rows_of(parts) * repeat


def _rows_of(parts: Any) -> Any:
    return parts


@operation(_rows_of)
def _typed_rows_of(parts):
    if len(parts) == 1:
        return lambda parts: as_row((as_any_row(parts[0]),))
    return lambda parts: as_row((as_any_row(parts[0]),)) + _rows_of(parts[1:])


def as_any_row(values: Any) -> Any:
    """Return the items of anything as a row, of a tuple of a fixed length, too."""
    return values


@operation(as_any_row)
def _typed_as_any_row(values):
    if isinstance(values, types.BaseTuple):
        return lambda values: as_row(values)
    return lambda values: tuple_from(values)


def _length(kind: Any) -> Any:
    """Return the number that the code writes down, None if it is worked out."""
    value = getattr(kind, "literal_value", kind)
    return value if isinstance(value, int) else None


def _chosen(values: Any, places: Any) -> Any:
    made = begun(len(places))
    for place in places:
        made = filled(made, values[place])
    return as_tuple(made)


def _counted(count: int) -> Any:
    made = begun(count)
    for k in range(count):
        made = filled(made, k)
    return as_tuple(made)


def _choices(values: Any, length: int, move_on: Any) -> Any:
    """Yield choices of items as rows: the first ones, then as `move_on` changes their places."""
    if length < 0:
        raise ValueError("r must be non-negative")
    values = as_any_row(values)
    size = len(values)
    places = _counted(length)
    more = length <= size
    while more:
        yield _chosen(values, places)
        more = move_on(places, size)


def _singles(values: Any) -> Any:
    for each in values:
        yield (each,)


def _combinations(values: Any, length: int) -> Any:
    return itertools.combinations(values, length)


def _next_combination(places: Any, size: int) -> bool:
    """Set places to those of the next combination; return False after the last."""
    length = len(places)
    place = length - 1
    while place >= 0 and places[place] == size - length + place:
        place -= 1
    if place < 0:
        return False
    put(places, place, places[place] + 1)
    for k in range(place + 1, length):
        put(places, k, places[k - 1] + 1)
    return True


def _combinations_2(values: Any) -> Any:
    values = as_any_row(values)
    for i in range(len(values)):
        for j in range(i + 1, len(values)):
            yield values[i], values[j]


def _combinations_3(values: Any) -> Any:
    values = as_any_row(values)
    for i in range(len(values)):
        for j in range(i + 1, len(values)):
            for k in range(j + 1, len(values)):
                yield values[i], values[j], values[k]


def _combinations_4(values: Any) -> Any:
    values = as_any_row(values)
    for i in range(len(values)):
        for j in range(i + 1, len(values)):
            for k in range(j + 1, len(values)):
                for m in range(k + 1, len(values)):
                    yield values[i], values[j], values[k], values[m]


_COMBINATIONS = {1: _singles, 2: _combinations_2, 3: _combinations_3, 4: _combinations_4}


@operation(_combinations, literal=True)
def _typed_combinations(values, length):
    if item_of(values) is None:
        return None
    few = _COMBINATIONS.get(_length(length))
    if few:
        return lambda values, length: few(values)
    return lambda values, length: _choices(values, length, _next_combination)


def _permutations(values: Any, length: Any = None) -> Any:
    return itertools.permutations(values, length)


def _next_permutation(places: Any, size: int) -> bool:
    """Set places to those of the next permutation, in their order; return False after the last."""
    length = len(places)
    for place in range(length - 1, -1, -1):
        candidate = _next_free(places, place, size)
        if candidate < size:
            put(places, place, candidate)
            for k in range(place + 1, length):
                put(places, k, -1)
                put(places, k, _next_free(places, k, size))
            return True
    return False


def _next_free(places: Any, place: int, size: int) -> Any:
    """Return the first number after that of a place which no place before it has."""
    candidate = get(places, place) + 1
    while candidate < size:
        taken = False
        for k in range(place):
            if get(places, k) == candidate:
                taken = True
        if not taken:
            break
        candidate += 1
    return candidate


def _permutations_2(values: Any) -> Any:
    values = as_any_row(values)
    for i in range(len(values)):
        for j in range(len(values)):
            if i != j:
                yield values[i], values[j]


def _permutations_3(values: Any) -> Any:
    for each in _choices(values, 3, _next_permutation):
        yield each[0], each[1], each[2]


def _permutations_4(values: Any) -> Any:
    for each in _choices(values, 4, _next_permutation):
        yield each[0], each[1], each[2], each[3]


_PERMUTATIONS = {1: _singles, 2: _permutations_2, 3: _permutations_3, 4: _permutations_4}


@operation(_permutations, literal=True)
def _typed_permutations(values, length=None):
    if item_of(values) is None:
        return None
    count = len(values) if is_none(length) and isinstance(values, types.BaseTuple) else None
    few = _PERMUTATIONS.get(count or _length(length))
    if few:
        return lambda values, length=None: few(values)
    if is_none(length):

        def of_all(values, length=None):
            row = as_any_row(values)
            return _choices(row, len(row), _next_permutation)

        return of_all
    return lambda values, length=None: _choices(values, length, _next_permutation)


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


def _islice(values: Any, start: Any, stop: Any = None, step: Any = None) -> Any:
    return itertools.islice(values, start, stop, step)


def _sliced(values: Any, start: int, stop: int, step: int) -> Any:
    if start < 0 or stop < -1 or step < 1:
        raise ValueError("indices of islice() are 0 or more")
    place = 0
    if stop != 0:
        for each in values:
            if place >= start and (place - start) % step == 0:
                yield each
            place += 1
            if place == stop:
                break


@operation(_islice)
def _typed_islice(values, start, stop=None, step=None):
    if is_absent(stop):
        if is_none(start):
            return lambda values, start, stop=None, step=None: _sliced(values, 0, -1, 1)
        return lambda values, start, stop=None, step=None: _sliced(values, 0, start, 1)
    first = _zero if is_none(start) else _same
    last = _minus_one if is_none(stop) else _same
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


def _minus_one(value: Any) -> int:
    return -1


def _count(start: Any = 0, step: Any = 1) -> Any:
    number = start
    while True:
        yield number
        number += step


def _cycle(values: Any) -> Any:
    row = as_any_row(values)
    while len(row) > 0:
        for each in row:  # noqa: UP028
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
    """Yield each key with the items beside each other that have it, as a tuple."""
    row = as_any_row(values)
    size = len(row)
    start = 0
    while start < size:
        common = key(row[start])
        stop = start + 1
        while stop < size and key(row[stop]) == common:
            stop += 1
        yield common, row[start:stop]
        start = stop


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
    itertools.combinations: _combinations,
    itertools.permutations: _permutations,
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
"""What is called in the place of Python's functions."""

GATHERED: dict[Any, Any] = {
    itertools.chain: _chain,
    itertools.product: _product,
    itertools.zip_longest: _zip_longest,
}
"""What is called with one tuple instead of any number of arguments."""

STARRED: dict[Any, Any] = {
    itertools.chain: _chain_from_iterable,
    itertools.product: _product_of_row,
}
"""What is called with the items of one value as all arguments."""
