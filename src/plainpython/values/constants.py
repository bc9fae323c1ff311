"""Values of modules and objects as constants of compiled code, which nobody changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_constant
from numba.extending import lower_cast, typeof_impl

from ..reasons import Unsupported
from .heads import FROZEN
from .kinds import kind_of
from .memory import BYTES, WORD, Value, constant, holds_values, load
from .sequences.sequences import ListType, RowType

__all__ = ["Constant", "data_of", "placed", "wrapped"]


class Constant:
    """A value that compiled code takes as it is when it is compiled.

    Numba decides branches by what it knows: whether a constant is true, or equal to another one.
    """

    def __init__(self, value: Any) -> None:
        self.value = value

    def __bool__(self) -> bool:
        return bool(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and bool(self.value == other.value)

    __hash__ = object.__hash__


def wrapped(value: Any) -> Any:
    """Return a value as a `Constant` if Numba would not take it as our values are taken."""
    if isinstance(value, np.ndarray):
        return value  # these are read in place
    try:
        kind = kind_of(value)
    except Unsupported:
        return value
    return Constant(value) if holds_values(kind) else value


@typeof_impl.register(Constant)
def _typeof_constant(value: Constant, context: Any) -> Any:
    return kind_of(value.value)


def data_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return a value as data, as it lies in memory."""
    made = context.get_data_type(kind)
    if isinstance(kind, types.Boolean):
        return ir.Constant(made, int(value))
    if isinstance(kind, types.Number):
        number = value.item() if hasattr(value, "item") else value
        return ir.Constant(made, int(number) if isinstance(number, bool) else number)
    if isinstance(kind, types.NoneType):
        return ir.Constant(made, None)
    if isinstance(kind, types.Optional):
        valid = ir.Constant(made.elements[1], int(value is not None))
        if value is None:
            return ir.Constant(made, [ir.Constant(made.elements[0], None), valid])
        return ir.Constant(made, [data_of(context, builder, kind.type, value), valid])
    if isinstance(kind, types.BaseTuple):
        members = [
            data_of(context, builder, member, each)
            for member, each in zip(kind.types, value, strict=True)
        ]
        return ir.Constant(made, members)
    return kind.constant(context, builder, value)


def placed(builder: Any, data: Any) -> Any:
    """Return the pointer to data as a part of the program."""
    made = cgutils.global_constant(builder.module, "value", data)
    made.linkage = "private"
    return made


def items_of(context: Any, builder: Any, item: Any, values: Any) -> Any:
    """Return the pointer to the first of some items."""
    if not len(values):
        return ir.Constant(BYTES, None)
    cells = [data_of(context, builder, item, each) for each in values]
    array = ir.Constant(ir.ArrayType(cells[0].type, len(cells)), cells)
    return placed(builder, array).bitcast(BYTES)


def _row(kind: RowType, context: Any, builder: Any, value: Any) -> Any:
    cells = [ord(each) for each in value] if kind.kind == "str" else list(value)
    start = items_of(context, builder, kind.item, cells)
    return ir.Constant(context.get_data_type(kind), [start, constant(len(cells))])


def _list(kind: ListType, context: Any, builder: Any, value: Any) -> Any:
    start = items_of(context, builder, kind.item, value).ptrtoint(WORD)
    words = [constant(FROZEN), constant(0), start, constant(len(value)), constant(len(value))]
    head = ir.Constant(context.get_data_type(kind).pointee, words)
    return placed(builder, head)


RowType.constant = _row
ListType.constant = _list


@lower_constant(RowType)
@lower_constant(ListType)
@lower_constant(Value)
def _lower_constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    value = value.value if isinstance(value, Constant) else value
    pointer = placed(builder, data_of(context, builder, kind, value))
    return load(context, builder, kind, pointer)


@lower_cast(types.StringLiteral, RowType)
def _text_of_literal(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return _lower_constant(context, builder, target, source.literal_value)
