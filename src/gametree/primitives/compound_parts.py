"""The parts of packed actions that have other parts in them: tuples, objects, rows, choices."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from plainpython.compilable import attributes

from .action_parts import (
    ActionPart,
    IntegerPart,
    MemberPart,
    NamedClass,
    Nothing,
    OneText,
    Real,
    Text,
    Unfit,
    resolve_class,
)

__all__ = ["AnyOf", "Maybe", "Members", "ObjectPart", "RowPart", "Several"]


@dataclass(frozen=True)
class Maybe(ActionPart):
    """None, or what another part packs, above a bit that says which."""

    inner: ActionPart

    def __repr__(self) -> str:
        return f"None or {self.inner}"

    @property
    def bits(self) -> int:  # type: ignore[override]
        return 1 + self.inner.bits

    def pack(self, value: Any) -> int:
        return 0 if value is None else 1 | self.inner.pack(value) << 1

    def unpack(self, code: int) -> Any:
        return self.inner.unpack(code >> 1) if code & 1 else None

    def spread(self, spare: int) -> ActionPart:
        return Maybe(self.inner.spread(spare))


class Members(ActionPart):
    """Parts side by side, the first one lowest."""

    members: tuple[ActionPart, ...]

    @property
    def bits(self) -> int:  # type: ignore[override]
        return sum(each.bits for each in self.members)

    @property
    def placed(self) -> Iterator[tuple[ActionPart, int]]:
        """Each part, and the index of its lowest bit in the code: the layout in both modes."""
        shift = 0
        for each in self.members:
            yield each, shift
            shift += each.bits

    def _joined(self, values: Iterable[Any]) -> int:
        code = 0
        for (part, shift), value in zip(self.placed, values, strict=True):
            code |= part.pack(value) << shift
        return code

    def values_in(self, code: int) -> Iterator[Any]:
        """Yield the value of each part of a code."""
        for part, shift in self.placed:
            yield part.unpack(code >> shift & (1 << part.bits) - 1)

    def spread(self, spare: int) -> ActionPart:
        parts = tuple(each.spread(spare) for each in self.members)
        return replace(self, members=parts)  # type: ignore[type-var]


@dataclass(frozen=True)
class Several(Members):
    """A tuple of this many members, of a class of its own perhaps; the first one lowest."""

    cls: type
    members: tuple[ActionPart, ...]

    def __repr__(self) -> str:
        return f"{self.cls.__name__}({', '.join(map(repr, self.members))})"

    def __reduce__(self) -> Any:
        return Several, (NamedClass.of(self.cls), self.members)

    def __post_init__(self) -> None:
        resolve_class(self)

    def pack(self, value: Any) -> int:
        if not isinstance(value, tuple) or len(value) != len(self.members):
            raise Unfit
        return self._joined(value)

    def unpack(self, code: int) -> Any:
        return tuple.__new__(self.cls, self.values_in(code))


@dataclass(frozen=True)
class ObjectPart(Members):
    """An object of a user's class, by its attributes in order of name; the first one lowest."""

    cls: Any
    names: tuple[str, ...]
    members: tuple[ActionPart, ...]

    def __repr__(self) -> str:
        held = (f"{name}={part!r}" for name, part in zip(self.names, self.members, strict=True))
        return f"{self.cls.__name__}({', '.join(held)})"

    def __reduce__(self) -> Any:
        return ObjectPart, (NamedClass.of(self.cls), self.names, self.members)

    def __post_init__(self) -> None:
        resolve_class(self)

    def pack(self, value: Any) -> int:
        if type(value) is not self.cls:
            raise Unfit
        held = dict(attributes(value))
        if tuple(held) != self.names:
            raise Unfit
        return self._joined(held.values())

    def unpack(self, code: int) -> Any:
        """Return the object of a code, the same one each time: many are equal to no other.

        Another one is made if who got it has changed it.
        """
        held = _held(self, code)
        if not self._is_of(held[0], code):
            held[0] = _object_of(self, code)
        return held[0]

    def _is_of(self, value: Any, code: int) -> bool:
        try:
            return self.pack(value) == code
        except Unfit:
            return False


@lru_cache(maxsize=1 << 14)
def _held(part: ObjectPart, code: int) -> list[Any]:
    """Return a list of the one object that stands for a code in this process."""
    return [_object_of(part, code)]


def _object_of(part: ObjectPart, code: int) -> Any:
    made = object.__new__(part.cls)
    for name, value in zip(part.names, part.values_in(code), strict=True):
        object.__setattr__(made, name, value)
    return made


@dataclass(frozen=True)
class RowPart(ActionPart):
    """A tuple of at most this many items of one kind, above their number."""

    item: ActionPart
    most: int

    def __repr__(self) -> str:
        return f"at most {self.most} times {self.item}"

    @property
    def bits(self) -> int:  # type: ignore[override]
        return self.count_bits + self.most * self.item.bits

    @property
    def count_bits(self) -> int:
        """The number of bits for the number of items."""
        return self.most.bit_length()

    def pack(self, value: Any) -> int:
        if not isinstance(value, tuple) or len(value) > self.most:
            raise Unfit
        code = 0
        for each in reversed(value):
            code = code << self.item.bits | self.item.pack(each)
        return code << self.count_bits | len(value)

    def unpack(self, code: int) -> Any:
        count = code & (1 << self.count_bits) - 1
        code >>= self.count_bits
        items = []
        for _ in range(count):
            items.append(self.item.unpack(code & (1 << self.item.bits) - 1))
            code >>= self.item.bits
        return tuple(items)

    def spread(self, spare: int) -> ActionPart:
        # Longer ones come later more often than items that need more room.
        return RowPart(self.item.spread(min(spare, 1)), self.most + -(-spare // 2))


@dataclass(frozen=True)
class AnyOf(ActionPart):
    """A value of one of several kinds, above the number of its kind."""

    parts: tuple[ActionPart, ...]

    def __repr__(self) -> str:
        return " or ".join(map(repr, self.parts))

    @property
    def bits(self) -> int:  # type: ignore[override]
        return self.kind_bits + max(each.bits for each in self.parts)

    @property
    def kind_bits(self) -> int:
        """The number of bits for the kind."""
        return (len(self.parts) - 1).bit_length()

    def pack(self, value: Any) -> int:
        for place, part in enumerate(self.parts):
            if _is_of(part, value):
                return place | part.pack(value) << self.kind_bits
        raise Unfit

    def unpack(self, code: int) -> Any:
        part = self.parts[code & (1 << self.kind_bits) - 1]
        return part.unpack(code >> self.kind_bits & (1 << part.bits) - 1)

    def spread(self, spare: int) -> ActionPart:
        return AnyOf(tuple(each.spread(spare) for each in self.parts))


def _is_of(part: ActionPart, value: Any) -> bool:
    """Return whether a value is of the kind that one of several parts packs."""
    if isinstance(part, (IntegerPart, MemberPart)):
        if issubclass(part.cls, enum.Enum):
            return type(value) is part.cls
        return isinstance(value, (int, np.integer, np.bool_)) and not isinstance(value, enum.Enum)
    if isinstance(part, Nothing):
        return value is None
    if isinstance(part, Real):
        return isinstance(value, float)
    if isinstance(part, (Text, OneText)):
        return isinstance(value, str)
    if isinstance(part, Several):
        return isinstance(value, tuple) and (type(value), len(value)) == (
            part.cls,
            len(part.members),
        )
    return type(value) is tuple and isinstance(part, RowPart)
