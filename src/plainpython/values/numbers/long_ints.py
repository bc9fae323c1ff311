"""Ints of 128 bits, in programs with values that need more than 64, such as large bit sets.

Python's ints have as many bits as they need. Most rules need few, and are compiled with 64. Where
the random games before compiling show a greater one, such as a set of squares with the last square
of a chess board in it, the places that held it are of this type, and so is what is computed from
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typeconv import Conversion
from numba.extending import lower_cast, models, register_model

from ...forms import OtherForm, TooWide
from ...reasons import Unsupported
from ...type_names import plain_type
from .. import images
from ..kinds import register_join, register_kind
from ..memory import WORD, CopyScope, Value
from ..tables.key_hashes import mix

__all__ = [
    "LONG",
    "LONG_WORD",
    "LongIntType",
    "are_in_use",
    "are_seen",
    "as_long",
    "is_int",
    "packed",
    "use_long_ints",
]

LONG_WORD = ir.IntType(128)
_PAIR = ir.ArrayType(WORD, 2)  # the low word first; a word of 128 bits would lie at multiples of 16
_SHORT_END = 1 << 63
_END = 1 << 127
_ALL = (1 << 64) - 1

_in_use = False


def are_in_use() -> bool:
    """Return whether the game that is being compiled has such ints."""
    return _in_use


def use_long_ints(wanted: bool) -> None:
    """Let the rules that are compiled from now on have such ints, or not."""
    global _in_use
    _in_use = wanted


@contextmanager
def are_seen(wanted: bool = True) -> Iterator[None]:
    """Let ints be of this type where they are so large, or not, within this context."""
    before = _in_use
    use_long_ints(wanted)
    try:
        yield
    finally:
        use_long_ints(before)


class LongIntType(Value):
    """The type of ints of 128 bits with their sign."""

    def __init__(self) -> None:
        super().__init__(name="long int")

    def __reduce__(self) -> tuple[Any, ...]:
        return LongIntType, ()

    def unify(self, typing: Any, other: Any) -> Any:
        return self if other == self or is_int(other) else None

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        return Conversion.safe if is_int(other) else None

    is_long_int = True
    """The mark that `sequences.is_wider` looks for."""
    hashable = True

    def taken_in(self, context: Any, builder: Any, value: Any, key: Any) -> Any:
        """Return the hash of what came before and an int."""
        return mix(builder, key, builder.extract_value(value, 0))

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        return value

    def put(self, image: Any, address: int, value: Any) -> None:
        """Write an int to an image."""
        if not isinstance(value, int | np.integer):
            raise OtherForm
        value = int(value)
        if not -_END <= value < _END:
            raise TooWide
        images.words_at(address, 2)[:] = _signed(value & _ALL), value >> 64

    def read(self, address: int) -> int:
        """Return the int at an address."""
        low, high = images.words_at(address, 2)
        return int(high) << 64 | int(low) & _ALL

    def constant(self, context: Any, builder: Any, value: Any) -> Any:
        """Return an int as a part of the program."""
        words = (value & _ALL, value >> 64 & _ALL)
        return ir.Constant(_PAIR, [ir.Constant(WORD, each) for each in words])


def _signed(word: int) -> int:
    return word - (1 << 64) if word >= _SHORT_END else word


LONG = LongIntType()


def is_int(kind: Any) -> bool:
    """Return whether a type is that of Python's ints of at most 64 bits."""
    return isinstance(kind, types.Boolean) or (
        isinstance(kind, types.Integer) and (kind.signed or kind.bitwidth < 64)
    )


@register_model(LongIntType)
class _LongIntModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: LongIntType) -> None:
        super().__init__(manager, kind, _PAIR)


def _kind_of_int(value: int) -> Any:
    if -_SHORT_END <= value < _SHORT_END or not _in_use:
        return types.int64
    if not -_END <= value < _END:
        raise Unsupported("an int has more than 128 bits", "keep ints below 2**127")
    return LONG


register_kind(lambda cls: cls is int, _kind_of_int)


def _joined_with_int(one: Any, other: Any) -> Any:
    for long, short in ((one, other), (other, one)):
        if long == LONG and is_int(short):
            return LONG
    return None


register_join(_joined_with_int)


# Generated code.


def as_long(builder: Any, pair: Any) -> Any:
    """Return the two words of an int as one word of 128 bits."""
    low, high = (builder.zext(builder.extract_value(pair, index), LONG_WORD) for index in (0, 1))
    return builder.or_(low, builder.shl(high, ir.Constant(LONG_WORD, 64)))


def packed(builder: Any, word: Any) -> Any:
    """Return a word of 128 bits as the two words of an int."""
    high = builder.trunc(builder.lshr(word, ir.Constant(LONG_WORD, 64)), WORD)
    pair = builder.insert_value(cgutils.get_null_value(_PAIR), builder.trunc(word, WORD), 0)
    return builder.insert_value(pair, high, 1)


@lower_cast(types.Integer, LongIntType)
@lower_cast(types.Boolean, LongIntType)
def _of_short(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    word = context.cast(builder, value, types.unliteral(source), types.int64)
    return packed(builder, builder.sext(word, LONG_WORD))


@lower_cast(LongIntType, types.Number)
def _to_short(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    raise Unsupported(
        f"an int that may have more than 64 bits stands where {plain_type(target)} is expected",
        "take what is needed of it, as in x & 63, x.bit_count() or x.bit_length()",
    )
