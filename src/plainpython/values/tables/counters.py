"""Counters: how they are made, what they have beyond dicts, and their arithmetic."""

from __future__ import annotations

import operator
from collections import Counter
from typing import Any

from numba.core import types

from ..kinds import joined
from ..operations import is_none, method, operation, python_code, python_method
from ..sequences.displays import empty_list
from ..sequences.items import item_of
from ..sequences.sequence_operations import list_from
from .dicts import COUNTER, DictType, new_dict
from .table_operations import taken_out

__all__: list[str] = []


def _counters(*kinds: Any) -> bool:
    return all(isinstance(each, DictType) and each.family == COUNTER for each in kinds)


def _of_keys(kind: Any) -> DictType:
    return DictType(kind, types.int64, COUNTER)


@operation(Counter)
def _counter(values=None):
    if isinstance(values, types.Omitted | types.NoneType) or values is None:
        made = _of_keys(types.undefined)
        return lambda values=None: new_dict(made)
    if isinstance(values, DictType):
        counts = _of_keys(values.key_kind)

        def with_counts(values=None):
            result = new_dict(counts)
            for key, count in values.items():
                result[key] = count
            return result

        return with_counts
    item = item_of(values)
    if item is None:
        return None
    made = _of_keys(item)

    def count(values=None):
        result = new_dict(made)
        for each in values:
            result[each] += 1
        return result

    return count


def _by_count(entry: Any) -> Any:
    return entry[1]


@method(DictType, "most_common")
def _most_common(values, count=None):
    if not _counters(values):
        return None

    def most_common(values, count=None):
        entries = list_from(values.items())
        entries.sort(_by_count, True)
        return entries

    if is_none(count):
        return most_common
    return lambda values, count=None: _most_common_of(values)[: max(count, 0)]


def _most_common_of(values: Any) -> Any:
    return values.most_common()


@method(DictType, "subtract")
def _subtract(values, others):
    if not _counters(values):
        return None
    if isinstance(others, DictType):

        def subtract_counts(values, others):
            for key, count in others.items():
                values[key] -= count

        return subtract_counts

    def subtract(values, others):
        for each in others:
            values[each] -= 1

    return subtract


@python_method(DictType, "total", when=_counters)
def _total(values):
    result = 0
    for each in values.values():
        result += each
    return result


@python_method(DictType, "elements", when=_counters)
def _elements(values):
    result = empty_list()
    for key, count in values.items():
        for _ in range(count):
            result.append(key)
    return result


# Arithmetic keeps what is above zero: first the keys of the one counter, then those of the other.


def _sum(one: int, other: int) -> int:
    return one + other


def _difference(one: int, other: int) -> int:
    return one - other


def _most(one: int, other: int) -> int:
    return one if one > other else other


def _least(one: int, other: int) -> int:
    return one if one < other else other


def _counted_together(function: Any, counted: Any) -> None:
    @operation(function)
    def typing(a, b):
        if not _counters(a, b):
            return None
        if a.key_kind is types.undefined:  # nothing was ever counted
            made = _of_keys(b.key_kind)
            if b.key_kind is types.undefined:
                return lambda a, b: new_dict(made)
            return lambda a, b: function(new_dict(made), b)
        if b.key_kind is types.undefined:
            made = _of_keys(a.key_kind)
            return lambda a, b: function(a, new_dict(made))
        key = joined(a.key_kind, b.key_kind)
        if key is None:
            return None
        made = _of_keys(key)

        def together(a, b):
            result = new_dict(made)
            for key, count in a.items():
                known = counted(count, b[key])
                if known > 0:
                    result[key] = known
            for key, count in b.items():
                if key not in a:
                    known = counted(0, count)
                    if known > 0:
                        result[key] = known
            return result

        return together


def _counted_into(function: Any, plain: Any) -> None:
    @python_code(function, when=_counters)
    def typing(a, b):
        made = plain(a, b)
        for key in list_from(a):
            if key not in made:
                taken_out(a, key)
        for key, count in made.items():
            a[key] = count
        return a


for _function, _in_place, _work in (
    (operator.add, operator.iadd, _sum),
    (operator.sub, operator.isub, _difference),
    (operator.or_, operator.ior, _most),
    (operator.and_, operator.iand, _least),
):
    _counted_together(_function, _work)
    _counted_into(_in_place, _function)


@python_code(operator.pos, _counters)
def _positive(a):
    return a + Counter()


@python_code(operator.neg, _counters)
def _negative(a):
    return Counter() - a


# Comparisons, in which a key that is missing counts as zero.


@python_code(operator.eq, when=_counters)
def _equal(a, b):
    return _no_more(a, b) and _no_more(b, a)


@python_code(operator.ne, when=_counters)
def _unequal(a, b):
    return not (_no_more(a, b) and _no_more(b, a))


@python_code(operator.le, when=_counters)
def _at_most(a, b):
    return _no_more(a, b)


@python_code(operator.ge, when=_counters)
def _at_least(a, b):
    return _no_more(b, a)


@python_code(operator.lt, when=_counters)
def _less(a, b):
    return _no_more(a, b) and not _no_more(b, a)


@python_code(operator.gt, when=_counters)
def _greater(a, b):
    return _no_more(b, a) and not _no_more(a, b)


def _no_more(one: Any, other: Any) -> bool:
    """Return whether no count of one counter is above that of another."""
    return len(one - other) == 0
