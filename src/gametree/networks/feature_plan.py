"""Features of positions, found from the states of random games: no line of code for a game.

A network sees a position as a set of features that are there. A plan says which ones: one for
each value of a cell, each bit of a number that is a board, each range of a quantity. It is made
by looking at what the states of random games consist of, member by member, and writes the
Python code that finds the features of a state; so they are found in compiled code, too.

A feature goes by a number from 0 to `size` - 1. What was in no random game has none.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np

from ..compilable import attributes

__all__ = ["FeaturePart", "Members", "Plane", "observing", "part_of"]

_MOST_VALUES = 128
"""Different integers of which each is a feature of its own; of more, ranges are."""

_RANGES = 16
_MOST_CATEGORIES = 128
_MOST_ITEMS = 1024
_DEEPEST = 8
_SHORTEST_ROW = 5
"""Members of a tuple that are cells of a board, not members that each mean something else."""

_LAGS = (1, 2, 3)
_CHANGED = 4  # bits, at most, by one move in the middle of all cases
_NARROWEST = 3
_OCCUPIED = 0.75
"""The share of its cells on which a board has stones at times."""
_FILLED = 0.25
"""The share of its bits that are cells of the board."""

_JUMP = 8  # by so much a board changes as a number, by one move

_NUMBERS = (int, float, np.integer, np.floating, np.bool_)


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


def observing(lines: Sequence[str]) -> list[str]:
    """Return code behind a look at the observation of who is to move, if anybody is."""
    look = "observation = game.observation(state, player)"
    return ["if player >= 0:", *_indented([look, *lines])]


class _Number(FeaturePart):
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


class _Bits(FeaturePart):
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


class _Range(FeaturePart):
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


class _Category(FeaturePart):
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


class _Optional(FeaturePart):
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


class Members(FeaturePart):
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


class _Row(FeaturePart):
    """A line of items of one kind, each in a place of its own."""

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
        if isinstance(row, _Row) and _is_cell(row.item):
            cells = self.length * row.length
            absent = self.varies or row.varies or _may_be_absent(row.item)
            return [Plane(value, self, cells, row.item.size, absent, (self.length, row.length))]
        if _is_cell(row):
            absent = self.varies or _may_be_absent(row)
            return [Plane(value, self, self.length, row.size, absent, None)]
        return []


class _Array(FeaturePart):
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
        if len(self.shape) > 2 or not isinstance(self.item, _Number):
            return []
        return [Plane(value, self, int(np.prod(self.shape)), self.item.size, False, shape)]


class _Mapping(FeaturePart):
    """A dict: what stands under each key."""

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
        if not (_is_cell(self.item) or isinstance(self.item, _Always)):
            return []
        return [Plane(value, self, len(self.keys), self.item.size, True, None)]


class _Set(FeaturePart):
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


def _is_cell(part: FeaturePart) -> bool:
    """Tell whether a part is one of a few values, such as a cell of a board has."""
    if isinstance(part, _Optional):
        return not part.inner.size or _is_cell(part.inner)
    return isinstance(part, (_Number, _Category))


def _may_be_absent(cell: FeaturePart) -> bool:
    """Tell whether a cell has no feature at times: one that is None or always the same value."""
    return isinstance(cell, _Optional) and not cell.inner.size


def part_of(values: Sequence[Any], following: bool = True, depth: int = 0) -> FeaturePart:
    """Return what is to be seen of a member that had these values in random games.

    `following` says that each came about from the one before it by a move, or nearly.
    """
    if depth > _DEEPEST or not values:
        return FeaturePart()
    there = [value for value in values if value is not None]
    if len(there) < len(values):
        return _Optional(part_of(there, False, depth)) if there else FeaturePart()
    first = values[0]
    kinds = {type(value) for value in values}
    if all(isinstance(value, enum.Enum) for value in values):
        return _category(values)
    if all(isinstance(value, _NUMBERS) for value in values):
        return _number(values, following)
    if all(isinstance(value, str) for value in values):
        return _text(values)
    if len(kinds) > 1 and not all(isinstance(value, (tuple, list)) for value in values):
        return FeaturePart()
    if isinstance(first, (tuple, list)):
        return _sequence(values, following, depth)
    if isinstance(first, (bytes, bytearray)):
        return _sequence([list(value) for value in values], following, depth)
    if isinstance(first, np.ndarray):
        return _array(values, following, depth)
    if isinstance(first, np.void) and first.dtype.names:
        return Members(
            [
                (f"[{name!r}]", part_of([value[name] for value in values], following, depth + 1))
                for name in first.dtype.names
            ]
        )
    if isinstance(first, dict):
        return _mapping(values, depth)
    if isinstance(first, (set, frozenset)):
        return _set(values)
    names = [name for name, _ in attributes(first)]
    if names and all([name for name, _ in attributes(each)] == names for each in values):
        columns = [[getattr(value, name) for value in values] for name in names]
        return Members(
            [
                (f".{name}", part_of(column, following, depth + 1))
                for name, column in zip(names, columns, strict=True)
            ]
        )
    return FeaturePart()


def _number(values: Sequence[Any], following: bool) -> FeaturePart:
    different = sorted(
        {value.item() if isinstance(value, np.generic) else value for value in values}
    )
    if len(different) < 2:
        return FeaturePart()
    low, high = different[0], different[-1]
    if all(float(each).is_integer() for each in different) and high - low < _MOST_VALUES:
        return _Number(int(low), int(high - low) + 1)
    if all(isinstance(each, int) for each in different):
        if low >= 0 and _is_board(values, following):
            return _Bits(reduce(or_, different))
    places = [round(at * (len(different) - 1) / _RANGES) for at in range(1, _RANGES)]
    return _Range(sorted({different[place] for place in places if place > 0}))


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


def _is_board(values: Sequence[Any], following: bool) -> bool:
    """Tell whether integers are sets of bits: a move changes few bits, whatever their weight.

    Boards may be those of who is to move, so they are compared with those some moves before.
    """
    if not following:
        return max(map(int, values)) >= 1 << 16
    for lag in _LAGS:
        steps = [(int(a), int(b)) for a, b in zip(values, values[lag:], strict=False) if a != b]
        bits = sorted((a ^ b).bit_count() for a, b in steps)
        by = sorted(abs(a - b) for a, b in steps)
        middle = len(steps) // 2
        if steps and bits[middle] <= _CHANGED * lag and by[middle] >= _JUMP * lag:
            return True
    return False


def _category(values: Iterable[Hashable]) -> FeaturePart:
    different = dict.fromkeys(values)
    return _Category(different) if 1 < len(different) <= _MOST_CATEGORIES else FeaturePart()


def _text(values: Sequence[str]) -> FeaturePart:
    longest = max(map(len, values))
    if longest < _SHORTEST_ROW or len(set(values)) <= _RANGES:
        return _category(values)
    letters = _category(sorted({letter for value in values for letter in value}))
    if longest > _MOST_ITEMS or not letters.size:
        return FeaturePart()
    return _Row(longest, letters, varies=min(map(len, values)) < longest)


def _sequence(values: Sequence[Sequence[Any]], following: bool, depth: int) -> FeaturePart:
    lengths = {len(value) for value in values}
    longest = min(max(lengths), _MOST_ITEMS)
    if not longest:
        return FeaturePart()
    first = values[0]
    named = getattr(type(first), "_fields", None)
    if named or (isinstance(first, tuple) and lengths == {longest} and longest < _SHORTEST_ROW):
        columns = list(zip(*values, strict=True))
        access = [f".{name}" for name in named] if named else [f"[{i}]" for i in range(longest)]
        return Members(
            [
                (how, part_of(column, following, depth + 1))
                for how, column in zip(access, columns, strict=True)
            ]
        )
    by_place = [item for place in range(longest) for item in _column(values, place)]
    item = part_of(by_place, following, depth + 1)
    return (
        _Row(longest, item, varies=len(lengths) > 1 or isinstance(first, list))
        if item.size
        else FeaturePart()
    )


def _column(values: Sequence[Sequence[Any]], place: int) -> Iterable[Any]:
    return (value[place] for value in values if place < len(value))


def _array(values: Sequence[Any], following: bool, depth: int) -> FeaturePart:
    shape = values[0].shape
    if any(value.shape != shape for value in values) or not 0 < values[0].size <= _MOST_ITEMS:
        return FeaturePart()
    if values[0].dtype.names:
        return FeaturePart()
    cells = np.stack([value.ravel() for value in values], axis=1).ravel().tolist()
    item = _number(cells, following)
    return _Array(shape, item) if item.size else FeaturePart()


def _mapping(values: Sequence[dict[Any, Any]], depth: int) -> FeaturePart:
    keys = _in_order(key for value in values for key in value)
    if not keys or len(keys) > _MOST_ITEMS:
        return FeaturePart()
    items = [value[key] for key in keys for value in values if key in value]
    kinds = {type(item) for item in items if item is not None}
    if len(kinds) > 1 and all(isinstance(key, str) for key in keys):
        if all(len(value) == len(keys) for value in values):  # names of members
            columns = [[value[key] for value in values] for key in keys]
            return Members(
                [
                    (f"[{key!r}]", part_of(column, False, depth + 1))
                    for key, column in zip(keys, columns, strict=True)
                ]
            )
    item = part_of(items, False, depth + 1)
    if not item.size:  # that there is one may be all that there is to know
        item = _Always() if any(len(value) < len(keys) for value in values) else FeaturePart()
    return _Mapping(keys, item) if item.size else FeaturePart()


class _Always(FeaturePart):
    """That there is something."""

    size = most = 1

    def lines(self, value: str, first: str, depth: int, names: dict[str, Any]) -> list[str]:
        return [f"HIT({first})"]


def _set(values: Sequence[Any]) -> FeaturePart:
    members = _in_order(member for value in values for member in sorted(value, key=repr))
    return _Set(members) if 0 < len(members) <= _MOST_ITEMS else FeaturePart()


def _in_order(values: Iterable[Hashable]) -> list[Any]:
    """Return different values in order, such as that of the cells of a board, if they have one."""
    different = list(dict.fromkeys(values))
    try:
        return sorted(different)
    except TypeError:
        return different


def _sum(first: str, more: str) -> str:
    if more == "0":
        return first
    return more if first == "0" else f"{first} + {more}"


def _indented(lines: Iterable[str], times: int = 1) -> list[str]:
    return [f"{'    ' * times}{line}" for line in lines]
