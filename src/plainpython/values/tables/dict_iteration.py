"""Loops over dicts, their keys, values and items."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, imputils, types
from numba.core.typing.templates import (
    AttributeTemplate,
    bound_function,
    infer_getattr,
    signature,
)
from numba.extending import lower_builtin

from ...back_end.primitives import machine_code, primitive
from ...back_end.raising import raise_if
from ..memory import constant
from .dicts import DictType, EntryIteratorType, ViewType
from .generated_tables import Table

__all__ = ["mapping_of"]


@primitive(lambda view: view.dict_kind)
def mapping_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the dict of its keys, values or items."""
    return args[0]


@infer_getattr
class _Views(AttributeTemplate):  # type: ignore[misc]
    key = DictType

    @bound_function("plainpython.dict.keys")
    def resolve_keys(self, kind: DictType, args: Any, kws: Any) -> Any:
        return signature(ViewType(kind, "keys"))

    @bound_function("plainpython.dict.values")
    def resolve_values(self, kind: DictType, args: Any, kws: Any) -> Any:
        return signature(ViewType(kind, "values"))

    @bound_function("plainpython.dict.items")
    def resolve_items(self, kind: DictType, args: Any, kws: Any) -> Any:
        return signature(ViewType(kind, "items"))


@lower_builtin("plainpython.dict.keys", DictType)
@lower_builtin("plainpython.dict.values", DictType)
@lower_builtin("plainpython.dict.items", DictType)
def _view(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return args[0]


@lower_builtin("getiter", DictType)
@lower_builtin("getiter", ViewType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    view = sig.return_type.view
    made = context.make_helper(builder, sig.return_type)
    made.entry = cgutils.alloca_once_value(builder, constant(0))
    made.table = args[0]
    made.live = Table(context, builder, view.dict_kind, args[0])["live"]
    return made._getvalue()


@lower_builtin("iternext", EntryIteratorType)
@imputils.iternext_impl(imputils.RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    view = sig.args[0].view
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    table = Table(context, builder, view.dict_kind, iterator.table)
    changed = builder.icmp_signed("!=", iterator.live, table["live"])
    raise_if(context, builder, changed, RuntimeError, "dictionary changed size during iteration")
    entry = table.following(builder.load(iterator.entry))
    more = builder.icmp_signed("<", entry, table["size"])
    result.set_valid(more)
    with builder.if_then(more):
        if view.which == "items":
            pair = [table.part(entry, index) for index in range(2)]
            result.yield_(context.make_tuple(builder, view.item, pair))
        else:
            result.yield_(table.part(entry, int(view.which == "values")))
        builder.store(builder.add(entry, constant(1)), iterator.entry)


@machine_code(len, of=(ViewType,), returns=lambda values: types.intp)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Table(context, builder, sig.args[0].dict_kind, args[0])["live"]
