"""Operations on tuples, texts and lists: +, *, slices, comparison, search, conversion."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import types

from ...reasons import Unsupported
from ..comparisons import same_item
from ..kinds import joined
from ..operations import method, operation, python_code, python_method
from .displays import empty_list, list_of
from .filling import as_list, as_tuple, begun, filled, most
from .items import as_row, converted, get, item_of, new_sequence, part, put, write
from .sequences import ListType, RowType, SequenceType

__all__ = [
    "LAST",
    "as_any_row",
    "count_of",
    "index_of",
    "insist_byte",
    "list_from",
    "spliced",
    "tuple_from",
    "window",
]


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
        return _joining(a) if a.item == b.item else _mixed(a, b)
    if isinstance(a, ListType) and isinstance(b, ListType) and a.family == b.family:
        if a.item is types.undefined:
            return lambda a, b: b[:]
        if b.item is types.undefined:
            return lambda a, b: a[:]
        return _joining(a) if a.item == b.item else _mixed(a, b)
    return None


def _joining(kind):
    def join(a, b):
        size = len(a)
        more = len(b)
        result = new_sequence(kind, size + more)
        write(result, 0, a, 0, size)
        write(result, size, b, 0, more)
        return result

    return join


def _mixed(a, b):
    """Return how sequences of different items are joined, such as of ints and of floats."""
    item = joined(a.item, b.item)
    if item is None:
        return None
    finish = as_list if isinstance(a, ListType) else as_tuple

    def join_mixed(a, b):
        result = begun(len(a) + len(b))
        for each in a:
            result = filled(result, converted(item, each))
        for each in b:
            result = filled(result, converted(item, each))
        return finish(result)

    return join_mixed


def spliced(before: Any, middle: Any, after: Any) -> Any:
    """Return `before + middle + after`, as boards are written of which one cell changes."""
    return before + middle + after


@operation(spliced)
def _spliced(before, middle, after):
    if not isinstance(before, SequenceType) or before != after or before.item is types.undefined:
        return lambda before, middle, after: before + middle + after
    kind = before
    if middle == kind:

        def splice(before, middle, after):
            size, cells, more = len(before), len(middle), len(after)
            result = new_sequence(kind, size + cells + more)
            write(result, 0, before, 0, size)
            write(result, size, middle, 0, cells)
            write(result, size + cells, after, 0, more)
            return result

        return splice
    one = _is_tuple(middle) and len(middle) == 1
    if one and isinstance(kind, RowType) and types.unliteral(middle.types[0]) == kind.item:

        def splice_one(before, middle, after):
            size, more = len(before), len(after)
            result = new_sequence(kind, size + 1 + more)
            write(result, 0, before, 0, size)
            put(result, size, middle[0])
            write(result, size + 1, after, 0, more)
            return result

        return splice_one
    return lambda before, middle, after: before + middle + after


def _repeating(kind):
    def repeat(a, b):
        size = len(a)
        times = max(int(b), 0)
        result = new_sequence(kind, size * times)
        for turn in range(times):
            write(result, turn * size, a, 0, size)
        return result

    return repeat


@operation(operator.mul)
def _multiply(a, b):
    if isinstance(b, types.Integer | types.Boolean):
        if isinstance(a, SequenceType):
            if a.item is types.undefined:
                return lambda a, b: a[:]
            return _repeating(a)
        if _is_tuple(a):
            return lambda a, b: as_row(a) * b
    if isinstance(a, types.Integer | types.Boolean) and (
        isinstance(b, SequenceType) or _is_tuple(b)
    ):
        return lambda a, b: b * a
    return None


@operation(operator.getitem)
def _slice(a, b):
    if not isinstance(b, types.SliceType):
        return None
    if _is_tuple(a):
        return lambda a, b: as_row(a)[b]
    if not isinstance(a, SequenceType):
        return None
    kind = a
    if isinstance(a, ListType) and a.item is types.undefined:
        return lambda a, b: empty_list()
    if b.has_step:

        def stepped(a, b):
            start, stop, step = b.indices(len(a))
            size = len(range(start, stop, step))
            result = new_sequence(kind, size)
            for k in range(size):
                put(result, k, get(a, start + k * step))
            return result

        return stepped
    if isinstance(a, RowType):

        def view(a, b):
            start, stop, _ = b.indices(len(a))
            return part(a, start, max(0, stop - start))

        return view

    def copied(a, b):
        start, stop, _ = b.indices(len(a))
        size = max(0, stop - start)
        result = new_sequence(kind, size)
        write(result, 0, a, start, size)
        return result

    return copied


def _is_text(values, part):
    """Return True where a text, or bytes, is looked for within another."""
    if not isinstance(values, RowType) or values.kind == "tuple":
        return False
    return values.kind == "str" or isinstance(part, RowType)


def _sequence_pair(a, b):
    """Return True if a sequence of ours is compared with another tuple or list."""
    if not (isinstance(a, SequenceType) or isinstance(b, SequenceType)):
        return False
    return all(isinstance(each, SequenceType | types.BaseTuple) for each in (a, b))


def _of_one_sort(a, b):
    """Return True for two tuples, two lists, two texts."""
    return _sort_of(a) == _sort_of(b)


def _sort_of(kind):
    """Return with what values of a type can be compared: bytes with a bytearray, for one."""
    if getattr(kind, "family", "") == "bytearray":
        return "bytes"
    return kind.family if isinstance(kind, ListType) else getattr(kind, "kind", "tuple")


@operation(operator.eq)
def _equal(a, b):
    if not _sequence_pair(a, b):
        plain = types.Number | types.Boolean | types.NoneType | SequenceType | types.BaseTuple
        if isinstance(a, SequenceType) or isinstance(b, SequenceType):
            if isinstance(a, plain) and isinstance(b, plain):
                return lambda a, b: False
        return None
    if not _of_one_sort(a, b):
        return lambda a, b: False
    if _is_tuple(b):
        return lambda a, b: a == as_row(b)
    if _is_tuple(a):
        return lambda a, b: as_row(a) == b
    if types.undefined in (a.item, b.item):
        return lambda a, b: len(a) == len(b)

    def same(a, b):
        size = len(a)
        if size != len(b):
            return False
        for k in range(size):
            if not same_item(get(a, k), get(b, k)):
                return False
        return True

    return same


@python_code(
    operator.ne, when=lambda a, b: isinstance(a, SequenceType) or isinstance(b, SequenceType)
)
def _unequal(a, b):
    return not (a == b)  # noqa: SIM201


def _ordered(compare):
    """Return how two sequences are compared: by their first items that differ, or their lengths."""

    def typing(a, b):
        if not _sequence_pair(a, b) or not _of_one_sort(a, b):
            return None
        if _is_tuple(b):
            return lambda a, b: compare(a, as_row(b))
        if _is_tuple(a):
            return lambda a, b: compare(as_row(a), b)
        if types.undefined in (a.item, b.item):
            return lambda a, b: compare(len(a), len(b))

        def ordered(a, b):
            for k in range(min(len(a), len(b))):
                one = get(a, k)
                other = get(b, k)
                if not same_item(one, other):
                    return compare(one, other)
            return compare(len(a), len(b))

        return ordered

    return typing


for _compare in (operator.lt, operator.le, operator.gt, operator.ge):
    operation(_compare)(_ordered(_compare))


@operation(operator.contains)
def _contains(a, b):
    if _is_tuple(a) and not isinstance(a, types.UniTuple) and len(a):
        return lambda a, b: b in as_row(a)
    if not isinstance(a, SequenceType) or _is_text(a, b):
        return None
    if a.item is types.undefined:
        return lambda a, b: False
    if _sort_of(a) == "bytes" and not isinstance(b, types.Integer | types.Boolean):
        raise Unsupported("it looks for bytes in a bytearray", "look in bytes(...) of it")
    insist = insist_byte if _sort_of(a) == "bytes" else _nothing

    def found(a, b):
        insist(b)
        for k in range(len(a)):
            if same_item(get(a, k), b):
                return True
        return False

    return found


def insist_byte(number: int) -> None:
    """Raise ValueError for a number that is no byte."""
    if number < 0 or number > 255:
        raise ValueError("byte must be in range(0, 256)")


def _nothing(value: Any) -> None:
    pass


LAST = 2**63 - 1
"""The default end of a search for an item."""


def window(size: int, start: int, stop: int) -> tuple[int, int]:
    """Return where a part begins and ends, of which either may be counted from the end."""
    if start < 0:
        start = max(0, start + size)
    if stop < 0:
        stop = max(0, stop + size)
    return start, min(stop, size)


def index_of(values: Any, item: Any, start: int = 0, stop: int = LAST) -> Any:
    """Return where an item is first, or a text within another; raise ValueError if nowhere."""
    return values.index(item, start, stop)


def count_of(values: Any, item: Any) -> Any:
    """Return how often there is an item, or a text within another."""
    return values.count(item)


@python_method(SequenceType, "index")
def _index(values, item, start=0, stop=LAST):
    return index_of(values, item, start, stop)


@python_method(SequenceType, "count")
def _count(values, item):
    return count_of(values, item)


@operation(index_of)
def _index_of(values, item, start=0, stop=LAST):
    if _is_text(values, item):
        return None

    def index(values, item, start=0, stop=LAST):
        start, stop = window(len(values), start, stop)
        for k in range(start, stop):
            if same_item(get(values, k), item):
                return k
        raise ValueError("the value is not in the sequence")

    return _nothing_found if values.item is types.undefined else index


def _nothing_found(values, item, start=0, stop=LAST):
    raise ValueError("the value is not in the sequence")


@operation(count_of)
def _count_of(values, item):
    if _is_text(values, item):
        return None
    if values.item is types.undefined:
        return lambda values, item: 0

    insist = insist_byte if _sort_of(values) == "bytes" else _nothing

    def count(values, item):
        insist(item)
        total = 0
        for k in range(len(values)):
            if same_item(get(values, k), item):
                total += 1
        return total

    return count


@python_method(types.BaseTuple, "index")
def _index_in_tuple(values, item):
    return as_row(values).index(item)


@python_method(types.BaseTuple, "count")
def _count_in_tuple(values, item):
    return as_row(values).count(item)


# Hashes: those of Python's tuples, of numbers and of tuples of these.


@method(RowType, "__hash__")
def _hash(values):
    if values.kind != "tuple":
        return None
    if values.item is types.undefined:
        return lambda values: hash(())

    def mixed(values):
        # CPython's Objects/tupleobject.c: xxHash of the hashes of the items.
        total = np.uint64(2870177450012600261)
        for k in range(len(values)):
            total += np.uint64(hash(get(values, k))) * np.uint64(14029467366897019727)
            total = (total << np.uint64(31)) | (total >> np.uint64(33))
            total *= np.uint64(11400714785074694791)
        total += np.uint64(len(values)) ^ np.uint64(2870177450012600261 ^ 3527539)
        if total == np.uint64(18446744073709551615):
            return 1546275796
        return np.int64(total)

    return mixed


# Conversion from whatever can be iterated.


def tuple_from(values: Any = ()) -> Any:
    """Return the tuple of the items of anything that can be iterated."""
    return tuple(values)


def list_from(values: Any = ()) -> Any:
    """Return the list of the items of anything that can be iterated."""
    return list(values)


@operation(tuple_from)
def _tuple_from(values=()):
    if isinstance(values, types.BaseNamedTuple):
        return lambda values=(): values[:]
    if _is_tuple(values):
        return lambda values=(): values
    if not isinstance(values, types.Type):
        return lambda values=(): ()
    if isinstance(values, RowType) and values.kind == "tuple":
        return lambda values=(): values
    if isinstance(values, ListType):
        row_type = RowType(values.item)
        if values.item is types.undefined:
            return lambda values=(): as_row(())

        def copied(values=()):
            size = len(values)
            result = new_sequence(row_type, size)
            write(result, 0, values, 0, size)
            return result

        return copied
    return _collecting(values, as_tuple)


@operation(list_from)
def _list_from(values=()):
    if not isinstance(values, types.Type) or (_is_tuple(values) and not len(values)):
        return lambda values=(): empty_list()
    if _is_tuple(values):
        return lambda values=(): list_of(values)
    if isinstance(values, ListType) and values.family == "list":
        return lambda values=(): values[:]
    return _collecting(values, as_list)


def as_any_row(values: Any) -> Any:
    """Return the items of anything as a row, of a tuple of a fixed length, too."""
    return values


@operation(as_any_row)
def _typed_as_any_row(values):
    if isinstance(values, types.BaseTuple):
        return lambda values: as_row(values)
    return lambda values: tuple_from(values)


def _collecting(values, finish):
    item = item_of(values)
    if item is None:
        return None
    if item is types.undefined:
        return lambda values=(): finish(begun(0))

    def collect(values=()):
        result = begun(most(values))
        for each in values:
            result = filled(result, each)
        return finish(result)

    return collect
