"""Numbers with names that a search notes as it runs: objects interpreted, arrays compiled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

import numpy as np

__all__ = ["NamedItems", "Registers", "as_items", "set_values", "values_of"]


class Registers:
    """Base class of such numbers: declare their names in `__slots__`, and set their first values.

    Attributes:
        kind: the NumPy type of all of them in compiled code.

    """

    __slots__: ClassVar[tuple[str, ...]] = ()
    kind: ClassVar[type]


class NamedItems:
    """The items of an array, each by its name; compiled, it costs what the array does."""

    names: ClassVar[tuple[str, ...]]

    def __init__(self, items: np.ndarray[Any, Any]) -> None:
        self.items = items

    def copy(self) -> Self:
        """Return the same numbers in an array of their own."""
        return type(self)(self.items.copy())


def as_items(registers: Registers) -> NamedItems:
    """Return the numbers as compiled code takes them."""
    cls = _class_of_items(registers.__slots__)
    return cls(np.array(values_of(registers), registers.kind))


@lru_cache(maxsize=8)
def _class_of_items(names: tuple[str, ...]) -> type[NamedItems]:
    """Return the class of items with these names."""

    def item(index: int) -> property:
        def get(self: NamedItems) -> Any:
            return self.items[index]

        def put(self: NamedItems, value: Any) -> None:
            self.items[index] = value

        return property(get, put)

    members: dict[str, Any] = {name: item(index) for index, name in enumerate(names)}
    return type("NamedItems", (NamedItems,), members | {"names": names})


def _names(registers: Registers | NamedItems) -> tuple[str, ...]:
    return registers.names if isinstance(registers, NamedItems) else registers.__slots__


def values_of(registers: Registers | NamedItems) -> list[Any]:
    """Return all the numbers, in the order of their names."""
    return [getattr(registers, name) for name in _names(registers)]


def set_values(registers: Registers | NamedItems, values: Sequence[Any]) -> None:
    """Set all the numbers, in the order of their names."""
    for name, value in zip(_names(registers), values, strict=True):
        setattr(registers, name, value)
