"""Sums, products and shifts of integers in users' rules: what needs more than 64 bits is refused.

Python's integers have as many bits as they need; compiled ones would begin anew at the other end.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

__all__ = ["checked"]

_WORD = ir.IntType(64)
_MESSAGE = "a number of the rules has more than 64 bits"


def checked(function: Any, signature: Any) -> Callable[..., Any] | None:
    """Return the code for an operation that raises OverflowError; None if nothing is to be raised.

    Of signed integers alone: bit boards, which are unsigned, are cut off by their users.
    """
    generate = _OPERATIONS.get(getattr(function, "typing_key", function))
    if generate is None or any(each != types.int64 for each in signature.args):
        return None
    return generate if signature.return_type == types.int64 else None


def _by_intrinsic(name: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, args: Any) -> Any:
        made = getattr(builder, name)(*args)
        _refuse_if(context, builder, builder.extract_value(made, 1))
        return builder.extract_value(made, 0)

    return generate


def _shift(context: Any, builder: Any, args: Any) -> Any:
    value, places = args
    many = builder.icmp_unsigned(">=", places, ir.Constant(_WORD, 64))
    negative = builder.icmp_signed("<", places, ir.Constant(_WORD, 0))
    with cgutils.if_unlikely(builder, negative):
        context.call_conv.return_user_exc(builder, ValueError, ("negative shift count",))
    shifted = builder.shl(value, builder.select(many, ir.Constant(_WORD, 0), places))
    lost = builder.icmp_signed("!=", builder.ashr(shifted, places), value)
    something = builder.icmp_signed("!=", value, ir.Constant(_WORD, 0))
    _refuse_if(context, builder, builder.and_(builder.or_(many, lost), something))
    return builder.select(many, ir.Constant(_WORD, 0), shifted)


def _refuse_if(context: Any, builder: Any, wrong: Any) -> None:
    with cgutils.if_unlikely(builder, wrong):
        context.call_conv.return_user_exc(builder, OverflowError, (_MESSAGE,))


_ADD, _SUBTRACT, _MULTIPLY = map(
    _by_intrinsic, ("sadd_with_overflow", "ssub_with_overflow", "smul_with_overflow")
)
_OPERATIONS = {
    operator.add: _ADD,
    operator.iadd: _ADD,
    operator.sub: _SUBTRACT,
    operator.isub: _SUBTRACT,
    operator.mul: _MULTIPLY,
    operator.imul: _MULTIPLY,
    operator.lshift: _shift,
    operator.ilshift: _shift,
}
