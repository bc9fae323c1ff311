"""Actions that are the places of a number in a line, such as the free cells of a board.

What a comprehension says cell by cell, `[cell for cell in range(81) if board[cell] == 0]`, is done
for eight cells at a time: those that are equal are pushed together by a table of the 256 cases, and
written as eight actions of which the count takes in the right ones.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from plainpython.back_end.buffers import BufferType
from plainpython.back_end.primitives import primitive
from plainpython.back_end.whole_structs import StructMembers
from plainpython.values.constants import placed
from plainpython.values.memory import WORD, constant
from plainpython.values.operations import operation
from plainpython.values.sequences.sequences import ListType, RowType, Span

from .actions import listed

__all__ = ["places_enumerated", "places_listed"]

_LANES = 8
_VECTOR = ir.VectorType(WORD, _LANES)
_NARROW = ir.VectorType(ir.IntType(8), _LANES)


def places_listed(
    out: Any, count: int, line: Any, offset: int, start: int, stop: int, first: int, number: Any
) -> int:
    """Write `first + k` for each k from start to stop where `line[offset + k] == number`.

    Returns how many actions there are then in `out`, which has `count` at first.
    """
    for index in range(start, stop):
        count = listed(out, count, first + index, line[offset + index] == number)
    return count


@operation(places_listed)
def _places_listed(out, count, line, offset, start, stop, first, number):
    integers = (offset, start, stop, first, number)
    fast = (
        isinstance(line, RowType | ListType)
        and line.item == types.int64
        and type(out) is BufferType
        and out.item == types.int64
        and all(isinstance(each, types.Integer) and each.signed for each in integers)
    )
    if not fast:
        return places_listed

    def in_line(out, count, line, offset, start, stop, first, number):
        most = stop - start
        begin = offset + start
        if most > 0 and begin >= 0 and begin + most <= len(line) and count + most <= len(out):
            return _matching(out, count, line, begin, most, first + start, number)
        for index in range(start, stop):
            count = listed(out, count, first + index, line[offset + index] == number)
        return count

    return in_line


def places_enumerated(out: Any, count: int, line: Any, first: int, number: Any) -> int:
    """Write `first + k` for each k where the k-th item of a line is a number.

    Returns how many actions there are then in `out`, which has `count` at first.
    """
    for index, item in enumerate(line):
        count = listed(out, count, first + index, item == number)
    return count


@operation(places_enumerated)
def _places_enumerated(out, count, line, first, number):
    if not isinstance(line, RowType | ListType):  # a dict gives its keys, by an index its values
        return places_enumerated
    return lambda out, count, line, first, number: places_listed(
        out, count, line, 0, 0, len(line), first, number
    )


def _pushed_together() -> ir.Constant:
    """Return, for each case of which of eight lanes are equal, their numbers first."""
    rows = []
    for case in range(1 << _LANES):
        lanes = [lane for lane in range(_LANES) if case >> lane & 1]
        rows.append(ir.Constant(_NARROW, [*lanes, *[0] * (_LANES - len(lanes))]))
    return ir.Constant(ir.ArrayType(_NARROW, len(rows)), rows)


@primitive(
    lambda out, count, line, begin, most, first, number: types.int64(
        out, types.int64, line, *[types.int64] * 4
    )
)
def _matching(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Write which of `most` items of a line are equal to a number; all are there, and fit."""
    target, already, row, start, size, action, wanted = args
    cells = Span.of(context, builder, sig.args[2], row).pointer(types.int64, start)
    buffer = StructMembers(context, builder, sig.args[0], target).data
    table = placed(builder, _pushed_together())
    result = cgutils.alloca_once_value(builder, already)
    whole = builder.and_(size, constant(-_LANES))

    def spread(value: Any) -> Any:
        vector = ir.Constant(_VECTOR, ir.Undefined)
        for lane in range(_LANES):
            vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), lane))
        return vector

    many = spread(wanted)
    with cgutils.for_range_slice(builder, constant(0), whole, constant(_LANES)) as (at, _):
        found = builder.load(_vector_at(builder, cells, at), align=8)
        same = builder.icmp_signed("==", found, many)
        case = builder.zext(builder.bitcast(same, ir.IntType(_LANES)), WORD)
        narrow = builder.load(builder.gep(table, [constant(0), case], inbounds=True))
        lanes = builder.zext(narrow, _VECTOR)
        written = builder.load(result)
        pointer = _vector_at(builder, buffer, written)
        builder.store(builder.add(lanes, spread(builder.add(action, at))), pointer, align=8)
        builder.store(builder.add(written, builder.ctpop(case)), result)
    with cgutils.for_range_slice(builder, whole, size, constant(1)) as (at, _):
        found = builder.load(builder.gep(cells, [at], inbounds=True))
        written = builder.load(result)
        pointer = builder.gep(buffer, [written], inbounds=True)
        builder.store(builder.add(action, at), pointer)
        same = builder.zext(builder.icmp_signed("==", found, wanted), WORD)
        builder.store(builder.add(written, same), result)
    return builder.load(result)


def _vector_at(builder: Any, words: Any, index: Any) -> Any:
    return builder.bitcast(builder.gep(words, [index], inbounds=True), _VECTOR.as_pointer())
