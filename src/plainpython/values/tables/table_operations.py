"""Teaches Numba what dicts and sets have in common: len, truth, in, clear, copy."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, lower_cast

from ...back_end.primitives import machine_code, primitive
from ...reasons import Unsupported
from ...type_names import plain_type
from ..memory import constant
from ..sequences.items import check_changeable
from ..sequences.sequences import never_becomes
from .generated_tables import new_table
from .key_hashes import is_hashable
from .tables import TableType, is_refined

__all__ = ["copy_of", "emptied", "entry_of", "sought", "taken_out"]


@machine_code(len, of=(TableType,), returns=lambda values: types.intp)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return sig.args[0].table(context, builder, args[0])["live"]


@machine_code(operator.truth, bool, of=(TableType,), returns=lambda values: types.boolean)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    live = sig.args[0].table(context, builder, args[0])["live"]
    return builder.icmp_signed("!=", live, constant(0))


@lower_cast(TableType, types.boolean)
def _as_bool(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    live = source.table(context, builder, value)["live"]
    return builder.icmp_signed("!=", live, constant(0))


@infer_global(operator.contains)
class _TypeOfContains(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], TableType):
            key = sought(self.context, args[0], args[1])
            return None if key is None else signature(types.boolean, args[0], key)
        return None


@lower_builtin(operator.contains, TableType, types.Any)
def _contains(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    entry = entry_of(context, builder, sig, args)
    return builder.icmp_signed(">=", entry, constant(0))


def sought(typing: Any, kind: TableType, key: Any) -> Any:
    """Return the type of a key that is looked up; None if there can be no such one."""
    key = types.unliteral(key)
    if not is_hashable(key):
        raise Unsupported(f"{plain_type(key)} is used as a key", "use a tuple or a frozenset")
    if kind.key_kind is types.undefined or kind.key_kind == key:
        return key
    same = typing.resolve_function_type(operator.eq, (kind.key_kind, key), {})
    return None if same is None else key


def entry_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the number of the entry of a key (the second argument), or -1."""
    table = sig.args[0].table(context, builder, args[0])
    number = table.hashed(sig.args[1], args[1])
    return table.find(sig.args[1], args[1], number)


@primitive(lambda table: table)
def copy_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return another dict or set with the same entries."""
    head = new_table(context, builder)
    sig.args[0].table(context, builder, args[0]).write_to(head)
    return head


@primitive(lambda table: types.void)
def emptied(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Take out all entries."""
    check_changeable(context, builder, args[0])
    sig.args[0].table(context, builder, args[0]).clear()


@intrinsic
def taken_out(typing: Any, table: Any, key: Any) -> Any:
    """Take out a key; return whether it was there."""
    key = sought(typing, table, key)
    if key is None:
        return None

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        check_changeable(context, builder, args[0])
        entry = entry_of(context, builder, sig, args)
        there = builder.icmp_signed(">=", entry, constant(0))
        if sig.args[0].key_kind is not types.undefined:
            with builder.if_then(there):
                sig.args[0].table(context, builder, args[0]).remove(entry)
        return there

    return types.boolean(table, key), generate


@lower_cast(TableType, TableType)
def _table_of_table(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    if is_refined(target, source) or source.key_kind is types.undefined:  # or nothing is in it
        return value
    if source.family != "frozenset":
        raise never_becomes(source, target)
    old = source.table(context, builder, value)
    if old.is_laid_out_as(target):
        return old.cast_to(target).head
    made = target.table(context, builder, new_table(context, builder))
    with old.live_entries() as entry:
        parts = [
            context.cast(builder, old.part(entry, index), *kinds)
            for index, kinds in enumerate(zip(source.parts, target.parts, strict=True))
        ]
        made.put(*parts)
    return made.head
