"""The types that objects and NamedTuples have in the game that is being compiled.

What is true of the states must be true of all values of their classes, wherever they are made: a
field that is None in some states is an optional number in each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.core import types

from ..functions import compile_for
from .kinds import joined

__all__ = ["known_kind", "let_know"]

_known: dict[type, Any] = {}


def known_kind(cls: type) -> Any:
    """Return the type of the values of a class; None if none was found in the states."""
    return _known.get(cls)


def let_know(kind: Any) -> None:
    """Let the classes within the type of a game's states have the types that they have there."""
    found: dict[type, Any] = {}
    for each in classes_in(kind):
        cls = each.instance_class if isinstance(each, types.BaseNamedTuple) else each.cls
        wider = joined(found[cls], each) if cls in found else each
        found[cls] = each if wider is None else wider
    _known.clear()
    _known.update(found)
    compile_for(" ".join(sorted(map(str, found.values()))))


def classes_in(kind: Any) -> Iterator[Any]:
    """Yield the types of users' classes of which a type is made."""
    if hasattr(kind, "cls") or isinstance(kind, types.BaseNamedTuple):
        yield kind
    for part in _parts(kind):
        yield from classes_in(part)


def _parts(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, types.BaseTuple):
        return tuple(kind.types)
    if isinstance(kind, types.Optional):
        return (kind.type,)
    named = (getattr(kind, name, None) for name in ("item", "key_kind", "value_kind"))
    return (*(each for each in named if each is not None), *getattr(kind, "parts", ()))
