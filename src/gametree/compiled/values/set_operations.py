"""Operations on sets: algebra, comparison, and those for which the order of items is nothing."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types

from ..reasons import Unsupported
from .items import item_of
from .operations import method, operation
from .sets import SetType, are_disjoint, as_family, made_set, new_set, put_in
from .table_operations import copy_of, emptied, taken_out

__all__ = ["made_frozenset"]


def made_frozenset(values: Any = ()) -> Any:
    """Return frozenset(values)."""
    return frozenset(values)


def _making(family: str) -> Any:
    def typing(values=()):
        if isinstance(values, types.Omitted) or values == ():
            made = SetType(types.undefined, family)
            return lambda values=(): new_set(made)
        if isinstance(values, SetType):
            if values.family == family == "frozenset":
                return lambda values=(): values
            return lambda values=(): as_family(copy_of(values), family)
        item = item_of(values)
        if item is None:
            return None
        made = SetType(item, family)

        def collect(values=()):
            result = new_set(made)
            for each in values:
                put_in(result, each)
            return result

        return collect

    return typing


operation(made_set)(_making("set"))
operation(made_frozenset)(_making("frozenset"))


@operation(operator.xor)
def _xor(a, b):
    if isinstance(a, SetType) and isinstance(b, SetType):
        return lambda a, b: (a - b) | (b - a)
    return None


@operation(operator.ixor)
def _ixor(a, b):
    if not (isinstance(a, SetType) and isinstance(b, SetType)):
        return None
    if a.family == "frozenset":
        return lambda a, b: operator.xor(a, b)
    if a.key_kind != b.key_kind:
        return None

    def change(a, b):
        others = b - a
        a -= b
        a |= others
        return a

    return change


# Methods: as the operators, but of anything that can be iterated.


def _as_operator(name: str, function: Any) -> None:
    @method(SetType, name)
    def typing(a, b):
        if isinstance(b, SetType):
            return lambda a, b: function(a, b)
        return lambda a, b: function(a, made_set(b))


_as_operator("union", operator.or_)
_as_operator("intersection", operator.and_)
_as_operator("difference", operator.sub)
_as_operator("symmetric_difference", operator.xor)
_as_operator("issubset", operator.le)
_as_operator("issuperset", operator.ge)


@method(SetType, "isdisjoint")
def _isdisjoint(a, b):
    if isinstance(b, SetType):
        return lambda a, b: are_disjoint(a, b)
    return lambda a, b: are_disjoint(a, made_set(b))


@method(SetType, "copy")
def _copy(a):
    return (lambda a: copy_of(a)) if a.family == "set" else (lambda a: a)


@method(SetType, "discard")
def _discard(a, b):
    if a.family != "set":
        return None

    def discard(a, b):
        taken_out(a, b)

    return discard


@method(SetType, "remove")
def _remove(a, b):
    if a.family != "set":
        return None

    def remove(a, b):
        if not taken_out(a, b):
            raise KeyError("there is no such item in the set")

    return remove


@method(SetType, "clear")
def _clear(a):
    return (lambda a: emptied(a)) if a.family == "set" else None


@method(SetType, "pop")
def _pop(a):
    raise Unsupported(
        "it takes an item out of a set, which may be another one with Python",
        "use min(...) of the set, and remove that",
    )


def _in_place(name: str, change: Any) -> None:
    """Let a method change a set by the items of another, or of what makes one."""

    @method(SetType, name)
    def typing(a, b):
        if a.family != "set":
            return None
        if isinstance(b, SetType):
            return lambda a, b: _done(change(a, b))
        return lambda a, b: _done(change(a, made_set(b)))


def _done(changed: Any) -> None:
    return None


@operation(_done)
def _typed_done(changed):
    return lambda changed: None


_in_place("intersection_update", operator.iand)
_in_place("difference_update", operator.isub)
_in_place("symmetric_difference_update", operator.ixor)
