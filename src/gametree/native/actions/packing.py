"""Packed actions in compiled code: an edge keeps a number, and who reads it gets the action.

Where an action is written it is packed, as its `Packing` says; one that does not fit raises
`Unfit`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from plainpython.back_end.raising import raise_if
from plainpython.values.memory import WORD, constant
from plainpython.values.numbers.long_ints import LONG, LONG_WORD, packed
from plainpython.values.objects.instances import field_pointer, keep_as_it_is, new_kept
from plainpython.values.operations import operation
from plainpython.values.optional import called
from plainpython.values.sequences.sequences import TEXT, RowType, Span
from plainpython.values.unions import UnionType

from ...primitives.action_parts import (
    ActionPart,
    IntegerPart,
    LongPart,
    Nothing,
    OneText,
    Real,
    Text,
    Unfit,
)
from ...primitives.actions import Packing
from ...primitives.compound_parts import AnyOf, Maybe, ObjectPart, RowPart, Several
from .packed_kinds import index_of_kind, is_perhaps, kind_of_part

__all__ = ["load_action", "pack", "store_action", "unpack", "unpacked_of_kind"]


# Codes, as words of 64 bits.


def pack(context: Any, builder: Any, part: ActionPart, kind: Any, value: Any) -> Any:
    """Return the code of a value of a type that a part packs, as a word."""
    if isinstance(part, AnyOf):
        return _pack_one_of(context, builder, part, kind, value)
    if isinstance(part, IntegerPart):
        return _pack_whole(context, builder, part, kind, value)
    if isinstance(part, LongPart):
        return _pack_long(context, builder, kind, value)
    if isinstance(part, Real):
        return builder.bitcast(value, WORD)
    if isinstance(part, Nothing):
        return constant(0)
    if isinstance(part, Maybe):
        optional = context.make_helper(builder, kind, value)
        code = cgutils.alloca_once_value(builder, constant(0))
        with builder.if_then(cgutils.as_bool_bit(builder, optional.valid)):
            inner = pack(context, builder, part.inner, kind.type, optional.data)
            builder.store(builder.or_(_shifted(builder, inner, 1), constant(1)), code)
        return builder.load(code)
    if isinstance(part, Several):
        code = constant(0)
        members = _members(context, builder, kind, value, len(part.members))
        for (inner, shift), (member, each) in zip(part.placed, members, strict=True):
            one = pack(context, builder, inner, member, each)
            code = builder.or_(code, _shifted(builder, one, shift))
        return code
    if isinstance(part, ObjectPart):
        keep_as_it_is(builder, value)  # what the tree keeps of it does not change
        code = constant(0)
        for index, (inner, shift) in enumerate(part.placed):
            member = kind.parts[index]
            each = context.unpack_value(builder, member, field_pointer(builder, value, index))
            one = _pack_field(context, builder, inner, member, each)
            code = builder.or_(code, _shifted(builder, one, shift))
        return code
    if isinstance(part, (Text, RowPart)):
        return _pack_row(context, builder, part, kind, value)
    if isinstance(part, OneText):
        return _pack_known_text(context, builder, part, value)
    return value  # a member of an enumeration, which is a word


def _pack_one_of(context: Any, builder: Any, part: AnyOf, kind: Any, value: Any) -> Any:
    if kind == kind_of_part(part):
        return value  # which is packed
    index = index_of_kind(part, kind)
    assert index is not None
    code = pack(context, builder, part.parts[index], types.unliteral(kind), value)
    return builder.or_(_shifted(builder, code, part.kind_bits), constant(index))


def _unpack(context: Any, builder: Any, part: ActionPart, kind: Any, code: Any) -> Any:
    """Return the value of a code, which has no bits beyond those of the part."""
    if isinstance(part, IntegerPart):
        return _unpack_whole(context, builder, part, kind, code)
    if isinstance(part, LongPart):
        return packed(builder, builder.zext(code, LONG_WORD))
    if isinstance(part, Real):
        return builder.bitcast(code, ir.DoubleType())
    if isinstance(part, Nothing):
        return context.get_dummy_value()
    if isinstance(part, Maybe):
        inner = _unpack(context, builder, part.inner, kind.type, _dropped(builder, code, 1))
        optional = context.make_helper(builder, kind)
        optional.data = inner
        optional.valid = builder.trunc(code, ir.IntType(1))
        return optional._getvalue()
    if isinstance(part, Several):
        made = []
        kinds = kind.types if isinstance(kind, types.BaseTuple) else [kind.item] * len(part.members)
        for (inner, shift), member in zip(part.placed, kinds, strict=True):
            one = _low(builder, _dropped(builder, code, shift), inner.bits)
            made.append(_unpack(context, builder, inner, member, one))
        return _tuple_of(context, builder, kind, made)
    if isinstance(part, ObjectPart):
        new = new_kept(context, builder, kind)
        for index, (inner, shift) in enumerate(part.placed):
            member = kind.parts[index]
            one = _low(builder, _dropped(builder, code, shift), inner.bits)
            each = _unpack_field(context, builder, inner, member, one)
            context.pack_value(builder, member, each, field_pointer(builder, new, index))
        return new
    if isinstance(part, (Text, RowPart)):
        return _unpack_row(context, builder, part, kind, code)
    if isinstance(part, OneText):
        texts = _known_texts(context, builder, part)
        return Span.of(context, builder, _TEXTS, texts).get(TEXT, code)
    return code


# A field may be None in objects that are no actions: then it has a type that says so.


def _pack_field(context: Any, builder: Any, part: ActionPart, kind: Any, value: Any) -> Any:
    if not is_perhaps(part, kind):
        return pack(context, builder, part, kind, value)
    optional = context.make_helper(builder, kind, value)
    there = cgutils.as_bool_bit(builder, optional.valid)
    none = isinstance(part, Nothing)
    _refuse_unless(context, builder, builder.not_(there) if none else there)
    return pack(context, builder, part, kind.type, optional.data)


def _unpack_field(context: Any, builder: Any, part: ActionPart, kind: Any, code: Any) -> Any:
    if not is_perhaps(part, kind):
        return _unpack(context, builder, part, kind, code)
    if isinstance(part, Nothing):
        return context.make_optional_none(builder, kind.type)
    found = _unpack(context, builder, part, kind.type, code)
    return context.make_optional_value(builder, kind.type, found)


def _pack_long(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    value = context.cast(builder, value, kind, LONG)
    fits = builder.icmp_signed("==", builder.extract_value(value, 1), constant(0))
    _refuse_unless(context, builder, fits)
    return builder.extract_value(value, 0)


def _pack_whole(context: Any, builder: Any, part: IntegerPart, kind: Any, value: Any) -> Any:
    if kind == LONG:
        low, high = (builder.extract_value(value, index) for index in (0, 1))
        signs = builder.ashr(low, constant(WORD.width - 1))
        _refuse_unless(context, builder, builder.icmp_signed("==", high, signs))
        kind, value = types.int64, low
    if isinstance(kind, types.Boolean):
        return builder.zext(cgutils.as_bool_bit(builder, value), WORD)
    if isinstance(kind, types.Integer):
        value = context.cast(builder, value, kind, kind_of_part(part))
    if part.bits < WORD.width:
        narrow = ir.IntType(part.bits)
        extend = builder.sext if part.signed else builder.zext
        again = extend(builder.trunc(value, narrow), WORD)
        _refuse_unless(context, builder, builder.icmp_signed("==", again, value))
    return _low(builder, value, part.bits)


def _unpack_whole(context: Any, builder: Any, part: IntegerPart, kind: Any, code: Any) -> Any:
    if isinstance(kind, types.Boolean):
        return context.cast(builder, code, types.int64, kind)
    if part.bits == WORD.width or not part.signed:
        return code
    return builder.sext(builder.trunc(code, ir.IntType(part.bits)), WORD)


def _members(context: Any, builder: Any, kind: Any, value: Any, count: int) -> Any:
    """Return the kind and the value of each member of a tuple of so many."""
    if isinstance(kind, types.BaseTuple):
        return [
            (member, builder.extract_value(value, index)) for index, member in enumerate(kind.types)
        ]
    span = Span.of(context, builder, kind, value)
    same = builder.icmp_signed("==", span.size, constant(count))
    _refuse_unless(context, builder, same)
    return [(kind.item, span.get(kind.item, constant(index))) for index in range(count)]


def _row(part: Any) -> tuple[Any, int, int]:
    """Return of a text or line the part of an item, the most items, the bits below them."""
    if isinstance(part, Text):
        return _CHARACTER, part.length, 0
    return part.item, part.most, part.count_bits


class _Character(IntegerPart):
    signed = False  # type: ignore[assignment]


_CHARACTER = _Character(int, 8)


def _pack_row(context: Any, builder: Any, part: Any, kind: Any, value: Any) -> Any:
    item, most, below = _row(part)
    span = Span.of(context, builder, kind, value)
    fits = builder.icmp_unsigned("<=", span.size, constant(most))
    _refuse_unless(context, builder, fits)
    code = cgutils.alloca_once_value(builder, span.size if below else constant(0))
    shift = cgutils.alloca_once_value(builder, constant(below))
    with cgutils.for_range(builder, span.size) as loop:
        each = span.get(kind.item, loop.index)
        if isinstance(part, Text):
            each = builder.zext(each, WORD)
            _refuse_unless(context, builder, builder.icmp_unsigned("!=", each, constant(0)))
        one = pack(context, builder, item, kind.item, each)
        here = builder.load(shift)
        builder.store(builder.or_(builder.load(code), builder.shl(one, here)), code)
        builder.store(builder.add(here, constant(item.bits)), shift)
    return builder.load(code)


def _unpack_row(context: Any, builder: Any, part: Any, kind: Any, code: Any) -> Any:
    item, _, below = _row(part)
    count = _low(builder, code, below) if below else _length_of_text(builder, part, code)
    span = Span.made(context, builder, kind.item, count)
    shift = cgutils.alloca_once_value(builder, constant(below))
    with cgutils.for_range(builder, count) as loop:
        here = builder.load(shift)
        one = _low(builder, builder.lshr(code, here), item.bits)
        each = _unpack(context, builder, item, kind.item, one)
        if isinstance(part, Text):
            each = builder.trunc(each, ir.IntType(32))
        span.set(kind.item, loop.index, each)
        builder.store(builder.add(here, constant(item.bits)), shift)
    return span.as_row()


# Texts by their index.

_TEXTS = RowType(TEXT)


def _index_of_text(text: str, texts: tuple[str, ...]) -> int:
    """Return the index of a text among sorted ones; -1 if it is none of them."""
    low, high = 0, len(texts)
    while low < high:
        middle = (low + high) // 2
        if texts[middle] < text:
            low = middle + 1
        else:
            high = middle
    return low if low < len(texts) and texts[low] == text else -1


@operation(_index_of_text, inlined=False)
def _type_of_index(text, texts):  # as Numba wants it: without annotations
    return _index_of_text if (text, texts) == (TEXT, _TEXTS) else None


def _known_texts(context: Any, builder: Any, part: OneText) -> Any:
    return context.get_constant_generic(builder, _TEXTS, part.texts)


def _pack_known_text(context: Any, builder: Any, part: OneText, value: Any) -> Any:
    kinds = (TEXT, _TEXTS)
    typed = context.typing_context.resolve_function_type(_index_of_text, kinds, {})
    values = (value, _known_texts(context, builder, part))
    index = called(context, builder, _index_of_text, typed, kinds, values)
    _refuse_unless(context, builder, builder.icmp_signed(">=", index, constant(0)))
    return index


def _length_of_text(builder: Any, part: Text, code: Any) -> Any:
    """Return how many characters a code has: those up to the highest that is not 0."""
    zeros = builder.ctlz(code, ir.Constant(ir.IntType(1), 0))
    used = builder.sub(constant(WORD.width + 7), zeros)
    return builder.lshr(used, constant(3))


def _shifted(builder: Any, code: Any, by: int) -> Any:
    return code if by in (0, WORD.width) else builder.shl(code, constant(by))


def _dropped(builder: Any, code: Any, by: int) -> Any:
    if by == WORD.width:
        return constant(0)
    return builder.lshr(code, constant(by)) if by else code


def _low(builder: Any, code: Any, bits: int) -> Any:
    return code if bits == WORD.width else builder.and_(code, constant((1 << bits) - 1))


def _refuse_unless(context: Any, builder: Any, fits: Any) -> None:
    raise_if(context, builder, builder.not_(fits), Unfit)


def unpack(context: Any, builder: Any, packing: Packing, kind: Any, number: Any) -> Any:
    """Return the action of a word, in the given type."""
    code = _low(builder, number, packing.part.bits)
    return _unpack(context, builder, packing.part, kind, code)


def load_action(context: Any, builder: Any, packing: Packing, kind: Any, pointer: Any) -> Any:
    """Return the action of a type whose words a pointer leads to."""
    if packing.words == 1:
        number = builder.load(pointer)
        code = number if number.type == WORD else builder.zext(number, WORD)
        return unpack(context, builder, packing, kind, code)
    numbers = builder.bitcast(pointer, ir.DoubleType().as_pointer())
    made = [builder.load(builder.gep(numbers, [constant(n)])) for n in range(packing.words)]
    return _tuple_of(context, builder, kind, made)


def store_action(
    context: Any, builder: Any, packing: Packing, kind: Any, value: Any, pointer: Any
) -> None:
    """Write an action of a type to where a pointer leads."""
    if packing.words == 1:
        code = pack(context, builder, packing.part, kind, value)
        width = pointer.type.pointee
        builder.store(code if width == WORD else builder.trunc(code, width), pointer)
        return
    numbers = builder.bitcast(pointer, ir.DoubleType().as_pointer())
    members = _members(context, builder, kind, value, packing.words)
    for index, (_, each) in enumerate(members):
        builder.store(each, builder.gep(numbers, [constant(index)]))


def _tuple_of(context: Any, builder: Any, kind: Any, members: Any) -> Any:
    """Return a tuple of these members, or a row if the type is that of a row."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, members)
    span = Span.made(context, builder, kind.item, constant(len(members)))
    for index, each in enumerate(members):
        span.set(kind.item, constant(index), each)
    return span.as_row()


def unpacked_of_kind(context: Any, builder: Any, union: UnionType, index: int, value: Any) -> Any:
    """Return what a value of a union is, which is of the kind of that place."""
    part = union.part.parts[index]
    code = _low(builder, _dropped(builder, value, union.part.kind_bits), part.bits)
    return _unpack(context, builder, part, union.kinds[index], code)
