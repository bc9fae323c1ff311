"""What super() means in a method."""

from __future__ import annotations

from typing import Any

from ..reasons import Unsupported
from .decorated import plain
from .source import ParsedFunction

__all__ = ["parents_attribute"]


def parents_attribute(source: ParsedFunction, name: str) -> Any:
    """Return the function or the value that `super().name` is in a method.

    Raises:
        Unsupported: if that depends on the object, or is neither.

    """
    known, owner = source.outside("__class__")
    if not known or not isinstance(owner, type):
        raise Unsupported(
            "it calls super() where its class is not known", "name the parent: Parent.method(self)"
        )
    value = _after(owner, owner, name)
    for derived in _derived(owner):
        if _after(owner, derived, name) is not value:
            raise Unsupported(
                f"super().{name} depends on the object: {derived.__name__} has several parents",
                "name the parent: Parent.method(self)",
            )
    value = plain(value)
    if isinstance(value, staticmethod | classmethod | property):
        raise Unsupported(f"super().{name} is no plain method", f"name the parent: Parent.{name}")
    return value


def _after(owner: type, derived: type, name: str) -> Any:
    """Return what stands under a name in the first class after one in the order of another."""
    order = derived.__mro__
    for each in order[order.index(owner) + 1 :]:
        if name in vars(each):
            return vars(each)[name]
    raise Unsupported(f"no parent of {owner.__name__} has {name}", "define it in the parent")


def _derived(owner: type) -> list[type]:
    found: list[type] = list(owner.__subclasses__())
    return [each for child in found for each in (child, *_derived(child))]
