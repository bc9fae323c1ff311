"""Users' NamedTuples: their types, methods, properties and constants; `_replace`."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_cast, lower_getattr_generic

from ...back_end.numba_parts.typing_context import CONVERTING, UNIFYING
from ...libraries import is_of_library
from ..annotations import hints_of, widened
from ..kinds import kind_of, register_kind
from .members import resolved, value_of_member

__all__ = ["is_users"]


def _kind_of_named_tuple(value: Any) -> Any:
    cls: Any = type(value)
    hints = hints_of(cls)
    kinds = [
        widened(kind_of(each), hints.get(name, object))
        for name, each in zip(value._fields, value, strict=True)
    ]
    return types.BaseTuple.from_types(kinds, type(value))


register_kind(lambda cls: issubclass(cls, tuple) and hasattr(cls, "_fields"), _kind_of_named_tuple)


@infer_getattr
class _NamedTupleAttributes(AttributeTemplate):  # type: ignore[misc]
    key = types.BaseNamedTuple

    def generic_resolve(self, kind: Any, name: str) -> Any:
        if name in kind.fields or not is_users(kind.instance_class):
            return None
        return resolved(self.context, kind, name)


@lower_getattr_generic(types.NamedTuple)
@lower_getattr_generic(types.NamedUniTuple)
def _attribute(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    if name in kind.fields:
        return builder.extract_value(value, kind.fields.index(name))
    return value_of_member(context, builder, kind, value, name)


def is_users(cls: type) -> bool:
    """Return whether a class is no part of a registered library or of Numba."""
    root = cls.__module__.partition(".")[0]
    return root != "numba" and not is_of_library(root)


@lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)
def _cast(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    members = [
        context.cast(builder, builder.extract_value(value, index), one, other)
        for index, (one, other) in enumerate(zip(source.types, target.types, strict=True))
    ]
    return context.make_tuple(builder, target, members)


def _unify(typing: Any, one: Any, other: Any) -> Any:
    """Return the type of NamedTuples of one class whose members serve for both."""
    if not _of_one_class(one, other):
        return None
    members = [typing.unify_pairs(*pair) for pair in zip(one.types, other.types, strict=True)]
    return None if None in members else types.BaseTuple.from_types(members, one.instance_class)


def _convert(typing: Any, source: Any, target: Any) -> Any:
    if not _of_one_class(source, target):
        return None
    found = [typing.can_convert(*pair) for pair in zip(source.types, target.types, strict=True)]
    return None if None in found else max(found)


def _of_one_class(one: Any, other: Any) -> bool:
    named = isinstance(one, types.BaseNamedTuple) and isinstance(other, types.BaseNamedTuple)
    return named and one.instance_class is other.instance_class and len(one) == len(other)


UNIFYING.append(_unify)
CONVERTING.append(_convert)
