"""Parts of a state that a network sees, and the code that finds the features of each.

A feature goes by a number from 0 to `size` - 1 of its part. The code is Python, and finds the
features of a state in compiled code, too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

__all__ = [
    "LOOK",
    "AlwaysPart",
    "ArrayPart",
    "BitsPart",
    "CategoryPart",
    "FeaturePart",
    "LinePart",
    "MappingPart",
    "MembersPart",
    "NumberPart",
    "OptionalPart",
    "Plane",
    "RangePart",
    "SetPart",
    "observing",
]

_NARROWEST = 3
_OCCUPIED = 0.75
"""The share of its cells on which a board has stones at times."""
_FILLED = 0.25
"""The share of its bits that are cells of the board."""


class FeaturePart:
    """What is to be seen of one member of a state; here nothing."""

    size = 0
    most = 0

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        """Return Python code that calls HIT(n) for each feature n of the expression `value`.

        Its features begin at `first`; `names` takes constants that the code uses.
        """
        return []

    def planes(self, value: str) -> list[Plane]:
        """Return what may be cells of a board in the expression `value`."""
        return []


class Plane(NamedTuple):
    """Cells that each have one of a few values.

    Attributes:
        value: the expression for what holds them.
        part: its features, as many for each cell, one cell after the other.
        cells: how many there are.
        each: features of a cell.
        absent: whether a cell may have none of them.
        shape: rows and columns, where the state says so.
        first: the number of the first of its features, among those of the whole state.
        observed: whether the expression is of the game's own observation, not of the state.
        used: rows and columns that anything was ever in, where that is known to be less.

    """

    value: str
    part: FeaturePart
    cells: int
    each: int
    absent: bool
    shape: tuple[int, int] | None
    first: int = 0
    observed: bool = False
    used: tuple[int, int] | None = None

    def before(self, lines: Sequence[str]) -> list[str]:
        """Return code that uses `value`, behind what that needs."""
        return observing(lines) if self.observed else [*lines]


LOOK = "LOOK(state, player)"
"""Stands in code for the call that returns what is shown to who is to move."""


def observing(lines: Sequence[str]) -> list[str]:
    """Return code behind a look at what is shown to who is to move, if anybody is."""
    look = f"observation = {LOOK}"
    return ["if player >= 0:", *_indented([look, *lines])]


class NumberPart(FeaturePart):
    """One of a few integers in a row."""

    most = 1

    def __init__(self, low: int, size: int) -> None:
        self.low = low
        self.size = size

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        n = f"n{depth}"
        return [
            f"{n} = int({value})" + (f" - {self.low}" if self.low else ""),
            f"if 0 <= {n} < {self.size}:",
            f"    HIT({_sum(first, n)})",
        ]


class BitsPart(FeaturePart):
    """The bits of a number that is a board."""

    def __init__(self, union: int) -> None:
        """`union` has all bits that were ever set."""
        self.size = self.most = union.bit_length()
        self.columns = _distance_of_rows(union)
        self.union = union

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        board, n = f"board{depth}", f"n{depth}"
        return [
            f"{board} = {value}",
            f"while {board} > 0:",
            f"    {n} = lowest({board})",
            f"    {board} = without_lowest({board})",
            f"    if {n} < {self.size}:",
            f"        HIT({_sum(first, n)})",
        ]

    def planes(self, value: str) -> list[Plane]:
        if not self.columns:
            return [Plane(value, self, self.size, 1, True, None)]
        rows = -(-self.size // self.columns)
        ever = range(self.size)
        columns = {bit % self.columns for bit in ever if self.union >> bit & 1}
        cells = rows * self.columns
        used = (rows, len(columns))
        return [Plane(value, self, cells, 1, True, (rows, self.columns), used=used)]


class RangePart(FeaturePart):
    """The range in which a quantity lies."""

    most = 1

    def __init__(self, edges: Sequence[float]) -> None:
        self.edges = tuple(float(each) for each in edges)
        self.size = len(edges) + 1

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        edges, n, edge = f"EDGES{len(names)}", f"n{depth}", f"edge{depth}"
        names[edges] = self.edges
        return [
            f"{n} = 0",
            f"for {edge} in {edges}:",
            f"    if {value} >= {edge}:",
            f"        {n} += 1",
            f"HIT({_sum(first, n)})",
        ]


class CategoryPart(FeaturePart):
    """One of a few values of any kind."""

    most = 1

    def __init__(self, values: Iterable[Hashable]) -> None:
        self.places = {value: place for place, value in enumerate(values)}
        self.size = len(self.places)

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        places, n = f"PLACES{len(names)}", f"n{depth}"
        names[places] = self.places
        return [
            f"{n} = {places}.get({value}, -1)",
            f"if {n} >= 0:",
            f"    HIT({_sum(first, n)})",
        ]


class OptionalPart(FeaturePart):
    """None, or something."""

    def __init__(self, inner: FeaturePart) -> None:
        self.inner = inner
        self.size = 1 + inner.size
        self.most = max(1, inner.most)

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        there = f"there{depth}"
        inner = self.inner.lines(there, _sum(first, "1"), depth + 1, names)
        return [
            f"{there} = {value}",
            f"if {there} is None:",
            f"    HIT({first})",
            *(["else:", *_indented(inner)] if inner else []),
        ]


class MembersPart(FeaturePart):
    """Members that each mean something else."""

    def __init__(self, members: Sequence[tuple[str, FeaturePart]]) -> None:
        self.members = [(access, part) for access, part in members if part.size]
        self.size = sum(part.size for _, part in self.members)
        self.most = sum(part.most for _, part in self.members)

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        lines, start = [], 0
        for access, part in self.members:
            lines += part.lines(value + access, _sum(first, str(start)), depth, names)
            start += part.size
        return lines

    def planes(self, value: str) -> list[Plane]:
        found, start = [], 0
        for access, part in self.members:
            planes = part.planes(value + access)
            found += [plane._replace(first=start + plane.first) for plane in planes]
            start += part.size
        return found


class LinePart(FeaturePart):
    """A line of items of one kind, each at its index."""

    def __init__(self, length: int, item: FeaturePart, *, varies: bool) -> None:
        self.length = length
        self.item = item
        self.varies = varies
        self.size = length * item.size
        self.most = length * item.most

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        i, row = f"i{depth}", f"row{depth}"
        until = f"min(len({row}), {self.length})" if self.varies else self.length
        start = _sum(first, f"{i} * {self.item.size}")
        return [
            f"{row} = {value}",
            f"for {i} in range({until}):",
            *_indented(self.item.lines(f"{row}[{i}]", start, depth + 1, names)),
        ]

    def planes(self, value: str) -> list[Plane]:
        row = self.item
        if isinstance(row, LinePart) and _is_cell(row.item):
            cells = self.length * row.length
            absent = self.varies or row.varies or _may_be_absent(row.item)
            return [Plane(value, self, cells, row.item.size, absent, (self.length, row.length))]
        if _is_cell(row):
            absent = self.varies or _may_be_absent(row)
            return [Plane(value, self, self.length, row.size, absent, None)]
        return []


class ArrayPart(FeaturePart):
    """A NumPy array, cell by cell."""

    def __init__(self, shape: tuple[int, ...], item: FeaturePart) -> None:
        self.shape = shape
        self.item = item
        cells = int(np.prod(shape))
        self.size = cells * item.size
        self.most = cells * item.most

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        array = f"array{depth}"
        indices = [f"i{depth}_{axis}" for axis in range(len(self.shape))]
        place = "0"
        for index, size in zip(indices, self.shape, strict=True):
            place = index if place == "0" else f"({place} * {size} + {index})"
        cell = f"{array}[{', '.join(indices)}]" if indices else f"{array}[()]"
        lines = self.item.lines(cell, _sum(first, f"{place} * {self.item.size}"), depth + 1, names)
        for index, size in reversed(list(zip(indices, self.shape, strict=True))):
            lines = [f"for {index} in range({size}):", *_indented(lines)]
        return [f"{array} = {value}", *lines]

    def planes(self, value: str) -> list[Plane]:
        shape = (self.shape[0], self.shape[1]) if len(self.shape) == 2 else None
        if len(self.shape) > 2 or not isinstance(self.item, NumberPart):
            return []
        return [Plane(value, self, int(np.prod(self.shape)), self.item.size, False, shape)]


class MappingPart(FeaturePart):
    """A dict: the value of each key."""

    def __init__(self, keys: Iterable[Hashable], item: FeaturePart) -> None:
        self.keys = {key: place for place, key in enumerate(keys)}
        self.item = item
        self.size = len(self.keys) * item.size
        self.most = len(self.keys) * item.most

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        places, place = f"PLACES{len(names)}", f"place{depth}"
        key, item = f"key{depth}", f"item{depth}"
        names[places] = self.keys
        start = _sum(first, f"{place} * {self.item.size}")
        return [
            f"for {key}, {item} in {value}.items():",
            f"    {place} = {places}.get({key}, -1)",
            f"    if {place} >= 0:",
            *_indented(self.item.lines(item, start, depth + 1, names), 2),
        ]

    def planes(self, value: str) -> list[Plane]:
        if not (_is_cell(self.item) or isinstance(self.item, AlwaysPart)):
            return []
        return [Plane(value, self, len(self.keys), self.item.size, True, None)]


class SetPart(FeaturePart):
    """A set: which members it has."""

    def __init__(self, members: Iterable[Hashable]) -> None:
        self.members = tuple(members)
        self.size = self.most = len(self.members)

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        members, held, n = f"MEMBERS{len(names)}", f"held{depth}", f"n{depth}"
        names[members] = self.members
        return [
            f"{held} = {value}",
            f"for {n} in range({self.size}):",
            f"    if {members}[{n}] in {held}:",
            f"        HIT({_sum(first, n)})",
        ]

    def planes(self, value: str) -> list[Plane]:
        return [Plane(value, self, self.size, 1, True, None)]


class AlwaysPart(FeaturePart):
    """That there is something."""

    size = most = 1

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        return [f"HIT({first})"]


def _is_cell(part: FeaturePart) -> bool:
    """Return whether a part is one of a few values, such as a cell of a board has."""
    if isinstance(part, OptionalPart):
        return not part.inner.size or _is_cell(part.inner)
    return isinstance(part, (NumberPart, CategoryPart))


def _may_be_absent(cell: FeaturePart) -> bool:
    """Return whether a cell has no feature at times: one that is None or always the same value."""
    return isinstance(cell, OptionalPart) and not cell.inner.size


def _distance_of_rows(union: int) -> int:
    """Return how many bits a row of a board takes, if some of each are never set; else 0.

    Many boards of bits have such columns, so that stones shifted off one row do not enter the
    next.
    """
    width = union.bit_length()
    if union.bit_count() < _FILLED * width:
        return 0
    for columns in range(_NARROWEST, width // 2 + 1):
        inside = 0
        for place in range(columns):
            column = sum(1 << bit for bit in range(place, width, columns))
            if union & column:
                inside |= column
        if inside.bit_count() < width and union.bit_count() >= _OCCUPIED * inside.bit_count():
            return columns
    return 0


def _sum(first: str, more: str) -> str:
    if more == "0":
        return first
    return more if first == "0" else f"{first} + {more}"


def _indented(lines: Iterable[str], times: int = 1) -> list[str]:
    return [f"{'    ' * times}{line}" for line in lines]
