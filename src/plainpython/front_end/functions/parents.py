"""The meaning of super() in a method, and the methods that its object has."""

from __future__ import annotations

import inspect
import sys
import types as python_types
from typing import Any

from ...reasons import Unsupported
from ..decorated import plain
from ..source import ParsedFunction

__all__ = ["own_member", "own_method", "parents_attribute"]


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
    if value is object.__init__:
        return _nothing
    if isinstance(value, staticmethod | classmethod | property):
        raise Unsupported(f"super().{name} is no plain method", f"name the parent: Parent.{name}")
    return value


def _nothing(self: Any) -> None:
    """Do what `object.__init__` does."""


def own_method(source: ParsedFunction, name: str) -> python_types.FunctionType | None:
    """Return the function that `self.name` is in a method, whatever class the object is of.

    None if that is not known: the class is defined within a function, or others derive from it that
    have another method.
    """
    function = plain(own_member(source, name))
    return function if isinstance(function, python_types.FunctionType) else None


def own_member(source: ParsedFunction, name: str) -> Any:
    """Return what classes define as `self.name` in a method, whatever class the object is of.

    None if that is not known, as above.
    """
    owner: Any = sys.modules.get(source.function.__module__)
    for each in source.function.__qualname__.split(".")[:-1]:
        owner = inspect.getattr_static(owner, each, None)
    there = inspect.getattr_static(owner, source.function.__name__, None)
    if not isinstance(owner, type) or plain(there) is not source.function:
        return None
    found = inspect.getattr_static(owner, name, None)
    others = (inspect.getattr_static(each, name, None) for each in _derived(owner))
    return found if all(each is found for each in others) else None


def _after(owner: type, derived: type, name: str) -> Any:
    """Return the attribute of the first class that has it, after one in the order of another."""
    order = derived.__mro__
    for each in order[order.index(owner) + 1 :]:
        if name in vars(each):
            return vars(each)[name]
    raise Unsupported(f"no parent of {owner.__name__} has {name}", "define it in the parent")


def _derived(owner: type) -> list[type]:
    found: list[type] = list(owner.__subclasses__())
    return [each for child in found for each in (child, *_derived(child))]
