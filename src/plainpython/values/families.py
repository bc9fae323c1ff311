"""One type for objects of several user-defined classes, with a field for their class.

A board of `Rook` and `Pawn`, both a `Piece`, has items of one type. The type has the fields of
both. Methods and constants that differ are chosen by the class of the object at run time.
"""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

from numba.core import types
from numba.core.typeconv import Conversion
from numba.extending import lower_cast, register_model

from ..forms import OtherForm
from ..reasons import Unsupported
from .kinds import joined, kind_of, register_join
from .known_kinds import want
from .objects.instance_checks import CLASS_FIELD
from .objects.instances import InstanceModel, InstanceType, class_named, is_record_class

__all__ = ["FamilyType"]

_ABSENT = object()


class FamilyType(InstanceType):
    """The type of objects of several classes, which have a parent in common.

    `members` tells the name of each class and the attributes that its objects have themselves.
    """

    def __init__(
        self,
        members: tuple[tuple[str, tuple[str, ...]], ...],
        fields: tuple[tuple[str, Any], ...],
    ) -> None:
        self.members = members
        super().__init__(" or ".join(name for name, _ in members), fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return FamilyType, (self.members, self.fields)

    @property
    def classes(self) -> tuple[type, ...]:
        """The classes, in the order of their numbers."""
        return tuple(class_named(name) for name, _ in self.members)

    @property
    def cls(self) -> type:
        """There is none: what asks for it knows nothing of several classes."""
        named = " or a ".join(cls.__name__ for cls in self.classes)
        raise Unsupported(
            f"an object may be a {named} there",
            "ask isinstance(...), call a method, or make one class of them",
        )

    @property
    def dict_keys(self) -> tuple[str, ...]:
        """They stand for no dict."""
        return ()

    @property
    def hashable(self) -> bool:
        """They are no keys of dicts."""
        return False

    def lacking(self, name: str) -> list[int]:
        """Return the numbers of the classes whose objects have no attribute of a name."""
        return [
            index
            for index, (cls, own) in enumerate(self.members)
            if name not in own and not hasattr(class_named(cls), name)
        ]

    def with_fields(self, fields: tuple[tuple[str, Any], ...]) -> InstanceType:
        """Return the type of objects of the same classes with other fields."""
        return FamilyType(self.members, fields)

    def with_field(self, name: str, kind: Any) -> InstanceType:
        """Return the type of the same objects where all have a field of a type."""
        members = tuple((cls, tuple(sorted({*own, name}))) for cls, own in self.members)
        fields = tuple(sorted((dict(self.fields) | {name: kind}).items()))
        return FamilyType(members, fields)

    def held_by(self, value: Any) -> list[Any]:
        """Return what an object holds, in the order of the fields; None where it has nothing."""
        classes = self.classes
        if type(value) not in classes:
            raise OtherForm
        held: list[Any] = []
        for name, kind in self.fields:
            if name == CLASS_FIELD:
                held.append(classes.index(type(value)))
                continue
            found = getattr(value, name, _ABSENT)
            if found is _ABSENT and not isinstance(kind, types.Optional | types.NoneType):
                raise OtherForm
            held.append(None if found is _ABSENT else found)
        return held

    def made_of(self, fields: dict[str, Any]) -> Any:
        """Return the object with these fields."""
        index = fields[CLASS_FIELD]
        made: Any = object.__new__(self.classes[index])
        for name in self.members[index][1]:
            object.__setattr__(made, name, fields[name])
        return made


register_model(FamilyType)(InstanceModel)


# What objects of several classes have in common.


@lru_cache(maxsize=4096)
def _joined_families(one: Any, other: Any) -> Any:
    if not (isinstance(one, InstanceType) and isinstance(other, InstanceType)):
        return None
    own: dict[type, tuple[str, set[str]]] = {}
    for kind in (one, other):
        for cls, (name, fields) in zip(kind.classes, _members(kind), strict=True):
            own.setdefault(cls, (name, set()))[1].update(fields)
    if one.dict_keys or other.dict_keys or not _have_a_parent(list(own)):
        return None
    members = tuple(sorted((name, tuple(sorted(fields))) for name, fields in own.values()))
    names = sorted({each for _, fields in own.values() for each in fields})
    common = [(name, _common_field(name, one, other, own)) for name in names]
    return FamilyType(members, ((CLASS_FIELD, types.int64), *common))


def _members(kind: InstanceType) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the name of each class of a family and of its fields."""
    if isinstance(kind, FamilyType):
        return kind.members
    return ((kind.class_name, tuple(name for name, _ in kind.fields)),)


def _have_a_parent(classes: list[type]) -> bool:
    """Return whether classes have a user-defined class in common, which may be one of them."""
    return any(
        is_record_class(parent) and all(issubclass(each, parent) for each in classes)
        for parent in classes[0].__mro__
        if parent is not object
    )


def _common_field(
    name: str, one: InstanceType, other: InstanceType, own: dict[type, tuple[str, set[str]]]
) -> Any:
    """Return the type of a field of all classes; optional where some class has none."""
    kinds = [each.field_type(name) for each in (one, other) if each.field_type(name) is not None]
    for cls, (_, fields) in own.items():
        if name not in fields:
            default = inspect.getattr_static(cls, name, None)
            if hasattr(default, "__get__"):
                raise Unsupported(
                    f"{name!r} is an attribute of some objects, but {cls.__name__} defines it",
                    "let all classes define it in one way",
                )
            kinds.append(kind_of(default))
    result: Any = types.undefined
    for kind in kinds:
        wider = joined(result, kind)
        if wider is None:
            named = " and ".join(cls.__name__ for cls in own)
            raise Unsupported(
                f"the attribute {name!r} of {named} is now {result}, now {kind}",
                "give it values of one type",
            )
        result = wider
    return result


register_join(_joined_families)


# Where one type stands for another, the game may be recompiled with objects of one type alone.


def _unify(self: InstanceType, typing: Any, other: Any) -> Any:
    wider = _joined_families(self, other)
    if wider is not None:
        want(wider)
    return None


def _can_convert_to(self: InstanceType, typing: Any, other: Any) -> Any:
    if isinstance(other, FamilyType) and set(self.classes) <= set(other.classes):
        return Conversion.unsafe
    return None


InstanceType.unify = _unify
InstanceType.can_convert_to = _can_convert_to


@lower_cast(InstanceType, FamilyType)
def _cast(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    want(target)
    raise Unsupported(
        f"objects of {' and '.join(cls.__name__ for cls in target.classes)} stand in one place",
        "make one class of them, with a field that tells which of them it is",
    )
