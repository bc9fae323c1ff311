"""Actions as whole numbers: what a compiled tree keeps of an action that is no small integer.

A `Packing` is found from actions of the game that were seen. The members of a tuple lie side by
side, each in as many bits as it needs and some to spare; an enumeration's member is its place, a
text its characters, an object of a user's class what its attributes are. What is read again is of
the same class and holds the same.
"""

from __future__ import annotations

import enum
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from ..compilable import attributes, is_object_class
from .bits import u64
from .hashing import key_of_state
from .records import FieldRecord

__all__ = [
    "BOOLEANS",
    "ActionPart",
    "IntegerPart",
    "Maybe",
    "MemberPart",
    "NoPacking",
    "Nothing",
    "ObjectPart",
    "PackedActions",
    "Packing",
    "Real",
    "RowPart",
    "Several",
    "Text",
    "Unfit",
    "contents",
    "edge_class",
    "holds",
    "is_same",
    "number_of",
    "packing_for",
    "room_for_actions",
]

BOOLEANS = (bool, np.bool_)
_WITHOUT_SIGN = (u64, np.unsignedinteger)
_WIDTHS = (32, 64)
_LONGEST_TEXT = 8
_CHARACTER = 8  # bits


class Unfit(Exception):
    """An action that a packing has no room for."""


class NoPacking(Exception):
    """Actions of which no packing is known; the text says what they are."""


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
        """Return the part with so many bits more for each number in it, or about as many."""
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
        """Whether the highest bit is a sign."""
        return not issubclass(self.cls, (*BOOLEANS, *_WITHOUT_SIGN))

    def pack(self, value: Any) -> int:
        try:
            number = int(value)
        except (TypeError, ValueError):
            raise Unfit from None
        half = 1 << self.bits - 1 if self.signed else 0
        if number != value or not -half <= number < (1 << self.bits) - half:
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
    """A member of an enumeration, by its place; those that are integers are an `IntegerPart`."""

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
    """A text of at most so many characters below 256, the first one lowest, and 0 behind them."""

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
        return Text(max(self.length, min(_LONGEST_TEXT, self.length + -(-spare // _CHARACTER))))


@dataclass(frozen=True)
class Several(ActionPart):
    """A tuple of so many members, of a class of its own perhaps; the first one lowest."""

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
        return _object_of(self, code)

    def spread(self, spare: int) -> ActionPart:
        return replace(self, members=tuple(each.spread(spare) for each in self.members))


@lru_cache(maxsize=1 << 14)
def _object_of(part: ObjectPart, code: int) -> Any:
    """Return the object of a code, the same one each time: many are equal to no other."""
    made = object.__new__(part.cls)
    for name, each in zip(part.names, part.members, strict=True):
        object.__setattr__(made, name, each.unpack(code & (1 << each.bits) - 1))
        code >>= each.bits
    return made


@dataclass(frozen=True)
class RowPart(ActionPart):
    """A tuple of at most so many items of one kind, above their number."""

    item: ActionPart
    most: int

    def __repr__(self) -> str:
        return f"at most {self.most} times {self.item}"

    @property
    def bits(self) -> int:  # type: ignore[override]
        return self.count_bits + self.most * self.item.bits

    @property
    def count_bits(self) -> int:
        """How many bits tell the number of items."""
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
        return RowPart(self.item.spread(min(spare, 2)), self.most + spare // 2)


@dataclass(frozen=True)
class Packing:
    """How the actions of a game are packed: in a number of `width` bits, 32 or 64."""

    part: ActionPart
    width: int

    def __repr__(self) -> str:
        return f"{self.part} in {self.width}"

    def pack(self, action: Any) -> int:
        """Return an action as a number with sign; raise `Unfit` if there is no room for it."""
        code = self.part.pack(action)
        return code - (1 << self.width) if code >> self.width - 1 else code

    def unpack(self, number: Any) -> Any:
        """Return the action that a number stands for."""
        return self.part.unpack(int(number) & (1 << self.part.bits) - 1)


def packing_for(actions: Iterable[Any]) -> Packing | None:
    """Return how actions like these are packed; None if they are integers of 32 bits.

    Raises:
        NoPacking: if they cannot be.

    """
    part = _part(list(actions))
    if isinstance(part, IntegerPart) and part.cls is int and part.bits <= _WIDTHS[0]:
        return None
    sparing = int(part.spread(1) != part)  # others may come that need more room than those seen
    for width, least in zip(_WIDTHS, (sparing, 0), strict=True):
        for spare in range(width, least - 1, -1):
            spread = part.spread(spare)
            if spread.bits <= width:
                return Packing(spread, width)
    raise NoPacking(f"actions such as {part!r} take {part.bits} bits, and there is room for 64")


def _part(values: list[Any]) -> ActionPart:
    """Return the narrowest part for some values."""
    present = [value for value in values if value is not None]
    if not present:
        return Nothing()
    if len(present) < len(values):
        return Maybe(_part(present))
    classes = set(map(type, present))
    cls: Any = type(present[0])
    if all(issubclass(each, enum.Enum) for each in classes):
        if len(classes) == 1 and issubclass(cls, int):
            return IntegerPart(cls, _whole(list(cls), int).bits)
        if len(classes) == 1:
            return MemberPart(cls)
    elif all(issubclass(each, (int, np.integer, np.bool_)) for each in classes):
        return _whole(present, classes.pop() if len(classes) == 1 else int)
    elif classes == {float}:
        return Real()
    elif classes == {str}:
        return _text(present)
    elif all(issubclass(each, tuple) for each in classes):
        return _tuple(present, classes)
    elif len(classes) == 1 and is_object_class(cls):
        return _object(present, cls)
    names = " and ".join(sorted(cls.__name__ for cls in classes))
    raise NoPacking(f"there is an action of type {names}")


def _whole(values: Sequence[Any], cls: type) -> IntegerPart:
    if cls in BOOLEANS:
        return IntegerPart(cls, 1)
    if cls is not u64 and not issubclass(cls, np.integer):
        cls = int
    low, high = min(map(int, values)), max(map(int, values))
    bits = max(high.bit_length(), (-low - 1).bit_length() if low < 0 else 0)
    bits += not issubclass(cls, _WITHOUT_SIGN)
    if bits > _WIDTHS[-1]:
        raise NoPacking(f"there is an action of {bits} bits")
    return IntegerPart(cls, max(1, bits))


def _text(values: Sequence[str]) -> ActionPart:
    longest = max(values, key=len)
    part = Text(len(longest))
    if part.length > _LONGEST_TEXT:
        raise NoPacking(f"there is an action {longest!r} of {part.length} characters")
    for value in values:
        try:
            part.pack(value)
        except Unfit:
            raise NoPacking(f"there is an action {value!r} with characters beyond 255") from None
    return part


def _tuple(values: Sequence[tuple[Any, ...]], classes: set[type]) -> ActionPart:
    cls = classes.pop()
    lengths = set(map(len, values))
    if classes:
        raise NoPacking("there are actions of several tuple classes")
    if len(lengths) == 1:
        return Several(cls, tuple(_part(list(each)) for each in zip(*values, strict=True)))
    if cls is not tuple:
        raise NoPacking(f"there are actions of type {cls.__name__} with several lengths")
    return RowPart(_part([each for value in values for each in value]), max(lengths))


def _object(values: Sequence[Any], cls: Any) -> ActionPart:
    held = [dict(attributes(value)) for value in values]
    names = tuple(held[0])
    if any(tuple(each) != names for each in held):
        raise NoPacking(f"actions of type {cls.__name__} have different attributes")
    members = []
    for name in names:
        try:
            members.append(_part([each[name] for each in held]))
        except NoPacking as refused:
            raise NoPacking(f"of {cls.__name__}.{name}, {refused}") from None
    return ObjectPart(cls, names, tuple(members))


def contents(action: Any) -> Any:
    """Return an action with a tuple of what it holds in place of each object of a user's class."""
    if isinstance(action, int):
        return action
    if isinstance(action, tuple):
        return tuple(map(contents, action))
    if isinstance(action, enum.Enum) or not is_object_class(type(action)):
        return action
    held = (each for _, each in attributes(action))
    return tuple(contents(tuple(each) if isinstance(each, list) else each) for each in held)


def is_same(action: Any, other: Any) -> bool:
    """Return whether two actions are the same, as a compiled tree tells them apart."""
    return contents(action) == contents(other)  # type: ignore[no-any-return]


# Classes are kept on disk by their names: one defined anew is another class.


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


class PackedActions:
    """A buffer of actions, each packed to a number of 64 bits; reads and writes the actions."""

    def __init__(self, numbers: Any, packing: Packing) -> None:
        self.numbers = numbers
        self.packing = packing

    @property
    def typecode(self) -> str:
        """What compiled code reads here, as a part of its name."""
        return f"actions {self.packing!r}"

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Any]:
        return map(self.packing.unpack, self.numbers)

    def tolist(self) -> list[Any]:
        """Return the actions."""
        return list(self)

    def __getitem__(self, place: Any) -> Any:
        found = self.numbers[place]
        if isinstance(place, slice):
            return PackedActions(found, self.packing)
        return self.packing.unpack(found)

    def __setitem__(self, place: Any, action: Any) -> None:
        pack = self.packing.pack
        self.numbers[place] = list(map(pack, action)) if isinstance(place, slice) else pack(action)

    def copy(self) -> PackedActions:
        """Return a buffer of the same actions."""
        return PackedActions(self.numbers.copy(), self.packing)


def room_for_actions(count: int, packing: Packing | None) -> Any:
    """Return a buffer for so many actions of compiled code."""
    numbers = np.zeros(count, np.int64)
    return numbers if packing is None else PackedActions(numbers, packing)


@lru_cache(maxsize=64)
def edge_class(packing: Packing | None) -> type:
    """Return the class of NumPy records whose field `action` holds a packed action."""
    if packing is None:
        return FieldRecord

    kept = packing  # no more None below

    class ActionRecord(FieldRecord):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name == "action":
                return kept.unpack(self["action"])
            return FieldRecord.__getattribute__(self, name)

        def __setattr__(self, name: str, value: Any) -> None:
            self[name] = kept.pack(value) if name == "action" else value

    ActionRecord.packing = packing  # type: ignore[attr-defined]
    return ActionRecord


def holds(edge: Any, action: Any) -> bool:
    """Return True if an edge has kept the action that was written to it.

    Packed ones it always has: who packs them refuses others.
    """
    return edge.action == action  # type: ignore[no-any-return]


def number_of(action: Any) -> int:
    """Return a number of 64 bits for an action: an integer itself, the key of all else.

    An object of a user's class stands for what it holds.
    """
    if isinstance(action, int):
        return action
    return (key_of_state(contents(action)) + (1 << 63)) % (1 << 64) - (1 << 63)
