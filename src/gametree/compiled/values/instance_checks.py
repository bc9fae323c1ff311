"""`isinstance`, which the types answer when compiling."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numba.core import types

from ...primitives.bits import u64
from .dicts import DictType
from .operations import operation
from .sequences import ListType, RowType
from .sets import SetType

__all__ = ["class_of", "exact_check", "instance_check", "same_class"]

_LISTS = {"list": list, "deque": deque, "bytearray": bytearray}
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
        return _LISTS[kind.family]
    if isinstance(kind, types.BaseTuple):
        return tuple
    return dict if isinstance(kind, DictType) else set if isinstance(kind, SetType) else None


def same_class(one: Any, other: Any) -> bool:
    """Return type(one) is type(other)."""
    return type(one) is type(other)


@operation(same_class)
def _same_class(one: Any, other: Any) -> Any:
    classes = [class_of(each) for each in (one, other)]
    if None in classes or any(isinstance(each, types.Optional) for each in (one, other)):
        return None
    if classes[0] is classes[1]:
        return lambda one, other: True
    return lambda one, other: False


@lru_cache(maxsize=1024)
def exact_check(classes: tuple[type, ...]) -> Callable[[Any], bool]:
    """Return the function that tells whether the class of a value is one of some."""

    def check(value: Any) -> bool:
        return type(value) in classes

    @operation(check)
    def _check(value: Any) -> Any:
        present = class_of(getattr(value, "type", value))
        if present is None:
            return None
        wanted = present in classes
        if isinstance(value, types.Optional) and wanted != (type(None) in classes):
            return (lambda value: value is not None) if wanted else (lambda value: value is None)
        return (lambda value: True) if wanted else (lambda value: False)

    return check


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
