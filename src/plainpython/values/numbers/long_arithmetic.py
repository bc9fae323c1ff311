"""Arithmetic of long ints: as Python's, or refused where it would need more than 128 bits."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from ...back_end.numba_parts.first_templates import put_first
from ...back_end.primitives import primitive
from ...back_end.raising import raise_if
from ...machine_errors import MachineLimitError, MachineOverflowError
from ..memory import WORD, constant
from ..operations import generated, is_none, python_code, python_method
from .integers import NEGATIVE_POWER, refuse_negative
from .long_ints import LONG, LONG_WORD, LongIntType, as_long, is_int, packed
from .text_numbers import STAND_INS as OF_TEXTS

__all__ = ["power_of_two", "shifted_as_long"]

_TOO_LONG = "a number has more than 128 bits"
_DIVIDED = "an int of more than 64 bits is divided by one of more than 31"
_LAST = 127
"""The last place of a word."""

_Code = Callable[[Any, Any, Any, Any], Any]


def _is_long_or_int(kind: Any) -> bool:
    return kind == LONG or is_int(kind)


def _both(*kinds: Any) -> bool:
    """Return whether an operation of two is one of long ints: one at least is long."""
    return len(kinds) == 2 and LONG in kinds and all(map(_is_long_or_int, kinds))


def _refuse_if(context: Any, builder: Any, wrong: Any, message: str = _TOO_LONG) -> None:
    error = MachineOverflowError if message is _TOO_LONG else MachineLimitError
    raise_if(context, builder, wrong, error, message)


def _number(value: int) -> Any:
    return ir.Constant(LONG_WORD, value)


def _is_negative(builder: Any, word: Any) -> Any:
    return builder.icmp_signed("<", word, _number(0))


def _magnitude(builder: Any, word: Any) -> Any:
    return builder.select(_is_negative(builder, word), builder.neg(word), word)


# Operations of two ints.


def _by_intrinsic(name: str) -> _Code:
    def generate(context: Any, builder: Any, one: Any, other: Any) -> Any:
        made = getattr(builder, name)(one, other)
        _refuse_if(context, builder, builder.extract_value(made, 1))
        return builder.extract_value(made, 0)

    return generate


def _plain(name: str) -> _Code:
    return lambda context, builder, one, other: getattr(builder, name)(one, other)


def _product(context: Any, builder: Any, one: Any, other: Any) -> Any:
    made = builder.umul_with_overflow(*(_magnitude(builder, each) for each in (one, other)))
    product = builder.extract_value(made, 0)
    mixed = _is_negative(builder, builder.xor(one, other))
    least = builder.and_(mixed, builder.icmp_signed("==", product, _number(-1 << _LAST)))
    far = builder.and_(_is_negative(builder, product), builder.not_(least))  # as a magnitude
    _refuse_if(context, builder, builder.or_(builder.extract_value(made, 1), far))
    return builder.select(mixed, builder.neg(product), product)


def _divided(function: Any, by_power: _Code, by_digits: Callable[..., Any]) -> _Code:
    """Return the division: a shift or a mask, one of 64 bits, or one of digits of 32 bits."""

    def generate(context: Any, builder: Any, one: Any, other: Any) -> Any:
        def of_words(context: Any, builder: Any, one: Any, other: Any) -> Any:
            kind = context.typing_context.resolve_value_type(function)
            sig = kind.get_call_type(context.typing_context, (types.int64, types.int64), {})
            words = [builder.trunc(each, WORD) for each in (one, other)]
            return builder.sext(context.get_function(kind, sig)(builder, words), LONG_WORD)

        def of_digits(context: Any, builder: Any, one: Any, other: Any) -> Any:
            parts = [_magnitude(builder, each) for each in (one, other)]
            far = builder.icmp_unsigned(">=", parts[1], _number(1 << 31))
            _refuse_if(context, builder, far, _DIVIDED)
            quotient, rest = _long_division(builder, *parts)
            exact = builder.icmp_signed("==", rest, _number(0))
            mixed = _is_negative(builder, builder.xor(one, other))
            return by_digits(context, builder, _Division(quotient, rest, exact, mixed, other))

        power = builder.and_(
            builder.icmp_signed(">", other, _number(0)),
            builder.icmp_unsigned("==", builder.ctpop(other), _number(1)),
        )
        nothing = builder.icmp_signed("==", other, _number(0))
        opposite = builder.icmp_signed("==", other, _number(-1))  # of the least int it has 65 bits
        both = builder.and_(*(_has_64_bits(builder, each) for each in (one, other)))
        short = builder.or_(nothing, builder.and_(both, builder.not_(opposite)))
        result = cgutils.alloca_once(builder, LONG_WORD)
        with builder.if_else(power) as (then, otherwise):
            with then:
                builder.store(by_power(context, builder, one, other), result)
            with otherwise, builder.if_else(short) as (of_64, of_more):
                with of_64:
                    builder.store(of_words(context, builder, one, other), result)
                with of_more:
                    builder.store(of_digits(context, builder, one, other), result)
        return builder.load(result)

    return generate


def _has_64_bits(builder: Any, word: Any) -> Any:
    return builder.icmp_signed("==", builder.sext(builder.trunc(word, WORD), LONG_WORD), word)


def _long_division(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Return the quotient and the rest of two numbers without sign, the second of 31 bits."""
    divisor = builder.trunc(other, WORD)
    quotient, rest = _number(0), constant(0)
    for shift in (96, 64, 32, 0):
        digit = builder.trunc(builder.lshr(one, _number(shift)), WORD)
        digit = builder.and_(digit, constant((1 << 32) - 1))
        part = builder.or_(builder.shl(rest, constant(32)), digit)
        found = builder.zext(builder.udiv(part, divisor), LONG_WORD)
        quotient = builder.or_(builder.shl(quotient, _number(32)), found)
        rest = builder.urem(part, divisor)
    return quotient, builder.zext(rest, LONG_WORD)


class _Division(NamedTuple):
    """A division of magnitudes.

    Attributes:
        quotient, rest: the results, without signs.
        exact: True if there is no rest.
        mixed: True if the two numbers have different signs.
        divisor: the second number, with its sign.

    """

    quotient: Any
    rest: Any
    exact: Any
    mixed: Any
    divisor: Any


def _quotient_of(context: Any, builder: Any, done: _Division) -> Any:
    """Return the quotient with its sign, rounded down; that of the least int by -1 is too large."""
    far = builder.and_(_is_negative(builder, done.quotient), builder.not_(done.mixed))
    _refuse_if(context, builder, far)
    more = builder.zext(builder.not_(done.exact), LONG_WORD)
    return builder.select(done.mixed, builder.neg(builder.add(done.quotient, more)), done.quotient)


def _rest_of(context: Any, builder: Any, done: _Division) -> Any:
    """Return the rest with the sign of the divisor."""
    negative = _is_negative(builder, done.divisor)
    signed = builder.select(negative, builder.neg(done.rest), done.rest)
    beyond = builder.and_(done.mixed, builder.not_(done.exact))
    return builder.select(beyond, builder.sub(done.divisor, signed), signed)


def _quotient_by_power(context: Any, builder: Any, one: Any, other: Any) -> Any:
    return builder.ashr(one, builder.cttz(other, cgutils.false_bit))


def _rest_by_power(context: Any, builder: Any, one: Any, other: Any) -> Any:
    return builder.and_(one, builder.sub(other, _number(1)))


_ARITHMETIC: dict[Any, _Code] = {
    operator.add: _by_intrinsic("sadd_with_overflow"),
    operator.sub: _by_intrinsic("ssub_with_overflow"),
    operator.mul: _product,
    operator.and_: _plain("and_"),
    operator.or_: _plain("or_"),
    operator.xor: _plain("xor"),
    operator.floordiv: _divided(operator.floordiv, _quotient_by_power, _quotient_of),
    operator.mod: _divided(operator.mod, _rest_by_power, _rest_of),
}


_PART_END = 1 << 32


def _in_place(function: Any) -> Any:
    return getattr(operator, f"i{function.__name__.strip('_')}")


def _is_part(function: Any, kind: Any) -> bool:
    """Return whether the result is a small int by this second number, which is written down.

    A mask of a whole board leaves a board, with which rules may multiply.
    """
    value = getattr(kind, "literal_value", -1)
    is_small = type(value) is int and 0 <= value < _PART_END
    return function in (operator.and_, operator.mod) and is_small


def _teach(function: Any, generate: _Code) -> None:
    @put_first(function, _in_place(function))
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            if not _both(*args):
                return None
            if _is_part(function, args[1]):
                return signature(types.int64, LONG, args[1])
            return signature(LONG, LONG, LONG)

        def get_impl_key(self, sig: Any) -> Any:
            return key

    key = f"plainpython.long.{function.__name__}"

    @lower_builtin(key, LongIntType, LongIntType)
    @lower_builtin(key, LongIntType, types.IntegerLiteral)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = generate(
            context,
            builder,
            as_long(builder, args[0]),
            as_long(builder, context.cast(builder, args[1], sig.args[1], LONG)),
        )
        return (
            builder.trunc(word, WORD) if sig.return_type == types.int64 else packed(builder, word)
        )


for _function, _generate in _ARITHMETIC.items():
    _teach(_function, _generate)


# Comparisons.

_SIGNS = {
    operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==",
    operator.ne: "!=",
}  # fmt: skip


def _teach_comparison(function: Any, sign: str) -> None:
    @put_first(function)
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(types.boolean, LONG, LONG) if _both(*args) else None

    @lower_builtin(function, LongIntType, LongIntType)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.icmp_signed(sign, *(as_long(builder, each) for each in args))


for _function, _sign in _SIGNS.items():
    _teach_comparison(_function, _sign)


# Shifts. `1 << square` is long whatever it is made of: it is asked for where boards are long.


def shifted_as_long(number: Any, places: Any) -> Any:
    """Return number << places, as a long int."""
    return number << places


def power_of_two(exponent: Any) -> Any:
    """Return 2 ** exponent, as a long int."""
    return 2**exponent


def _places(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return by how many bits it is shifted: at most as many as a word has."""
    if kind != LONG:
        return builder.sext(context.cast(builder, value, kind, types.int64), LONG_WORD)
    return as_long(builder, value)


def _left(context: Any, builder: Any, word: Any, places: Any) -> Any:
    far = builder.icmp_signed(">", places, _number(_LAST))
    near = builder.and_(places, _number(_LAST))
    shifted = builder.shl(word, near)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, near), word)
    something = builder.icmp_signed("!=", word, _number(0))
    _refuse_if(context, builder, builder.and_(something, builder.or_(far, lost)))
    return builder.select(far, _number(0), shifted)


def _right(context: Any, builder: Any, word: Any, places: Any) -> Any:
    far = builder.icmp_signed(">", places, _number(_LAST))
    return builder.ashr(word, builder.select(far, _number(_LAST), places))


def _teach_shift(functions: tuple[Any, ...], generate: _Code) -> None:
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(LONG, LONG, args[1]) if _both(*args) else None

        def get_impl_key(self, sig: Any) -> Any:
            return key

    put_first(*functions)(_Typing)
    key = f"plainpython.long.{functions[0].__name__}"

    @lower_builtin(key, LongIntType, types.Any)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        places = _places(context, builder, sig.args[1], args[1])
        refuse_negative(context, builder, places, "negative shift count")
        return packed(builder, generate(context, builder, as_long(builder, args[0]), places))


_teach_shift((operator.lshift, operator.ilshift), _left)
_teach_shift((operator.rshift, operator.irshift), _right)


@infer_global(shifted_as_long)
class _TypeOfShift(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if all(map(_is_long_or_int, args)):
            return signature(LONG, LONG, args[1])
        return self.context.resolve_function_type(operator.lshift, args, kws)

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.long.lshift" if sig.return_type == LONG else super().get_impl_key(sig)


@lower_builtin(shifted_as_long, types.Any, types.Any)
def _shift_otherwise(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = context.typing_context.resolve_value_type(operator.lshift)
    # Numba may have made the operator's type again since: then it knows no code yet.
    kind.get_call_type(context.typing_context, sig.args, {})
    return context.get_function(kind, sig)(builder, args)


@generated(power_of_two)
def _power_of_two(typing: Any, exponent: Any) -> Any:
    if not is_int(exponent):
        return None

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        places = _places(context, builder, sig.args[0], args[0])
        refuse_negative(context, builder, places, NEGATIVE_POWER, MachineLimitError)
        return packed(builder, _left(context, builder, _number(1), places))

    return LONG(exponent), generate


# Operations of one int.


def _of_one(function: Any, generate: Callable[[Any, Any, Any], Any], returned: Any = LONG) -> None:
    @put_first(function)
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(returned, LONG) if tuple(args) == (LONG,) else None

        def get_impl_key(self, sig: Any) -> Any:
            return key

    key = f"plainpython.long.{function.__name__}"

    @lower_builtin(key, LongIntType)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = generate(context, builder, as_long(builder, args[0]))
        return packed(builder, word) if returned == LONG else word


def _negative(context: Any, builder: Any, word: Any) -> Any:
    return _ARITHMETIC[operator.sub](context, builder, _number(0), word)


def _absolute(context: Any, builder: Any, word: Any) -> Any:
    return _negative(context, builder, builder.neg(_magnitude(builder, word)))


def _is_something(context: Any, builder: Any, word: Any) -> Any:
    return builder.icmp_signed("!=", word, _number(0))


def _is_nothing(context: Any, builder: Any, word: Any) -> Any:
    return builder.icmp_signed("==", word, _number(0))


_of_one(operator.neg, _negative)
_of_one(operator.pos, lambda context, builder, word: word)
_of_one(operator.invert, lambda context, builder, word: builder.not_(word))
_of_one(abs, _absolute)
_of_one(bool, _is_something, types.boolean)
_of_one(operator.truth, _is_something, types.boolean)
_of_one(operator.not_, _is_nothing, types.boolean)


@primitive(lambda number: types.int64)
def _ones(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return how many bits of the magnitude are one."""
    return builder.trunc(builder.ctpop(_magnitude(builder, as_long(builder, args[0]))), WORD)


@primitive(lambda number: types.int64)
def _width(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return how many bits the magnitude has without those in front that are zero."""
    zeros = builder.ctlz(_magnitude(builder, as_long(builder, args[0])), cgutils.false_bit)
    return builder.trunc(builder.sub(_number(128), zeros), WORD)


@python_method(LongIntType, "bit_count")
def _bit_count(number):
    return _ones(number)


@python_method(LongIntType, "bit_length")
def _bit_length(number):
    return _width(number)


@primitive(lambda number: types.float64)
def _as_float(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the float that is nearest, the even one of two."""
    word = as_long(builder, args[0])
    magnitude = _magnitude(builder, word)
    width = builder.sub(_number(128), builder.ctlz(magnitude, cgutils.false_bit))
    over = builder.icmp_signed(">", width, _number(64))
    places = builder.select(over, builder.sub(width, _number(64)), _number(0))
    head = builder.lshr(magnitude, places)
    lost = builder.icmp_unsigned("!=", builder.shl(head, places), magnitude)
    # One bit stands for all that are lost: 64 bits are more than a float keeps.
    head = builder.or_(builder.trunc(head, WORD), builder.zext(lost, WORD))
    exponent = builder.add(builder.trunc(places, WORD), ir.Constant(WORD, 1023))
    power = builder.bitcast(builder.shl(exponent, ir.Constant(WORD, 52)), ir.DoubleType())
    value = builder.fmul(builder.uitofp(head, ir.DoubleType()), power)
    return builder.select(_is_negative(builder, word), builder.fneg(value), value)


@python_code(float, when=lambda x: x == LONG)
def _float(x):
    return _as_float(x)


@python_code(OF_TEXTS[int], when=lambda value, base: value == LONG and is_none(base))
def _int(value=0, base=None):
    return value
