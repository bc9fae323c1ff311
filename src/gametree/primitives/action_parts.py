"""The parts that packed actions are made of: values of one kind as codes of this many bits."""

from __future__ import annotations

import enum
import hashlib
import struct
import sys
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plainpython.bits import u64

__all__ = [
    "BOOLEANS",
    "LONGEST_TEXT",
    "WITHOUT_SIGN",
    "ActionPart",
    "IntegerPart",
    "LongPart",
    "MemberPart",
    "NamedClass",
    "Nothing",
    "OneText",
    "Real",
    "Text",
    "Unfit",
    "resolve_class",
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
    """An integer of a class, in two's complement; one without sign if that is `u64`.

    A member of a Flag is packed as its value.
    """

    cls: type
    bits: int

    def __repr__(self) -> str:
        return f"{self.cls.__name__} {self.bits}"

    def __reduce__(self) -> Any:
        return IntegerPart, (NamedClass.of(self.cls), self.bits)

    def __post_init__(self) -> None:
        resolve_class(self)

    @property
    def signed(self) -> bool:
        """True if the highest bit is a sign."""
        return not issubclass(self.cls, (*BOOLEANS, *WITHOUT_SIGN))

    def pack(self, value: Any) -> int:
        number = self._number(value)
        half = 1 << self.bits - 1 if self.signed else 0
        if not -half <= number < (1 << self.bits) - half:
            raise Unfit
        return number & (1 << self.bits) - 1

    def unpack(self, code: int) -> Any:
        if self.signed and code >> self.bits - 1:
            code -= 1 << self.bits
        return code if self.cls is int else self.cls(code)

    def _number(self, value: Any) -> int:
        if not issubclass(self.cls, enum.Flag):
            return _whole(value)
        if type(value) is not self.cls:
            raise Unfit
        return int(value.value)

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
class MemberPart(ActionPart):
    """A member of an enumeration, by its index; an integer or a Flag is an `IntegerPart`."""

    cls: Any

    def __repr__(self) -> str:
        return f"{self.cls.__qualname__}({', '.join(each.name for each in self.cls)})"

    def __reduce__(self) -> Any:
        return MemberPart, (NamedClass.of(self.cls),)

    def __post_init__(self) -> None:
        resolve_class(self)

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


# Classes are kept on disk by their names: one redefined is another class.


class NamedClass(tuple[str, str]):
    """The name of a class, and of its module."""

    __slots__ = ()

    @classmethod
    def of(cls, named: type) -> NamedClass:
        return cls((named.__module__, named.__qualname__))

    def __reduce__(self) -> Any:
        return NamedClass, (tuple(self),)

    def resolved(self) -> Any:
        """Return the class that goes by the name now."""
        module, name = self
        found: Any = sys.modules[module]
        for each in name.split("."):
            found = getattr(found, each)
        return found


def resolve_class(part: Any) -> None:
    """Set the class of a part that was read from disk, where its name stands for it."""
    if isinstance(part.cls, NamedClass):
        object.__setattr__(part, "cls", part.cls.resolved())
