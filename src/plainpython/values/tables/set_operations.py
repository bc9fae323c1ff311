"""Operations on sets: algebra, comparison, and those for which the order of items is nothing."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types

from ...reasons import Unsupported
from ..operations import method, operation, python_code, python_method
from ..sequences.items import item_of
from .dicts import DictType
from .set_algebra import are_disjoint, common_set, exchanged, shrunk
from .set_changes import popped, put_all
from .sets import SetType, made_set, new_set, of_kind, put_in
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
            made = SetType(values.key_kind, family)
            return lambda values=(): of_kind(copy_of(values), made)
        item = item_of(values)
        if item is None:
            return None
        made = SetType(item, family)

        def collect(values=()):
            result = new_set(made)
            put_all(result, values)
            return result

        return collect

    return typing


operation(made_set)(_making("set"))
operation(made_frozenset)(_making("frozenset"))


@operation(operator.xor)
def _xor(a, b):
    made = common_set(a, b) if isinstance(a, SetType) and isinstance(b, SetType) else None
    if made is None:
        return None
    changed = SetType(made.key_kind)
    if a.key_kind == b.key_kind:
        return lambda a, b: of_kind(
            exchanged(of_kind(copy_of(b), changed), of_kind(a, changed)), made
        )
    if not made.in_python_order:
        return lambda a, b: (a - b) | (b - a)

    def exchange(a, b):
        result = new_set(changed)
        result |= b
        return of_kind(exchanged(result, a), made)

    return exchange


@operation(operator.ixor)
def _ixor(a, b):
    if not (isinstance(a, SetType) and isinstance(b, SetType)):
        return None
    if a.family == "frozenset":
        return lambda a, b: operator.xor(a, b)
    return (lambda a, b: exchanged(a, b)) if a.key_kind == b.key_kind else None


# Methods: as the operators, but of anything that can be iterated.


def _as_operator(name: str, function: Any, of_others: Any = None) -> None:
    """Teach a method: of a set as an operator, of anything else in a loop, if that differs."""

    @method(SetType, name)
    def typing(a, b):
        if isinstance(b, SetType):
            return lambda a, b: function(a, b)
        if of_others is None or not a.in_python_order or isinstance(b, DictType):
            return lambda a, b: function(a, made_set(b))
        return of_others(a, item_of(b))


def _union(a, item):
    made, changed = a, SetType(a.key_kind)

    def union(a, b):
        result = of_kind(copy_of(a), changed)
        result.update(b)
        return of_kind(result, made)

    return union


def _intersection(a, item):
    made = SetType(a.key_kind, a.family)

    def intersection(a, b):
        result = new_set(made)
        for each in b:
            if each in a:
                put_in(result, each)
        return result

    return intersection


def _difference(a, item):
    made, changed = a, SetType(a.key_kind)

    def difference(a, b):
        result = of_kind(copy_of(a), changed)
        for each in b:
            taken_out(result, each)
        return of_kind(shrunk(result), made)

    return difference


def _symmetric_difference(a, item):
    made = None if item is None else common_set(a, SetType(item))
    if made is None or item not in (made.key_kind, types.undefined):
        return None
    changed = SetType(made.key_kind)
    if item is types.undefined:
        return lambda a, b: of_kind(exchanged(new_set(changed), a), made)
    return lambda a, b: of_kind(exchanged(made_set(b), a), made)


_as_operator("union", operator.or_, _union)
_as_operator("intersection", operator.and_, _intersection)
_as_operator("difference", operator.sub, _difference)
_as_operator("symmetric_difference", operator.xor, _symmetric_difference)
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


@python_method(SetType, "discard", when=lambda a, b: a.family == "set")
def _discard(a, b):
    taken_out(a, b)


@python_method(SetType, "remove", when=lambda a, b: a.family == "set")
def _remove(a, b):
    if not taken_out(a, b):
        raise KeyError("there is no such item in the set")


@python_method(SetType, "clear", when=lambda a: a.family == "set")
def _clear(a):
    return emptied(a)


@method(SetType, "pop")
def _pop(a):
    if a.family != "set":
        return None
    if not a.in_python_order:
        raise Unsupported(
            "it takes an item out of a set, and which one may differ from one run to the next",
            "use min(...) of the set, and remove that",
        )

    def pop(a):
        if not a:
            raise KeyError("pop from an empty set")
        return popped(a)

    return pop


def _in_place(name: str, change: Any, of_others: Any) -> None:
    """Let a method change a set by the items of another, or of what can be iterated."""

    @method(SetType, name)
    def typing(a, b):
        if a.family != "set":
            return None
        if isinstance(b, SetType):
            return lambda a, b: _done(change(a, b))
        if not a.in_python_order or isinstance(b, DictType):
            return lambda a, b: _done(change(a, made_set(b)))
        return of_others


def _done(changed: Any) -> None:
    return None


@python_code(_done)
def _typed_done(changed):
    return None


def _intersect(a, b):
    a &= a.intersection(b)


def _subtract(a, b):
    for each in b:
        taken_out(a, each)
    shrunk(a)


def _exchange(a, b):
    exchanged(a, made_set(b))


_in_place("intersection_update", operator.iand, _intersect)
_in_place("difference_update", operator.isub, _subtract)
_in_place("symmetric_difference_update", operator.ixor, _exchange)
