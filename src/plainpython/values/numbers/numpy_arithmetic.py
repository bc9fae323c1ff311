"""Arithmetic and comparisons of single numbers of NumPy, in their dtypes.

The types follow the installed NumPy. From NumPy 2 on, a Python int beside an `np.uint8` counts as
an `np.uint8` (NEP 50). In NumPy 1, the result has a dtype that can hold both. A result outside of
the dtype wraps around where all types are sure. An int from a list or a field may have been NumPy's
before, so a result of it outside of the dtype is refused.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import lower_builtin
from numba.np import numpy_support

from ...back_end.numba_parts.first_templates import put_first
from ...machine_errors import MachineOverflowError
from ...reasons import Unsupported
from ..memory import constant
from .integers import power, shifted_left, shifted_right
from .numpy_machine_code import (
    MORE_BITS,
    SIGNED,
    UNSIGNED,
    compared_ints,
    compared_reals,
    of_reals,
    of_truths,
    refuse,
)
from .numpy_numbers import (
    EitherInt,
    EitherReal,
    NumpyFloat,
    NumpyInt,
    dtype_of_number,
    is_of_numpy,
    number_of_numpy,
    plain_of,
    range_of,
)

__all__ = ["FOLLOWS_NEP_50", "concerns"]

_REAL = ir.DoubleType()
_BIT = ir.IntType(1)

FOLLOWS_NEP_50 = int(np.__version__.split(".")[0]) >= 2
"""True if NumPy takes Python's numbers for those of the dtype beside them."""

_TOO_LARGE = "arithmetic on a number of a NumPy array leaves its dtype: write int(board[a]) first"
_UNSURE = (
    "it calculates with a value that is a float on one path and an np.float32 on another",
    "write float(...) of it on each path",
)


_UFUNCS: dict[str, Any] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.true_divide, "//": np.floor_divide,
    "%": np.remainder, "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor,
    "<<": np.left_shift, ">>": np.right_shift, "**": np.power,
    "==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater,
    ">=": np.greater_equal,
}  # fmt: skip
_OPERATORS: dict[str, tuple[Any, ...]] = {
    "+": (operator.add, operator.iadd),
    "-": (operator.sub, operator.isub),
    "*": (operator.mul, operator.imul),
    "/": (operator.truediv, operator.itruediv),
    "//": (operator.floordiv, operator.ifloordiv),
    "%": (operator.mod, operator.imod),
    "&": (operator.and_, operator.iand),
    "|": (operator.or_, operator.ior),
    "^": (operator.xor, operator.ixor),
    "<<": (operator.lshift, operator.ilshift, shifted_left),
    ">>": (operator.rshift, operator.irshift, shifted_right),
    "**": (operator.pow, operator.ipow, pow, power),
    "==": (operator.eq,),
    "!=": (operator.ne,),
    "<": (operator.lt,),
    "<=": (operator.le,),
    ">": (operator.gt,),
    ">=": (operator.ge,),
}
_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))


# Types.


def _loop(sign: str, kinds: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return the types in which NumPy computes an operation, the result's last; None for none."""
    given = tuple(map(_asked_for, kinds))
    if any(each is None for each in given):  # NumPy 1 takes None for float64
        return None
    try:
        found = _UFUNCS[sign].resolve_dtypes((*given, None))
    except TypeError:
        raise Unsupported(
            f"NumPy has no {sign} for such numbers of an array",
            "write int(...) or bool(...) of them",
        ) from None
    if np.dtype(np.float16) in found:
        raise Unsupported("it works out floats of 16 bits", "write float(...) or int(...)")
    return tuple(map(numpy_support.from_dtype, found))


def _asked_for(kind: Any) -> Any:
    """Return what NumPy takes a type for: Python's numbers have no dtype of their own."""
    dtype = dtype_of_number(kind)
    if dtype is not None:
        return dtype
    plain = plain_of(kind)
    if isinstance(plain, types.Integer | types.Float) and plain.bitwidth < 64:
        return numpy_support.as_dtype(plain)
    if plain == types.int64:
        return int if FOLLOWS_NEP_50 else np.dtype(np.int64)
    if plain == types.float64:
        return float if FOLLOWS_NEP_50 else np.dtype(np.float64)
    return np.dtype(np.bool_) if plain == types.boolean else None


def _is_sure(kind: Any) -> bool:
    """Return whether a number is known to be NumPy's, or Python's: it came out of no container."""
    return is_of_numpy(kind) or hasattr(kind, "literal_value") or isinstance(kind, types.Boolean)


class _Operation:
    """How one operation on two numbers is done, of which one at least is NumPy's."""

    def __init__(self, sign: str, kinds: tuple[Any, ...]) -> None:
        self.sign = sign
        self.kinds = kinds
        self.either = [each for each in kinds if isinstance(each, EitherInt)]
        self.returns = self._typed()

    loop: Any = None
    """The types in which NumPy works it out, that of the result last."""

    def _typed(self) -> Any:
        """Return the type of the result; None if this is not done here."""
        if any(isinstance(each, EitherReal) for each in self.kinds):
            return self._of_unsure_reals()
        if self.either:
            return self._of_either()
        if not any(map(is_of_numpy, self.kinds)):
            return None
        self.loop = _loop(self.sign, self.kinds)
        if self.loop is None:
            return None
        if self.sign in ("//", "%", "**") and self.loop[0] == types.float32:
            raise Unsupported(f"it works out {self.sign} of an np.float32", "write float(...)")
        return number_of_numpy(self.loop[-1])

    def _of_unsure_reals(self) -> Any:
        if not all(isinstance(plain_of(each), types.Number | types.Boolean) for each in
                   self.kinds):  # fmt: skip
            return None
        others = [plain_of(each) for each in self.kinds if not isinstance(each, EitherReal)]
        if self.sign in ("+", "-", "*") and others == [types.float32] and FOLLOWS_NEP_50:
            self.loop = (types.float32,) * 3
            return number_of_numpy(types.float32)
        raise Unsupported(*_UNSURE)

    def _of_either(self) -> Any:
        """Return the type of a result that is a narrow int, or one of Python's."""
        for each in self.kinds:
            plain = plain_of(each)
            if not isinstance(plain, types.Integer | types.Boolean) or plain == types.uint64:
                return None
        if self.sign in _COMPARISONS:
            self.loop = (types.int64, types.int64, types.boolean)
            return types.boolean
        self.loop = (types.int64,) * 3
        if self.sign == "/":
            return types.float64
        ranges = [range_of(each) for each in self.kinds]
        low = max(each[0] for each in ranges if each is not None)
        high = min(each[1] for each in ranges if each is not None)
        return EitherInt(low, high)

    # Code.

    def generate(self, context: Any, builder: Any, args: Any) -> Any:
        """Return the value of the result."""
        of_ints = all(isinstance(plain_of(each), types.Integer | types.Boolean) for each in
                      self.kinds)  # fmt: skip
        if self.sign in _COMPARISONS and of_ints:
            return compared_ints(context, builder, self.sign, self.kinds, args)
        loop = self.loop[0]
        if self.sign in _COMPARISONS:
            values = self._cast(context, builder, args)
            return compared_reals(builder, self.sign, values)
        if loop == types.boolean:
            return of_truths(builder, self.sign, self._cast(context, builder, args))
        if isinstance(loop, types.Float):
            values = self._cast(context, builder, args)
            return of_reals(context, builder, self.sign, values)
        return self._of_ints(context, builder, args)

    def _cast(self, context: Any, builder: Any, args: Any) -> list[Any]:
        """Return the arguments as the types in which NumPy works the operation out."""
        return [
            context.cast(builder, value, plain_of(kind), wanted)
            for value, kind, wanted in zip(args, self.kinds, self.loop, strict=False)
        ]

    def _of_ints(self, context: Any, builder: Any, args: Any) -> Any:
        made = plain_of(self.returns)
        if made == types.uint64:
            return self._unsigned(context, builder, args)
        values = []
        for kind, value in zip(self.kinds, args, strict=True):
            wide = context.cast(builder, value, plain_of(kind), types.int64)
            if not self.either:
                _insist_fits(context, builder, kind, wide, range_of(self.returns))
            values.append(wide)
        result, lost = SIGNED[self.sign](context, builder, *values)
        limits = range_of(self.returns)
        if lost is not None and (limits is None or self.sign != "<<"):
            refuse(context, builder, lost, MORE_BITS, MachineOverflowError)
        if limits is None:
            return result
        if self.either or not all(map(_is_sure, self.kinds)) or self.sign in ("**", "<<"):
            below = builder.icmp_signed("<", result, constant(limits[0]))
            above = builder.icmp_signed(">", result, constant(limits[1]))
            refuse(context, builder, builder.or_(below, above), _TOO_LARGE)
        return context.cast(builder, result, types.int64, made)

    def _unsigned(self, context: Any, builder: Any, args: Any) -> Any:
        values = []
        for kind, value in zip(self.kinds, args, strict=True):
            plain = plain_of(kind)
            if plain == types.int64:
                negative = builder.icmp_signed("<", value, constant(0))
                message = "Python integer out of bounds for uint64"
                refuse(context, builder, negative, message, OverflowError)
            values.append(context.cast(builder, value, plain, types.uint64))
        result, lost = UNSIGNED[self.sign](context, builder, *values)
        if lost is not None and not all(map(_is_sure, self.kinds)):
            refuse(context, builder, lost, _TOO_LARGE)
        return result


def _insist_fits(context: Any, builder: Any, kind: Any, value: Any, limits: Any) -> None:
    """Raise where an int of Python's does not fit the dtype beside it."""
    if limits is None or plain_of(kind) != types.int64 or is_of_numpy(kind):
        return
    below = builder.icmp_signed("<", value, constant(limits[0]))
    above = builder.icmp_signed(">", value, constant(limits[1]))
    wrong = builder.or_(below, above)
    if hasattr(kind, "literal_value"):
        message = f"Python integer {kind.literal_value} out of bounds for the dtype of an array"
        refuse(context, builder, wrong, message, OverflowError)
    else:
        refuse(context, builder, wrong, _TOO_LARGE)


# What Numba asks.


def _teach(sign: str) -> None:
    name = f"plainpython.numpy{sign}"

    @put_first(*_OPERATORS[sign])
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            there = [getattr(each, "type", each) if isinstance(each, types.Optional) else each
                     for each in args]  # fmt: skip
            if len(args) != 2 or kws or not any(map(concerns, there)):
                return None
            if sign in ("==", "!=") and there != list(args):
                return None
            try:
                returns = _Operation(sign, tuple(there)).returns
            except Unsupported:  # raised again where code is made: what raises here is passed over
                return signature(types.int64, *there)
            return None if returns is None else signature(returns, *there)

        def get_impl_key(self, sig: Any) -> Any:
            return name

    @lower_builtin(name, types.Any, types.Any)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _Operation(sign, tuple(sig.args)).generate(context, builder, args)

    if sign in _COMPARISONS:  # which min and max ask for
        for kind in (NumpyInt, NumpyFloat, EitherInt):
            lower_builtin(_OPERATORS[sign][0], kind, kind)(_lower)


def concerns(kind: Any) -> bool:
    """Return True for types of numbers of NumPy, also of those that may be NumPy's or Python's."""
    return is_of_numpy(kind) or isinstance(kind, EitherInt | EitherReal)


for _sign in _OPERATORS:
    _teach(_sign)


_OF_DIVMOD = ("//", "%")


@put_first(divmod)
class _TypeOfDivmod(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or kws or not any(map(concerns, args)):
            return None
        try:
            parts = [_Operation(sign, tuple(args)).returns for sign in _OF_DIVMOD]
        except Unsupported:  # raised again where code is made
            parts = [types.int64, types.int64]
        return None if None in parts else signature(types.Tuple(parts), *args)

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.numpy.divmod"


@lower_builtin("plainpython.numpy.divmod", types.Any, types.Any)
def _lower_divmod(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    operations = [_Operation(sign, tuple(sig.args)) for sign in _OF_DIVMOD]
    parts = [each.generate(context, builder, args) for each in operations]
    return context.make_tuple(builder, sig.return_type, parts)
