"""The methods by which lists change: append, extend, insert, pop, sort and the others; del."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.core.typing.templates import (
    AttributeTemplate,
    infer_getattr,
    signature,
)
from numba.extending import lower_builtin

from ..kinds import joined
from ..operations import changing_method, is_none, method, operation, python_code, python_method
from .filling import as_list, begun, filled
from .items import get, insist_changeable, item_of, push, put, reserve, set_size, write
from .sequence_operations import tuple_from
from .sequences import ListType, RowType, SequenceType

__all__ = ["extend"]

_BYTES = ("bytearray", "bytes")


@infer_getattr
class _Growing(AttributeTemplate):  # type: ignore[misc]
    """Methods that tell what an empty list is a list of."""

    key = ListType

    @changing_method("plainpython.list.append")
    def resolve_append(self, kind: Any, args: Any, kws: Any) -> Any:
        made = None if kws or len(args) != 1 else _with(kind, args[0])
        return made and signature(types.none, made.item).replace(recvr=made)

    @changing_method("plainpython.list.extend")
    def resolve_extend(self, kind: Any, args: Any, kws: Any) -> Any:
        made = None if kws or len(args) != 1 else _with_all(kind, args[0])
        return made and _signature(self.context, extend, made, args)

    @changing_method("plainpython.list.insert")
    def resolve_insert(self, kind: Any, args: Any, kws: Any) -> Any:
        made = None if kws or len(args) != 2 else _with(kind, args[1])
        return made and _signature(self.context, _insert, made, (types.intp, made.item))


def _with(kind: ListType, item: Any) -> ListType | None:
    """Return the type of a list into which an item is put."""
    item = joined(kind.item, types.unliteral(item))
    return None if item is None else kind.of(item)


def _with_all(kind: ListType, others: Any) -> ListType | None:
    item = item_of(others)
    if item is None or item is types.undefined:
        return None if item is None else kind
    return _with(kind, item)


def _signature(typing: Any, function: Any, made: ListType, args: Any) -> Any:
    """Return how a method is called, which `function` does with the list before its arguments."""
    found = typing.resolve_function_type(
        typing.resolve_value_type(function), (made, *map(types.unliteral, args)), {}
    )
    return signature(types.none, *found.args[1:]).replace(recvr=made)


@lower_builtin("plainpython.list.append", ListType, types.Any)
def _append(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    push(context, builder, sig.args[0], args[0], args[1])
    return context.get_dummy_value()


def _lowered(name: str, function: Any, *kinds: Any) -> None:
    @lower_builtin(name, ListType, *kinds)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        typing = context.typing_context
        kind = typing.resolve_value_type(function)
        found = typing.resolve_function_type(kind, sig.args, {})
        context.get_function(kind, found)(builder, args)
        return context.get_dummy_value()


def extend(values: Any, others: Any) -> None:
    """Put all of `others` at the end of a list."""
    values.extend(others)


@operation(extend)
def _extend(values, others):
    if not isinstance(values, ListType):
        return None
    if values.item is types.undefined:

        def nothing(values, others):
            insist_changeable(values)

        return nothing
    if (
        isinstance(others, SequenceType)
        and others.item == values.item
        and others.got == values.item
    ):

        def extend_by_rows(values, others):
            insist_changeable(values)
            more = len(others)
            reserve(values, more)
            size = len(values)
            write(values, size, others, 0, more)
            set_size(values, size + more)

        return extend_by_rows
    if isinstance(others, ListType):  # it may be the list itself, in another form
        return lambda values, others: extend(values, tuple_from(others))

    def extend_one_by_one(values, others):
        insist_changeable(values)
        for each in others:
            values.append(each)

    return extend_one_by_one


def _insert(values: Any, index: int, item: Any) -> None:
    values.insert(index, item)


@python_code(_insert)
def _typed_insert(values, index, item):
    reserve(values, 1)
    size = len(values)
    if index < 0:
        index = max(0, index + size)
    index = min(index, size)
    write(values, index + 1, values, index, size - index)
    put(values, index, item)
    set_size(values, size + 1)


_lowered("plainpython.list.extend", extend, types.Any)
_lowered("plainpython.list.insert", _insert, types.Any, types.Any)


@operation(operator.iadd)
def _add_in_place(a, b):
    if isinstance(a, ListType):
        if a.family == "bytearray" and getattr(b, "family", getattr(b, "kind", "")) not in _BYTES:
            return None
        made = _with_all(a, b)
        if made is None or (a.item is not types.undefined and made != a):
            return None

        def extended(a, b):
            a.extend(b)
            return a

        return extended
    if any(isinstance(each, SequenceType | types.BaseTuple) for each in (a, b)):
        return lambda a, b: a + b
    return None


@operation(operator.imul)
def _multiply_in_place(a, b):
    if isinstance(a, ListType) and isinstance(b, types.Integer):

        def repeated(a, b):
            insist_changeable(a)
            size = len(a)
            times = max(b, 0)
            reserve(a, size * max(times - 1, 0))
            for turn in range(1, times):
                write(a, turn * size, a, 0, size)
            set_size(a, size * times)
            return a

        return repeated
    if isinstance(a, SequenceType):
        return lambda a, b: a * b
    return None


@python_method(ListType, "copy")
def _copy(values):
    return values[:]


@method(ListType, "pop")
def _pop(values, index=-1):
    if values.item is types.undefined:

        def refuse(values, index=-1):
            insist_changeable(values)
            raise IndexError("pop from empty list")

        return refuse

    def pop(values, index=-1):
        insist_changeable(values)
        size = len(values)
        if size == 0:
            raise IndexError("pop from empty list")
        if index < 0:
            index += size
        if index < 0 or index >= size:
            raise IndexError("pop index out of range")
        item = get(values, index)
        write(values, index, values, index + 1, size - index - 1)
        set_size(values, size - 1)
        return item

    return pop


@python_method(ListType, "remove")
def _remove(values, item):
    insist_changeable(values)
    del values[values.index(item)]


@method(ListType, "reverse")
def _reverse(values):
    if values.item is types.undefined:
        return lambda values: None

    def reverse(values):
        insist_changeable(values)
        size = len(values)
        for k in range(size // 2):
            other = get(values, size - 1 - k)
            put(values, size - 1 - k, get(values, k))
            put(values, k, other)

    return reverse


@python_method(ListType, "clear")
def _clear(values):
    insist_changeable(values)
    set_size(values, 0)


@operation(operator.delitem)
def _delete(a, b):
    if not isinstance(a, ListType):
        return None
    if isinstance(b, (types.Integer, types.Boolean)):

        def delete(a, b):
            insist_changeable(a)
            size = len(a)
            index = b + size if b < 0 else b
            if index < 0 or index >= size:
                raise IndexError("list assignment index out of range")
            write(a, index, a, index + 1, size - index - 1)
            set_size(a, size - 1)

        return delete
    if not isinstance(b, types.SliceType):
        return None
    if not b.has_step:

        def delete_span(a, b):
            insist_changeable(a)
            size = len(a)
            start, stop, _ = b.indices(size)
            stop = max(start, stop)
            write(a, start, a, stop, size - stop)
            set_size(a, size - (stop - start))

        return delete_span

    def delete_steps(a, b):
        insist_changeable(a)
        size = len(a)
        start, stop, step = b.indices(size)
        count = len(range(start, stop, step))
        if step < 0:
            start, step = start + (count - 1) * step, -step
        kept = start
        for k in range(start, size):
            if (k - start) % step != 0 or (k - start) // step >= count:
                put(a, kept, get(a, k))
                kept += 1
        if count > 0:
            set_size(a, kept)

    return delete_steps


@operation(operator.setitem)
def _set_slice(a, b, c):
    if not isinstance(a, ListType) or not isinstance(b, types.SliceType):
        return None
    if a.family != "list":
        return None
    item = item_of(c)
    if item is None or (item is not types.undefined and joined(a.item, item) != a.item):
        return None
    if not isinstance(c, RowType) or not c.item == c.got == a.item:
        # Numba looks at what it is given twice; what is a list may be the list itself.
        if item is types.undefined:
            return _emptied(a, b)

        def set_others(a, b, c):
            others = new_like(a, c)
            a[b] = others

        return set_others
    if not b.has_step:

        def set_span(a, b, c):
            insist_changeable(a)
            size = len(a)
            more = len(c)
            start, stop, _ = b.indices(size)
            stop = max(start, stop)
            reserve(a, max(0, more - (stop - start)))
            write(a, start + more, a, stop, size - stop)
            write(a, start, c, 0, more)
            set_size(a, size - (stop - start) + more)

        return set_span

    def set_steps(a, b, c):
        insist_changeable(a)
        start, stop, step = b.indices(len(a))
        count = len(range(start, stop, step))
        if step == 1:
            a[start:stop] = c
            return
        if count != len(c):
            raise ValueError("the slice and what is put there differ in length")
        for k in range(count):
            put(a, start + k * step, get(c, k))

    return set_steps


def _emptied(a, b):
    if not b.has_step:

        def empty(a, b, c):
            del a[b]

        return empty
    return None


def new_like(values: Any, others: Any) -> Any:
    """Return others as a row of items of the type that a list has."""
    return tuple_from(others)


@operation(new_like)
def _typed_new_like(values, others):
    if isinstance(others, ListType) and others == values:
        return lambda values, others: tuple_from(others)

    def convert(values, others):
        result = values[:0]
        result.extend(others)
        return tuple_from(result)

    return convert


# Sorting: runs of a few by insertion, merged two by two; equal items keep their order.

_RUN = 8


@method(ListType, "sort")
def _sort(values, key=None, reverse=False):
    if values.item is types.undefined:
        return lambda values, key=None, reverse=False: insist_changeable(values)
    if is_none(key):

        def sort_plain(values, key=None, reverse=False):
            insist_changeable(values)
            if reverse:
                values.reverse()
            _sort_items(values)
            if reverse:
                values.reverse()

        return sort_plain

    def sort_by_keys(values, key=None, reverse=False):
        insist_changeable(values)
        collected = begun(len(values))
        for each in values:
            collected = filled(collected, key(each))
        keys = as_list(collected)
        if reverse:
            values.reverse()
            keys.reverse()
        _sort_by_keys(values, keys)
        if reverse:
            values.reverse()

    return sort_by_keys


def _sort_items(values: Any) -> None:
    size = len(values)
    for start in range(0, size, _RUN):
        for k in range(start + 1, min(start + _RUN, size)):
            item = get(values, k)
            at = k
            while at > start and item < get(values, at - 1):
                put(values, at, get(values, at - 1))
                at -= 1
            put(values, at, item)
    run = _RUN
    while run < size:
        old = tuple_from(values)
        for start in range(0, size, 2 * run):
            first = start
            middle = min(start + run, size)
            second = middle
            end = min(start + 2 * run, size)
            for k in range(start, end):
                if first < middle and (second >= end or not get(old, second) < get(old, first)):
                    put(values, k, get(old, first))
                    first += 1
                else:
                    put(values, k, get(old, second))
                    second += 1
        run *= 2


def _sort_by_keys(values: Any, keys: Any) -> None:
    size = len(values)
    for start in range(0, size, _RUN):
        for k in range(start + 1, min(start + _RUN, size)):
            item = get(values, k)
            key = get(keys, k)
            at = k
            while at > start and key < get(keys, at - 1):
                put(values, at, get(values, at - 1))
                put(keys, at, get(keys, at - 1))
                at -= 1
            put(values, at, item)
            put(keys, at, key)
    run = _RUN
    while run < size:
        old = tuple_from(values)
        old_keys = tuple_from(keys)
        for start in range(0, size, 2 * run):
            first = start
            middle = min(start + run, size)
            second = middle
            end = min(start + 2 * run, size)
            for k in range(start, end):
                if first < middle and (
                    second >= end or not get(old_keys, second) < get(old_keys, first)
                ):
                    chosen = first
                    first += 1
                else:
                    chosen = second
                    second += 1
                put(values, k, get(old, chosen))
                put(keys, k, get(old_keys, chosen))
        run *= 2
