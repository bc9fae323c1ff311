"""Parts of actions that are not all made alike: items, attributes, length, loops and unpacking.

They are those of the one kind that has such parts, or of several kinds that have them alike.
"""

from __future__ import annotations

import operator
from contextlib import suppress
from functools import reduce
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer,
    infer_getattr,
    signature,
)
from numba.extending import lower_builtin, lower_getattr_generic

from plainpython.back_end.numba_parts.lowering import UNPACKING
from plainpython.back_end.numba_parts.typing_context import UNPACKED_KINDS
from plainpython.reasons import Unsupported
from plainpython.type_names import plain_type
from plainpython.values.arrays.array_operations import is_array
from plainpython.values.memory import constant
from plainpython.values.numbers.text_numbers import text_of
from plainpython.values.operations import operation
from plainpython.values.sequences.sequence_operations import tuple_from
from plainpython.values.sequences.sequences import TEXT, RowType, SequenceType, Span
from plainpython.values.unions import UnionType, kind_number, number_of_kind
from plainpython.values.unpacking import as_list, as_sequence, is_sequence

from .mixed_kinds import as_kind, by_kind, is_tuple, of_kind_at

__all__: list[str] = []


def _of_index(holder: Any, union: UnionType) -> Any:
    """Return what takes a value for an index of a list, tuple or array, or None."""
    wanted = getattr(holder, "ndim", 1)
    for index, kind in enumerate(union.kinds):
        if isinstance(kind, types.BaseTuple) and len(kind) == wanted > 1:
            return of_kind_at(index)
    if not isinstance(holder, SequenceType | types.BaseTuple) and not is_array(holder):
        return None
    whole = [k for k, kind in enumerate(union.kinds) if isinstance(kind, types.Integer)]
    return of_kind_at(whole[0]) if whole else None


@operation(operator.setitem)
def _set_item(a, b, c):
    of_kind = _of_index(a, b) if isinstance(b, UnionType) else None
    if of_kind is None:
        return None

    def set_item(a, b, c):
        a[of_kind(b)] = c

    return set_item


@operation(operator.getitem, literal=True)
def _item(a, b):
    if isinstance(b, UnionType):
        of_kind = _of_index(a, b)
        return None if of_kind is None else lambda a, b: a[of_kind(b)]
    if not isinstance(a, UnionType):
        return None
    index = getattr(b, "literal_value", None)
    found: dict[Any, list[int]] = {}
    for place, kind in enumerate(a.kinds):
        if isinstance(kind, RowType):
            found.setdefault(kind.item if kind.kind == "tuple" else kind, []).append(place)
        elif isinstance(kind, types.UniTuple) and len(kind) and index is None:
            found.setdefault(kind.dtype, []).append(place)
        elif isinstance(kind, types.BaseTuple) and isinstance(index, int):
            if -len(kind) <= index < len(kind):
                found.setdefault(kind[index], []).append(place)
    if len(found) > 1:  # who indexes has asked before, mostly, if it is a text
        found.pop(TEXT, None)
    if len(found) != 1:
        return None
    (places,) = found.values()
    return by_kind("a, b", "KIND[b]" if index is None else f"KIND[{index}]", places)


@operation(len)
def _length(obj):
    if not isinstance(obj, UnionType):
        return None
    kinds = (types.BaseTuple, RowType)
    places = [index for index, kind in enumerate(obj.kinds) if isinstance(kind, kinds)]
    return by_kind("obj", "len(KIND)", places) if places else None


# Loops: `for digit in action`.


def _looped_kind(union: UnionType) -> int | None:
    """Return the index of the only kind that a loop can be over, or None."""
    found = [k for k, kind in enumerate(union.kinds) if isinstance(kind, types.IterableType)]
    if len(found) > 1:  # who loops has asked before, mostly, if it is a text
        found = [index for index in found if union.kinds[index] != TEXT]
    return found[0] if len(found) == 1 else None


@infer
class _TypeOfIterator(AbstractTemplate):  # type: ignore[misc]
    key = "getiter"

    def generic(self, args: Any, kws: Any) -> Any:
        (union,) = args
        index = _looped_kind(union) if isinstance(union, UnionType) else None
        return None if index is None else signature(union.kinds[index].iterator_type, union)


@lower_builtin("getiter", UnionType)
def _iterator(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (union,) = sig.args
    index = _looped_kind(union)
    assert index is not None
    part = as_kind(context, builder, union, index, args[0])
    of_kind = signature(sig.return_type, union.kinds[index])
    return context.get_function("getiter", of_kind)(builder, (part,))


# Order: `action > last_bid`.


def _is_ordered(kind: Any, other: Any) -> bool:
    """Return whether Python puts values of two types in an order, by the sort of value alone."""
    sorts = (
        lambda each: isinstance(each, types.Number | types.Boolean),
        lambda each: each == TEXT,
        is_tuple,
    )
    return any(sort(kind) and sort(other) for sort in sorts)


def _of_order(function: Any, sign: str) -> None:
    @operation(function)
    def typing(a: Any, b: Any) -> Any:
        for union, other, which, said in (
            (a, b, "a", f"KIND {sign} b"),
            (b, a, "b", f"a {sign} KIND"),
        ):
            if isinstance(union, UnionType) and not isinstance(other, types.Optional):
                kinds = enumerate(union.kinds)
                places = [index for index, kind in kinds if _is_ordered(kind, other)]
                return by_kind("a, b", said, places, which) if places else None
        return None


for _function, _sign in (
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _of_order(_function, _sign)


@operation(text_of)
def _text(value):
    if not isinstance(value, UnionType):
        return None
    return by_kind("value", "text_of(KIND)", list(range(len(value.kinds))), text_of=text_of)


@infer_getattr
class _AttributeOfUnion(AttributeTemplate):  # type: ignore[misc]
    key = UnionType

    def generic_resolve(self, union: UnionType, name: str) -> Any:
        found = _kinds_with(self.context, union, name)
        return found[0][1] if len({each for _, each in found}) == 1 else None


def _kinds_with(typing: Any, union: UnionType, name: str) -> list[tuple[int, Any]]:
    """Return the places of the kinds that have an attribute, each with its type there."""
    # `count` and `index` are methods of all tuples, and good names of fields.
    fields = [k for k, kind in enumerate(union.kinds) if name in getattr(kind, "fields", ())]
    found = []
    for index in fields or range(len(union.kinds)):
        with suppress(Unsupported):
            attribute = typing.resolve_getattr(union.kinds[index], name)
            if attribute is not None:
                found.append((index, attribute))
    return found


@lower_getattr_generic(UnionType)
def _attribute(context: Any, builder: Any, union: UnionType, value: Any, name: str) -> Any:
    found = _kinds_with(context.typing_context, union, name)

    def read(index: int) -> Any:
        kind = union.kinds[index]
        part = as_kind(context, builder, union, index, value)
        return context.get_getattr(kind, name)(context, builder, kind, part, name)

    if len(found) == 1:
        return read(found[0][0])
    result = cgutils.alloca_once(builder, context.get_value_type(found[0][1]))
    number = kind_number(builder, union, value)
    for index, _ in found[:-1]:
        same = builder.icmp_unsigned("==", number, constant(index))
        with builder.if_then(same):
            builder.store(read(index), result)
    last = found[-1][0]
    others = [builder.icmp_unsigned("!=", number, constant(index)) for index, _ in found[:-1]]
    with builder.if_then(reduce(builder.and_, others)):
        builder.store(read(last), result)
    return builder.load(result)


# Unpacking: `row, column = action`.


def _single_tuple(kind: Any) -> int | None:
    """Return the index of the only kind of tuples in a union, or None."""
    if not isinstance(kind, UnionType):
        return None
    found = [index for index, each in enumerate(kind.kinds) if is_tuple(each)]
    return found[0] if len(found) == 1 else None


def _of_tuples(function: Any) -> None:
    @operation(function)
    def typing(values: Any = ()) -> Any:
        index = _single_tuple(values)
        if index is None:
            if isinstance(values, UnionType) and any(map(is_tuple, values.kinds)):
                raise Unsupported(
                    f"it takes apart an action that is {plain_type(values)}",
                    "find out first which it is, as in match action: case ('bid', count, face)",
                )
            return None
        of_kind = of_kind_at(index)
        return lambda values=(): function(of_kind(values))


_of_tuples(as_sequence)
_of_tuples(as_list)
_of_tuples(tuple_from)
_of_tuples(tuple)


@operation(is_sequence)
def _is_sequence(values: Any) -> Any:
    if not isinstance(values, UnionType):
        return None
    places = [index for index, kind in enumerate(values.kinds) if is_tuple(kind)]
    test = " or ".join(f"number_of_kind(values) == {index}" for index in places) or "False"
    names = {"number_of_kind": number_of_kind, "__name__": __name__}
    return eval(f"lambda values: {test}", names)


def _index_of_length(union: UnionType, count: int) -> int | None:
    """Return the index of the tuples that have this many members, or of those of any length."""
    fixed = [
        index
        for index, kind in enumerate(union.kinds)
        if isinstance(kind, types.BaseTuple) and len(kind) == count
    ]
    rows = [
        index
        for index, kind in enumerate(union.kinds)
        if isinstance(kind, RowType) and is_tuple(kind)
    ]
    found = fixed or rows
    return found[0] if len(found) == 1 else None


def _unpacked_kind(kind: Any, count: int) -> Any:
    """Return the type of what a value of a type gives, unpacked into so many; or None."""
    index = _index_of_length(kind, count) if isinstance(kind, UnionType) else None
    if index is None:
        return None
    part = kind.kinds[index]
    return types.UniTuple(part.item, count) if isinstance(part, RowType) else part


def _unpacked(lower: Any, result: Any, expression: Any) -> Any:
    union = lower.typeof(expression.value.name)
    if not isinstance(union, UnionType):
        return None
    index = _index_of_length(union, expression.count)
    assert index is not None
    value = lower.loadvar(expression.value.name)
    part = as_kind(lower.context, lower.builder, union, index, value)
    kind = union.kinds[index]
    if not isinstance(kind, RowType):
        return part
    span = Span.of(lower.context, lower.builder, kind, part)
    wrong = lower.builder.icmp_signed("!=", span.size, constant(expression.count))
    with cgutils.if_unlikely(lower.builder, wrong):
        lower.return_exception(ValueError, loc=lower.loc)
    items = [span.get(kind.item, constant(k)) for k in range(expression.count)]
    return lower.context.make_tuple(lower.builder, result, items)


UNPACKED_KINDS.append(_unpacked_kind)
UNPACKING.append(_unpacked)
