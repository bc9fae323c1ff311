"""Wraps moves of any kind as moves that can be compared and hashed."""

from __future__ import annotations

import enum
from typing import Any

from ...numbers.plain import plain_number
from ...rules.snapshots import freeze

__all__ = ["ListMove", "Move", "comparable", "own", "speaks", "text_of"]


class Move:
    """A move of the user's that Python itself cannot compare, or not hash.

    Equal moves have equal contents.

    Attributes:
        move: the user's own.

    """

    is_plain_object = True

    def __init__(self, move: Any) -> None:
        self.move = move

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return bool(freeze(self.move) == freeze(other.move))

    def __hash__(self) -> int:
        return hash(freeze(self.move))

    def __str__(self) -> str:
        return text_of(self.move)

    __repr__ = __str__


class ListMove(Move):
    """A move that is a list: it holds the items in a form that compiles."""

    is_plain_object = True

    def __init__(self, items: tuple[Any, ...]) -> None:
        self.items = items

    @property
    def move(self) -> list[Any]:
        """Return the user's own."""
        return list(self.items)


def comparable(move: Any) -> Any:
    """Return a move as one that can be compared and hashed: itself, where it can."""
    move = plain_number(move)
    kind = type(move)
    if move is None or kind in (int, str) or isinstance(move, enum.Enum):
        return move
    if kind is tuple:
        move = tuple(map(plain_number, move))
    within = [each for each in move if each is not None] if isinstance(move, tuple) else []
    if not _defines(kind, "__eq__") or any(isinstance(comparable(i), Move) for i in within):
        return Move(move)
    try:
        hash(move)
        alike = bool(move == move)  # not with every `__eq__` of a user's
    except (TypeError, ValueError):  # a list, an array
        alike = False
    return move if alike else Move(move)


def own(move: Any) -> Any:
    """Return the user's own move."""
    return move.move if isinstance(move, Move) else move


def text_of(move: Any) -> str:
    """Return a move as text: its own text, else its contents."""
    kind = type(move)
    if not speaks(move):
        held = {**getattr(move, "__dict__", {})}
        for cls in kind.__mro__:
            slots = vars(cls).get("__slots__", ())
            for slot in (slots,) if isinstance(slots, str) else slots:
                if hasattr(move, slot):
                    held[slot] = getattr(move, slot)
        inside = ", ".join(f"{name}={value}" for name, value in held.items())
        return f"{kind.__name__}({inside})"
    return " ".join(str(move).split())


def speaks(value: Any) -> bool:
    """Return True if the class of an object defines its text."""
    return _defines(type(value), "__str__") or _defines(type(value), "__repr__")


def _defines(kind: type, method: str) -> bool:
    return getattr(kind, method) is not getattr(object, method)
