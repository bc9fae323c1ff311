"""Tells whether rules keep their boards in unsigned ints of 64 bits: `u64`."""

from __future__ import annotations

from typing import Any

from plainpython import bits
from plainpython.compilable import CodeWalk, Compilable, attributes

__all__ = ["names_unsigned"]


def names_unsigned(obj: Compilable) -> bool:
    """Return whether an object, or what its methods name, has to do with `u64`.

    Interpreted, `u64(1) | u64(2)` is a plain int: what random games show of it tells nothing.
    """
    walk = _Walk()
    walk.add_class(type(obj))
    for name, value in attributes(obj):
        walk.add(name, value)
    return walk.found


class _Walk(CodeWalk):
    """Looks for `u64`, its values, and the functions beside it, which give such values."""

    found = False

    def add(self, label: str, value: Any) -> None:
        if getattr(value, "__module__", None) == bits.__name__:
            self.found = True
        else:
            super().add(label, value)

    def add_named(self, namespace: Any, names: list[str], inside: set[str]) -> None:
        if any(namespace.get(name) is bits for name in names):
            self.found = True
        super().add_named(namespace, names, inside)
