"""`isinstance`, which the types answer when compiling."""

from __future__ import annotations

import types as python_types
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numba.core import types

from ...back_end.joined_numbers import shows
from ...bits import u64
from ...reasons import Unsupported
from ...type_names import plain_type
from ..arrays.array_operations import is_array
from ..numbers.numpy_numbers import dtype_of_number, is_of_numpy
from ..operations import operation
from ..sequences.sequences import ListType, RowType
from ..tables.dicts import DictType
from ..tables.sets import SetType
from ..unions import UnionType, number_of_kind

__all__ = ["CLASS_FIELD", "class_of", "decided", "exact_check", "instance_check", "same_class"]

CLASS_FIELD = "plainpython_class"
"""The field with the number of an object's class, where objects may be of several."""

_LISTS = {"list": list, "deque": deque, "bytearray": bytearray}
_CLASSES = {"tuple": tuple, "str": str, "bytes": bytes}


def class_of(kind: Any) -> type | None:
    """Return the class of the values of a type; None if it is not known."""
    if is_of_numpy(kind):
        return dtype_of_number(kind).type  # type: ignore[no-any-return]
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
    if is_array(kind):
        return np.ndarray
    if isinstance(kind, types.RangeType):
        return range
    if isinstance(kind, SetType):
        return frozenset if kind.family == "frozenset" else set
    return dict if isinstance(kind, DictType) else None


def _classes_of(kind: Any) -> tuple[type, ...]:
    """Return the classes that a value of a type may be of, in the order of their numbers."""
    own: tuple[type, ...] = getattr(kind, "classes", ())
    if own:
        return own
    if isinstance(kind, UnionType):
        return tuple(class_of(each) or object for each in kind.kinds)
    cls = class_of(kind)
    return () if cls is None else (cls,)


_wanted: dict[Any, Callable[[type], bool]] = {}
"""A test of the classes that each function asks for."""


def decided(check: Any, kind: Any) -> bool | None:
    """Return what a function that asks for a class says of all values of a type; None if it varies.

    None for other functions, too.
    """
    if not isinstance(check, python_types.FunctionType) or check not in _wanted:
        return None
    present = getattr(kind, "type", kind) if isinstance(kind, types.Optional) else kind
    classes = _classes_of(present)
    if isinstance(kind, types.Optional):
        classes = (*classes, type(None)) if classes else ()
    answers = set(map(_wanted[check], classes))
    return answers.pop() if len(answers) == 1 else None


def _answer(kind: Any, check: Any) -> Any:
    """Return what tells whether the class of a value is wanted, by its number where need be."""
    wanted = _wanted[check]
    present = getattr(kind, "type", kind) if isinstance(kind, types.Optional) else kind
    classes = _classes_of(present)
    if not classes:
        raise Unsupported(
            f"it asks for the class of {plain_type(kind)}",
            "leave the test out, or test something else",
        )
    found = [index for index, cls in enumerate(classes) if wanted(cls)]
    number = f"value.{CLASS_FIELD}"
    if isinstance(present, UnionType):
        number = "number_of_kind(value)"
    said = "(" + " or ".join(f"{number} == {index}" for index in found) + ")"
    if len(found) in (0, len(classes)):
        said = str(bool(found))
    if isinstance(kind, types.Optional):
        of_none = wanted(type(None))
        said = f"value is None or {said}" if of_none else f"value is not None and {said}"
    names = {"__name__": __name__, "number_of_kind": number_of_kind}
    return eval(f"lambda value: {said}", names)


def _concerned(wanted: Callable[[type], bool]) -> Callable[[Any], str]:
    """Return what tells which numbers an answer depends on: see `shows`."""
    of_bool, of_int, of_float = map(wanted, (bool, int, float))

    def holder(kind: Any) -> str:
        if isinstance(kind, types.Float):
            return "float" if of_float != of_int or of_float != of_bool else ""
        whole = isinstance(kind, types.Integer) and not isinstance(kind, types.Boolean)
        return "int" if whole and of_bool != of_int else ""

    return holder


def same_class(one: Any, other: Any) -> bool:
    """Return type(one) is type(other)."""
    return type(one) is type(other)


@operation(same_class)
def _same_class(one: Any, other: Any) -> Any:
    classes = [_classes_of(each) for each in (one, other)]
    if () in classes or any(isinstance(each, types.Optional) for each in (one, other)):
        return None
    if len(classes[0]) == len(classes[1]) == 1:
        return (lambda one, other: True) if classes[0] == classes[1] else lambda one, other: False
    if classes[0] != classes[1]:
        return None
    text = f"lambda one, other: one.{CLASS_FIELD} == other.{CLASS_FIELD}"
    return eval(text, {"__name__": __name__})


shows(same_class, _concerned(lambda cls: cls is int))


@lru_cache(maxsize=1024)
def exact_check(classes: tuple[type, ...]) -> Callable[[Any], bool]:
    """Return the function that tells whether the class of a value is one of some."""

    def check(value: Any) -> bool:
        return type(value) in classes

    return _asking(check, lambda cls: cls in classes)


@lru_cache(maxsize=1024)
def instance_check(classes: tuple[type, ...]) -> Callable[[Any], bool]:
    """Return the function that tells whether a value is of one of some classes."""

    def check(value: Any) -> bool:
        return isinstance(value, classes)

    return _asking(check, lambda cls: issubclass(cls, classes))


def _asking(check: Callable[[Any], bool], wanted: Callable[[type], bool]) -> Callable[[Any], bool]:
    """Return a function that asks for the class of a value, known to compiled code."""
    _wanted[check] = wanted
    shows(check, _concerned(wanted))

    @operation(check, literal=True)
    def typing(value: Any) -> Any:
        return _answer(value, check)

    return check
