"""The types of packed actions in compiled code, by how they are packed."""

from __future__ import annotations

from enum import Enum
from typing import Any

from numba.core import types

from plainpython.reasons import Unsupported
from plainpython.values.kinds import MOST_MEMBERS, joined_all, kind_of
from plainpython.values.known_kinds import known_kind
from plainpython.values.numbers.long_ints import LONG, is_int
from plainpython.values.objects.instances import InstanceType, class_name
from plainpython.values.sequences.sequences import TEXT, RowType
from plainpython.values.unions import UnionType

from ...primitives.action_parts import (
    BOOLEANS,
    ActionPart,
    IntegerPart,
    LongPart,
    MemberPart,
    Nothing,
    OneText,
    Real,
    Text,
)
from ...primitives.actions import Packing
from ...primitives.compound_parts import AnyOf, Maybe, ObjectPart, RowPart, Several

__all__ = ["index_of_kind", "is_packable", "is_perhaps", "kind_of_actions", "kind_of_part"]


def kind_of_actions(packing: Packing | None) -> Any:
    """Return the type of the actions of a packing; None means integers."""
    return types.int64 if packing is None else kind_of_part(packing.part)


def kind_of_part(part: ActionPart) -> Any:
    """Return the type of the values that a part packs."""
    if isinstance(part, IntegerPart):
        if issubclass(part.cls, Enum):
            return kind_of(next(iter(part.cls)))
        if part.cls in BOOLEANS:
            return types.boolean
        return types.int64 if part.signed else types.uint64
    if isinstance(part, LongPart):
        return LONG
    if isinstance(part, Real):
        return types.float64
    if isinstance(part, Nothing):
        return types.none
    if isinstance(part, Maybe):
        return types.Optional(kind_of_part(part.inner))
    if isinstance(part, (Text, OneText)):
        return TEXT
    if isinstance(part, RowPart):
        return RowType(kind_of_part(part.item))
    if isinstance(part, Several):
        members = list(map(kind_of_part, part.members))
        if part.cls is not tuple:
            return types.BaseTuple.from_types(members, part.cls)
        item = joined_all(members) if len(members) > MOST_MEMBERS else None
        return types.BaseTuple.from_types(members) if item is None else RowType(item)
    if isinstance(part, ObjectPart):
        return _object_kind(part)
    if isinstance(part, AnyOf):
        return UnionType(part, tuple(map(kind_of_part, part.parts)))
    assert isinstance(part, MemberPart)
    return kind_of(next(iter(part.cls)))


def is_packable(part: ActionPart, kind: Any) -> bool:
    """Return whether a part packs values of a type, be it its own or one that fits."""
    kind = types.unliteral(kind)
    if kind == kind_of_part(part):
        return True
    if isinstance(part, AnyOf):
        return index_of_kind(part, kind) is not None
    if isinstance(part, Several):
        members = _kinds_of_members(kind, len(part.members))
        return (
            part.cls is tuple
            and members is not None
            and all(map(is_packable, part.members, members))
        )
    if isinstance(part, LongPart):
        return is_int(kind)
    whole = isinstance(part, IntegerPart) and not issubclass(part.cls, (Enum, *BOOLEANS))
    return whole and (isinstance(kind, (types.Integer, types.Boolean)) or kind == LONG)


def _kinds_of_members(kind: Any, count: int) -> Any:
    """Return the types of the members of a plain tuple of so many, or None."""
    if isinstance(kind, RowType):
        return [kind.item] * count if kind.kind == "tuple" else None
    plain = isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple)
    return list(kind.types) if plain and len(kind) == count else None


def index_of_kind(part: AnyOf, kind: Any) -> int | None:
    """Return which of several parts packs values of a type, or None."""
    kind = types.unliteral(kind)
    places = [index for index, each in enumerate(part.parts) if is_packable(each, kind)]
    exact = [index for index in places if kind_of_part(part.parts[index]) == kind]
    return next(iter([*exact, *places]), None)


def _object_kind(part: ObjectPart) -> InstanceType:
    """Return the type of the objects of a class: the one that is known of all of them."""
    fields = tuple(zip(part.names, map(kind_of_part, part.members), strict=True))
    known = known_kind(part.cls)
    if known is None:
        return InstanceType(class_name(part.cls), fields)
    if len(known.classes) > 1:
        raise Unsupported(
            f"actions are objects of {part.cls.__name__}, and where these stand there are objects "
            "of other classes, too",
            "make actions numbers, texts or tuples",
        )
    for (name, kind), inner in zip(fields, part.members, strict=True):
        found = known.field_type(name)
        if is_perhaps(inner, found):
            found = kind if isinstance(inner, Nothing) else found.type
        if found != kind:
            raise Unsupported(
                f"{part.cls.__name__}.{name} is {kind} in actions and {found} in other objects",
                "give it values of one type",
            )
    return known  # type: ignore[no-any-return]


def is_perhaps(part: ActionPart, kind: Any) -> bool:
    """Return whether a value is perhaps None where in actions it always is, or never."""
    return isinstance(kind, types.Optional) and not isinstance(part, Maybe)
