"""The parts of a state without a text: its fields, and what they say of places on a board."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from enum import Enum
from typing import Any

__all__ = [
    "Place",
    "are_words",
    "contents",
    "fields_of",
    "place_of",
    "rows_of",
    "text_of_state",
]

Place = tuple[int, ...]
"""A place by two or three whole numbers."""

_WIDEST = 40
_SIGNS = 13  # of a board with empty places: those of chess
_FEW_SIGNS = 5  # else it may be words of one length
_DEPTH = 3


def fields_of(state: Any) -> list[tuple[str, Any]]:
    """Return the fields of a state by name; none for values that are not made of fields."""
    if dataclasses.is_dataclass(state) and not isinstance(state, type):
        return [(each.name, getattr(state, each.name)) for each in dataclasses.fields(state)]
    if isinstance(state, tuple) and hasattr(state, "_fields"):
        return list(zip(state._fields, state, strict=True))
    if isinstance(state, Mapping) and all(isinstance(each, str) for each in state):
        return list(state.items())
    if type(state).__module__ == "builtins":
        return []
    return [(name, each) for name, each in getattr(state, "__dict__", {}).items()]


def text_of_state(
    state: Any, board_text: Callable[[int, Any], str | None] | None = None
) -> str | None:
    """Return a state as one line for each field, boards as rows; None if it has no fields.

    Args:
        state: any value.
        board_text: returns how a field is written that holds a board, by its index and its value;
            None where it holds none.

    """
    lines = []
    for index, (name, value) in enumerate(fields_of(state)):
        board = (board_text or _rows_as_text)(index, value)
        if board is None:
            lines.append(f"{name}: {value.name if isinstance(value, Enum) else value}")
        else:
            lines += [f"{name}:", board]
    return "\n".join(lines) or None


def _rows_as_text(_index: int, value: Any) -> str | None:
    rows = rows_of(value)
    return None if rows is None else "\n".join(" ".join(map(_character, row)) for row in rows)


def rows_of(value: Any) -> list[list[Any]] | None:
    """Return the rows of a board: two or more sequences of the same length, of single values."""
    if hasattr(value, "tolist") and hasattr(value, "shape"):
        value = value.tolist()
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) < 2:
        return None
    if not all(isinstance(row, Sequence) for row in value):
        return None
    rows = [list(row) for row in value]
    width = len(rows[0])
    if not 2 <= width <= _WIDEST or len(rows) > _WIDEST or any(len(row) != width for row in rows):
        return None
    signs = {_character(each) for row in rows for each in row}
    if any(len(each) != 1 for each in signs - {"-1"}):  # often the second player
        return None
    return None if are_words(value) else rows


def are_words(rows: Sequence[Any]) -> bool:
    """Return True for texts of one length that are words or sentences, not the rows of a board."""
    if not all(isinstance(row, str) for row in rows):
        return False
    signs = {"." if sign == " " else sign for row in rows for sign in row}
    return len(signs) > (_SIGNS if "." in signs else _FEW_SIGNS)


def contents(state: Any, size: int) -> tuple[dict[Place, Any], list[set[Place]]]:
    """Return what a state says of places of `size` numbers: what is on each, and sets of them."""
    on: dict[Place, Any] = {}
    sets: list[set[Place]] = []
    for value in _values(state, _DEPTH):
        if isinstance(value, Mapping):
            places = {place_of(key, size): each for key, each in value.items()}
            on |= {place: each for place, each in places.items() if place is not None}
        elif isinstance(value, (Set, Sequence)) and (held := _places_in(value, size)):
            sets.append(held)
        elif size == 2 and (rows := rows_of(value)) is not None:
            for at, row in enumerate(rows):
                on |= {(at, column): each for column, each in enumerate(row)}
    return on, sets


def place_of(value: Any, size: int) -> Place | None:
    """Return the place that a value is: whole numbers, or an object with q and r, or x and y."""
    for names in (("q", "r", "s")[:size], ("row", "col"), ("row", "column"), ("y", "x")):
        if len(names) == size and all(hasattr(value, name) for name in names):
            value = tuple(getattr(value, name) for name in names)
    if not isinstance(value, tuple) or len(value) != size:
        return None
    if any(type(each) is not int for each in value) or (size == 3 and sum(value) != 0):
        return None
    return tuple(value)


def _places_in(values: Set[Any] | Sequence[Any], size: int) -> set[Place]:
    """Return the places that a collection is made of, each once; none if it has anything else."""
    found = {place_of(each, size) for each in values}
    whole = len(found) == len(values) and None not in found
    return {place for place in found if place is not None} if whole else set()


def _character(value: Any) -> str:
    if isinstance(value, Enum):
        value = value.value if len(str(value.value)) == 1 else value.name[:1]
    if value is None or value is False or value in ("", " "):
        return "."
    return "1" if value is True else str(value)


def _values(state: Any, depth: int) -> Iterator[Any]:
    """Yield a state, its fields or items, and theirs."""
    yield state
    if depth == 0:
        return
    inner = [each for _, each in fields_of(state)]
    if not inner and isinstance(state, (tuple, list)) and len(state) <= 20:
        inner = list(state)
    for each in inner:
        yield from _values(each, depth - 1)
