"""Operations on dicts: making, comparing, merging, taking out."""

from __future__ import annotations

import operator
from collections import OrderedDict, defaultdict
from typing import Any

from numba.core import types

from ...machine_errors import MachineLimitError
from ...reasons import Unsupported
from ..comparisons import same_item
from ..kinds import joined, kind_of
from ..operations import is_absent, method, operation, python_code, python_method
from ..sequences.items import insist_changeable, item_of
from ..sequences.sequence_operations import list_from
from .dict_iteration import mapping_of
from .dict_merging import as_ordered, made_dict, merged
from .dicts import COUNTER, FACTORIES, ORDERED, DictType, ViewType, empty_dict, new_dict
from .table_operations import copy_of, emptied, taken_out

__all__ = ["STAND_INS"]


@operation(made_dict)
def _made_dict(values=()):
    if is_absent(values) or (isinstance(values, types.BaseTuple) and len(values) == 0):
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
    if a.family == b.family == COUNTER:
        return None
    if a.family == b.family == ORDERED:
        return lambda a, b: list_from(a.items()) == list_from(b.items())

    def same(a, b):
        if len(a) != len(b):
            return False
        for key, value in a.items():
            if key not in b or not same_item(b[key], value):
                return False
        return True

    return same


@python_code(operator.ne, DictType, DictType)
def _unequal(a, b):
    return not operator.eq(a, b)


@python_method(DictType, "copy")
def _copy(values):
    return copy_of(values)


@python_method(DictType, "clear")
def _clear(values):
    return emptied(values)


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
            "it makes a defaultdict of another factory than int, float, bool, list and set",
            "use d.setdefault(key, ...) of a plain dict",
        )
    made = DictType(types.undefined, kind_of(FACTORIES[name]()), name)
    return lambda factory: new_dict(made)


def _name_of(factory: Any) -> str:
    function = getattr(factory, "typing_key", None)
    return getattr(function, "__name__", "").removeprefix("made_")  # what stands in for set


def from_keys(keys: Any, value: Any = None) -> Any:
    """Return dict.fromkeys(keys, value)."""
    return dict.fromkeys(keys, value)


@operation(from_keys)
def _from_keys(keys, value=None):
    if isinstance(value, types.Omitted) or value is None:
        return lambda keys, value=None: _with_one_value(keys, None)
    return lambda keys, value=None: _with_one_value(keys, value)


def _with_one_value(keys: Any, value: Any) -> Any:
    result = empty_dict()
    for each in keys:
        result[each] = value
    return result


# OrderedDict.


def ordered_dict(values: Any = ()) -> Any:
    """Return OrderedDict(values)."""
    return OrderedDict(values)


@python_code(ordered_dict)
def _ordered_dict(values=()):
    return as_ordered(made_dict(values))


@python_method(DictType, "move_to_end", when=lambda values, key, last: values.family == ORDERED)
def _move_to_end(values, key, last=True):
    if not last:
        raise MachineLimitError("move_to_end(key, last=False) is not compiled")
    values[key] = values.pop(key)


@python_method(DictType, "popitem")
def _popitem(values, last=True):
    if not last:
        for key in values:
            return key, values.pop(key)
    entries = list_from(values)
    if len(entries) == 0:
        raise KeyError("popitem(): dictionary is empty")
    key = entries[len(entries) - 1]
    return key, values.pop(key)


STAND_INS: dict[Any, Any] = {OrderedDict: ordered_dict, dict.fromkeys: from_keys}
"""The functions that replace Python's in compiled code."""
