"""Functions of itertools that choose items: product, combinations, permutations.

They copy what they choose from when they are made, as in Python. Their items are tuples of a
length that the code tells, where that is at most the number of members to which tuples keep a type
for each, else rows.
"""

from __future__ import annotations

import itertools
from typing import Any

from numba.core import types

from ..kinds import MOST_MEMBERS
from ..operations import is_none, operation
from ..sequences.filling import as_tuple, begun, filled
from ..sequences.items import as_row, get, item_of, put
from ..sequences.sequence_operations import as_any_row, tuple_from

__all__ = ["GATHERED", "STAND_INS", "STARRED"]


def _product(parts: Any, repeat: int = 1) -> Any:
    return itertools.product(*parts, repeat=repeat)


def _product_1(a: Any) -> Any:
    for one in a:
        yield (one,)


def _product_2(a: Any, b: Any) -> Any:
    for one in a:
        for two in b:
            yield one, two


def _product_3(a: Any, b: Any, c: Any) -> Any:
    for one in a:
        for two in b:
            for three in c:
                yield one, two, three


def _product_4(a: Any, b: Any, c: Any, d: Any) -> Any:
    for one in a:
        for two in b:
            for three in c:
                for four in d:
                    yield one, two, three, four


def _square(a: Any) -> Any:
    return _product_2(a, a)


def _cube(a: Any) -> Any:
    return _product_3(a, a, a)


def _fourth_power(a: Any) -> Any:
    return _product_4(a, a, a, a)


_POWERS = {2: _square, 3: _cube, 4: _fourth_power}


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
        index = size - 1
        while index >= 0 and places[index] == len(parts[index]) - 1:
            put(places, index, 0)
            index -= 1
        if index < 0:
            break
        put(places, index, places[index] + 1)


@operation(_product, literal=True)
def _typed_product(parts, repeat=1):
    repeat = getattr(repeat, "literal_value", getattr(repeat, "value", repeat))
    if not isinstance(parts, types.BaseTuple):
        return None
    if not isinstance(repeat, int):
        return lambda parts, repeat=1: _product_of_row(_repeated(parts, repeat))
    count = len(parts) * repeat
    if len(parts) == 1 and 2 <= count <= MOST_MEMBERS:
        power = _POWERS[count]
        return lambda parts, repeat=1: power(tuple_from(parts[0]))
    if repeat == 1 and 1 <= count <= MOST_MEMBERS:
        if count == 1:
            return lambda parts, repeat=1: _product_1(tuple_from(parts[0]))
        if count == 2:
            return lambda parts, repeat=1: _product_2(tuple_from(parts[0]), tuple_from(parts[1]))
        if count == 3:
            return lambda parts, repeat=1: _product_3(
                tuple_from(parts[0]), tuple_from(parts[1]), tuple_from(parts[2])
            )
        return lambda parts, repeat=1: _product_4(
            tuple_from(parts[0]), tuple_from(parts[1]), tuple_from(parts[2]), tuple_from(parts[3])
        )
    if count > MOST_MEMBERS and len({item_of(part) for part in parts.types}) == 1:
        return lambda parts, repeat=1: _product_of_row(_repeated(parts, repeat))
    return None


def _repeated(parts: Any, repeat: int) -> Any:
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    return _rows_of(parts) * repeat


def _rows_of(parts: Any) -> Any:
    return parts


@operation(_rows_of)
def _typed_rows_of(parts):
    if len(parts) == 1:
        return lambda parts: as_row((as_any_row(parts[0]),))
    return lambda parts: as_row((as_any_row(parts[0]),)) + _rows_of(parts[1:])


def _length(kind: Any) -> Any:
    """Return the number that the code writes down, None if it is computed."""
    value = getattr(kind, "literal_value", kind)
    return value if isinstance(value, int) else None


def _chosen(values: Any, places: Any) -> Any:
    made = begun(len(places))
    for index in places:
        made = filled(made, values[index])
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
    index = length - 1
    while index >= 0 and places[index] == size - length + index:
        index -= 1
    if index < 0:
        return False
    put(places, index, places[index] + 1)
    for k in range(index + 1, length):
        put(places, k, places[k - 1] + 1)
    return True


def _combinations_2(values: Any) -> Any:
    for i in range(len(values)):
        for j in range(i + 1, len(values)):
            yield values[i], values[j]


def _combinations_3(values: Any) -> Any:
    for i in range(len(values)):
        for j in range(i + 1, len(values)):
            for k in range(j + 1, len(values)):
                yield values[i], values[j], values[k]


def _combinations_4(values: Any) -> Any:
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
        return lambda values, length: few(as_any_row(values))
    return lambda values, length: _choices(as_any_row(values), length, _next_combination)


def _permutations(values: Any, length: Any = None) -> Any:
    return itertools.permutations(values, length)


def _next_permutation(places: Any, size: int) -> bool:
    """Set places to those of the next permutation, in their order; return False after the last."""
    length = len(places)
    for index in range(length - 1, -1, -1):
        candidate = _next_free(places, index, size)
        if candidate < size:
            put(places, index, candidate)
            for k in range(index + 1, length):
                put(places, k, -1)
                put(places, k, _next_free(places, k, size))
            return True
    return False


def _next_free(places: Any, index: int, size: int) -> Any:
    """Return the first number after the one at an index which no index before it has."""
    candidate = get(places, index) + 1
    while candidate < size:
        taken = False
        for k in range(index):
            if get(places, k) == candidate:
                taken = True
        if not taken:
            break
        candidate += 1
    return candidate


def _permutations_2(values: Any) -> Any:
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
        return lambda values, length=None: few(as_any_row(values))
    if is_none(length):

        def of_all(values, length=None):
            row = as_any_row(values)
            return _choices(row, len(row), _next_permutation)

        return of_all
    return lambda values, length=None: _choices(as_any_row(values), length, _next_permutation)


STAND_INS: dict[Any, Any] = {
    itertools.combinations: _combinations,
    itertools.permutations: _permutations,
}
"""The functions that replace Python's in compiled code."""

GATHERED: dict[Any, Any] = {itertools.product: _product}
"""The functions that take one tuple in place of any number of arguments."""

STARRED: dict[Any, Any] = {itertools.product: _product_of_row}
"""The functions that take one value in place of its items as arguments."""
