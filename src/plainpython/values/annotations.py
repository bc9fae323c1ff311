"""Annotations of attributes: the types that they tell beyond what a value shows.

A value that is None, an empty list or a tuple of three tells too little: what is annotated with it
says what else may be there. Numbers stay what they are.
"""

from __future__ import annotations

import enum
import types as python_types
import typing
from functools import lru_cache
from typing import Any

from numba.core import types

from .kinds import joined, joined_all, kind_of
from .sequences.sequences import BYTES_ROW, TEXT, ListType, RowType

__all__ = ["hints_of", "hints_of_parameters", "kind_of_hint", "widened"]

_PLAIN: dict[Any, Any] = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    str: TEXT,
    bytes: BYTES_ROW,
    type(None): types.none,
}


@lru_cache(maxsize=512)
def hints_of(cls: Any) -> dict[str, Any]:
    """Return the annotations of a class or function by name; none where they do not compute."""
    try:
        return typing.get_type_hints(cls)
    except Exception:  # names that only a type checker knows
        return {}


@lru_cache(maxsize=512)
def hints_of_parameters(cls: type) -> dict[str, Any]:
    """Return the annotations of what a class is made with, by name."""
    return hints_of(cls.__init__)  # type: ignore[misc]


def kind_of_hint(hint: Any) -> Any:
    """Return the type that an annotation tells; undefined where it tells none."""
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return joined_all(kind_of(each) for each in hint)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, python_types.UnionType):
        kinds = [kind_of_hint(each) for each in arguments]
        known = [each for each in kinds if each is not types.undefined]
        if len(known) < len(kinds):
            return types.undefined
        result: Any = types.undefined
        for each in known:
            result = joined(result, each)
            if result is None:
                return types.undefined
        return result
    if origin is list and len(arguments) == 1:
        return ListType(kind_of_hint(arguments[0]))
    if origin is tuple and arguments:
        kinds = [kind_of_hint(each) for each in arguments if each is not Ellipsis]
        if types.undefined in kinds:
            return types.undefined
        return RowType(kinds[0]) if Ellipsis in arguments else types.BaseTuple.from_types(kinds)
    try:
        return _PLAIN.get(hint, types.undefined)
    except TypeError:  # not hashable
        return types.undefined


def widened(kind: Any, hint: Any) -> Any:
    """Return the type of values of a type `kind`, and of what else an annotation allows there."""
    hinted = kind_of_hint(hint)
    if hinted is types.undefined or hinted == kind:
        return kind
    wider = joined(kind, hinted)
    numbers = (types.Number, types.Boolean)
    if wider is None or isinstance(getattr(kind, "type", kind), numbers) != isinstance(
        getattr(wider, "type", wider), numbers
    ):
        return kind if kind != types.none or wider is None else wider
    if isinstance(wider, types.Optional) and isinstance(kind, numbers):
        return types.Optional(kind)
    return kind if isinstance(kind, numbers) else wider
