"""Checks the fields that strategies declare on nodes and edges."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Sequence
from typing import Any

from plainpython.compilable import Compilable, attributes

from ...errors import BadParameter
from .tree import EDGE_NAMES, NODE_NAMES

__all__ = ["check_fields"]

_NAMES = {"node_fields": NODE_NAMES, "edge_fields": EDGE_NAMES}
_KINDS = ("f8", "f4", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1")


def check_fields(parts: Sequence[Compilable]) -> None:
    """Check the fields that the strategies of a search declare, none of them twice.

    Raises:
        BadParameter: if one is no field, or two go by one name.

    """
    for declared in _NAMES:
        taken: dict[str, str] = {}
        for part in parts:
            for each in _innermost_first(part):
                _check(each, declared)
            name = type(part).__name__
            for field in getattr(part, declared, ()):
                if field[0] in taken:
                    raise BadParameter(
                        f"{name} and {taken[field[0]]} both declare {field[0]!r} in {declared}: "
                        "give one another name"
                    )
                taken[field[0]] = name


def _innermost_first(strategy: Compilable) -> Iterator[Compilable]:
    for _, value in attributes(strategy):
        if isinstance(value, Compilable):
            yield from _innermost_first(value)
    yield strategy


def _check(strategy: Compilable, declared: str) -> None:
    fields: Any = getattr(strategy, declared, ())
    place = f"{type(strategy).__name__}.{declared}"
    if not isinstance(fields, tuple):
        raise BadParameter(f'{place} must be a tuple of fields, such as (("best", "f8"),)')
    names = set()
    for field in fields:
        if not _is_field(field):
            raise BadParameter(
                f"{place} holds {field!r}, which is no field: a field is a name and a type, "
                f'("best", "f8"), or a vector of numbers, ("best", "f8", (3,)); types are '
                f"{', '.join(_KINDS)}"
            )
        if field[0] in _NAMES[declared]:
            raise BadParameter(f"{place} holds {field[0]!r}, which the search keeps itself")
        if field[0] in names:
            raise BadParameter(f"{place} holds {field[0]!r} twice")
        names.add(field[0])


def _is_field(field: Any) -> bool:
    if not isinstance(field, tuple) or not 2 <= len(field) <= 3:
        return False
    name, kind, *shape = field
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        return False
    if kind not in _KINDS:
        return False
    if not shape:
        return True
    vector = shape[0]
    return (
        kind[0] == "f" and isinstance(vector, tuple) and len(vector) == 1
        and isinstance(vector[0], int) and vector[0] > 0
    )  # fmt: skip
