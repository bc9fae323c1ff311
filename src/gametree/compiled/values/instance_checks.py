"""`isinstance`, which the types answer when compiling."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numba.core import types

from ...primitives.bits import u64
from .dicts import DictType
from .operations import operation
from .sequences import ListType, RowType
from .sets import SetType

__all__ = ["class_of", "instance_check"]

_CLASSES = {"tuple": tuple, "str": str, "bytes": bytes}


def class_of(kind: Any) -> type | None:
    """Return the class of the values of a type; None if it is not known."""
    kind = types.unliteral(kind)
    own = getattr(kind, "instance_class", None) or getattr(kind, "cls", None)
    if isinstance(own, type):
        return own
    if isinstance(kind, types.Boolean):
        return bool
    if isinstance(kind, types.Integer):
        return u64 if kind == types.uint64 else int
    if isinstance(kind, types.Float):
        return float
    if isinstance(kind, types.NoneType):
        return type(None)
    if isinstance(kind, RowType):
        return _CLASSES[kind.kind]
    if isinstance(kind, ListType):
        return list
    if isinstance(kind, types.BaseTuple):
        return tuple
    return dict if isinstance(kind, DictType) else set if isinstance(kind, SetType) else None


@lru_cache(maxsize=1024)
def instance_check(classes: tuple[type, ...]) -> Callable[[Any], bool]:
    """Return the function that tells whether a value is of one of some classes."""

    def check(value: Any) -> bool:
        return isinstance(value, classes)

    @operation(check)
    def _check(value: Any) -> Any:
        if isinstance(value, types.Optional):
            present = class_of(value.type)
            if present is None:
                return None
            of_none = issubclass(type(None), classes)
            if issubclass(present, classes):
                return (lambda value: True) if of_none else (lambda value: value is not None)
            return (lambda value: value is None) if of_none else (lambda value: False)
        cls = class_of(value)
        if cls is None:
            return None
        return (lambda value: True) if issubclass(cls, classes) else (lambda value: False)

    return check
