"""Hashes of the keys of dicts and sets: the same for values that are equal, in Python and compiled.

They are not Python's own, which nobody sees: dicts keep the order of insertion, and the sets that
use these hashes are iterated only where their order cannot be seen. Sets in Python's order have
Python's hashes, see `python_hashes`. Each word is taken in by an exclusive or, a
multiplication and a shift.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types

from ...back_end.raising import raise_if
from ...machine_errors import MachineLimitError
from ...reasons import Unsupported
from ...type_names import plain_type
from ..memory import WORD, constant
from ..sequences.sequences import RowType, Span

__all__ = [
    "hash_of",
    "hashed",
    "is_hashable",
    "mix",
    "of_unordered",
    "register_hash",
    "taken_in",
    "word_of_float",
]

_ALL = 0xFFFF_FFFF_FFFF_FFFF
_POSITIVE = _ALL >> 1
_SEED = 0x9E37_79B9_7F4A_7C15
_FACTOR = 0xFF51_AFD7_ED55_8CCD
_LENGTH = 0xC4CE_B9FE_1A85_EC53
_NONE = 0x5851_F42D_4C95_7F2D
_FIRST_TOO_LARGE = float(2**63)
_NAN = "nan is a key of a dict or an item of a set: ask math.isnan(...) before"

_words: list[tuple[type, Callable[[Any], Any]]] = []


def register_hash(cls: type, stands_for: Callable[[Any], Any]) -> None:
    """Let the values of a class have the hash of what `stands_for(value)` gives."""
    _words.insert(0, (cls, stands_for))


def hash_of(value: Any) -> int:
    """Return the hash of a value of Python's, from 0 to 2**63 - 1."""
    return _taken_in(_SEED, value) & _POSITIVE


def _taken_in(key: int, value: Any) -> int:
    if type(value) is int:
        return _mixed(key, value)
    for cls, stands_for in _words:
        if isinstance(value, cls):
            return _taken_in(key, stands_for(value))
    if value is None:
        return _mixed(key, _NONE)
    if isinstance(value, bool | int | np.integer | np.bool_):
        return _mixed(key, int(value))
    if isinstance(value, float | np.floating):
        if float(value).is_integer() and -_FIRST_TOO_LARGE <= value < _FIRST_TOO_LARGE:
            return _mixed(key, int(value))
        return _mixed(key, struct.unpack("<q", struct.pack("<d", value))[0])
    if isinstance(value, frozenset):
        return _mixed(key + len(value) * _LENGTH, sum(map(hash_of, value)))
    if isinstance(value, str):
        value = [ord(each) for each in value]
    key += len(value) * _LENGTH
    for each in value:
        key = _taken_in(key, each)
    return key


def _mixed(key: int, word: int) -> int:
    key = (((key ^ word) & _ALL) * _FACTOR) & _ALL
    return key ^ (key >> 32)


# What follows generates code.


def is_hashable(kind: Any) -> bool:
    """Return whether values of a type can be keys."""
    if isinstance(kind, types.BaseTuple):
        return all(map(is_hashable, kind.types))
    if isinstance(kind, types.Optional):
        return is_hashable(kind.type)
    if isinstance(kind, RowType):
        return is_hashable(kind.item)
    return isinstance(
        kind, types.Integer | types.Boolean | types.Float | types.NoneType
    ) or getattr(kind, "hashable", False)


def hashed(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the hash of a value, in generated code."""
    key = taken_in(context, builder, kind, value, ir.Constant(WORD, _SEED))
    return builder.and_(key, ir.Constant(WORD, _POSITIVE))


def taken_in(context: Any, builder: Any, kind: Any, value: Any, key: Any) -> Any:
    """Return the hash of what came before and a value.

    A type of its own says how by a method of the same arguments but for `kind`.
    """
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer | types.Boolean):
        return mix(builder, key, context.cast(builder, value, kind, types.int64))
    if isinstance(kind, types.Float):
        return mix(builder, key, word_of_float(context, builder, kind, value))
    if isinstance(kind, types.NoneType):
        return mix(builder, key, ir.Constant(WORD, _NONE))
    if isinstance(kind, types.Optional):
        optional = context.make_helper(builder, kind, value)
        result = cgutils.alloca_once_value(builder, key)
        with builder.if_else(cgutils.as_bool_bit(builder, optional.valid)) as (there, none):
            with there:
                made = taken_in(context, builder, kind.type, optional.data, key)
                builder.store(made, result)
            with none:
                builder.store(mix(builder, key, ir.Constant(WORD, _NONE)), result)
        return builder.load(result)
    if isinstance(kind, types.BaseTuple):
        key = builder.add(key, constant(len(kind) * _LENGTH & _ALL))
        for index, member in enumerate(kind.types):
            part = builder.extract_value(value, index)
            key = taken_in(context, builder, member, part, key)
        return key
    if isinstance(kind, RowType):
        span = Span.of(context, builder, kind, value)
        key = builder.add(key, builder.mul(span.size, constant(_LENGTH)))
        result = cgutils.alloca_once_value(builder, key)
        with cgutils.for_range(builder, span.size) as loop:
            item = span.get(kind.item, loop.index)
            so_far = builder.load(result)
            builder.store(taken_in(context, builder, kind.item, item, so_far), result)
        return builder.load(result)
    if not hasattr(kind, "taken_in"):
        raise Unsupported(
            f"{plain_type(kind)} is an item of a set, or a key of a dict",
            "use ints, texts, or tuples of them",
        )
    return kind.taken_in(context, builder, value, key)


def of_unordered(builder: Any, key: Any, size: Any, total: Any) -> Any:
    """Return the hash of what came before and items in any order, from the sum of their hashes."""
    return mix(builder, builder.add(key, builder.mul(size, constant(_LENGTH))), total)


def mix(builder: Any, key: Any, word: Any) -> Any:
    """Return the hash of what came before and a word."""
    key = builder.mul(builder.xor(key, word), ir.Constant(WORD, _FACTOR))
    return builder.xor(key, builder.lshr(key, constant(32)))


def word_of_float(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the int that a float equals, or its bits if it equals none."""
    number = context.cast(builder, value, kind, types.float64)
    double = number.type
    if getattr(context, "notes", None) is not None:  # in rules; the search may compare states
        nan = builder.fcmp_unordered("uno", number, number)
        raise_if(context, builder, nan, MachineLimitError, _NAN)
    low = builder.fcmp_ordered(">=", number, ir.Constant(double, -_FIRST_TOO_LARGE))
    high = builder.fcmp_ordered("<", number, ir.Constant(double, _FIRST_TOO_LARGE))
    within = builder.and_(low, high)
    zero = ir.Constant(double, 0.0)
    whole = builder.fptosi(builder.select(within, number, zero), WORD)
    same = builder.fcmp_ordered("==", builder.sitofp(whole, double), number)
    return builder.select(builder.and_(within, same), whole, builder.bitcast(number, WORD))
