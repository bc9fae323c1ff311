"""The functions of `gametree.primitives.atomics` as machine instructions."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from plainpython.back_end.whole_structs import StructMembers
from plainpython.values.operations import generated

from ...primitives import atomics

# Sums and bounds need no order among each other: each is whole. What stands in the tree must be
# seen before what says that it does.
_WHOLE = "monotonic"
_IN_ORDER = "acq_rel"
_AFTER_IT = "acquire"


def _change(operation: str, builder: Any, pointer: Any, amount: Any, kind: Any) -> Any:
    if operation == "add" and isinstance(kind, types.Float):
        operation = "fadd"
    return builder.atomic_rmw(operation, pointer, amount, _WHOLE)


def _field(context: Any, builder: Any, record: Any, name: str, value: Any, kind: Any) -> Any:
    """Return the pointer to the first number of a field."""
    start = builder.bitcast(value, cgutils.voidptr_t)
    field = builder.gep(start, [ir.Constant(ir.IntType(64), record.offset(name))])
    return builder.bitcast(field, context.get_data_type(kind).as_pointer())


def _teach_field(function: Any, operation: str) -> None:
    """Teach Numba a function that changes a field."""

    @generated(function, literal=True)
    def change_field(context: Any, record: Any, name: Any, amount: Any) -> Any:
        field = name.literal_value
        kind = record.typeof(field)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = _field(context, builder, record, field, args[0], kind)
            _change(operation, builder, pointer, context.cast(builder, args[2], amount, kind), kind)
            return context.get_dummy_value()

        return types.none(record, name, amount), generate


def _teach_vector(function: Any, operation: str) -> None:
    """Teach Numba a function that changes one number of a field that holds several."""

    @generated(function, literal=True)
    def change_in_vector(context: Any, record: Any, name: Any, index: Any, amount: Any) -> Any:
        field = name.literal_value
        kind = record.typeof(field).dtype

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            first = _field(context, builder, record, field, args[0], kind)
            pointer = builder.gep(first, [args[2]])
            _change(operation, builder, pointer, context.cast(builder, args[3], amount, kind), kind)
            return context.get_dummy_value()

        return types.none(record, name, index, amount), generate


def _move(builder: Any, pointer: Any, target: Any, part: Any) -> None:
    """Move a number by a part of the way to another; again if a thread came between."""
    word = ir.IntType(64)
    as_word = builder.bitcast(pointer, word.as_pointer())
    start = builder.block
    again = builder.append_basic_block("move")
    moved = builder.append_basic_block("moved")
    first = builder.load_atomic(as_word, _WHOLE, 8)
    builder.branch(again)
    builder.position_at_end(again)
    old = builder.phi(word)
    old.add_incoming(first, start)
    number = builder.bitcast(old, ir.DoubleType())
    way = builder.fmul(builder.fsub(target, number), part)
    new = builder.bitcast(builder.fadd(number, way), word)
    answer = builder.cmpxchg(as_word, old, new, _WHOLE, _WHOLE)
    old.add_incoming(builder.extract_value(answer, 0), again)
    builder.cbranch(builder.extract_value(answer, 1), moved, again)
    builder.position_at_end(moved)


@generated(atomics.move_field, literal=True)
def _move_field(context: Any, record: Any, name: Any, target: Any, part: Any) -> Any:
    field = name.literal_value
    kind = record.typeof(field)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _field(context, builder, record, field, args[0], kind)
        wanted = context.cast(builder, args[2], target, kind)
        _move(builder, pointer, wanted, context.cast(builder, args[3], part, kind))
        return context.get_dummy_value()

    return types.none(record, name, target, part), generate


@generated(atomics.move_in_vector, literal=True)
def _move_in_vector(
    context: Any, record: Any, name: Any, index: Any, target: Any, part: Any
) -> Any:
    field = name.literal_value
    kind = record.typeof(field).dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = _field(context, builder, record, field, args[0], kind)
        pointer = builder.gep(first, [args[2]])
        wanted = context.cast(builder, args[3], target, kind)
        _move(builder, pointer, wanted, context.cast(builder, args[4], part, kind))
        return context.get_dummy_value()

    return types.none(record, name, index, target, part), generate


def _item(context: Any, builder: Any, numbers: Any, args: Any) -> Any:
    """Return the pointer to a number of a buffer."""
    data = StructMembers(context, builder, numbers, args[0]).data
    return builder.gep(data, [args[1]])


@generated(atomics.add_to_item)
def _add_to_item(context: Any, numbers: Any, index: Any, amount: Any) -> Any:
    kind = numbers.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _item(context, builder, numbers, args)
        more = context.cast(builder, args[2], amount, kind)
        return _change("add", builder, pointer, more, kind)

    return kind(numbers, index, amount), generate


@generated(atomics.replace_item)
def _replace_item(context: Any, numbers: Any, index: Any, old: Any, new: Any) -> Any:
    kind = numbers.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _item(context, builder, numbers, args)
        expected = context.cast(builder, args[2], old, kind)
        wanted = context.cast(builder, args[3], new, kind)
        found = builder.cmpxchg(pointer, expected, wanted, _IN_ORDER, _AFTER_IT)
        return builder.extract_value(found, 1)

    return types.boolean(numbers, index, old, new), generate


@generated(atomics.read_item)
def _read_item(context: Any, numbers: Any, index: Any) -> Any:
    kind = numbers.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = _item(context, builder, numbers, args)
        return builder.load_atomic(pointer, _AFTER_IT, kind.bitwidth // 8)

    return kind(numbers, index), generate


_teach_field(atomics.add_to_field, "add")
_teach_field(atomics.raise_field, "fmax")
_teach_field(atomics.lower_field, "fmin")
_teach_vector(atomics.raise_in_vector, "fmax")
_teach_vector(atomics.lower_in_vector, "fmin")
