"""Actions as whole numbers: what a compiled tree keeps of an action that is no small integer.

A `Packing` is found from actions of the game that were seen. The members of a tuple lie side by
side, each in as many bits as it needs and some to spare; an enumeration's member is its place, a
text its characters, an object of a user's class what its attributes are. Where characters take too
many bits, a text is its index among those that are known. What is read again is of the same class
and holds the same.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import attributes, is_object_class
from plainpython.hashing import key_of_state

from .action_parts import (
    BOOLEANS,
    LONGEST_TEXT,
    WITHOUT_SIGN,
    ActionPart,
    IntegerPart,
    LongPart,
    MemberPart,
    Nothing,
    OneText,
    Real,
    Text,
    Unfit,
)
from .compound_parts import AnyOf, Maybe, ObjectPart, RowPart, Several
from .records import FieldRecord

__all__ = [
    "NoPacking",
    "PackedActions",
    "Packing",
    "contents",
    "edge_class",
    "holds",
    "is_same",
    "number_of",
    "packing_for",
    "room_for_actions",
    "texts_in",
]

_WIDTHS = (32, 64)
_MOST_TEXTS = 1 << 12
_MOST_REALS = 4


class NoPacking(Exception):
    """Actions of which no packing is known; the text says what they are."""


@dataclass(frozen=True)
class Packing:
    """How the actions of a game are packed: in a number of `width` bits, 32 or 64.

    A tuple of several floats takes a word of 64 bits for each of them: `words`.
    """

    part: ActionPart
    width: int

    @property
    def words(self) -> int:
        """How many words of 64 bits an action takes in a buffer."""
        return max(1, self.width // _WIDTHS[-1])

    @property
    def kind(self) -> Any:
        """The NumPy type of what a compiled tree keeps of an action."""
        if self.words == 1:
            return np.dtype(f"i{self.width // 8}")
        return np.dtype((np.int64, (self.words,)))

    def __repr__(self) -> str:
        return f"{self.part} in {self.width}"

    def pack(self, action: Any) -> Any:
        """Return an action as a number with sign, or several; raise `Unfit` if it has no room."""
        code = self.part.pack(action)
        if self.words == 1:
            return code - (1 << self.width) if code >> self.width - 1 else code
        return np.frombuffer(code.to_bytes(self.width // 8, "little"), "<i8")

    def unpack(self, number: Any) -> Any:
        """Return the action of a number, or of several."""
        if self.words > 1:
            return self.part.unpack(int.from_bytes(np.asarray(number, "<i8").tobytes(), "little"))
        return self.part.unpack(int(number) & (1 << self.part.bits) - 1)


def packing_for(
    actions: Iterable[Any], words: Iterable[str] = (), *, index_texts: bool = True
) -> Packing | None:
    """Return how actions like these are packed; None if they are integers of 32 bits.

    Args:
        actions: actions of the game.
        words: texts that may be in others: a packing that knows texts by index knows these, too.
        index_texts: whether it may know texts by index. Then no others can be packed.

    Raises:
        NoPacking: if they cannot be.

    """
    seen = list(actions)
    try:
        return _packing(_Parts().of(seen))
    except NoPacking as refused:
        texts = sorted({text for each in seen for text in texts_in(contents(each))})
        if not index_texts or not 0 < len(texts) <= _MOST_TEXTS:
            raise
        known = tuple(sorted({*texts, *words}))
        try:
            return _packing(_Parts(known).of(seen))
        except NoPacking:
            raise refused from None


def _packing(part: ActionPart) -> Packing | None:
    if isinstance(part, IntegerPart) and part.cls is int and part.bits <= _WIDTHS[0]:
        return None
    sparing = int(part.spread(1) != part)  # others may come that need more room than those seen
    for width, least in zip(_WIDTHS, (sparing, 0), strict=True):
        for spare in range(width, least - 1, -1):
            spread = part.spread(spare)
            if spread.bits <= width:
                return Packing(spread, width)
    if are_reals(part):
        return Packing(part, part.bits)
    raise NoPacking(f"actions such as {part!r} take {part.bits} bits, and there is room for 64")


def are_reals(part: ActionPart) -> bool:
    """Return whether a part is a plain tuple of a few floats."""
    return (
        isinstance(part, Several)
        and part.cls is tuple
        and len(part.members) <= _MOST_REALS
        and all(isinstance(each, Real) for each in part.members)
    )


def texts_in(held: Any) -> Iterator[str]:
    """Yield the texts in the contents of an action."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, tuple):
        for each in held:
            yield from texts_in(each)


class _Parts:
    """Finds the narrowest part for some values; texts by their index if `texts` are given."""

    def __init__(self, texts: tuple[str, ...] = ()) -> None:
        self._texts = texts

    def of(self, values: list[Any]) -> ActionPart:
        """Return the narrowest part for some values."""
        alike: dict[type, list[Any]] = {}
        for value in values:
            if value is not None:
                alike.setdefault(_kind(value), []).append(value)
        some_are_none = sum(map(len, alike.values())) < len(values)
        if not alike:
            return Nothing()
        if len(alike) > 1 and any(map(_is_object, alike)):
            names = " and ".join(sorted({type(value).__name__ for value in values} - {"NoneType"}))
            raise NoPacking(f"there is an action of type {names}")
        parts: list[ActionPart] = []
        for each in alike.values():
            made = self._of_one_kind(each)
            parts.extend(made.parts if isinstance(made, AnyOf) else [made])
        if len(parts) == 1:
            return Maybe(parts[0]) if some_are_none else parts[0]
        if some_are_none:
            parts.append(Nothing())
        return AnyOf(tuple(sorted(parts, key=_order)))

    def _of_one_kind(self, values: list[Any]) -> ActionPart:
        classes = set(map(type, values))
        cls: Any = type(values[0])
        if issubclass(cls, enum.Enum):
            if issubclass(cls, (int, enum.Flag)):
                return IntegerPart(cls, _whole([each.value for each in cls], int).bits)
            return MemberPart(cls)
        if issubclass(cls, (int, np.integer, np.bool_)):
            if not classes.isdisjoint(BOOLEANS) and not classes.issubset(BOOLEANS):
                message = f"a bool stands where another action has an int, as {values[0]} does"
                raise NoPacking(message)
            return _whole(values, cls if len(classes) == 1 else int)
        if cls is float:
            return Real()
        if cls is str:
            return OneText(self._texts) if self._texts else _text(values)
        if issubclass(cls, tuple):
            return self._of_tuples(values, cls)
        if is_object_class(cls):
            return self._of_objects(values, cls)
        raise NoPacking(f"there is an action of type {cls.__name__}")

    def _of_tuples(self, values: Sequence[tuple[Any, ...]], cls: type) -> ActionPart:
        by_length: dict[int, list[tuple[Any, ...]]] = {}
        for value in values:
            by_length.setdefault(len(value), []).append(value)
        if len(by_length) > 1 and cls is not tuple:
            raise NoPacking(f"there are actions of type {cls.__name__} with several lengths")
        if len(by_length) > 1:
            item = self.of([each for value in values for each in value])
            if not isinstance(item, AnyOf):
                return RowPart(item, max(by_length))
        parts: list[ActionPart] = [
            Several(
                cls, tuple(self.of(list(each)) for each in zip(*by_length[length], strict=True))
            )
            for length in sorted(by_length)
        ]
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _of_objects(self, values: Sequence[Any], cls: Any) -> ActionPart:
        held = [dict(attributes(value)) for value in values]
        names = tuple(held[0])
        if any(tuple(each) != names for each in held):
            raise NoPacking(f"actions of type {cls.__name__} have different attributes")
        members = []
        for name in names:
            try:
                members.append(self.of([each[name] for each in held]))
            except NoPacking as refused:
                raise NoPacking(f"of {cls.__name__}.{name}, {refused}") from None
        return ObjectPart(cls, names, tuple(members))


def _is_object(cls: type) -> bool:
    """Return whether packed values of a class are objects, by what they hold."""
    return not issubclass(cls, (enum.Enum, tuple)) and is_object_class(cls)


def _kind(value: Any) -> type:
    """Return what values of one kind have in common: a class."""
    cls = type(value)
    if issubclass(cls, (int, np.integer, np.bool_)) and not issubclass(cls, enum.Enum):
        return int
    return cls


def _order(part: ActionPart) -> Any:
    """Return a key by which parts of several kinds have one order, whichever was seen first."""
    cls = getattr(part, "cls", object)
    return type(part).__name__, cls.__module__, cls.__qualname__, len(getattr(part, "members", ()))


def _whole(values: Sequence[Any], cls: type) -> ActionPart:
    if cls in BOOLEANS:
        return IntegerPart(cls, 1)
    if cls is not u64 and not issubclass(cls, np.integer):
        cls = int
    low, high = min(map(int, values)), max(map(int, values))
    bits = max(high.bit_length(), (-low - 1).bit_length() if low < 0 else 0)
    if low >= 0 and cls is int and bits == _WIDTHS[-1]:
        return LongPart()
    bits += not issubclass(cls, WITHOUT_SIGN)
    if bits > _WIDTHS[-1]:
        raise NoPacking(f"there is an action of {bits} bits")
    return IntegerPart(cls, max(1, bits))


def _text(values: Sequence[str]) -> ActionPart:
    longest = max(values, key=len)
    part = Text(len(longest))
    if part.length > LONGEST_TEXT:
        raise NoPacking(f"there is an action {longest!r} of {part.length} characters")
    for value in values:
        try:
            part.pack(value)
        except Unfit:
            raise NoPacking(f"there is an action {value!r} with characters beyond 255") from None
    return part


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


class PackedActions:
    """A buffer of actions, each packed to words of 64 bits; reads and writes the actions."""

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
        return map(self.packing.unpack, self._words)

    @property
    def _words(self) -> Any:
        """The numbers, in rows where an action takes several."""
        return self.numbers["words"] if self.packing.words > 1 else self.numbers

    def tolist(self) -> list[Any]:
        """Return the actions."""
        return list(self)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return PackedActions(self.numbers[place], self.packing)
        return self.packing.unpack(self._words[place])

    def __setitem__(self, place: Any, action: Any) -> None:
        pack = self.packing.pack
        self._words[place] = list(map(pack, action)) if isinstance(place, slice) else pack(action)

    def copy(self) -> PackedActions:
        """Return a buffer of the same actions."""
        return PackedActions(self.numbers.copy(), self.packing)


def room_for_actions(count: int, packing: Packing | None) -> Any:
    """Return a buffer for this many actions of compiled code."""
    if packing is None:
        return np.zeros(count, np.int64)
    kind: Any = np.int64 if packing.words == 1 else [("words", packing.kind)]
    return PackedActions(np.zeros(count, kind), packing)


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
    """Return a signed number of 64 bits for an action: an integer's lowest, the key of all else.

    An object of a user's class stands for what it holds.
    """
    if isinstance(action, (int, np.integer, np.bool_)):
        number = int(action)
        return number if -(1 << 63) <= number < 1 << 63 else _signed(number)
    return _signed(key_of_state(contents(action)))


def _signed(number: int) -> int:
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)
