"""The types of objects and NamedTuples in the program that is being compiled.

All values of a class have the type that the states show, wherever the program creates them. If a
field is None in some states, it is an optional number in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

from numba.core import types

from ..back_end.functions import compile_for
from ..reasons import Unsupported
from .kinds import joined
from .memory import Value
from .numbers.long_ints import LONG, are_in_use, use_long_ints
from .objects.instances import InstanceType

__all__ = [
    "as_known",
    "is_of_actions",
    "known_kind",
    "known_objects",
    "let_know",
    "want",
    "want_instead",
    "want_nothing",
    "wanted",
]

_known: dict[type, Any] = {}
_wanted: dict[type, Any] = {}
_of_actions: set[type] = set()


def known_kind(cls: type) -> Any:
    """Return the type of the values of a class; None if none was found in the states."""
    return _known.get(cls)


def want(kind: InstanceType) -> None:
    """Note that objects of a class must be of this type, too, which no random game has shown."""
    _join_known(_wanted, kind)


def wanted() -> dict[type, Any]:
    """Return the types that were wanted, by class."""
    return dict(_wanted)


def want_instead(kinds: dict[type, Any]) -> None:
    """Let these types be wanted, and no others."""
    _wanted.clear()
    _wanted.update(kinds)


def want_nothing() -> None:
    """Forget what was wanted."""
    _wanted.clear()


def is_of_actions(kind: InstanceType) -> bool:
    """Return whether objects of a type are actions: the tree keeps what they hold, not them."""
    return not _of_actions.isdisjoint(kind.classes)


def let_know(kind: Any, others: dict[type, Any], actions: Any) -> Any:
    """Let the classes in the types of a game's states and actions have the types they have there.

    Objects of `others` are made by the rules besides. Returns the type of the states with these.
    """
    found: dict[type, Any] = {}
    _of_actions.clear()
    for each in classes_in(actions):
        _join_known(found, each)
        if isinstance(each, InstanceType):
            _of_actions.update(each.classes)
    for each in classes_in(kind):
        _join_known(found, each)
    for cls in found.keys() & others.keys():
        with suppress(Unsupported):  # what was seen for a while only does not fit
            _join_known(found, others[cls])
    _known.clear()
    _known.update(found)
    for cls, of_cls in others.items():
        _known.setdefault(cls, of_cls)
    for _ in range(len(_known)):  # what is known of one is news to those that hold it
        _known.update({cls: _within(each) for cls, each in _known.items()})
    use_long_ints(any(map(_holds_long, [kind, actions, *_known.values()])))
    known = [*_known.values(), *_of_actions, *([LONG] if are_in_use() else [])]
    compile_for(" ".join(sorted(map(str, known))))
    return as_known(kind)


def _join_known(found: dict[type, Any], kind: Any) -> None:
    for cls in _classes_of(kind):
        if cls in found:
            wider = joined(found[cls], kind)
            kind = kind if wider is None else wider
    found.update(dict.fromkeys(_classes_of(kind), kind))


def _classes_of(kind: Any) -> tuple[type, ...]:
    """Return the user-defined classes in a type."""
    if isinstance(kind, InstanceType):
        return kind.classes
    return (kind.instance_class if isinstance(kind, types.BaseNamedTuple) else kind.cls,)


def as_known(kind: Any) -> Any:
    """Return a type with the known types of the classes within it."""
    if isinstance(kind, InstanceType | types.BaseNamedTuple):
        return _known.get(_classes_of(kind)[0]) or _within(kind)
    return _within(kind)


def _within(kind: Any) -> Any:
    """Return a type with the known types of the classes of which it is made."""
    if isinstance(kind, InstanceType):
        fields = tuple((name, as_known(of_field)) for name, of_field in kind.fields)
        return kind.with_fields(fields)
    if isinstance(kind, types.BaseTuple):
        named = getattr(kind, "instance_class", None)
        return types.BaseTuple.from_types([as_known(each) for each in kind.types], named)
    if isinstance(kind, types.Optional):
        return types.Optional(as_known(kind.type))
    if isinstance(kind, Value):
        make, parts = cast(tuple[Any, tuple[Any, ...]], kind.__reduce__())
        return make(*(as_known(each) if isinstance(each, types.Type) else each for each in parts))
    return kind


def known_objects() -> list[InstanceType]:
    """Return the types of the objects that are known."""
    return [kind for kind in _known.values() if isinstance(kind, InstanceType)]


def classes_in(kind: Any) -> Iterator[Any]:
    """Yield the types of users' classes of which a type is made."""
    if isinstance(kind, InstanceType | types.BaseNamedTuple) or hasattr(kind, "cls"):
        yield kind
    for part in _parts(kind):
        yield from classes_in(part)


def _holds_long(kind: Any) -> bool:
    return kind == LONG or any(map(_holds_long, _parts(kind)))


def _parts(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, types.BaseTuple):
        return tuple(kind.types)
    if isinstance(kind, types.Optional):
        return (kind.type,)
    named = (getattr(kind, name, None) for name in ("item", "key_kind", "value_kind"))
    return (*(each for each in named if each is not None), *getattr(kind, "parts", ()))
