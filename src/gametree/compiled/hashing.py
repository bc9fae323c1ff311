"""The functions of `gametree.primitives.hashing` in compiled code."""

from __future__ import annotations

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from ..primitives import hashing
from .reasons import Unsupported

_SEED = np.uint64(hashing._SEED)
_FIRST = np.uint64(hashing._FIRST)
_SECOND = np.uint64(hashing._SECOND)
_SHIFT = np.uint64(33)
_NOTHING = np.uint64(hashing._NOTHING)


@overload(hashing._with_word)
def _with_word(key, word):
    def mix(key, word):  # Numba wants the very signature of _with_word
        key = key ^ np.uint64(word)
        key = (key ^ (key >> _SHIFT)) * _FIRST
        key = (key ^ (key >> _SHIFT)) * _SECOND
        return key ^ (key >> _SHIFT)

    return mix


@overload(hashing.key_of_state)
def _key_of_state(state):
    if isinstance(state, types.Record):
        raise Unsupported("a record gives no key by itself", "define key(state)")
    return lambda state: hashing._with_part(_SEED, state)


@overload(hashing._with_part)
def _with_part(key, part):
    if isinstance(part, types.BaseTuple):
        return _for_tuples_of(len(part))
    if isinstance(part, types.Float):
        return lambda key, part: hashing._with_word(key, np.float64(part + 0.0).view(np.int64))
    if isinstance(part, types.Optional):

        def of_optional(key, part):
            if part is None:
                return hashing._with_word(key, _NOTHING)
            return hashing._with_part(key, _there(part))

        return of_optional
    if isinstance(part, types.NoneType):
        return lambda key, part: hashing._with_word(key, _NOTHING)
    if isinstance(part, types.Number | types.Boolean):
        return lambda key, part: hashing._with_word(key, np.int64(part))
    return None


@intrinsic
def _there(typing, value):
    """Return what may be None and is not."""

    def generate(context, builder, sig, args):
        return context.make_helper(builder, sig.args[0], args[0]).data

    return value.type(value), generate


def _for_tuples_of(size):
    """Return a function that takes in each item of a tuple, whatever their types."""
    lines = ["def take_in(key, part):"]
    lines += [f"    key = with_part(key, part[{index}])" for index in range(size)]
    lines += [f"    return with_word(key, {size})"]
    namespace = {"with_part": hashing._with_part, "with_word": hashing._with_word}
    exec("\n".join(lines), namespace)
    return namespace["take_in"]
