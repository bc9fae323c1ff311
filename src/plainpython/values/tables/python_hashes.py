"""Python's own hashes of ints, bools and tuples of them, on which the order of sets rests.

They are the same in each process and on each machine. Hashes of texts differ from process to
process, and those of None and of objects by identity rest on addresses: sets of these keep the
hashes of `key_hashes`. Tuples are hashed by xxHash (Collet), as CPython does since version 3.8.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from ...reasons import Unsupported
from ...type_names import plain_type
from ..memory import WORD, constant
from ..sequences.sequences import RowType, Span
from .key_hashes import word_of_float

__all__ = ["has_python_hash", "python_hash"]

_ALL = 0xFFFF_FFFF_FFFF_FFFF
_PRIME = (1 << 61) - 1
_FACTOR_1 = 0x9E37_79B1_85EB_CA87
_FACTOR_2 = 0xC2B2_AE3D_27D4_EB4F
_SEED = 0x27D4_EB2F_1656_67C5
_SIZE_SEED = _SEED ^ 3_527_539
_ERROR, _INSTEAD, _INSTEAD_OF_TUPLE = -1, -2, 1_546_275_796
_OF_NOTHING = 1
"""The hash of what equals no item: any number does."""


def has_python_hash(kind: Any) -> bool:
    """Return whether Python's hash of such values is known, and the same in each process."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.BaseTuple):
        made = getattr(kind, "instance_class", tuple)
        own = made.__hash__ is tuple.__hash__ and made.__eq__ is tuple.__eq__
        return own and all(map(has_python_hash, kind.types))
    if isinstance(kind, RowType):
        return kind.kind == "tuple" and has_python_hash(kind.item)
    if isinstance(kind, types.Integer):
        return bool(kind.signed or kind.bitwidth < 64)
    return isinstance(kind, types.Boolean)


def python_hash(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return Python's hash of a value, in generated code.

    What is looked up in a set may be of another type than the items: equal values have one hash.
    """
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer | types.Boolean):
        return _of_int(builder, context.cast(builder, value, kind, types.int64))
    if isinstance(kind, types.Float):
        return _of_int(builder, word_of_float(context, builder, kind, value))
    if isinstance(kind, types.NoneType):
        return constant(_OF_NOTHING)
    if isinstance(kind, types.Optional):
        optional = context.make_helper(builder, kind, value)
        result = cgutils.alloca_once_value(builder, constant(_OF_NOTHING))
        with builder.if_then(cgutils.as_bool_bit(builder, optional.valid)):
            builder.store(python_hash(context, builder, kind.type, optional.data), result)
        return builder.load(result)
    if isinstance(kind, types.BaseTuple):
        total = constant(_SEED)
        for index, member in enumerate(kind.types):
            part = builder.extract_value(value, index)
            total = _with_item(builder, total, python_hash(context, builder, member, part))
        return _finished(builder, total, constant(len(kind)))
    if isinstance(kind, RowType):
        span = Span.of(context, builder, kind, value)
        result = cgutils.alloca_once_value(builder, constant(_SEED))
        with cgutils.for_range(builder, span.size) as loop:
            item = python_hash(context, builder, kind.item, span.get(kind.item, loop.index))
            builder.store(_with_item(builder, builder.load(result), item), result)
        return _finished(builder, builder.load(result), span.size)
    if hasattr(kind, "python_hash"):
        return kind.python_hash(context, builder, value)
    raise Unsupported(
        f"{plain_type(kind)} is looked up in a set of ints or of tuples of them",
        "look up an int or a tuple of ints",
    )


def _of_int(builder: Any, number: Any) -> Any:
    """Return the remainder by a prime, with the sign of the number; never -1."""
    result = cgutils.alloca_once_value(builder, number)
    shifted = builder.add(number, constant(_PRIME - 1))
    short = builder.icmp_unsigned("<=", shifted, constant(2 * (_PRIME - 1)))
    with cgutils.if_unlikely(builder, builder.not_(short)):
        negative = builder.icmp_signed("<", number, constant(0))
        size = builder.select(negative, builder.neg(number), number)
        rest = builder.urem(size, constant(_PRIME))
        builder.store(builder.select(negative, builder.neg(rest), rest), result)
    return _never(builder, builder.load(result), _INSTEAD)


def _never(builder: Any, number: Any, instead: int) -> Any:
    wrong = builder.icmp_signed("==", number, constant(_ERROR))
    return builder.select(wrong, constant(instead), number)


def _with_item(builder: Any, total: Any, number: Any) -> Any:
    total = builder.add(total, builder.mul(number, ir.Constant(WORD, _FACTOR_2)))
    turned = builder.or_(builder.shl(total, constant(31)), builder.lshr(total, constant(33)))
    return builder.mul(turned, ir.Constant(WORD, _FACTOR_1))


def _finished(builder: Any, total: Any, size: Any) -> Any:
    total = builder.add(total, builder.xor(size, ir.Constant(WORD, _SIZE_SEED)))
    return _never(builder, total, _INSTEAD_OF_TUPLE)
