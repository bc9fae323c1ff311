"""The functions of `gametree.primitives.vectors` in compiled code."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from plainpython.back_end.buffers import BufferType
from plainpython.values.operations import operation

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


@intrinsic
def _load(context: Any, table: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=args[0])
        first = builder.mul(args[1], ir.Constant(ir.IntType(64), vectors.LANES))
        pointer = builder.gep(struct.data, [first])
        return builder.load(builder.bitcast(pointer, _ITEMS.as_pointer()), align=_ITEM_BYTES)

    return _vector(table, types.int64), generate


@intrinsic
def _clipped(context: Any, vector: Any, top: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        items, limit = args
        none = ir.Constant(_ITEMS, [0] * vectors.LANES)
        limits = _spread(builder, builder.trunc(limit, ir.IntType(16)))
        items = builder.select(builder.icmp_signed(">", items, none), items, none)
        return builder.select(builder.icmp_signed("<", items, limits), items, limits)

    return _vector(vector, types.int64), generate


@intrinsic
def _saturated_sum(context: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        add = builder.module.declare_intrinsic(
            f"llvm.sadd.sat.v{vectors.LANES}i16", fnty=ir.FunctionType(_ITEMS, [_ITEMS, _ITEMS])
        )
        return builder.call(add, args)

    return _vector(one, other), generate


@intrinsic
def _dot(context: Any, vector: Any, weights: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        items, factors = args
        products = builder.mul(builder.sext(items, _WIDE), builder.sext(factors, _WIDE))
        total = builder.module.declare_intrinsic(
            f"llvm.vector.reduce.add.v{vectors.LANES}i32",
            fnty=ir.FunctionType(ir.IntType(32), [_WIDE]),
        )
        return builder.sext(builder.call(total, [products]), ir.IntType(64))

    return types.int64(vector, weights), generate


def _spread(builder: Any, item: Any) -> Any:
    """Return a vector with the same number in every place."""
    undefined = ir.Constant(_ITEMS, ir.Undefined)
    one = builder.insert_element(undefined, item, ir.Constant(ir.IntType(32), 0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), vectors.LANES), [0] * vectors.LANES)
    return builder.shuffle_vector(one, undefined, places)


@operation(vectors.row)
def _row(table, index):
    return (lambda table, index: _load(table, index)) if _is_table(table) else None


@operation(vectors.clipped)
def _clipped_items(vector, top):
    return (lambda vector, top: _clipped(vector, top)) if vector == _vector else None


@operation(vectors.saturated_sum)
def _saturated_sum_of(one, other):
    if one != _vector or other != _vector:
        return None
    return lambda one, other: _saturated_sum(one, other)


@operation(vectors.dot)
def _dot_of(vector, weights):
    if vector != _vector or weights != _vector:
        return None
    return lambda vector, weights: _dot(vector, weights)


@infer_global(operator.add)
@infer_global(operator.sub)
class _TypeSum(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if args == (_vector, _vector):
            return signature(_vector, _vector, _vector)
        return None


@lower_builtin(operator.add, VectorType, VectorType)
def _lower_add(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.add(*args)


@lower_builtin(operator.sub, VectorType, VectorType)
def _lower_sub(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.sub(*args)
