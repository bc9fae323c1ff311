"""Arithmetic and comparisons of single numbers of NumPy, in their dtypes.

The types follow the NumPy that is installed. From NumPy 2 on, a Python int beside an `np.uint8` is
taken for one (NEP 50); before, the result has room for it. A result outside of the dtype wraps
around where all types are sure. An int that came out of a list or a field may have been NumPy's
before: there such a result is refused.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types, typing
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import lower_builtin
from numba.np import numpy_support

from ...back_end.numba_parts.first_templates import put_first
from ...machine_errors import MachineLimitError, MachineOverflowError
from ...reasons import Unsupported
from ..memory import constant
from ..sequences.sequences import SequenceType
from .integers import power, shifted_left, shifted_right
from .numpy_numbers import (
    EitherInt,
    EitherReal,
    NumpyBool,
    NumpyFloat,
    NumpyInt,
    dtype_of_number,
    is_of_numpy,
    number_of_numpy,
    plain_of,
    range_of,
)

__all__ = ["FOLLOWS_NEP_50"]

_REAL = ir.DoubleType()
_BIT = ir.IntType(1)

FOLLOWS_NEP_50 = int(np.__version__.split(".")[0]) >= 2
"""Whether NumPy takes Python's numbers for those of the dtype beside them."""

_TOO_LARGE = "arithmetic on a number of a NumPy array leaves its dtype: write int(board[a]) first"
_MORE_BITS = "a number of NumPy has more than 64 bits: keep integers below 2**63"
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
    """Return the types in which NumPy works out an operation, the result's last; None for none."""
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
            return _compared_ints(context, builder, self.sign, self.kinds, args)
        loop = self.loop[0]
        if self.sign in _COMPARISONS:
            values = self._cast(context, builder, args)
            return _compared_reals(builder, self.sign, values)
        if loop == types.boolean:
            return _of_truths(builder, self.sign, self._cast(context, builder, args))
        if isinstance(loop, types.Float):
            values = self._cast(context, builder, args)
            return _of_reals(context, builder, self.sign, values)
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
        result, lost = _SIGNED[self.sign](context, builder, *values)
        limits = range_of(self.returns)
        if lost is not None and (limits is None or self.sign != "<<"):
            _refuse(context, builder, lost, _MORE_BITS, MachineOverflowError)
        if limits is None:
            return result
        if self.either or not all(map(_is_sure, self.kinds)) or self.sign in ("**", "<<"):
            below = builder.icmp_signed("<", result, constant(limits[0]))
            above = builder.icmp_signed(">", result, constant(limits[1]))
            _refuse(context, builder, builder.or_(below, above), _TOO_LARGE)
        return context.cast(builder, result, types.int64, made)

    def _unsigned(self, context: Any, builder: Any, args: Any) -> Any:
        values = []
        for kind, value in zip(self.kinds, args, strict=True):
            plain = plain_of(kind)
            if plain == types.int64:
                negative = builder.icmp_signed("<", value, constant(0))
                told = "Python integer out of bounds for uint64"
                _refuse(context, builder, negative, told, OverflowError)
            values.append(context.cast(builder, value, plain, types.uint64))
        result, lost = _UNSIGNED[self.sign](context, builder, *values)
        if lost is not None and not all(map(_is_sure, self.kinds)):
            _refuse(context, builder, lost, _TOO_LARGE)
        return result


def _insist_fits(context: Any, builder: Any, kind: Any, value: Any, limits: Any) -> None:
    """Raise where an int of Python's does not fit the dtype beside it."""
    if limits is None or plain_of(kind) != types.int64 or is_of_numpy(kind):
        return
    below = builder.icmp_signed("<", value, constant(limits[0]))
    above = builder.icmp_signed(">", value, constant(limits[1]))
    wrong = builder.or_(below, above)
    if hasattr(kind, "literal_value"):
        told = f"Python integer {kind.literal_value} out of bounds for the dtype of an array"
        _refuse(context, builder, wrong, told, OverflowError)
    else:
        _refuse(context, builder, wrong, _TOO_LARGE)


def _refuse(
    context: Any, builder: Any, wrong: Any, told: str, error: type[Exception] = MachineLimitError
) -> None:
    with cgutils.if_unlikely(builder, wrong):
        context.call_conv.return_user_exc(builder, error, (told,))


# Ints of 64 bits: each returns the result, and whether something of it was lost.


def _with_flag(name: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, a: Any, b: Any) -> Any:
        both = getattr(builder, name)(a, b)
        return builder.extract_value(both, 0), builder.extract_value(both, 1)

    return generate


def _plain(name: str) -> Callable[..., Any]:
    return lambda context, builder, a, b: (getattr(builder, name)(a, b), None)


def _nonzero(builder: Any, b: Any) -> tuple[Any, Any]:
    zero = builder.icmp_signed("==", b, b.type(0))
    return zero, builder.select(zero, b.type(1), b)


def _floored(builder: Any, a: Any, b: Any) -> tuple[Any, Any, Any, Any]:
    """Return the quotient and the remainder of signed ints, what is asked of zero, what is lost."""
    zero, divisor = _nonzero(builder, b)
    least = builder.icmp_signed("==", a, a.type(-(2 ** (a.type.width - 1))))
    lost = builder.and_(least, builder.icmp_signed("==", b, b.type(-1)))
    divisor = builder.select(lost, b.type(1), divisor)
    cut, rest = builder.sdiv(a, divisor), builder.srem(a, divisor)
    other_sign = builder.icmp_signed("<", builder.xor(rest, divisor), rest.type(0))
    apart = builder.and_(other_sign, builder.icmp_signed("!=", rest, rest.type(0)))
    floor = builder.sub(cut, builder.zext(apart, a.type))
    rest = builder.add(rest, builder.select(apart, divisor, divisor.type(0)))
    return floor, rest, zero, lost


def _floor_division(context: Any, builder: Any, a: Any, b: Any) -> Any:
    floor, _, zero, lost = _floored(builder, a, b)
    return builder.select(zero, a.type(0), floor), lost


def _modulo(context: Any, builder: Any, a: Any, b: Any) -> Any:
    _, rest, zero, _ = _floored(builder, a, b)
    return builder.select(zero, a.type(0), rest), None


def _left(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    shifted = builder.shl(a, builder.select(far, constant(0), b))
    back = builder.ashr(shifted, builder.select(far, constant(0), b))
    some = builder.icmp_signed("!=", a, constant(0))
    lost = builder.and_(some, builder.or_(far, builder.icmp_signed("!=", back, a)))
    return builder.select(far, constant(0), shifted), lost


def _right(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    return builder.ashr(a, builder.select(far, constant(63), b)), None


def _power_of_ints(context: Any, builder: Any, a: Any, b: Any) -> Any:
    kinds = typing.signature(types.int64, types.int64, types.int64)
    return context.compile_internal(builder, _int_power, kinds, (a, b)), None


def _int_power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError("Integers to negative integer powers are not allowed.")
    result = 1
    for _ in range(exponent):
        if result > 3037000499 or result < -3037000499 or base > 3037000499 or base < -3037000499:
            raise MachineOverflowError("a power of a number of NumPy has more than 64 bits")
        result *= base
        if result == 0 or result == 1:
            break
    return result


def _true_quotient(context: Any, builder: Any, a: Any, b: Any) -> Any:
    zero = builder.icmp_signed("==", b, constant(0))
    _refuse(context, builder, zero, "a number that may be NumPy's is divided by 0: write int(...)")
    return builder.fdiv(builder.sitofp(a, _REAL), builder.sitofp(b, _REAL)), None


_SIGNED: dict[str, Any] = {
    "+": _with_flag("sadd_with_overflow"), "-": _with_flag("ssub_with_overflow"),
    "*": _with_flag("smul_with_overflow"), "//": _floor_division, "%": _modulo,
    "&": _plain("and_"), "|": _plain("or_"), "^": _plain("xor"), "<<": _left, ">>": _right,
    "**": _power_of_ints, "/": _true_quotient,
}  # fmt: skip


def _unsigned_floor(context: Any, builder: Any, a: Any, b: Any) -> Any:
    zero, divisor = _nonzero(builder, b)
    return builder.select(zero, a.type(0), builder.udiv(a, divisor)), None


def _unsigned_modulo(context: Any, builder: Any, a: Any, b: Any) -> Any:
    zero, divisor = _nonzero(builder, b)
    return builder.select(zero, a.type(0), builder.urem(a, divisor)), None


def _unsigned_left(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    shifted = builder.shl(a, builder.select(far, constant(0), b))
    return builder.select(far, constant(0), shifted), None


def _unsigned_right(context: Any, builder: Any, a: Any, b: Any) -> Any:
    far = builder.icmp_unsigned(">", b, constant(63))
    shifted = builder.lshr(a, builder.select(far, constant(0), b))
    return builder.select(far, constant(0), shifted), None


def _unsigned_power(context: Any, builder: Any, a: Any, b: Any) -> Any:
    large = builder.icmp_signed("<", builder.or_(a, b), constant(0))
    _refuse(context, builder, large, _MORE_BITS, MachineOverflowError)
    return _power_of_ints(context, builder, a, b)


_UNSIGNED: dict[str, Any] = {
    "+": _with_flag("uadd_with_overflow"), "-": _with_flag("usub_with_overflow"),
    "*": _with_flag("umul_with_overflow"), "//": _unsigned_floor, "%": _unsigned_modulo,
    "&": _plain("and_"), "|": _plain("or_"), "^": _plain("xor"), "<<": _unsigned_left,
    ">>": _unsigned_right, "**": _unsigned_power,
}  # fmt: skip


# Truths and floats.

_TRUTHS = {"+": "or_", "|": "or_", "*": "and_", "&": "and_", "^": "xor"}


def _of_truths(builder: Any, sign: str, values: Any) -> Any:
    bits = [cgutils.as_bool_bit(builder, each) for each in values]
    return getattr(builder, _TRUTHS[sign])(*bits)


_OF_REALS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


def _of_reals(context: Any, builder: Any, sign: str, values: Any) -> Any:
    if sign in _OF_REALS:
        return getattr(builder, _OF_REALS[sign])(*values)
    if sign == "**":
        function = builder.module.declare_intrinsic("llvm.pow", [values[0].type])
        return builder.call(function, values)
    kinds = typing.signature(types.float64, types.float64, types.float64)
    work = _floor_of_reals if sign == "//" else _rest_of_reals
    return context.compile_internal(builder, work, kinds, values)


def _rest_of_reals(a: float, b: float) -> float:
    return np.nan if b == 0.0 else a % b


def _floor_of_reals(a: float, b: float) -> float:
    return np.divide(a, b) if b == 0.0 else a // b


def _compared_reals(builder: Any, sign: str, values: Any) -> Any:
    ordered = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    return ordered(sign, *values)


def _compared_ints(context: Any, builder: Any, sign: str, kinds: Any, args: Any) -> Any:
    """Compare ints exactly, whatever their dtypes."""
    plain = [plain_of(each) for each in kinds]
    words = [
        context.cast(builder, value, kind, kind if kind == types.uint64 else types.int64)
        for value, kind in zip(args, plain, strict=True)
    ]
    if types.uint64 not in plain:
        return builder.icmp_signed(sign, *words)
    result = builder.icmp_unsigned(sign, *words)
    for index, kind in enumerate(plain):
        if kind != types.uint64:  # what is negative is less than all of the other
            negative = builder.icmp_signed("<", words[index], constant(0))
            said = sign == "!=" or sign.startswith("<>"[index])
            result = builder.select(negative, ir.Constant(_BIT, int(said)), result)
    return result


# What Numba asks.


def _teach(sign: str) -> None:
    name = f"plainpython.numpy{sign}"

    @put_first(*_OPERATORS[sign])
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            there = [getattr(each, "type", each) if isinstance(each, types.Optional) else each
                     for each in args]  # fmt: skip
            if len(args) != 2 or kws or not any(map(_concerns, there)):
                return None
            if sign in ("==", "!=") and there != list(args):
                return None
            try:
                returns = _Operation(sign, tuple(there)).returns
            except Unsupported:  # raised anew where code is made: what raises here is passed over
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


def _concerns(kind: Any) -> bool:
    return is_of_numpy(kind) or isinstance(kind, EitherInt | EitherReal)


for _sign in _OPERATORS:
    _teach(_sign)


# One number.


@put_first(operator.neg, operator.invert, operator.pos, abs)
class _TypeOfSign(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 1 or kws or not _concerns(args[0]):
            return None
        (kind,) = args
        plain = plain_of(kind)
        if isinstance(kind, EitherInt | EitherReal):
            return None
        if self.key is operator.invert and isinstance(plain, types.Float):
            return None
        return signature(number_of_numpy(plain), kind)

    def get_impl_key(self, sig: Any) -> Any:
        return f"plainpython.numpy.{self.key.__name__}"


@lower_builtin("plainpython.numpy.neg", types.Any)
def _negative(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if isinstance(sig.args[0], types.Boolean):
        raise Unsupported("it takes the negative of a truth of NumPy", "write int(...) of it")
    if isinstance(sig.args[0], types.Float):
        return builder.fneg(args[0])
    _refuse_least(context, builder, sig.args[0], args[0])
    return builder.neg(args[0])


@lower_builtin("plainpython.numpy.pos", types.Any)
def _same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return args[0]


@lower_builtin("plainpython.numpy.invert", types.Any)
def _inverted(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if isinstance(sig.args[0], NumpyBool):
        return builder.not_(cgutils.as_bool_bit(builder, args[0]))
    return builder.not_(args[0])


@lower_builtin("plainpython.numpy.abs", types.Any)
def _magnitude(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind,), (value,) = sig.args, args
    if isinstance(kind, types.Float):
        return builder.call(builder.module.declare_intrinsic("llvm.fabs", [value.type]), [value])
    if isinstance(kind, types.Boolean) or not kind.signed:
        return value
    _refuse_least(context, builder, kind, value)
    negative = builder.icmp_signed("<", value, value.type(0))
    return builder.select(negative, builder.neg(value), value)


def _refuse_least(context: Any, builder: Any, kind: Any, value: Any) -> None:
    """Refuse the least int of 64 bits; narrower ones wrap around, as NumPy's do."""
    if plain_of(kind) == types.int64:
        least = builder.icmp_signed("==", value, constant(-(2**63)))
        _refuse(context, builder, least, _MORE_BITS, MachineOverflowError)


@put_first(operator.is_, operator.is_not)
class _TypeOfIdentity(AbstractTemplate):  # type: ignore[misc]
    """`is` of a number of NumPy: it is no other object, so True or False least of all."""

    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        numbers = all(isinstance(each, types.Number | types.Boolean) for each in args)
        if len(args) == 2 and numbers and any(map(is_of_numpy, args)):
            return signature(types.boolean, *args)
        return None

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.numpy.identity"


@lower_builtin("plainpython.numpy.identity", types.Any, types.Any)
def _refused_identity(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    raise Unsupported(
        "it asks by `is` for a number of NumPy, which is a new object each time",
        "write == in place of is",
    )


# Bounds and indices: Python takes whole numbers for them, and no floats or truths of NumPy.

_NO_INDEX = (NumpyBool, NumpyFloat)


@put_first(range, slice)
class _TypeOfBounds(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True
    key: Any

    def generic(self, args: Any, kws: Any) -> Any:
        if kws or not any(isinstance(each, _NO_INDEX) for each in args):
            return None
        made = types.range_state64_type if self.key is range else types.slice2_type
        return signature(made, *args)

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.numpy.bounds"


@put_first(operator.getitem)
class _TypeOfIndexed(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not isinstance(args[1], _NO_INDEX):
            return None
        return signature(args[0].got, *args) if isinstance(args[0], SequenceType) else None

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.numpy.bounds"


@lower_builtin("plainpython.numpy.bounds", types.VarArg(types.Any))
def _refused_bounds(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    raise Unsupported(
        "a bound or an index is a float or a truth of an array, where Python raises TypeError",
        "write int(...) of it",
    )
