"""The types of single numbers of NumPy: what an index, a loop or a sum takes out of an array.

NumPy's numbers are not Python's: an `np.uint8` stays one in arithmetic with ints, comparisons give
`np.bool_`, and neither is an `int` or a `bool`. Narrow ones keep their type everywhere. Those of 64
bits and truths, as Numba's literals do, stand for the plain type of the machine where nobody asks:
in lists, fields and arguments.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numba.core import types
from numba.core.datamodel import register_default
from numba.core.typeconv import Conversion
from numba.extending import lower_cast, models
from numba.np import numpy_support

from ...back_end.numba_parts.typing_context import UNIFYING

__all__ = [
    "EitherInt",
    "EitherReal",
    "Marked",
    "NarrowInt",
    "NumpyBool",
    "NumpyFloat",
    "NumpyInt",
    "dtype_of_number",
    "is_of_numpy",
    "number_of_numpy",
    "plain_of",
    "range_of",
]


def plain_of(kind: Any) -> Any:
    """Return the type that the machine has for a number; any other type as it is."""
    return getattr(kind, "plain", None) or types.unliteral(kind)


class Marked:
    """A type of values that are those of a plain one."""

    plain: Any
    unify: Any

    def can_convert_to(self, typing: Any, other: Any) -> Any:
        if other == self.plain:
            return Conversion.safe
        found = typing.can_convert(self.plain, plain_of(other))
        return None if found is None else max(found, Conversion.promote)

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        plain = plain_of(other)
        if plain == self.plain:
            return Conversion.safe
        if isinstance(plain, types.Number | types.Boolean):
            return typing.can_convert(plain, self.plain)
        return None


class NumpyInt(Marked, types.Integer):  # type: ignore[misc]
    """The type of integers of NumPy."""

    def __init__(self, plain: Any) -> None:
        self.plain = plain
        if plain.bitwidth == 64:
            self.literal_type = plain
        super().__init__(f"NumPy {plain}", bitwidth=plain.bitwidth, signed=plain.signed)

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        plain = plain_of(other)
        if isinstance(plain, types.Float):
            return typing.unify_pairs(types.float64, other)
        if plain == self.plain:
            return plain if other != self else self
        ranges = [found for found in map(range_of, (self, other)) if found is not None]
        if not ranges or not isinstance(plain, types.Integer | types.Boolean):
            return None
        return EitherInt(max(low for low, _ in ranges), min(high for _, high in ranges))


class NarrowInt(NumpyInt):
    """The type of integers of NumPy that have less than 64 bits."""


class NumpyFloat(Marked, types.Float):  # type: ignore[misc]
    """The type of floats of NumPy."""

    def __init__(self, plain: Any) -> None:
        self.plain = plain
        if plain.bitwidth == 64:
            self.literal_type = plain
        types.Number.__init__(self, f"NumPy {plain}")
        self.bitwidth = plain.bitwidth

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        plain = plain_of(other)
        if plain == self.plain:
            return plain
        if not isinstance(plain, types.Number | types.Boolean):
            return None
        if self.plain == types.float64 and plain != types.float32:
            return types.float64
        return EitherReal()


class NumpyBool(Marked, types.Boolean):  # type: ignore[misc]
    """The type of truths of NumPy."""

    plain = literal_type = types.boolean

    def __init__(self) -> None:
        super().__init__("NumPy bool")

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        plain = plain_of(other)
        if plain == types.boolean:
            return plain
        return typing.unify_pairs(types.boolean, plain) if plain != types.none else None


class EitherInt(Marked, types.Integer):  # type: ignore[misc]
    """The type of ints that may be Python's on one path, and narrow ones of NumPy on another.

    What arithmetic makes of one is refused outside of the range that the narrow one has.
    """

    plain = literal_type = types.int64

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high
        super().__init__(f"int or NumPy int from {low} to {high}", bitwidth=64, signed=True)

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        plain = plain_of(other)
        if isinstance(plain, types.Float):
            return typing.unify_pairs(types.float64, other)
        if not isinstance(plain, types.Integer | types.Boolean) or plain == types.uint64:
            return None
        low, high = range_of(other) or (self.low, self.high)
        return EitherInt(max(low, self.low), min(high, self.high))


class EitherReal(Marked, types.Float):  # type: ignore[misc]
    """The type of floats that may be Python's on one path, and `np.float32` on another."""

    plain = literal_type = types.float64

    def __init__(self) -> None:
        types.Number.__init__(self, "float or NumPy float32")
        self.bitwidth = 64

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        return self if isinstance(plain_of(other), types.Number | types.Boolean) else None


def _unify(typing: Any, one: Any, other: Any) -> Any:
    """Let ours say which type serves for both; Numba's answer is the dtype, and ours have none."""
    asked = isinstance(other, Marked) and not isinstance(one, Marked)
    plain = asked and getattr(type(one), "unify", None) is types.Number.unify
    return other.unify(typing, one) if plain else None


UNIFYING.append(_unify)

register_default(NarrowInt)(models.IntegerModel)
register_default(NumpyInt)(models.IntegerModel)
register_default(EitherInt)(models.IntegerModel)


@register_default(NumpyFloat)
@register_default(EitherReal)
class _FloatModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, manager[kind.plain].get_value_type())


register_default(NumpyBool)(models.BooleanModel)


@lower_cast(NumpyBool, types.Boolean)
@lower_cast(types.Boolean, NumpyBool)
def _same_truth(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return value


@lru_cache(maxsize=64)
def number_of_numpy(plain: Any) -> Any:
    """Return the type of a number of NumPy, from the type that the machine has for it."""
    plain = plain_of(plain)
    if isinstance(plain, types.Boolean):
        return NumpyBool()
    if isinstance(plain, types.Integer):
        return NumpyInt(plain) if plain.bitwidth == 64 else NarrowInt(plain)
    return NumpyFloat(plain) if isinstance(plain, types.Float) else plain


def is_of_numpy(kind: Any) -> bool:
    """Return whether values of a type are NumPy's numbers."""
    return isinstance(kind, NumpyInt | NumpyFloat | NumpyBool)


def dtype_of_number(kind: Any) -> Any:
    """Return the dtype of a number of NumPy; None for other types."""
    return numpy_support.as_dtype(kind.plain) if is_of_numpy(kind) else None


def range_of(kind: Any) -> tuple[int, int] | None:
    """Return the least and the greatest int of a narrow type; None for all others."""
    if isinstance(kind, EitherInt):
        return kind.low, kind.high
    if isinstance(kind, NumpyInt) and kind.bitwidth < 64:
        found = np.iinfo(numpy_support.as_dtype(kind.plain))
        return int(found.min), int(found.max)
    return None
