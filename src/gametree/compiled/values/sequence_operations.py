"""What Python does with tuples, texts and lists: +, *, slices, comparison, search, conversion."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types

from .items import (
    as_row,
    get,
    insist_changeable,
    item_of,
    new_list,
    new_row,
    part,
    put,
    set_size,
    write,
)
from .operations import method, operation
from .sequences import ListType, RowType, SequenceType

__all__: list[str] = []


def _is_tuple(kind: Any) -> bool:
    return isinstance(kind, types.BaseTuple)


@operation(operator.add)
def _add(a, b):
    if isinstance(a, RowType) and _is_tuple(b):
        return lambda a, b: a + as_row(b)
    if _is_tuple(a) and isinstance(b, RowType):
        return lambda a, b: as_row(a) + b
    if isinstance(a, RowType) and isinstance(b, RowType) and a.kind == b.kind:
        if a.item == types.undefined:
            return lambda a, b: b
        if b.item == types.undefined:
            return lambda a, b: a
        if a.item != b.item:
            return _mixed(a, b)

        def join(a, b):
            size = len(a)
            more = len(b)
            result = new_row(a_type, size + more)
            write(result, 0, a, 0, size)
            write(result, size, b, 0, more)
            return result

        a_type = a
        return join
    if isinstance(a, ListType) and a == b:

        def join_lists(a, b):
            size = len(a)
            more = len(b)
            result = new_list(list_type, size + more)
            write(result, 0, a, 0, size)
            write(result, size, b, 0, more)
            set_size(result, size + more)
            return result

        list_type = a
        return join_lists
    return None


def _mixed(a, b):
    """Return how rows of different items are joined, such as of ints and of floats."""
    return


def _repeat(kind):
    row_type = kind

    def repeat(a, b):
        size = len(a)
        times = max(b, 0)
        result = new_row(row_type, size * times)
        for turn in range(times):
            write(result, turn * size, a, 0, size)
        return result

    def repeat_list(a, b):
        size = len(a)
        times = max(b, 0)
        result = new_list(row_type, size * times)
        for turn in range(times):
            write(result, turn * size, a, 0, size)
        set_size(result, size * times)
        return result

    return repeat_list if isinstance(kind, ListType) else repeat


@operation(operator.mul)
def _multiply(a, b):
    if isinstance(b, types.Integer):
        if isinstance(a, SequenceType):
            return _repeat(a)
        if _is_tuple(a):
            return lambda a, b: as_row(a) * b
    if isinstance(a, types.Integer) and (isinstance(b, SequenceType) or _is_tuple(b)):
        return lambda a, b: b * a
    return None


@operation(operator.getitem)
def _slice(a, b):
    if not isinstance(b, types.SliceType):
        return None
    if _is_tuple(a) and isinstance(a, types.UniTuple):
        return lambda a, b: as_row(a)[b]
    if isinstance(a, RowType):
        if not b.has_step:

            def view(a, b):
                start, stop, _ = b.indices(len(a))
                return part(a, start, max(0, stop - start))

            return view

        row_type = a

        def stepped(a, b):
            start, stop, step = b.indices(len(a))
            size = len(range(start, stop, step))
            result = new_row(row_type, size)
            for k in range(size):
                put(result, k, get(a, start + k * step))
            return result

        return stepped
    if isinstance(a, ListType):
        list_type = a

        def chosen(a, b):
            start, stop, step = b.indices(len(a))
            size = len(range(start, stop, step))
            result = new_list(list_type, size)
            for k in range(size):
                put(result, k, get(a, start + k * step))
            set_size(result, size)
            return result

        return chosen
    return None


def _equal(a, b):
    if isinstance(a, RowType) and _is_tuple(b):
        return lambda a, b: a == as_row(b)
    if _is_tuple(a) and isinstance(b, RowType):
        return lambda a, b: as_row(a) == b
    if isinstance(a, SequenceType) and isinstance(b, SequenceType):
        if isinstance(a, ListType) != isinstance(b, ListType):
            return lambda a, b: False
        if isinstance(a, RowType) and a.kind != b.kind:
            return lambda a, b: False
        if types.undefined in (a.item, b.item):
            return lambda a, b: len(a) == len(b)

        def same(a, b):
            if len(a) != len(b):
                return False
            for k in range(len(a)):
                if get(a, k) != get(b, k):
                    return False
            return True

        return same
    if isinstance(a, SequenceType) or isinstance(b, SequenceType):
        scalar = (types.Number, types.Boolean, types.NoneType)
        if isinstance(a, scalar) or isinstance(b, scalar):
            return lambda a, b: False
    return None


operation(operator.eq)(_equal)


@operation(operator.ne)
def _unequal(a, b):
    if isinstance(a, SequenceType) or isinstance(b, SequenceType):
        return lambda a, b: not (a == b)  # noqa: SIM201
    return None


def _less(strict_end):
    def typing(a, b):
        if isinstance(a, RowType) and _is_tuple(b):
            return None
        if not (
            isinstance(a, SequenceType)
            and isinstance(b, SequenceType)
            and isinstance(a, ListType) == isinstance(b, ListType)
        ):
            return None

        def less(a, b):
            for k in range(min(len(a), len(b))):
                if get(a, k) != get(b, k):
                    return get(a, k) < get(b, k)
            return len(a) < len(b)

        def less_or_equal(a, b):
            for k in range(min(len(a), len(b))):
                if get(a, k) != get(b, k):
                    return get(a, k) < get(b, k)
            return len(a) <= len(b)

        return less if strict_end else less_or_equal

    return typing


operation(operator.lt)(_less(True))
operation(operator.le)(_less(False))


@operation(operator.gt)
def _greater(a, b):
    if isinstance(a, SequenceType) and isinstance(b, SequenceType):
        return lambda a, b: b < a
    return None


@operation(operator.ge)
def _greater_or_equal(a, b):
    if isinstance(a, SequenceType) and isinstance(b, SequenceType):
        return lambda a, b: b <= a
    return None


@operation(operator.contains)
def _contains(a, b):
    if isinstance(a, RowType) and a.kind == "str":

        def found_text(a, b):
            return a.find(b) >= 0

        return found_text
    if isinstance(a, SequenceType):
        if a.item is types.undefined:
            return lambda a, b: False

        def found(a, b):
            for item in a:
                if item == b:
                    return True
            return False

        return found
    return None


@method(SequenceType, "index")
def _index(a, b):
    def index(a, b):
        for k in range(len(a)):
            if get(a, k) == b:
                return k
        raise ValueError("value is not in the sequence")

    return index


@method(SequenceType, "count")
def _count(a, b):
    if isinstance(a, RowType) and a.kind == "str":
        return None

    def count(a, b):
        total = 0
        for k in range(len(a)):
            if get(a, k) == b:
                total += 1
        return total

    return count


# Conversion from whatever can be iterated.


@operation(tuple)
def _tuple(values):
    if _is_tuple(values):
        return lambda values: values
    if isinstance(values, RowType) and values.kind == "tuple":
        return lambda values: values
    item = item_of(values)
    if item is None:
        return None
    row_type = RowType(item)
    if _has_length(values):

        def convert(values):
            result = new_row(row_type, len(values))
            k = 0
            for value in values:
                put(result, k, value)
                k += 1  # noqa: SIM113
            return result

        return convert
    return lambda values: tuple(list(values))  # noqa: C414


def _has_length(values):
    return isinstance(values, (SequenceType, types.RangeType, types.List, types.Array))


@operation(list)
def _list(values):
    item = item_of(values)
    if item is None:
        return None
    list_type = ListType(item)
    if _has_length(values):

        def convert(values):
            result = new_list(list_type, len(values))
            k = 0
            for value in values:
                put(result, k, value)
                k += 1
            set_size(result, k)
            return result

        return convert
    if isinstance(values, types.UniTuple):
        return lambda values: list(as_row(values))

    def collect(values):
        result = new_list(list_type, 8)
        for value in values:
            result.append(value)
        return result

    return collect


@method(ListType, "copy")
def _copy(values):
    return lambda values: values[:]


@method(ListType, "pop")
def _pop(values, index=-1):
    def pop(values, index=-1):
        insist_changeable(values)
        size = len(values)
        if index < 0:
            index += size
        if index < 0 or index >= size:
            raise IndexError("pop index out of range")
        item = get(values, index)
        write(values, index, values, index + 1, size - index - 1)
        set_size(values, size - 1)
        return item

    return pop


@method(ListType, "remove")
def _remove(values, item):
    def remove(values, item):
        insist_changeable(values)
        values.pop(values.index(item))

    return remove


@method(ListType, "reverse")
def _reverse(values):
    def reverse(values):
        insist_changeable(values)
        size = len(values)
        for k in range(size // 2):
            other = get(values, size - 1 - k)
            put(values, size - 1 - k, get(values, k))
            put(values, k, other)

    return reverse


@method(ListType, "clear")
def _clear(values):
    def clear(values):
        insist_changeable(values)
        set_size(values, 0)

    return clear
