"""The functions of `plainpython.hashing` in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types

from .. import hashing
from ..reasons import Unsupported
from ..values.operations import generated, operation
from ..values.optional import there

__all__ = ["mixed_in"]

_SEED = np.uint64(hashing._SEED)


@generated(hashing._with_word)
def _with_word(context, key, word):
    def generate(context, builder, sig, args):
        return mixed_in(builder, args[0], context.cast(builder, args[1], word, types.uint64))

    return types.uint64(types.uint64, word), generate


def mixed_in(builder: Any, key: Any, word: Any) -> Any:
    """Return a key with one more word, as `plainpython.hashing._with_word` mixes it in."""
    key = builder.xor(key, word)
    for factor in (hashing._FIRST, hashing._SECOND):
        key = builder.mul(_folded(builder, key), ir.Constant(key.type, factor))
    return _folded(builder, key)


def _folded(builder: Any, key: Any) -> Any:
    return builder.xor(key, builder.lshr(key, ir.Constant(key.type, 33)))


@operation(hashing.key_of_state)
def _key_of_state(state):
    if isinstance(state, types.Record):
        raise Unsupported("a record gives no key by itself", "define key(state)")
    return lambda state: hashing._with_part(_SEED, state)


@generated(hashing._with_part)
def _with_number(context, key, part):
    # What may be None too: Numba would insist that it is not.
    number = part.type if isinstance(part, types.Optional) else part
    if not isinstance(number, types.Number | types.Boolean | types.NoneType):
        return None

    def generate(context, builder, sig, args):
        if not isinstance(part, types.Optional):
            return mixed_in(builder, args[0], _word_of(context, builder, part, args[1]))
        optional = context.make_helper(builder, part, args[1])
        word = builder.select(
            cgutils.as_bool_bit(builder, optional.valid),
            _word_of(context, builder, number, optional.data),
            ir.Constant(ir.IntType(64), hashing._NOTHING),
        )
        return mixed_in(builder, args[0], word)

    return types.uint64(types.uint64, part), generate


def _word_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the word that a number or None is for keys."""
    if isinstance(kind, types.NoneType):
        return ir.Constant(ir.IntType(64), hashing._NOTHING)
    if isinstance(kind, types.Float):
        number = context.cast(builder, value, kind, types.float64)
        zero = ir.Constant(number.type, 0.0)
        return builder.bitcast(builder.fadd(number, zero), ir.IntType(64))  # -0.0 equals 0.0
    return context.cast(builder, value, kind, types.int64)


@operation(hashing._with_part)
def _with_part(key, part):
    if isinstance(part, types.BaseTuple):
        return _for_tuples_of(len(part))
    if not isinstance(part, types.Optional):
        return None

    def of_optional(key, part):
        if part is None:
            return hashing._with_part(key, None)
        return hashing._with_part(key, there(part))

    return of_optional


def _for_tuples_of(size):
    """Return a function that takes in each item of a tuple, whatever their types."""
    lines = ["def take_in(key, part):"]
    lines += [f"    key = with_part(key, part[{index}])" for index in range(size)]
    lines += [f"    return with_word(key, {size})"]
    namespace = {"with_part": hashing._with_part, "with_word": hashing._with_word}
    exec("\n".join(lines), namespace)
    return namespace["take_in"]
