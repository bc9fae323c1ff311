"""Dicts that have a field for each key: their types, and how values are read and set."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, signature
from numba.extending import lower_builtin

from ...reasons import Unsupported
from ...type_names import plain_type
from ..kinds import joined, joined_all, kind_of, register_kind
from ..known_kinds import known_kind, want
from ..objects.construction import dataclass_maker, given_fields, register_maker
from ..objects.instances import InstanceType, class_name, field_pointer
from ..operations import python_code
from ..sequences.items import check_changeable
from .dict_displays import table_maker
from .dict_merging import made_dict
from .dicts import kind_of_dict
from .text_keys import can_be_keys, class_of_keys, field_of_key, keys_of, needs_fields

__all__ = ["kind_with_fields"]


def kind_with_fields(value: dict[str, Any]) -> Any:
    """Return the type of a dict with a field for each of its texts. Raises as `kind_of` does."""
    return _of_kinds(value, map(kind_of, value.values()))


def _of_kinds(keys: Iterable[str], kinds: Iterable[Any]) -> InstanceType:
    fields = sorted(zip(map(field_of_key, keys), kinds, strict=True))
    return InstanceType(class_name(class_of_keys(keys)), tuple(fields))


def _kind_of_any_dict(value: dict[Any, Any]) -> Any:
    if not can_be_keys(value):
        return kind_of_dict(value)
    if known_kind(class_of_keys(value)) is not None:
        return kind_with_fields(value)
    kinds = [kind_of(each) for each in value.values()]
    return _of_kinds(value, kinds) if needs_fields(joined_all(kinds)) else kind_of_dict(value)


register_kind(lambda cls: cls is dict, _kind_of_any_dict)


def _maker(cls: Any, args: Any, kws: Any) -> Any:
    """Return what makes a dict of values of these types: a table if they have one in common."""
    keys = keys_of(cls)
    cls = class_of_keys(keys)
    given = {name: types.unliteral(each) for name, each in given_fields(cls, args, kws).items()}
    known = known_kind(cls)
    if known is None and not needs_fields(joined_all(given.values())):
        return table_maker(keys)
    kind = InstanceType(class_name(cls), tuple(sorted(given.items())))
    kind = joined(known or types.undefined, kind)
    if known not in (None, kind):
        want(kind)
    return dataclass_maker(cls, kind, frozenset(given))


register_maker(lambda cls: bool(keys_of(cls)), _maker)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, InstanceType) and bool(kind.dict_keys)


def _field(kind: InstanceType, key: str) -> Any:
    found = kind.field_type(field_of_key(key))
    if found is None:
        raise Unsupported(
            f"the dict has no key {key!r}",
            f"its keys are {', '.join(kind.dict_keys)}: give it all of them where it is made",
        )
    return found


@infer
class _TypeOfValue(AbstractTemplate):  # type: ignore[misc]
    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        if _is_record(args[0]) and isinstance(args[1], str):
            return signature(_field(*args), args[0], types.literal(args[1]))
        return None


@lower_builtin("static_getitem", InstanceType, types.StringLiteral)
def _value(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, key = sig.args
    index = kind.index(field_of_key(key.literal_value))
    return context.unpack_value(builder, sig.return_type, field_pointer(builder, args[0], index))


@infer
class _TypeOfSetting(AbstractTemplate):  # type: ignore[misc]
    key = "static_setitem"

    def generic(self, args: Any, kws: Any) -> Any:
        if not (_is_record(args[0]) and isinstance(args[1], str)):
            return None
        kind, key, given = args
        field = _field(kind, key)
        given = types.unliteral(given)
        if self.context.can_convert(given, field) is None:
            wider = joined(field, given)
            if wider is not None:
                want(kind.with_field(field_of_key(key), wider))
            raise Unsupported(
                f"[{key!r}] of the dict is {plain_type(field)}, and becomes {plain_type(given)}",
                "give it values of one type",
            )
        return signature(types.none, kind, types.literal(key), field)


@lower_builtin("static_setitem", InstanceType, types.StringLiteral, types.Any)
def _set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, key, field = sig.args
    check_changeable(context, builder, args[0])
    index = kind.index(field_of_key(key.literal_value))
    context.pack_value(builder, field, args[2], field_pointer(builder, args[0], index))
    return context.get_dummy_value()


@infer_global(operator.getitem)
@infer_global(operator.setitem)
class _ByVariable(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if _is_record(args[0]):
            raise Unsupported(
                "a variable is the key of a dict whose values are of different types",
                "write the key down, as in row['name'], or give all values one type",
            )
        return None


@python_code(made_dict, _is_record)
def _copy(values=()):
    return values.copy()
