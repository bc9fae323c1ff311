"""Items of dicts: read, set and taken out by their keys."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import lower_builtin

from ...reasons import Unsupported
from ...type_names import plain_type
from ..constants import Constant
from ..heads import new_head
from ..kinds import joined
from ..memory import constant
from ..sequences.items import check_changeable
from ..sequences.sequences import TEXT, ListType
from .dicts import COUNTER, FACTORIES, ORDERED, DictType
from .generated_tables import Table, new_table
from .key_hashes import is_hashable
from .table_operations import entry_of, sought
from .tables import TableType

__all__ = ["put_into"]


def _default_of(kind: DictType) -> bool:
    """Return whether reading a key that is not there gives a value."""
    return kind.family not in ("dict", ORDERED)


@infer_global(operator.getitem)
class _TypeOfItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not isinstance(args[0], DictType):
            return None
        kind = args[0]
        if kind.value_kind is types.undefined:
            return None
        key = sought(self.context, kind, args[1])
        if kind.family in FACTORIES:
            key = _widened(self.context, kind.key_kind, args[1])
            if key is None:
                return None
            kind = DictType(key, kind.value_kind, kind.family)
        return None if key is None else signature(kind.value_kind, kind, key)


def _widened(typing: Any, key: Any, other: Any) -> Any:
    """Return the type of keys into which one of another type is put; None if there is none."""
    other = types.unliteral(other)
    if not is_hashable(other):
        raise Unsupported(f"{plain_type(other)} is a key of a dict", "use a tuple or a frozenset")
    return joined(key, other)


@lower_builtin(operator.getitem, DictType, types.Any)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    table = Table(context, builder, kind, args[0])
    number = table.hashed(sig.args[1], args[1])
    entry = table.find(sig.args[1], args[1], number)
    missing = builder.icmp_signed("<", entry, constant(0))
    if not _default_of(kind):
        with cgutils.if_unlikely(builder, missing):
            _refuse_key(context, builder)
        return table.part(entry, 1)
    result = cgutils.alloca_once(builder, context.get_value_type(kind.value_kind))
    with builder.if_else(missing) as (absent, there):
        with absent:
            value = _default(context, builder, kind.value_kind)
            if kind.family != COUNTER:
                check_changeable(context, builder, args[0])
                table.add(number, args[1], value)
            builder.store(value, result)
        with there:
            builder.store(table.part(entry, 1), result)
    return builder.load(result)


def _refuse_key(context: Any, builder: Any) -> None:
    """Raise KeyError."""
    context.call_conv.return_user_exc(builder, KeyError, ("there is no such key in the dict",))


def _default(context: Any, builder: Any, kind: Any) -> Any:
    if isinstance(kind, ListType):
        return new_head(context, builder)
    if isinstance(kind, TableType):
        return new_table(context, builder)
    return context.get_constant_null(kind)


@infer_global(operator.setitem)
class _TypeOfSetItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 3 or not isinstance(args[0], DictType):
            return None
        kind = put_into(self.context, *args)
        return None if kind is None else signature(types.none, kind, *kind.parts)


def put_into(typing: Any, kind: DictType, key: Any, value: Any) -> Any:
    """Return the type of a dict into which such a key and value are put, or None."""
    key = _widened(typing, kind.key_kind, key)
    value = joined(kind.value_kind, types.unliteral(value))
    if key is None or value is None:
        return None
    return DictType(key, value, kind.family)


@lower_builtin(operator.setitem, DictType, types.Any, types.Any)
def _setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    Table(context, builder, sig.args[0], args[0]).put(*args[1:])
    return context.get_dummy_value()


# Texts by which something is looked up stay Numba's: they may name the fields of records.


@infer
class _TypeOfItemOfText(AbstractTemplate):  # type: ignore[misc]
    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], DictType) and isinstance(args[1], str):
            found = self.context.resolve_function_type(operator.getitem, (args[0], TEXT), {})
            if found is not None:
                return signature(found.return_type, found.args[0], types.literal(args[1]))
        return None


@lower_builtin("static_getitem", DictType, types.StringLiteral)
def _getitem_of_text(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, key = sig.args
    text = context.get_constant_generic(builder, TEXT, Constant(key.literal_value))
    found = signature(sig.return_type, kind, TEXT)
    return _getitem(context, builder, found, (args[0], text))


@infer
class _TypeOfSetItemOfText(AbstractTemplate):  # type: ignore[misc]
    key = "static_setitem"

    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], DictType) and isinstance(args[1], str):
            kind = put_into(self.context, args[0], TEXT, args[2])
            if kind is not None and kind.key_kind == TEXT:
                return signature(types.none, kind, types.literal(args[1]), kind.value_kind)
        return None


@lower_builtin("static_setitem", DictType, types.StringLiteral, types.Any)
def _setitem_of_text(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    text = context.get_constant_generic(builder, TEXT, Constant(sig.args[1].literal_value))
    Table(context, builder, sig.args[0], args[0]).put(text, args[2])
    return context.get_dummy_value()


@infer_global(operator.delitem)
class _TypeOfDelItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[0], DictType):
            key = sought(self.context, *args)
            return None if key is None else signature(types.none, args[0], key)
        return None


@lower_builtin(operator.delitem, DictType, types.Any)
def _delitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    check_changeable(context, builder, args[0])
    entry = entry_of(context, builder, sig, args)
    with cgutils.if_unlikely(builder, builder.icmp_signed("<", entry, constant(0))):
        _refuse_key(context, builder)
    Table(context, builder, sig.args[0], args[0]).remove(entry)
    return context.get_dummy_value()


# Methods that tell of which types a dict is, or that are called often.


@infer_getattr
class _Methods(AttributeTemplate):  # type: ignore[misc]
    key = DictType

    @bound_function("plainpython.dict.get")
    def resolve_get(self, kind: DictType, args: Any, kws: Any) -> Any:
        if kws or not 1 <= len(args) <= 2:
            return None
        if kind.value_kind is types.undefined:
            return _told_by_default(self.context, kind, args)
        key = sought(self.context, kind, args[0])
        if key is None:
            return None
        if len(args) == 1:
            result = joined(kind.value_kind, types.none)
            return signature(result, key)
        result = joined(kind.value_kind, types.unliteral(args[1]))
        return None if result is None else signature(result, key, result)

    @bound_function("plainpython.dict.setdefault")
    def resolve_setdefault(self, kind: DictType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 2:
            return None
        refined = put_into(self.context, kind, *args)
        if refined is None:
            return None
        return signature(refined.value_kind, *refined.parts).replace(recvr=refined)


def _told_by_default(typing: Any, kind: DictType, args: Any) -> Any:
    """Return the signature of `counts.get(key, 0)` of a dict that nothing was put into yet."""
    if len(args) == 1 or types.unliteral(args[1]) == types.none:
        return None
    refined = put_into(typing, kind, *args)
    if refined is None:
        return None
    return signature(refined.value_kind, *refined.parts).replace(recvr=refined)


@lower_builtin("plainpython.dict.get", DictType, types.Any)
@lower_builtin("plainpython.dict.get", DictType, types.Any, types.Any)
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    table = Table(context, builder, sig.args[0], args[0])
    entry = entry_of(context, builder, sig, args)
    if len(args) == 3:
        default = args[2]
    else:
        default = context.cast(builder, context.get_dummy_value(), types.none, sig.return_type)
    result = cgutils.alloca_once_value(builder, default)
    with builder.if_then(builder.icmp_signed(">=", entry, constant(0))):
        value = table.part(entry, 1)
        value = context.cast(builder, value, sig.args[0].value_kind, sig.return_type)
        builder.store(value, result)
    return builder.load(result)


@lower_builtin("plainpython.dict.setdefault", DictType, types.Any, types.Any)
def _setdefault(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    check_changeable(context, builder, args[0])
    table = Table(context, builder, sig.args[0], args[0])
    number = table.hashed(sig.args[1], args[1])
    entry = table.find(sig.args[1], args[1], number)
    found = cgutils.alloca_once_value(builder, entry)
    with builder.if_then(builder.icmp_signed("<", entry, constant(0))):
        builder.store(table.add(number, *args[1:]), found)
    return table.part(builder.load(found), 1)
