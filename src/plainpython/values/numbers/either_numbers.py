"""Variables that are a bool on one path and an int on another, or an int and a float.

The machine has an int for the ones, a float for the others. The type says so where the variable is
used: what asks for a bool is refused there (see `joined_numbers`), and arithmetic on ints that are
floats by now is refused where floats would round it. In lists, fields and results the plain type
stands for them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import types
from numba.core.datamodel import register_default
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import box, lower_builtin, models

from ...back_end.joined_numbers import insist_exact_result
from ...back_end.numba_parts.first_templates import put_first
from ...back_end.numba_parts.typing_context import RESULTS, UNIFYING
from .numpy_numbers import Marked

__all__ = ["BoolOrInt", "IntOrFloat", "marking"]


class BoolOrInt(Marked, types.Integer):  # type: ignore[misc]
    """The type of what is a bool on one path, and an int on another."""

    plain = literal_type = types.int64
    may_be_bool = True
    parts = frozenset((types.boolean, types.int64))

    def __init__(self) -> None:
        super().__init__("bool or int", bitwidth=64, signed=True)

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        return _either(self, other) or typing.unify_pairs(types.int64, other)


class IntOrFloat(Marked, types.Float):  # type: ignore[misc]
    """The type of what is an int or a bool on one path, and a float on another."""

    plain = literal_type = types.float64
    parts = frozenset((types.int64, types.float64))

    def __init__(self) -> None:
        types.Number.__init__(self, "int or float")
        self.bitwidth = 64

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        return _either(self, other) or typing.unify_pairs(types.float64, other)


register_default(BoolOrInt)(models.IntegerModel)


@register_default(IntOrFloat)
class _FloatModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, manager[types.float64].get_value_type())


@box(IntOrFloat)
def _boxed(kind: Any, value: Any, c: Any) -> Any:
    return c.pyapi.float_from_double(value)


_PLAIN = frozenset((types.boolean, types.int64, types.float64))
_marks = [False]


@contextmanager
def marking(wanted: bool) -> Iterator[None]:
    """Let variables of two types be of the types here within this context, or not."""
    _marks.append(wanted)
    try:
        yield
    finally:
        _marks.pop()


def _parts(kind: Any) -> frozenset[Any]:
    own: frozenset[Any] | None = getattr(kind, "parts", None)
    if isinstance(kind, BoolOrInt | IntOrFloat) and own is not None:
        return own
    plain = types.unliteral(kind) if isinstance(kind, types.Literal) else kind
    return frozenset((plain,)) if plain in _PLAIN else frozenset()


def _either(one: Any, other: Any) -> Any:
    """Return the type of what is of either type; None for those that are not Python's numbers."""
    if not _marks[-1]:
        return None
    parts = _parts(one), _parts(other)
    if not all(parts):
        return None
    both = parts[0] | parts[1]
    if len(both) == 1:
        return None
    return IntOrFloat() if types.float64 in both else BoolOrInt()


UNIFYING.append(lambda typing, one, other: _either(one, other))
RESULTS.append(lambda kind: types.float64 if isinstance(kind, IntOrFloat) else kind)


# Bits of what may be bools, which may be a bool.


@put_first(operator.and_, operator.or_, operator.xor, operator.iand, operator.ior, operator.ixor)
class _TypeOfBits(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or kws or not any(isinstance(each, BoolOrInt) for each in args):
            return None
        if not all(isinstance(each, BoolOrInt | types.Boolean) for each in args):
            return None
        return signature(BoolOrInt(), *args)

    def get_impl_key(self, sig: Any) -> Any:
        return f"plainpython.either.{self.key.__name__.strip('_')}"


def _teach_bits(name: str, generate: Callable[..., Any]) -> None:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        words = [
            context.cast(builder, value, kind, types.int64)
            for value, kind in zip(args, sig.args, strict=True)
        ]
        return generate(builder, *words)

    for each in (name, f"i{name}"):
        lower_builtin(f"plainpython.either.{each}", types.Any, types.Any)(lower)


_teach_bits("and", lambda builder, a, b: builder.and_(a, b))
_teach_bits("or", lambda builder, a, b: builder.or_(a, b))
_teach_bits("xor", lambda builder, a, b: builder.xor(a, b))


# Arithmetic of ints that are floats by now.

_EXACT = (operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.pow)
_IN_PLACE = (
    operator.iadd, operator.isub, operator.imul, operator.ifloordiv, operator.imod, operator.ipow
)  # fmt: skip
_OUT_OF_PLACE = dict(zip(_IN_PLACE, _EXACT, strict=True))


@put_first(*_EXACT, *_IN_PLACE)
class _TypeOfExact(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or kws or not any(isinstance(each, IntOrFloat) for each in args):
            return None
        if any(isinstance(each, types.Float) and not isinstance(each, IntOrFloat) for each in args):
            return None  # a float for sure
        return signature(IntOrFloat(), *args) if all(map(_parts, args)) else None

    def get_impl_key(self, sig: Any) -> Any:
        function: Any = _OUT_OF_PLACE.get(self.key, self.key)
        return f"plainpython.either.{function.__name__}"


def _teach_exact(function: Any) -> None:
    @lower_builtin(f"plainpython.either.{function.__name__}", types.Any, types.Any)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        reals = [
            context.cast(builder, value, kind, types.float64)
            for value, kind in zip(args, sig.args, strict=True)
        ]
        plain = signature(types.float64, types.float64, types.float64)
        known = context.typing_context.resolve_value_type(function)
        plain = known.get_call_type(context.typing_context, plain.args, {})
        result = context.get_function(known, plain)(builder, reals)
        insist_exact_result(context, builder, result)
        return result


for _function in _EXACT:
    _teach_exact(_function)
