"""Ranges: those of a module as constants, items, slices, comparisons, and results for Python."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import box, typeof_impl

from ...back_end.primitives import machine_code
from ...back_end.whole_structs import StructMembers
from ...machine_errors import MachineOverflowError
from ...reasons import Unsupported
from ..memory import constant
from ..operations import method, python_code

__all__: list[str] = []

_END = 1 << 63
_LARGE = 9.2e18  # a little less, to compare with products that are rounded to floats


@typeof_impl.register(range)
def _typeof_range(value: range, context: Any) -> Any:
    count = (value.stop - value.start) // value.step
    if not all(-_END <= each < _END for each in (value.start, value.stop, value.step, count)):
        raise Unsupported("there is a range of ints of more than 64 bits", "use smaller numbers")
    return types.range_state64_type


@lower_constant(types.RangeType)
def _constant_range(context: Any, builder: Any, kind: Any, value: range) -> Any:
    parts = [constant(each) for each in (value.start, value.stop, value.step)]
    return ir.Constant(context.get_value_type(kind), parts)


@box(types.RangeType)
def _range_for_python(kind: Any, value: Any, c: Any) -> Any:
    fields = StructMembers(c.context, c.builder, kind, value)
    numbers = [c.box(kind.dtype, getattr(fields, name)) for name in ("start", "stop", "step")]
    cls = c.pyapi.unserialize(c.pyapi.serialize_object(range))
    made = c.pyapi.call_function_objargs(cls, numbers)
    for each in (cls, *numbers):
        c.pyapi.decref(each)
    return made


@python_code(operator.getitem, types.RangeType, types.Integer)
def _item(values, index):
    size = len(values)
    place = index + size if index < 0 else index
    if place < 0 or place >= size:
        raise IndexError("range object index out of range")
    return values.start + place * values.step


@python_code(operator.getitem, types.RangeType, types.SliceType)
def _slice(values, index):
    first, last, step = index.indices(len(values))
    end = values.start + last * float(values.step)
    if abs(float(step) * values.step) > _LARGE or abs(end) > _LARGE:
        raise MachineOverflowError("a slice of a range has ints of more than 64 bits")
    begin = values.start + first * values.step
    return range(begin, values.start + last * values.step, step * values.step)


@machine_code(operator.truth, bool, of=(types.RangeType,), returns=lambda values: types.boolean)
def _has_any(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind,), (value,) = sig.args, args
    fields = StructMembers(context, builder, kind, value)
    compared = builder.icmp_signed if kind.dtype.signed else builder.icmp_unsigned
    upwards = compared(">", fields.step, ir.Constant(fields.step.type, 0))
    rises = compared("<", fields.start, fields.stop)
    falls = compared(">", fields.start, fields.stop)
    return builder.select(upwards, rises, falls)


@machine_code(operator.not_, of=(types.RangeType,), returns=lambda values: types.boolean)
def _has_none(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_has_any(context, builder, sig, args))


@python_code(operator.eq, types.RangeType, types.RangeType)
def _equal(values, other):
    size = len(values)
    if size == 0 or size != len(other):
        return size == len(other)
    return values.start == other.start and (size == 1 or values.step == other.step)


@python_code(operator.ne, types.RangeType, types.RangeType)
def _unequal(values, other):
    return not (values == other)  # noqa: SIM201


@method(types.RangeType, "__hash__")
def _refused_hash(values):
    raise Unsupported("it takes the hash of a range", "take the hash of a tuple of its items")
