"""The functions of `gametree.primitives.vectors` in compiled code."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import models, register_model

from plainpython.back_end.buffers import BufferType
from plainpython.back_end.primitives import machine_code, primitive
from plainpython.back_end.whole_structs import StructMembers
from plainpython.values.operations import python_code

from ...primitives import vectors

__all__ = ["VectorType"]

_ITEMS = ir.VectorType(ir.IntType(16), vectors.LANES)
_WIDE = ir.VectorType(ir.IntType(32), vectors.LANES)
_ITEM_BYTES = 2


class VectorType(types.Type):
    """The type of a vector."""

    def __init__(self) -> None:
        super().__init__(name=f"vector({vectors.LANES})")


_vector = VectorType()


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, vector: VectorType) -> None:
        super().__init__(manager, vector, _ITEMS)


def _is_table(table: Any) -> bool:
    return isinstance(table, BufferType) and table.dtype == types.int16


@primitive(lambda table, index: _vector(table, types.int64))
def _load(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    struct = StructMembers(context, builder, signature.args[0], args[0])
    first = builder.mul(args[1], ir.Constant(ir.IntType(64), vectors.LANES))
    pointer = builder.gep(struct.data, [first])
    return builder.load(builder.bitcast(pointer, _ITEMS.as_pointer()), align=_ITEM_BYTES)


@primitive(lambda vector, top: _vector(vector, types.int64))
def _clipped(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    items, limit = args
    none = ir.Constant(_ITEMS, [0] * vectors.LANES)
    limits = _spread(builder, builder.trunc(limit, ir.IntType(16)))
    items = builder.select(builder.icmp_signed(">", items, none), items, none)
    return builder.select(builder.icmp_signed("<", items, limits), items, limits)


@primitive(lambda one, other: _vector)
def _saturated_sum(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    add = builder.module.declare_intrinsic(
        f"llvm.sadd.sat.v{vectors.LANES}i16", fnty=ir.FunctionType(_ITEMS, [_ITEMS, _ITEMS])
    )
    return builder.call(add, args)


@primitive(lambda vector, weights: types.int64)
def _dot(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    items, factors = args
    products = builder.mul(builder.sext(items, _WIDE), builder.sext(factors, _WIDE))
    total = builder.module.declare_intrinsic(
        f"llvm.vector.reduce.add.v{vectors.LANES}i32",
        fnty=ir.FunctionType(ir.IntType(32), [_WIDE]),
    )
    return builder.sext(builder.call(total, [products]), ir.IntType(64))


def _spread(builder: Any, item: Any) -> Any:
    """Return a vector with the same number in every place."""
    undefined = ir.Constant(_ITEMS, ir.Undefined)
    one = builder.insert_element(undefined, item, ir.Constant(ir.IntType(32), 0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), vectors.LANES), [0] * vectors.LANES)
    return builder.shuffle_vector(one, undefined, places)


@python_code(vectors.row, _is_table)
def _row(table, index):
    return _load(table, index)


@python_code(vectors.clipped, when=lambda vector, top: vector == _vector)
def _clipped_items(vector, top):
    return _clipped(vector, top)


@python_code(vectors.saturated_sum, when=lambda one, other: one == _vector and other == _vector)
def _saturated_sum_of(one, other):
    return _saturated_sum(one, other)


@python_code(vectors.dot, when=lambda vector, weights: vector == _vector and weights == _vector)
def _dot_of(vector, weights):
    return _dot(vector, weights)


@machine_code(operator.add, of=(VectorType, VectorType), returns=lambda one, other: one)
def _lower_add(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.add(*args)


@machine_code(operator.sub, of=(VectorType, VectorType), returns=lambda one, other: one)
def _lower_sub(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sub(*args)
