"""What Python does with dicts: making, comparing, merging, taking out."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from typing import Any

from numba.core import types

from ..reasons import Unsupported
from .dicts import (
    FACTORIES,
    DictType,
    ViewType,
    empty_dict,
    made_dict,
    mapping_of,
    merged,
    new_dict,
)
from .items import insist_changeable, item_of
from .kinds import joined, kind_of
from .operations import method, operation
from .tables import copy_of, emptied, taken_out


@operation(made_dict)
def _made_dict(values=()):
    if isinstance(values, types.Omitted) or values == ():
        return lambda values=(): empty_dict()
    if isinstance(values, DictType):
        if values.family == "dict":
            return lambda values=(): copy_of(values)
        return lambda values=(): merged(empty_dict(), values)
    pair = item_of(values)
    if isinstance(pair, types.BaseTuple) and len(pair) == 2:

        def collect(values=()):
            result = empty_dict()
            for key, value in values:
                result[key] = value
            return result

        return collect
    return None


@operation(operator.eq)
def _equal(a, b):
    if not (isinstance(a, DictType) and isinstance(b, DictType)):
        return None
    if types.undefined in (a.key_kind, b.key_kind):
        return lambda a, b: len(a) == len(b)
    if "Counter" in (a.family, b.family):
        return None  # a missing one counts as zero

    def same(a, b):
        if len(a) != len(b):
            return False
        for key, value in a.items():
            if key not in b or b[key] != value:
                return False
        return True

    return same


@operation(operator.ne)
def _unequal(a, b):
    if isinstance(a, DictType) and isinstance(b, DictType):
        return lambda a, b: not operator.eq(a, b)
    return None


@method(DictType, "copy")
def _copy(values):
    return lambda values: copy_of(values)


@method(DictType, "clear")
def _clear(values):
    return lambda values: emptied(values)


@method(DictType, "pop")
def _pop(values, key, default=None):
    if default is None or isinstance(default, types.Omitted):

        def pop(values, key, default=None):
            insist_changeable(values)
            if key not in values:
                raise KeyError("there is no such key in the dict")
            value = values[key]
            taken_out(values, key)
            return value

        return pop
    result = joined(values.value_kind, types.unliteral(default))
    if result is None:
        return None

    def pop_or(values, key, default=None):
        insist_changeable(values)
        value = values.get(key, default)
        taken_out(values, key)
        return value

    return pop_or


@operation(operator.contains)
def _contains(a, b):
    if not isinstance(a, ViewType):
        return None
    if a.which == "keys":
        return lambda a, b: b in mapping_of(a)

    def found(a, b):
        for each in a:
            if each == b:
                return True
        return False

    return found


# Dicts with defaults.


@operation(defaultdict)
def _defaultdict(factory):
    name = f"defaultdict({_name_of(factory)})"
    if name not in FACTORIES:
        raise Unsupported(
            "it makes a defaultdict of another factory than int, float, bool and list",
            "use d.setdefault(key, ...) of a plain dict",
        )
    made = DictType(types.undefined, kind_of(FACTORIES[name]()), name)
    return lambda factory: new_dict(made)


def _name_of(factory: Any) -> str:
    function = getattr(factory, "typing_key", None)
    return getattr(function, "__name__", "")


@operation(Counter)
def _counter(values=None):
    if isinstance(values, types.Omitted | types.NoneType) or values is None:
        made = DictType(types.undefined, types.int64, "Counter")
        return lambda values=None: new_dict(made)
    if isinstance(values, DictType):
        return None
    item = item_of(values)
    if item is None:
        return None
    made = DictType(item, types.int64, "Counter")

    def count(values=None):
        result = new_dict(made)
        for each in values:
            result[each] += 1
        return result

    return count
