"""Sequences made and changed item by item: what the Python code of their operations is made of."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import (
    AbstractTemplate,
    infer,
    infer_global,
    signature,
)
from numba.extending import lower_builtin, lower_cast

from ...back_end.primitives import machine_code, primitive
from ...back_end.raising import raise_if
from ...machine_errors import MachineChangeError
from ..heads import HEAD, get_head, is_frozen, new_head, put_span, set_head
from ..kinds import joined, joined_all
from ..memory import BYTES, constant, size_of
from .sequences import (
    ListType,
    RowType,
    SequenceType,
    Span,
    becomes,
    checked_index,
    never_becomes,
    widened,
)

__all__ = [
    "as_row",
    "check_changeable",
    "converted",
    "get",
    "insist_changeable",
    "item_of",
    "new_sequence",
    "part",
    "push",
    "put",
    "reserve",
    "set_size",
    "write",
]


def _of(reference: Any) -> Any:
    return getattr(reference, "instance_type", reference)


@primitive(lambda kind, size: _of(kind)(kind, types.intp))
def new_sequence(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a row or list with capacity for `size` items, for `put` to fill."""
    if isinstance(sig.return_type, RowType):
        return Span.made(context, builder, sig.return_type.item, args[1]).as_row()
    head = new_head(context, builder)
    span = Span.made(context, builder, sig.return_type.item, args[1])
    put_span(builder, head, span.data, span.size)
    return head


@primitive(lambda sequence, index: sequence.item(sequence, types.intp))
def get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an item; the index is known to be right."""
    span = Span.of(context, builder, sig.args[0], args[0])
    return span.get(sig.args[0].item, args[1])


@primitive(lambda sequence, index, item: types.void(sequence, types.intp, sequence.item))
def put(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Set an item; the index is known to be right."""
    span = Span.of(context, builder, sig.args[0], args[0])
    span.set(sig.args[0].item, args[1], args[2])


@primitive(lambda row, start, size: row(row, types.intp, types.intp))
def part(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the row of a given number of items of another, from one on."""
    kind = sig.args[0]
    span = Span.of(context, builder, kind, args[0])
    data = builder.bitcast(span.pointer(kind.item, args[1]), BYTES)
    return Span(context, builder, data, args[2]).as_row()


@primitive(
    lambda target, at, source, start, size: types.void(
        target, types.intp, source, types.intp, types.intp
    )
)
def write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Copy `size` items from one sequence to another of the same type, within its capacity."""
    item = sig.args[0].item
    new = Span.of(context, builder, sig.args[0], args[0]).pointer(item, args[1])
    old = Span.of(context, builder, sig.args[2], args[2]).pointer(item, args[3])
    length = builder.mul(args[4], constant(size_of(context, item)))
    cgutils.raw_memmove(
        builder, builder.bitcast(new, BYTES), builder.bitcast(old, BYTES), length, 1
    )


@primitive(lambda sequence, size: types.void(sequence, types.intp))
def set_size(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Set the number of items of a list, within its capacity."""
    set_head(builder, args[0], "size", args[1])


@primitive(lambda sequence: types.void)
def insist_changeable(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Raise if a list may not be changed."""
    check_changeable(context, builder, args[0])


def check_changeable(context: Any, builder: Any, head: Any) -> None:
    """Raise if a list may not be changed: it belongs to the game, or to the first position."""
    with cgutils.if_unlikely(builder, is_frozen(builder, head)):
        refuse_change(context, builder)


def refuse_change(context: Any, builder: Any) -> None:
    """Raise what is raised where rules change what is not theirs to change."""
    context.call_conv.return_user_exc(
        builder,
        MachineChangeError,
        ("the program changes a list, dict or object that it was given or that a module holds",),
    )


@primitive(lambda sequence, more: types.void(sequence, types.intp))
def reserve(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Give a list capacity for more items."""
    _reserve(context, builder, sig.args[0], *args)


def _reserve(context: Any, builder: Any, kind: Any, head: Any, more: Any) -> None:
    size = get_head(builder, head, "size")
    capacity = get_head(builder, head, "capacity")
    wanted = builder.add(size, more)
    with cgutils.if_unlikely(builder, builder.icmp_signed(">", wanted, capacity)):
        check_changeable(context, builder, head)  # one that may not be has no capacity
        twice = builder.add(builder.add(wanted, wanted), constant(4))
        old = Span.of(context, builder, kind, head)
        new = Span.made(context, builder, kind.item, twice)
        length = builder.mul(size, constant(size_of(context, kind.item)))
        cgutils.raw_memcpy(builder, new.data, old.data, length, 1)
        put_span(builder, head, new.data, size, twice)


def push(context: Any, builder: Any, kind: ListType, head: Any, item: Any) -> None:
    """Put an item at the end of a list, in generated code."""
    _reserve(context, builder, kind, head, constant(1))
    size = get_head(builder, head, "size")
    Span.of(context, builder, kind, head).set(kind.item, size, item)
    set_head(builder, head, "size", builder.add(size, constant(1)))


def item_of(kind: Any) -> Any:
    """Return the type of the items of a sequence of any sort; None if there is no such one."""
    if isinstance(kind, types.Optional):
        return item_of(kind.type)
    if isinstance(kind, SequenceType):
        return kind.got
    if isinstance(kind, types.BaseTuple):
        return joined_all(map(types.unliteral, kind.types))
    if isinstance(kind, types.IterableType):
        return types.unliteral(kind.iterator_type.yield_type)
    return None


@infer_global(operator.setitem)
class _TypeOfSetItem(AbstractTemplate):  # type: ignore[misc]
    def apply(self, args: Any, kws: Any) -> Any:
        """Return the types; Numba's own would try again as if an item that may be None were not."""
        return self.generic(args, kws)

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 3:
            return None
        kind, index = (each.type if isinstance(each, types.Optional) else each for each in args[:2])
        item = args[2]
        if not isinstance(kind, ListType):
            return None
        if not isinstance(index, (types.Integer, types.Boolean)) or kind.item is types.undefined:
            return None
        wide = joined(kind.item, types.unliteral(item))
        if wide is None or self.context.can_convert(types.unliteral(item), wide) is None:
            return None
        if wide != kind.item:  # it turns into such a list
            if not becomes(kind.item, wide) and widened(kind.item, wide) != wide:
                return None
            kind = kind.of(wide)
        return signature(types.none, kind, types.intp, kind.item)


@lower_builtin(operator.setitem, ListType, types.intp, types.Any)
def _setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    check_changeable(context, builder, args[0])
    span = Span.of(context, builder, kind, args[0])
    index = checked_index(context, builder, args[1], span.size, "list assignment")
    span.set(kind.item, index, args[2])
    return context.get_dummy_value()


# Tuples of a fixed length as rows, and back.


@lower_cast(types.BaseTuple, RowType)
def _row_of_tuple(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    span = Span.made(context, builder, target.item, constant(len(source)))
    for index, kind in enumerate(source.types):
        member = builder.extract_value(value, index)
        span.set(target.item, constant(index), context.cast(builder, member, kind, target.item))
    return span.as_row()


@lower_cast(RowType, RowType)
def _row_of_row(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    if source.item == target.item or source.item is types.undefined:
        return value
    old = Span.of(context, builder, source, value)
    new = Span.made(context, builder, target.item, old.size)
    with cgutils.for_range(builder, old.size) as loop:
        item = context.cast(builder, old.get(source.item, loop.index), source.item, target.item)
        new.set(target.item, loop.index, item)
    return new.as_row()


@lower_cast(ListType, ListType)
def _list_of_list(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    if not becomes(source.item, target.item):
        raise never_becomes(source, target)
    _turn(context, builder, source.item, target.item, value)
    return value


def _turn(context: Any, builder: Any, item: Any, other: Any, head: Any) -> None:
    """Let a list of None, or of lists of None, be one of what may be None: see `becomes`."""
    if item in (other, types.undefined):
        return
    typed = builder.bitcast(head, HEAD.as_pointer())
    if isinstance(item, ListType):
        span = Span.of(context, builder, ListType(item), typed)
        with cgutils.for_range(builder, span.size) as loop:
            inner = span.get(item, loop.index)
            _turn(context, builder, item.item, other.item, inner)
        return
    size = get_head(builder, typed, "size")
    check_changeable(context, builder, typed)
    span = Span.made(context, builder, other, size)
    length = builder.mul(size, constant(size_of(context, other)))
    cgutils.memset(builder, span.data, length, 0)
    put_span(builder, typed, span.data, size)


@lower_cast(RowType, types.BaseTuple)
def _tuple_of_row(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    span = Span.of(context, builder, source, value)
    other = builder.icmp_signed("!=", span.size, constant(len(target)))
    raise_if(context, builder, other, ValueError, f"a tuple has another length than {len(target)}")
    members = [
        context.cast(builder, span.get(source.item, constant(index)), source.item, kind)
        for index, kind in enumerate(target.types)
    ]
    return context.make_tuple(builder, target, members)


@primitive(lambda members: _row_of(joined_all(map(types.unliteral, members.types))))
def as_row(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a tuple of a fixed length as a row."""
    return context.cast(builder, args[0], sig.args[0], sig.return_type)


def _row_of(item: Any) -> Any:
    return None if item is None else RowType(item)


@primitive(lambda kind, value: _of(kind))
def converted(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a value in another type."""
    return context.cast(builder, args[1], sig.args[1], sig.return_type)


# Tuples of members of different types that have one in common: indexed by a variable, iterated.


def _row_type(kind: Any) -> Any:
    return _row_of(joined_all(map(types.unliteral, kind.types))) if len(kind) else None


def _type_of_member(members: Any, index: Any) -> Any:
    row = _row_type(members) if type(members) is types.Tuple else None
    return None if row is None else row.got(members, types.intp)


@machine_code(operator.getitem, of=(types.Tuple, types.Integer), returns=_type_of_member)
def _member(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    row = _row_type(sig.args[0])
    size = constant(len(sig.args[0]))
    index = checked_index(context, builder, args[1], size, "tuple")
    value = context.cast(builder, args[0], sig.args[0], row)
    return Span.of(context, builder, row, value).got(row, index)


@infer
class _IteratorOfTuple(AbstractTemplate):  # type: ignore[misc]
    key = "getiter"

    def generic(self, args: Any, kws: Any) -> Any:
        if type(args[0]) is types.Tuple:
            row = _row_type(args[0])
            if row is not None:
                return signature(row.iterator_type, args[0])
        return None


@lower_builtin("getiter", types.Tuple)
def _iterator_of_tuple(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    row = _row_type(sig.args[0])
    value = context.cast(builder, args[0], sig.args[0], row)
    getiter = context.get_function("getiter", signature(row.iterator_type, row))
    return getiter(builder, (value,))
