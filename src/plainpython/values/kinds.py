"""The types of Python's values in compiled code, found from the values themselves.

A tuple of a few members, or of members of different types, keeps a type for each member; any
other is a row. What several values have in common is their `joined` type: None beside numbers is
an optional number, an empty list takes the items of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import typeof
from numba.core import types

from ..bits import u64
from ..reasons import Unsupported
from .numbers.numpy_numbers import NumpyFloat, NumpyInt, number_of_numpy
from .sequences.sequences import BYTES_ROW, TEXT, ListType, RowType

__all__ = [
    "MOST_MEMBERS",
    "common_kind",
    "fixed_tuples",
    "joined",
    "joined_all",
    "kind_of",
    "note_join",
    "noting_joins",
    "register_join",
    "register_kind",
    "values_asked",
]

MOST_MEMBERS = 4
"""A tuple of more members of one type is a row."""

_most_members = MOST_MEMBERS
_LONG = "an int of more than 64 bits"
_ATOMS = frozenset({bool, bytes, float, int, str, type(None)})  # all values are of one type
_END = 1 << 63

_KindOf = Callable[[Any], Any]
_kinds: list[tuple[Callable[[type], bool], _KindOf]] = []
_of_class: WeakKeyDictionary[type, _KindOf] = WeakKeyDictionary()  # those that were asked for
_joins: list[Callable[[Any, Any], Any]] = []


@contextmanager
def fixed_tuples(most: int) -> Iterator[None]:
    """Let tuples of up to `most` members of one type keep a type for each, within this context."""
    global _most_members
    before, _most_members = _most_members, most
    try:
        yield
    finally:
        _most_members = before


def register_kind(applies: Callable[[type], bool], kind: _KindOf) -> None:
    """Let the values of the classes of which `applies` is true be of the type `kind(value)`."""
    _kinds.insert(0, (applies, kind))
    _of_class.clear()


def register_join(join: Callable[[Any, Any], Any]) -> None:
    """Let `join` say which type two types of its own have in common; None if it does not know."""
    _joins.append(join)


_asked = 0


def kind_of(value: Any) -> Any:
    """Return the type of a value in compiled code.

    Raises:
        Unsupported: if there is none.

    """
    global _asked
    _asked += 1
    cls = type(value)
    kind = _of_class.get(cls)
    if kind is None:
        kind = next((kind for applies, kind in _kinds if applies(cls)), None)
        if kind is not None:
            _of_class[cls] = kind
    if kind is not None:
        return kind(value)
    if cls.__module__ == "array":
        raise Unsupported("there is an array.array", "use a list or a NumPy array")
    raise Unsupported(
        f"there is a {cls.__name__}", "use numbers, tuples, lists, dicts or classes of these"
    )


def values_asked() -> int:
    """Return of how many values the type was asked so far."""
    return _asked


def common_kind(values: Iterable[Any]) -> Any:
    """Return the type that some values have in common, or None. Raises as `kind_of` does."""
    seen: dict[Any, Any] = {}  # a value of each make, of which there are few
    for index, value in enumerate(values):
        make: Any = type(value)
        if make is tuple:
            make = tuple(map(type, value))
            if not _ATOMS.issuperset(make):
                make = index
            elif int in make and any(map(_is_long, value)):
                make = tuple(map(_is_long, value)), make
        elif make is int:
            if not -_END <= value < _END:
                make = _LONG
        elif make not in _ATOMS:
            make = index
        seen.setdefault(make, value)
    return joined_all(map(kind_of, seen.values()))


def _is_long(value: Any) -> bool:
    """Return whether a value is an int of more than 64 bits, which may be of a type of its own."""
    return type(value) is int and not -_END <= value < _END


def joined_all(kinds: Iterable[Any]) -> Any:
    """Return the type that values of all these types have in common, or None."""
    result: Any = types.undefined
    for kind in kinds:
        result = joined(result, kind)
        if result is None:
            return None
    return result


def joined(one: Any, other: Any) -> Any:
    """Return the type that values of both types have in common, or None."""
    if one is other or one == other or other is types.undefined:
        return one
    if one is types.undefined:
        return other
    if types.none in (one, other):
        present = other if one == types.none else one
        return present if isinstance(present, types.Optional) else types.Optional(present)
    if isinstance(one, types.Optional) or isinstance(other, types.Optional):
        inner = joined(*(getattr(each, "type", each) for each in (one, other)))
        return None if inner is None else types.Optional(inner)
    if isinstance(one, types.Number | types.Boolean) and isinstance(
        other, types.Number | types.Boolean
    ):
        return _joined_numbers(one, other)
    if isinstance(one, ListType) and one.is_like(other):
        item = joined(one.item, other.item)
        return None if item is None else one.of(item)
    if isinstance(one, types.BaseTuple | RowType) and isinstance(other, types.BaseTuple | RowType):
        return _joined_tuples(one, other)
    for join in _joins:
        result = join(one, other)
        if result is not None:
            return result
    return None


_noted: list[set[str]] = []


@contextmanager
def noting_joins(found: set[str]) -> Iterator[None]:
    """Note what numbers are joined within this context.

    "int" is noted for a bool among ints, "float" for an int among floats, and "named" for an int of
    NumPy or of an IntEnum that is taken for one of Python.
    """
    _noted.append(found)
    try:
        yield
    finally:
        _noted.pop()


def note_join(holder: str) -> None:
    """Note that a type holds numbers of two types: see `noting_joins`."""
    if _noted:
        _noted[-1].add(holder)


def _is_narrow(kind: Any) -> bool:
    return isinstance(kind, NumpyInt | NumpyFloat) and kind.bitwidth < 64


def _joined_numbers(one: Any, other: Any) -> Any:
    """Return the type of either number: Python's int and float, where they differ.

    Raises:
        Unsupported: if one is of NumPy, in a dtype that arithmetic keeps, and one is not.

    """
    narrow = [each for each in (one, other) if _is_narrow(each)]
    if narrow:
        raise Unsupported(
            f"a number of dtype {narrow[0].plain} from an array stands among other numbers",
            "write int(...) or float(...) of it where it is put in",
        )
    note_join("float" if types.float64 in (one, other) else "int")
    if types.uint64 in (one, other):
        return (
            types.uint64
            if isinstance(one, types.Integer) and isinstance(other, types.Integer)
            else None
        )
    if isinstance(one, types.Float) or isinstance(other, types.Float):
        return types.float64
    return types.int64


def _joined_tuples(one: Any, other: Any) -> Any:
    if isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple):
        named = [getattr(each, "instance_class", tuple) for each in (one, other)]
        if named[0] is not named[1]:
            return None
        if len(one) == len(other):
            members = [joined(*pair) for pair in zip(one, other, strict=True)]
            if all(member is not None for member in members):
                return types.BaseTuple.from_types(members, None if named[0] is tuple else named[0])
            return None
        if named[0] is not tuple:
            return None
    if any(getattr(each, "kind", "tuple") != "tuple" for each in (one, other)):
        return None
    items = [
        each.item if isinstance(each, RowType) else joined_all(each.types) for each in (one, other)
    ]
    if None in items:
        return None
    item = joined(*items)
    return None if item is None else RowType(item)


def _kind_of_tuple(value: tuple[Any, ...]) -> Any:
    if not hasattr(value, "_fields") and (len(value) > _most_members or not value):
        item = common_kind(value)
        if item is not None:
            return RowType(item)
    members = [kind_of(each) for each in value]
    if hasattr(value, "_fields"):
        return types.NamedTuple(members, type(value))
    return _of_members(tuple(members))


@lru_cache(maxsize=1024)
def _of_members(members: tuple[Any, ...]) -> Any:
    """Return the type of a tuple: asked for thousands of times for the states of random games."""
    return types.BaseTuple.from_types(members)


def _kind_of_list(value: list[Any]) -> Any:
    item = common_kind(value)
    if item is None:
        names = sorted({type(each).__name__ for each in value})
        which = f", {' and '.join(names)}" if len(names) > 1 else ""
        raise Unsupported(f"a list holds items of different types{which}", "use a tuple for these")
    return ListType(item)


def _kind_of_number(value: Any) -> Any:
    """Return the type of a number of NumPy: those of 64 bits are as Python's."""
    if isinstance(value, np.integer):
        note_join("named")
    return types.unliteral(number_of_numpy(typeof(value)))


def _is(*classes: type) -> Callable[[type], bool]:
    return lambda cls: cls in classes


@lru_cache(maxsize=64)
def _kind_of_records(dtype: np.dtype[Any]) -> Any:
    """Return the type of records; Numba works it out again for each one, for a millisecond."""
    return typeof(np.zeros(1, dtype)[0])


register_kind(lambda cls: issubclass(cls, np.generic), _kind_of_number)
register_kind(lambda cls: issubclass(cls, np.void), lambda value: _kind_of_records(value.dtype))
register_kind(lambda cls: issubclass(cls, int), lambda value: types.int64)
register_kind(_is(u64), lambda value: types.uint64)
register_kind(_is(bool), lambda value: types.boolean)
register_kind(_is(float), lambda value: types.float64)
register_kind(_is(type(None)), lambda value: types.none)
register_kind(lambda cls: issubclass(cls, tuple), _kind_of_tuple)
register_kind(_is(list), _kind_of_list)
register_kind(_is(str), lambda value: TEXT)
register_kind(_is(bytes), lambda value: BYTES_ROW)
