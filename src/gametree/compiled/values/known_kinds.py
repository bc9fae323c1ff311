"""The types that objects and NamedTuples have in the game that is being compiled.

What is true of the states must be true of all values of their classes, wherever they are made: a
field that is None in some states is an optional number in each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.core import types

from ..functions import compile_for
from .instances import InstanceType
from .kinds import joined
from .sequences import ListType, RowType

__all__ = ["known_kind", "known_objects", "let_know"]

_known: dict[type, Any] = {}


def known_kind(cls: type) -> Any:
    """Return the type of the values of a class; None if none was found in the states."""
    return _known.get(cls)


def let_know(kind: Any, others: dict[type, Any] | None = None) -> None:
    """Let the classes within the type of a game's states have the types that they have there.

    Objects of `others` are made by the rules besides.
    """
    found: dict[type, Any] = {}
    for each in classes_in(kind):
        cls = each.instance_class if isinstance(each, types.BaseNamedTuple) else each.cls
        wider = joined(found[cls], each) if cls in found else each
        found[cls] = each if wider is None else wider
    _known.clear()
    _known.update(found)
    for cls, of_cls in (others or {}).items():
        _known.setdefault(cls, as_known(of_cls))
    compile_for(" ".join(sorted(map(str, _known.values()))))


def as_known(kind: Any) -> Any:
    """Return a type with the known types of the classes within it."""
    if isinstance(kind, InstanceType):
        if kind.cls in _known:
            return _known[kind.cls]
        fields = tuple((name, as_known(of_field)) for name, of_field in kind.fields)
        return InstanceType(kind.class_name, fields)
    if isinstance(kind, types.BaseNamedTuple) and kind.instance_class in _known:
        return _known[kind.instance_class]
    if isinstance(kind, types.BaseTuple):
        named = getattr(kind, "instance_class", None)
        return types.BaseTuple.from_types([as_known(each) for each in kind.types], named)
    if isinstance(kind, types.Optional):
        return types.Optional(as_known(kind.type))
    if isinstance(kind, ListType):
        return kind.of(as_known(kind.item))
    if isinstance(kind, RowType):
        return RowType(as_known(kind.item), kind.kind)
    return kind


def known_objects() -> list[InstanceType]:
    """Return the types of the objects that are known."""
    return [kind for kind in _known.values() if isinstance(kind, InstanceType)]


def classes_in(kind: Any) -> Iterator[Any]:
    """Yield the types of users' classes of which a type is made."""
    if hasattr(kind, "cls") or isinstance(kind, types.BaseNamedTuple):
        yield kind
    for part in _parts(kind):
        yield from classes_in(part)


def _parts(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, types.BaseTuple):
        return tuple(kind.types)
    if isinstance(kind, types.Optional):
        return (kind.type,)
    named = (getattr(kind, name, None) for name in ("item", "key_kind", "value_kind"))
    return (*(each for each in named if each is not None), *getattr(kind, "parts", ()))
