"""Powers and shifts of integers as Python has them, where the machine has them otherwise."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from ...back_end.joined_numbers import works_out
from ...back_end.primitives import machine_code
from ...back_end.raising import raise_if
from ...machine_errors import MachineLimitError, MachineOverflowError
from ..memory import WORD, constant
from .numpy_numbers import is_of_numpy

__all__ = ["NEGATIVE_POWER", "power", "refuse_negative", "shifted_left", "shifted_right"]

NEGATIVE_POWER = "a negative power of an int is a float: write float(base) ** exponent"


def power(base: Any, exponent: Any) -> Any:
    """Return base ** exponent."""
    return base**exponent


def shifted_left(number: Any, places: Any) -> Any:
    """Return number << places."""
    return number << places


def shifted_right(number: Any, places: Any) -> Any:
    """Return number >> places."""
    return number >> places


_OPERATORS = {power: operator.pow, shifted_left: operator.lshift, shifted_right: operator.rshift}


def _is_int(kind: Any) -> bool:
    return isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and kind.signed)


def _typing(function: Any) -> None:
    """Let a function be the operator, and the one of 64 bits for two integers."""

    @infer_global(function)
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        prefer_literal = True

        def generic(self, args: Any, kws: Any) -> Any:
            if all(map(_is_int, args)):
                exponent = getattr(args[1], "literal_value", 0)
                if function is power and exponent < 0:  # a float, as Python works it out
                    floats = (types.float64, types.float64)
                    return self.context.resolve_function_type(operator.pow, floats, kws)
                if function is power and 0 < exponent < 64:
                    return signature(types.int64, types.int64, args[1])
                return signature(types.int64, types.int64, types.int64)
            return self.context.resolve_function_type(_OPERATORS[function], args, kws)

    @lower_builtin(function, types.Any, types.Any)
    def _lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.typing_context.resolve_value_type(_OPERATORS[function])
        # Numba may have made the operator's type again since: then it knows no code yet.
        kind.get_call_type(context.typing_context, sig.args, {})
        return context.get_function(kind, sig)(builder, args)


for _function in _OPERATORS:
    _typing(_function)
works_out(*_OPERATORS)


@machine_code(
    operator.invert,
    of=(types.Boolean,),
    returns=lambda flag: None if is_of_numpy(flag) else types.int64(types.boolean),
    first=True,
)
def _inverted_bool(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """`~flag` is -1 or -2, both of which are true; Numba makes it `not flag`."""
    return builder.not_(context.cast(builder, args[0], types.boolean, types.int64))


def refuse_negative(
    context: Any, builder: Any, number: Any, message: str, error: type[Exception] = ValueError
) -> None:
    """Raise an error where an int, of however many bits, is negative."""
    raise_if(context, builder, builder.icmp_signed("<", number, number.type(0)), error, message)


def _refuse_too_long(context: Any, builder: Any, wrong: Any) -> None:
    message = "an integer has more than 64 bits: keep integers below 2**63"
    raise_if(context, builder, wrong, MachineOverflowError, message)


def _times(context: Any, builder: Any, one: Any, other: Any, wanted: Any) -> Any:
    """Return a product; refuse one of more than 64 bits if it is wanted."""
    both = builder.smul_with_overflow(one, other)
    _refuse_too_long(context, builder, builder.and_(builder.extract_value(both, 1), wanted))
    return builder.extract_value(both, 0)


@lower_builtin(shifted_left, types.int64, types.int64)
def _shift_left(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    number, places = args
    refuse_negative(context, builder, places, "negative shift count")
    far = builder.icmp_signed(">", places, constant(63))
    places = builder.and_(places, constant(63))
    shifted = builder.shl(number, places)
    back = builder.ashr(shifted, places)
    changed = builder.icmp_signed("!=", builder.select(far, constant(0), back), number)
    _refuse_too_long(context, builder, changed)
    return builder.select(far, constant(0), shifted)


@lower_builtin(shifted_right, types.int64, types.int64)
def _shift_right(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    number, places = args
    refuse_negative(context, builder, places, "negative shift count")
    far = builder.icmp_signed(">", places, constant(63))
    return builder.ashr(number, builder.select(far, constant(63), places))


@lower_builtin(power, types.int64, types.IntegerLiteral)
def _power_of_literal(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Multiply the squares that the exponent needs."""
    exponent = sig.args[1].literal_value
    result, square = None, args[0]
    while True:
        if exponent & 1:
            result = square if result is None else _product(context, builder, result, square)
        exponent >>= 1
        if not exponent:
            return result
        square = _product(context, builder, square, square)


def _product(context: Any, builder: Any, one: Any, other: Any) -> Any:
    return _times(context, builder, one, other, cgutils.true_bit)


@lower_builtin(power, types.int64, types.int64)
def _power(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Multiply squares, by the bits of the exponent."""
    refuse_negative(context, builder, args[1], NEGATIVE_POWER, MachineLimitError)
    result = cgutils.alloca_once_value(builder, constant(1))
    square = cgutils.alloca_once_value(builder, args[0])
    left = cgutils.alloca_once_value(builder, args[1])
    test = builder.append_basic_block("power.test")
    body = builder.append_basic_block("power.body")
    end = builder.append_basic_block("power.end")
    builder.branch(test)
    with builder.goto_block(test):
        more = builder.icmp_signed("!=", builder.load(left), constant(0))
        builder.cbranch(more, body, end)
    with builder.goto_block(body):
        rest, base = builder.load(left), builder.load(square)
        odd = builder.trunc(rest, cgutils.bool_t)
        factor = builder.select(odd, base, constant(1))
        rest = builder.lshr(rest, constant(1))
        needed = builder.icmp_signed("!=", rest, constant(0))  # one square more than that is made
        product = _times(context, builder, builder.load(result), factor, cgutils.true_bit)
        builder.store(product, result)
        builder.store(_times(context, builder, base, base, needed), square)
        builder.store(rest, left)
        builder.branch(test)
    builder.position_at_end(end)
    loaded = builder.load(result)
    assert loaded.type == WORD
    return loaded
