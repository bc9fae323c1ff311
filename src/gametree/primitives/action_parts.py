"""The parts that packed actions are made of: values of one kind as codes of this many bits."""

from __future__ import annotations

import enum
import hashlib
import struct
import sys
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import attributes

__all__ = [
    "BOOLEANS",
    "LONGEST_TEXT",
    "WITHOUT_SIGN",
    "ActionPart",
    "AnyOf",
    "IntegerPart",
    "LongPart",
    "Maybe",
    "MemberPart",
    "Nothing",
    "ObjectPart",
    "OneText",
    "Real",
    "RowPart",
    "Several",
    "Text",
    "Unfit",
]

BOOLEANS = (bool, np.bool_)
WITHOUT_SIGN = (u64, np.unsignedinteger)
LONGEST_TEXT = 8
_CHARACTER = 8  # bits


class Unfit(Exception):
    """An action that a packing has no capacity for."""


class ActionPart:
    """How values of one kind are packed: as a code of so many `bits`, a number of 0 or more."""

    bits: int

    def pack(self, value: Any) -> int:
        """Return the code of a value; raise `Unfit` if it has none."""
        raise NotImplementedError

    def unpack(self, code: int) -> Any:
        """Return the value of a code."""
        raise NotImplementedError

    def spread(self, spare: int) -> ActionPart:
        """Return the part with this many bits more for each number in it, or about as many."""
        return self


@dataclass(frozen=True)
class IntegerPart(ActionPart):
    """An integer of a class, in two's complement; one without sign if that is `u64`."""

    cls: type
    bits: int

    def __repr__(self) -> str:
        return f"{self.cls.__name__} {self.bits}"

    def __reduce__(self) -> Any:
        return IntegerPart, (_Named.of(self.cls), self.bits)

    def __post_init__(self) -> None:
        _resolve(self)

    @property
    def signed(self) -> bool:
        """True if the highest bit is a sign."""
        return not issubclass(self.cls, (*BOOLEANS, *WITHOUT_SIGN))

    def pack(self, value: Any) -> int:
        number = _whole(value)
        half = 1 << self.bits - 1 if self.signed else 0
        if not -half <= number < (1 << self.bits) - half:
            raise Unfit
        return number & (1 << self.bits) - 1

    def unpack(self, code: int) -> Any:
        if self.signed and code >> self.bits - 1:
            code -= 1 << self.bits
        return code if self.cls is int else self.cls(code)

    def spread(self, spare: int) -> ActionPart:
        if issubclass(self.cls, (*BOOLEANS, enum.Enum)):  # all that there are
            return self
        return replace(self, bits=min(64, self.bits + spare))


def _whole(value: Any) -> int:
    """Return a whole number as an int; raise `Unfit` for all else."""
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise Unfit from None
    if number != value:
        raise Unfit
    return number


@dataclass(frozen=True)
class LongPart(ActionPart):
    """A plain int of 64 bits without sign: a set of squares of a board."""

    bits = 64

    def __repr__(self) -> str:
        return "int of 64 bits without sign"

    def pack(self, value: Any) -> int:
        number = _whole(value)
        if not 0 <= number < 1 << self.bits:
            raise Unfit
        return number

    def unpack(self, code: int) -> int:
        return code


@dataclass(frozen=True)
class Real(ActionPart):
    """A floating-point number."""

    bits = 64

    def __repr__(self) -> str:
        return "float"

    def pack(self, value: Any) -> int:
        if not isinstance(value, float):
            raise Unfit
        code: int = struct.unpack("<Q", struct.pack("<d", value))[0]
        return code

    def unpack(self, code: int) -> Any:
        return struct.unpack("<d", struct.pack("<Q", code))[0]


@dataclass(frozen=True)
class Nothing(ActionPart):
    """None."""

    bits = 0

    def __repr__(self) -> str:
        return "None"

    def pack(self, value: Any) -> int:
        if value is not None:
            raise Unfit
        return 0

    def unpack(self, code: int) -> Any:
        return None


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


@dataclass(frozen=True)
class MemberPart(ActionPart):
    """A member of an enumeration, by its index; those that are integers are an `IntegerPart`."""

    cls: Any

    def __repr__(self) -> str:
        return f"{self.cls.__qualname__}({', '.join(each.name for each in self.cls)})"

    def __reduce__(self) -> Any:
        return MemberPart, (_Named.of(self.cls),)

    def __post_init__(self) -> None:
        _resolve(self)

    @property
    def bits(self) -> int:  # type: ignore[override]
        return (len(self.cls) - 1).bit_length()

    def pack(self, value: Any) -> int:
        members: list[Any] = list(self.cls)  # in which place compiled code knows them
        if type(value) is not self.cls:
            raise Unfit
        return members.index(value)

    def unpack(self, code: int) -> Any:
        return tuple(self.cls)[code]


@dataclass(frozen=True)
class Text(ActionPart):
    """A text of at most this many characters below 256, the first one lowest, and 0 behind them."""

    length: int

    def __repr__(self) -> str:
        return f"str {self.length}"

    @property
    def bits(self) -> int:  # type: ignore[override]
        return _CHARACTER * self.length

    def pack(self, value: Any) -> int:
        if not isinstance(value, str) or len(value) > self.length:
            raise Unfit
        if not all(0 < ord(each) < 1 << _CHARACTER for each in value):
            raise Unfit
        return int.from_bytes(value.encode("latin-1"), "little")

    def unpack(self, code: int) -> Any:
        return code.to_bytes(self.length, "little").rstrip(b"\0").decode("latin-1")

    def spread(self, spare: int) -> ActionPart:
        return Text(max(self.length, min(LONGEST_TEXT, self.length + -(-spare // _CHARACTER))))


@dataclass(frozen=True)
class OneText(ActionPart):
    """One of some texts of any length, by its index; `texts` are sorted."""

    texts: tuple[str, ...]

    def __repr__(self) -> str:
        digest = hashlib.sha256("\0".join(self.texts).encode("utf-8", "surrogatepass"))
        return f"one of {len(self.texts)} texts {digest.hexdigest()[:16]}"

    @property
    def bits(self) -> int:  # type: ignore[override]
        return (len(self.texts) - 1).bit_length()

    def pack(self, value: Any) -> int:
        if not isinstance(value, str):
            raise Unfit
        place = bisect_left(self.texts, value)
        if place == len(self.texts) or self.texts[place] != value:
            raise Unfit
        return place

    def unpack(self, code: int) -> Any:
        return self.texts[code]


@dataclass(frozen=True)
class Several(ActionPart):
    """A tuple of this many members, of a class of its own perhaps; the first one lowest."""

    cls: type
    members: tuple[ActionPart, ...]

    def __repr__(self) -> str:
        return f"{self.cls.__name__}({', '.join(map(repr, self.members))})"

    def __reduce__(self) -> Any:
        return Several, (_Named.of(self.cls), self.members)

    def __post_init__(self) -> None:
        _resolve(self)

    @property
    def bits(self) -> int:  # type: ignore[override]
        return sum(each.bits for each in self.members)

    def pack(self, value: Any) -> int:
        if not isinstance(value, tuple) or len(value) != len(self.members):
            raise Unfit
        code = shift = 0
        for part, each in zip(self.members, value, strict=True):
            code |= part.pack(each) << shift
            shift += part.bits
        return code

    def unpack(self, code: int) -> Any:
        members = []
        for part in self.members:
            members.append(part.unpack(code & (1 << part.bits) - 1))
            code >>= part.bits
        return tuple.__new__(self.cls, members)

    def spread(self, spare: int) -> ActionPart:
        return replace(self, members=tuple(each.spread(spare) for each in self.members))


@dataclass(frozen=True)
class ObjectPart(ActionPart):
    """An object of a user's class, by its attributes in order of name; the first one lowest."""

    cls: Any
    names: tuple[str, ...]
    members: tuple[ActionPart, ...]

    def __repr__(self) -> str:
        held = (f"{name}={part!r}" for name, part in zip(self.names, self.members, strict=True))
        return f"{self.cls.__name__}({', '.join(held)})"

    def __reduce__(self) -> Any:
        return ObjectPart, (_Named.of(self.cls), self.names, self.members)

    def __post_init__(self) -> None:
        _resolve(self)

    @property
    def bits(self) -> int:  # type: ignore[override]
        return sum(each.bits for each in self.members)

    def pack(self, value: Any) -> int:
        if type(value) is not self.cls:
            raise Unfit
        held = dict(attributes(value))
        if tuple(held) != self.names:
            raise Unfit
        code = shift = 0
        for part, each in zip(self.members, held.values(), strict=True):
            code |= part.pack(each) << shift
            shift += part.bits
        return code

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

    def spread(self, spare: int) -> ActionPart:
        return replace(self, members=tuple(each.spread(spare) for each in self.members))


@lru_cache(maxsize=1 << 14)
def _held(part: ObjectPart, code: int) -> list[Any]:
    """Return a list of the one object that stands for a code in this process."""
    return [_object_of(part, code)]


def _object_of(part: ObjectPart, code: int) -> Any:
    made = object.__new__(part.cls)
    for name, each in zip(part.names, part.members, strict=True):
        object.__setattr__(made, name, each.unpack(code & (1 << each.bits) - 1))
        code >>= each.bits
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


# Classes are kept on disk by their names: one redefined is another class.


class _Named(tuple[str, str]):
    """The name of a class, and of its module."""

    __slots__ = ()

    @classmethod
    def of(cls, named: type) -> _Named:
        return cls((named.__module__, named.__qualname__))

    def __reduce__(self) -> Any:
        return _Named, (tuple(self),)

    def resolved(self) -> Any:
        """Return the class that goes by the name now."""
        module, name = self
        found: Any = sys.modules[module]
        for each in name.split("."):
            found = getattr(found, each)
        return found


def _resolve(part: Any) -> None:
    if isinstance(part.cls, _Named):
        object.__setattr__(part, "cls", part.cls.resolved())
