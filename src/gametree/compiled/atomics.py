"""The functions of `gametree.atomics` as machine instructions."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from .. import atomics

# Sums need no order among each other: each is whole. What a node holds must be seen before
# the node itself is.
_WHOLE = "monotonic"
_IN_ORDER = "acq_rel"
_AFTER_IT = "acquire"


def _add(builder: Any, pointer: Any, amount: Any, kind: Any) -> Any:
    operation = "fadd" if isinstance(kind, types.Float) else "add"
    return builder.atomic_rmw(operation, pointer, amount, _WHOLE)


def _field(context: Any, builder: Any, record: Any, name: str, value: Any, kind: Any) -> Any:
    """Return the pointer to the first number of a field."""
    start = builder.bitcast(value, cgutils.voidptr_t)
    place = builder.gep(start, [ir.Constant(ir.IntType(64), record.offset(name))])
    return builder.bitcast(place, context.get_data_type(kind).as_pointer())


@intrinsic(prefer_literal=True)
def _add_to_field(context: Any, record: Any, name: Any, amount: Any) -> Any:
    field = name.literal_value
    kind = record.typeof(field)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _field(context, builder, record, field, args[0], kind)
        _add(builder, pointer, context.cast(builder, args[2], amount, kind), kind)
        return context.get_dummy_value()

    return types.none(record, name, amount), generate


@intrinsic(prefer_literal=True)
def _add_to_vector(context: Any, record: Any, name: Any, index: Any, amount: Any) -> Any:
    field = name.literal_value
    kind = record.typeof(field).dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = _field(context, builder, record, field, args[0], kind)
        pointer = builder.gep(first, [args[2]])
        _add(builder, pointer, context.cast(builder, args[3], amount, kind), kind)
        return context.get_dummy_value()

    return types.none(record, name, index, amount), generate


@intrinsic
def _add_to_item(context: Any, numbers: Any, index: Any, amount: Any) -> Any:
    kind = numbers.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = cgutils.create_struct_proxy(numbers)(context, builder, value=args[0]).data
        pointer = builder.gep(data, [args[1]])
        return _add(builder, pointer, context.cast(builder, args[2], amount, kind), kind)

    return kind(numbers, index, amount), generate


@intrinsic(prefer_literal=True)
def _fill_field(context: Any, record: Any, name: Any, number: Any) -> Any:
    field = name.literal_value
    kind = record.typeof(field)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _field(context, builder, record, field, args[0], kind)
        new = context.cast(builder, args[2], number, kind)
        empty = ir.Constant(new.type, 0)
        found = builder.cmpxchg(pointer, empty, new, _IN_ORDER, _AFTER_IT)
        return context.cast(builder, builder.extract_value(found, 0), kind, types.int64)

    return types.int64(record, name, number), generate


@overload(atomics.add_to_field, prefer_literal=True)
def _field_sum(record, name, amount):
    return lambda record, name, amount: _add_to_field(record, name, amount)


@overload(atomics.add_to_vector, prefer_literal=True)
def _vector_sum(record, name, index, amount):
    return lambda record, name, index, amount: _add_to_vector(record, name, index, amount)


@overload(atomics.add_to_item)
def _item_sum(numbers, index, amount):
    return lambda numbers, index, amount: _add_to_item(numbers, index, amount)


@overload(atomics.fill_field, prefer_literal=True)
def _filling(record, name, number):
    return lambda record, name, number: _fill_field(record, name, number)
