"""Features of positions, found from the states of random games: no line of code for a game.

A network sees a position as a set of features that are there. A plan says which ones: one for
each value of a cell, each bit of a number that is a board, each range of a quantity. It is made
by looking at what the states of random games consist of, member by member, and consists of parts
that write the code which finds the features. What was in no random game has none.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

import numpy as np

from plainpython.compilable import attributes

from .feature_parts import (
    AlwaysPart,
    ArrayPart,
    BitsPart,
    CategoryPart,
    FeaturePart,
    LinePart,
    MappingPart,
    MembersPart,
    NumberPart,
    OptionalPart,
    RangePart,
    SetPart,
)

__all__ = ["part_of"]

_MOST_VALUES = 128
"""Different integers of which each is a feature of its own; of more, ranges are."""

_RANGES = 16
_MOST_CATEGORIES = 128
_MOST_ITEMS = 1024
_DEEPEST = 8
_SHORTEST_ROW = 5
"""Members of a tuple that are cells of a board, not members that each mean something else."""

_LAGS = (1, 2, 3)
_CHANGED = 4  # bits, at most, by one move in the middle of all cases
_JUMP = 8  # by so much a board changes as a number, by one move

_NUMBERS = (int, float, np.integer, np.floating, np.bool_)


def part_of(values: Sequence[Any], following: bool = True, depth: int = 0) -> FeaturePart:
    """Return what is to be seen of a member that had these values in random games.

    `following` says that each came about from the one before it by a move, or nearly.
    """
    if depth > _DEEPEST or not values:
        return FeaturePart()
    there = [value for value in values if value is not None]
    if len(there) < len(values):
        return OptionalPart(part_of(there, False, depth)) if there else FeaturePart()
    first = values[0]
    kinds = {type(value) for value in values}
    if all(isinstance(value, enum.Enum) for value in values):
        return _category(values)
    if all(isinstance(value, _NUMBERS) for value in values):
        return _number(values, following)
    if all(isinstance(value, str) for value in values):
        return _text(values)
    if len(kinds) > 1 and not all(isinstance(value, (tuple, list)) for value in values):
        return FeaturePart()
    if isinstance(first, (tuple, list)):
        return _sequence(values, following, depth)
    if isinstance(first, (bytes, bytearray)):
        return _sequence([list(value) for value in values], following, depth)
    if isinstance(first, np.ndarray):
        return _array(values, following, depth)
    if isinstance(first, np.void) and first.dtype.names:
        return MembersPart(
            [
                (f"[{name!r}]", part_of([value[name] for value in values], following, depth + 1))
                for name in first.dtype.names
            ]
        )
    if isinstance(first, dict):
        return _mapping(values, depth)
    if isinstance(first, (set, frozenset)):
        return _set(values)
    names = [name for name, _ in attributes(first)]
    if names and all([name for name, _ in attributes(each)] == names for each in values):
        columns = [[getattr(value, name) for value in values] for name in names]
        return MembersPart(
            [
                (f".{name}", part_of(column, following, depth + 1))
                for name, column in zip(names, columns, strict=True)
            ]
        )
    return FeaturePart()


def _number(values: Sequence[Any], following: bool) -> FeaturePart:
    different = sorted(
        {value.item() if isinstance(value, np.generic) else value for value in values}
    )
    if len(different) < 2:
        return FeaturePart()
    low, high = different[0], different[-1]
    if all(float(each).is_integer() for each in different) and high - low < _MOST_VALUES:
        return NumberPart(int(low), int(high - low) + 1)
    if all(isinstance(each, int) for each in different):
        if low >= 0 and _is_board(values, following):
            return BitsPart(reduce(or_, different))
    places = [round(at * (len(different) - 1) / _RANGES) for at in range(1, _RANGES)]
    return RangePart(sorted({different[place] for place in places if place > 0}))


def _is_board(values: Sequence[Any], following: bool) -> bool:
    """Return whether integers are sets of bits: a move changes few bits, whatever their weight.

    Boards may be those of who is to move, so they are compared with those some moves before.
    """
    if not following:
        return max(map(int, values)) >= 1 << 16
    for lag in _LAGS:
        steps = [(int(a), int(b)) for a, b in zip(values, values[lag:], strict=False) if a != b]
        bits = sorted((a ^ b).bit_count() for a, b in steps)
        by = sorted(abs(a - b) for a, b in steps)
        middle = len(steps) // 2
        if steps and bits[middle] <= _CHANGED * lag and by[middle] >= _JUMP * lag:
            return True
    return False


def _category(values: Iterable[Hashable]) -> FeaturePart:
    different = dict.fromkeys(values)
    return CategoryPart(different) if 1 < len(different) <= _MOST_CATEGORIES else FeaturePart()


def _text(values: Sequence[str]) -> FeaturePart:
    longest = max(map(len, values))
    if longest < _SHORTEST_ROW or len(set(values)) <= _RANGES:
        return _category(values)
    letters = _category(sorted({letter for value in values for letter in value}))
    if longest > _MOST_ITEMS or not letters.size:
        return FeaturePart()
    return LinePart(longest, letters, varies=min(map(len, values)) < longest)


def _sequence(values: Sequence[Sequence[Any]], following: bool, depth: int) -> FeaturePart:
    lengths = {len(value) for value in values}
    longest = min(max(lengths), _MOST_ITEMS)
    if not longest:
        return FeaturePart()
    first = values[0]
    named = getattr(type(first), "_fields", None)
    record = isinstance(first, tuple) and lengths == {longest}
    if named or (record and (longest < _SHORTEST_ROW or _differ_in_kind(values))):
        columns = list(zip(*values, strict=True))
        access = [f".{name}" for name in named] if named else [f"[{i}]" for i in range(longest)]
        return MembersPart(
            [
                (how, part_of(column, following, depth + 1))
                for how, column in zip(access, columns, strict=True)
            ]
        )
    by_place = [item for place in range(longest) for item in _column(values, place)]
    item = part_of(by_place, following, depth + 1)
    return (
        LinePart(longest, item, varies=len(lengths) > 1 or isinstance(first, list))
        if item.size
        else FeaturePart()
    )


def _differ_in_kind(values: Sequence[Sequence[Any]]) -> bool:
    """Return whether the members of tuples are of several kinds: texts beside numbers, say."""
    items = (item for value in values for item in value if item is not None)
    return len({object if isinstance(item, _NUMBERS) else type(item) for item in items}) > 1


def _column(values: Sequence[Sequence[Any]], place: int) -> Iterable[Any]:
    return (value[place] for value in values if place < len(value))


def _array(values: Sequence[Any], following: bool, depth: int) -> FeaturePart:
    shape = values[0].shape
    if any(value.shape != shape for value in values) or not 0 < values[0].size <= _MOST_ITEMS:
        return FeaturePart()
    if values[0].dtype.names:
        return FeaturePart()
    cells = np.stack([value.ravel() for value in values], axis=1).ravel().tolist()
    item = _number(cells, following)
    return ArrayPart(shape, item) if item.size else FeaturePart()


def _mapping(values: Sequence[dict[Any, Any]], depth: int) -> FeaturePart:
    keys = _in_order(key for value in values for key in value)
    if not keys or len(keys) > _MOST_ITEMS:
        return FeaturePart()
    items = [value[key] for key in keys for value in values if key in value]
    kinds = {type(item) for item in items if item is not None}
    if len(kinds) > 1 and all(isinstance(key, str) for key in keys):
        if all(len(value) == len(keys) for value in values):  # names of members
            columns = [[value[key] for value in values] for key in keys]
            return MembersPart(
                [
                    (f"[{key!r}]", part_of(column, False, depth + 1))
                    for key, column in zip(keys, columns, strict=True)
                ]
            )
    item = part_of(items, False, depth + 1)
    if not item.size:  # that there is one may be all that there is to know
        item = AlwaysPart() if any(len(value) < len(keys) for value in values) else FeaturePart()
    return MappingPart(keys, item) if item.size else FeaturePart()


def _set(values: Sequence[Any]) -> FeaturePart:
    members = _in_order(member for value in values for member in sorted(value, key=repr))
    return SetPart(members) if 0 < len(members) <= _MOST_ITEMS else FeaturePart()


def _in_order(values: Iterable[Hashable]) -> list[Any]:
    """Return different values in order, such as that of the cells of a board, if they have one."""
    different = list(dict.fromkeys(values))
    try:
        return sorted(different)
    except TypeError:
        return different
