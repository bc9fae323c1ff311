"""Dicts merged: `dict(pairs)`, `{**one, **other}`, `|`, `update`."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import lower_builtin

from ...back_end.primitives import primitive
from ..kinds import joined
from ..sequences.items import check_changeable, item_of
from .dict_items import put_into
from .dicts import COUNTER, ORDERED, DictType
from .generated_tables import Table, new_table

__all__ = ["as_ordered", "made_dict", "merged"]


def made_dict(values: Any = ()) -> Any:
    """Return dict(values); see `dict_operations`."""
    return dict(values)


def merged(one: Any, other: Any) -> Any:
    """Return a dict of the entries of two, where those of the second count."""
    return {**one, **other}


def _making(typing: Any, pairs: Any) -> Any:
    """Return the function that makes a dict of pairs, and its signature."""
    function = typing.resolve_value_type(made_dict)
    return function, function.get_call_type(typing, (pairs,), {})


def _converted(typing: Any, pairs: Any) -> Any:
    made = _making(typing, pairs)[1]
    return None if made is None else made.return_type


def _updated(typing: Any, kind: DictType, other: DictType) -> Any:
    """Return the type of a dict into which the entries of another are put, or None."""
    if other.key_kind is types.undefined:
        return kind
    return put_into(typing, kind, *other.parts)


def _put_all(
    context: Any, builder: Any, kind: DictType, head: Any, other_kind: DictType, other: Any
) -> None:
    check_changeable(context, builder, head)
    if other_kind.key_kind is types.undefined:
        return
    table = Table(context, builder, kind, head)
    others = Table(context, builder, other_kind, other)
    with others.live_entries() as entry:
        table.put(
            *(
                context.cast(builder, others.part(entry, index), *kinds)
                for index, kinds in enumerate(zip(other_kind.parts, kind.parts, strict=True))
            )
        )


@infer_getattr
class _Update(AttributeTemplate):  # type: ignore[misc]
    key = DictType

    @bound_function("plainpython.dict.update")
    def resolve_update(self, kind: DictType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 1:
            return None
        if kind.family == COUNTER:
            return self._counted(kind, args[0])
        other = args[0] if isinstance(args[0], DictType) else _converted(self.context, args[0])
        refined = None if other is None else _updated(self.context, kind, other)
        if refined is None:
            return None
        return signature(types.none, args[0]).replace(recvr=refined)

    def _counted(self, kind: DictType, values: Any) -> Any:
        item = values.key_kind if isinstance(values, DictType) else item_of(values)
        if item is None or item is types.undefined:
            return None
        refined = put_into(self.context, kind, item, types.int64)
        return None if refined is None else signature(types.none, values).replace(recvr=refined)


@lower_builtin("plainpython.dict.update", DictType, types.Any)
def _update(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, head = sig.args[1], args[1]
    if sig.args[0].family == COUNTER:
        count = _count_entries if isinstance(kind, DictType) else _count_items
        context.compile_internal(builder, count, sig, args)
        return context.get_dummy_value()
    if not isinstance(kind, DictType):
        function, making = _making(context.typing_context, kind)
        make = context.get_function(function, making)
        context.add_linking_libs(getattr(make, "libs", ()))
        kind, head = making.return_type, make(builder, [head])
    _put_all(context, builder, sig.args[0], args[0], kind, head)
    return context.get_dummy_value()


def _count_items(counts: Any, values: Any) -> None:
    for each in values:
        counts[each] += 1


def _count_entries(counts: Any, others: Any) -> None:
    for key, count in others.items():
        counts[key] += count


@primitive(lambda values: DictType(values.key_kind, values.value_kind, ORDERED))
def as_ordered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a fresh dict as an OrderedDict."""
    return args[0]


@infer_global(operator.ior)
class _TypeOfUpdate(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, DictType) for each in args):
            return None
        kind = None if args[0].family == COUNTER else _updated(self.context, *args)
        return None if kind is None else signature(kind, kind, args[1])


@lower_builtin(operator.ior, DictType, DictType)
def _ior(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    _put_all(context, builder, sig.args[0], args[0], sig.args[1], args[1])
    return args[0]


@infer_global(merged)
@infer_global(operator.or_)
class _TypeOfMerged(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, DictType) for each in args):
            return None
        if self.key is operator.or_ and not args[0].family == args[1].family == "dict":
            return None
        kinds = [joined(*pair) for pair in zip(args[0].parts, args[1].parts, strict=True)]
        return None if None in kinds else signature(DictType(*kinds), *args)


@lower_builtin(merged, DictType, DictType)
@lower_builtin(operator.or_, DictType, DictType)
def _merged(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made, head = sig.return_type, new_table(context, builder)
    if sig.args[0].parts == made.parts:
        Table(context, builder, sig.args[0], args[0]).write_to(head)
    else:
        _put_all(context, builder, made, head, sig.args[0], args[0])
    _put_all(context, builder, made, head, sig.args[1], args[1])
    return head
