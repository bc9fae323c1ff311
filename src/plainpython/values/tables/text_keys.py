"""Classes for dicts with a few fixed text keys and values of several types.

`{"board": [0] * 9, "player": 0, "winner": None}` becomes an object with a field for each key, like
a dataclass. The rules must write the keys as literals.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
from collections.abc import Iterable
from functools import cache
from typing import Any

from ..arrays.arrays import ArrayType
from ..constants import Constant
from ..sequences.sequences import ListType, RowType
from .tables import TableType

__all__ = [
    "can_be_keys",
    "class_named",
    "class_of_keys",
    "dict_of_fields",
    "display_of_keys",
    "field_of_key",
    "fields_of_dict",
    "keys_of",
    "name_of_class",
    "needs_fields",
]

_keys: dict[type, tuple[str, ...]] = {}  # in the order of the first dict
_sorted: dict[type, tuple[str, ...]] = {}
_displayed: dict[type, tuple[str, ...]] = {}


def can_be_keys(keys: Iterable[Any]) -> bool:
    """Return whether these are texts, at least one."""
    found = list(keys)
    return bool(found) and all(isinstance(each, str) for each in found)


def field_of_key(key: str) -> str:
    """Return the name of the field that holds the value of a key."""
    plain = f"item_{key}"
    return plain if plain.isidentifier() else f"text_{key.encode().hex()}"


def fields_of_dict(value: dict[Any, Any]) -> dict[str, Any]:
    """Return the values of a dict by the names of their fields."""
    return {field_of_key(key): held for key, held in value.items() if isinstance(key, str)}


def dict_of_fields(cls: type, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the dict of an object's fields by name."""
    return {key: fields[field_of_key(key)] for key in keys_of(cls)}


def class_of_keys(keys: Iterable[str]) -> type:
    """Return the class of all dicts with exactly these keys, in any order."""
    given = tuple(keys)
    cls = _class_of_sorted(tuple(sorted(given)))
    _keys.setdefault(cls, given)
    return cls


def display_of_keys(keys: Iterable[str]) -> type:
    """Return the class whose call makes a dict with these keys, in this order."""
    given = tuple(keys)
    class_of_keys(given)
    return _class_of_display(given)


def keys_of(cls: Any) -> tuple[str, ...]:
    """Return the keys of the dicts of a class; none for any other class."""
    return _keys.get(cls) or _displayed.get(cls) or _sorted.get(cls, ())


def name_of_class(cls: type) -> str:
    """Return a name with the keys of a class; "" for a class that is of no dicts."""
    return f"dict{list(_sorted[cls])}" if cls in _sorted else ""


def class_named(name: str) -> type | None:
    """Return the class of a name; None if it is not the name of such a class."""
    keys = name.removeprefix("dict")
    return _class_of_sorted(tuple(ast.literal_eval(keys))) if keys.startswith("[") else None


@cache
def _class_of_sorted(keys: tuple[str, ...]) -> type:
    texts = {f"text_{index}": Constant(key) for index, key in enumerate(keys)}
    methods = f"""
def __len__(self): return {len(keys)}
def __contains__(self, key): return {" or ".join(f"key == {name}" for name in texts)}
def copy(self): return copied(self)
"""
    names: dict[str, Any] = {"__name__": __name__, "copied": copy.copy, **texts}
    exec(methods, names)
    namespace = {name: names[name] for name in ("__len__", "__contains__", "copy")}
    cls = dataclasses.make_dataclass(
        "dict",
        [(field_of_key(each), object) for each in keys],
        namespace={"__module__": __name__, "is_plain_object": True, **namespace},
    )
    _sorted[cls] = keys
    return cls


@cache
def _class_of_display(keys: tuple[str, ...]) -> type:
    namespace = {"__module__": __name__, "is_plain_object": True}
    cls = type("dict", (_class_of_sorted(tuple(sorted(keys))),), namespace)
    _displayed[cls] = keys
    return cls


def needs_fields(kind: Any) -> bool:
    """Return True if a dict needs a field for each key, by the common type of its values.

    It does where they have no common type (None), or where some are None and others containers.
    None beside a text or a number is an empty cell, which one type holds.
    """
    inner = getattr(kind, "type", None)
    return kind is None or (
        isinstance(inner, ListType | TableType | ArrayType)
        or (isinstance(inner, RowType) and inner.kind == "tuple")
    )
