"""Members of enumerations as numbers: their index in the class, or the value of an IntEnum."""

from __future__ import annotations

import enum
import operator
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer, signature
from numba.extending import (
    infer_getattr,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
)

from ...back_end.functions import is_compiling
from ...back_end.numba_parts.first_templates import put_first
from ...back_end.primitives import machine_code, primitive
from ...forms import OtherForm
from ...reasons import Unsupported
from .. import images
from ..constants import Constant, data_of, placed
from ..kinds import joined, joined_all, kind_of, note_join, register_join, register_kind
from ..memory import WORD, CopyScope, Value, constant
from ..numbers.text_numbers import STAND_INS as OF_TEXTS
from ..operations import is_none, operation, python_code
from ..sequences.sequences import TEXT, RowType, SequenceType
from ..tables.key_hashes import register_hash, taken_in
from .construction import register_maker
from .instances import class_name, class_named
from .members import ClassObject, class_constant, resolved, value_of_member

_typeof_enumeration_of_numba = typeof_impl.dispatch(enum.EnumMeta)

__all__ = ["EnumType", "enum_type", "word_of"]


class EnumType(Value):
    """The type of the members of an enumeration, all of which are known."""

    def __init__(self, class_name: str, is_int: bool) -> None:
        self.class_name = class_name
        self.is_int = is_int
        super().__init__(name=f"enum {class_name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return EnumType, (self.class_name, self.is_int)

    @property
    def cls(self) -> Any:
        """The class; of several from the same source the one defined last."""
        return class_named(self.class_name)

    @property
    def is_flag(self) -> bool:
        """True if members are sets of bits, which can be put together."""
        return issubclass(self.cls, enum.Flag)

    @property
    def by_value(self) -> bool:
        """True if the number of a member is its value."""
        return self.is_int or self.is_flag

    @property
    def members(self) -> list[Any]:
        """The members, in order of definition, without other names of the same."""
        return list(self.cls)

    def word(self, member: Any) -> int:
        """Return the number of a member."""
        if self.by_value:
            return int(member.value)
        return self.members.index(member)

    def can_convert_to(self, typing: Any, other: Any) -> Any:
        if self.is_int and isinstance(other, types.Integer | types.Float):
            return Conversion.promote if other == types.int64 else Conversion.safe
        return None

    hashable = True

    def taken_in(self, context: Any, builder: Any, value: Any, key: Any) -> Any:
        """Return the hash of what came before and a member."""
        return taken_in(context, builder, types.int64, value, key)

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        return value

    def put(self, image: Any, address: int, value: Any) -> None:
        """Write a member to an image."""
        if type(value) is not self.cls:
            raise OtherForm
        images.words_at(address, 1)[0] = self.word(value)

    def read(self, address: int) -> Any:
        """Return the member at an address."""
        word = images.words_at(address, 1)[0]
        return self.cls(word) if self.by_value else self.members[word]

    def constant(self, context: Any, builder: Any, value: Any) -> Any:
        """Return a member as a part of the program."""
        return constant(self.word(value))


@register_model(EnumType)
class _EnumModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: EnumType) -> None:
        super().__init__(manager, kind, WORD)


def enum_type(cls: Any) -> EnumType:
    """Return the type of the members of an enumeration."""
    return EnumType(class_name(cls), issubclass(cls, int))


register_kind(lambda cls: issubclass(cls, enum.Enum), lambda value: enum_type(type(value)))


def _joined_with_number(one: Any, other: Any) -> Any:
    """Return the type of an IntEnum beside numbers: that of numbers."""
    for member, number in ((one, other), (other, one)):
        if isinstance(member, EnumType) and member.is_int and isinstance(number, types.Number):
            note_join("named")
            return joined(types.int64, number)
    return None


register_join(_joined_with_number)


@lower_cast(EnumType, types.Integer)
@lower_cast(EnumType, types.Float)
def _as_number(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return context.cast(builder, value, types.int64, target)


@primitive(lambda value: types.int64)
def word_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the number of a member."""
    return args[0]


@python_code(OF_TEXTS[int], EnumType, is_none, when=lambda value, base: value.is_int)
def _int(value=0, base=None):
    return word_of(value)


@put_first(operator.getitem)
class _TypeOfItem(AbstractTemplate):  # type: ignore[misc]
    """An IntEnum is an index, as any number."""

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and isinstance(args[1], EnumType) and args[1].is_int:
            if isinstance(args[0], SequenceType) and args[0].item is not types.undefined:
                return signature(args[0].got, args[0], types.intp)
        return None


# Comparison.


@put_first(operator.eq, operator.ne, operator.is_, operator.is_not)
class _TypeOfComparison(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        one, other = args
        if isinstance(one, EnumType) and one == other:
            return signature(types.boolean, one, other)
        if isinstance(one, EnumType) and isinstance(other, EnumType | types.Number | RowType):
            return self._other_class(one, other)
        if isinstance(other, EnumType) and isinstance(one, types.Number | RowType):
            return self._other_class(one, other)
        return None

    def _other_class(self, one: Any, other: Any) -> Any:
        """Type the comparison of what is of two classes: equal only where both are numbers."""
        if all(getattr(each, "is_int", isinstance(each, types.Number)) for each in (one, other)):
            return (
                None
                if self.key in (operator.is_, operator.is_not)
                else signature(types.boolean, types.int64, types.int64)
            )
        return signature(types.boolean, one, other)

    def get_impl_key(self, sig: Any) -> Any:
        if sig.args == (types.int64, types.int64):
            return super().get_impl_key(sig)
        return (
            "plainpython.enum.same"
            if self.key in (operator.eq, operator.is_)
            else "plainpython.enum.other"
        )


@lower_builtin("plainpython.enum.same", types.Any, types.Any)
def _same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if sig.args[0] != sig.args[1]:
        return ir.Constant(ir.IntType(1), 0)
    return builder.icmp_signed("==", *args)


@lower_builtin("plainpython.enum.other", types.Any, types.Any)
def _other(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_same(context, builder, sig, args))


def _testing(*functions: Any) -> Any:
    return machine_code(*functions, of=(EnumType,), returns=lambda value: types.boolean, first=True)


@_testing(bool, operator.truth)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if not sig.args[0].by_value:
        return ir.Constant(ir.IntType(1), 1)
    return builder.icmp_signed("!=", args[0], constant(0))


@_testing(operator.not_)
def _not(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_truth(context, builder, sig, args))


# Flags.


def _is_flag(kind: Any) -> bool:
    return getattr(kind, "is_flag", False)


def _flag_operation(function: Any, in_place: Any) -> None:
    @machine_code(
        function,
        in_place,
        of=(_is_flag, _is_flag),
        returns=lambda one, other: one if one == other else None,
        first=True,
    )
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return getattr(builder, function.__name__)(*args)


_flag_operation(operator.and_, operator.iand)
_flag_operation(operator.or_, operator.ior)
_flag_operation(operator.xor, operator.ixor)


def _all_bits(kind: EnumType) -> int:
    return int((~kind.cls(0)).value)


@machine_code(operator.invert, of=(_is_flag,), returns=lambda flags: flags, first=True)
def _invert(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.and_(builder.not_(args[0]), constant(_all_bits(sig.args[0])))


@machine_code(
    operator.contains,
    of=(_is_flag, _is_flag),
    returns=lambda flags, flag: types.boolean if flags == flag else None,
    first=True,
)
def _contains(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.icmp_signed("==", builder.and_(*args), args[1])


@primitive(lambda number, like: like(types.int64, like))
def _as_flag(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the flag of a number; `like` is one of the same class."""
    return args[0]


def _flag_maker(cls: Any) -> Any:
    every, nothing = _all_bits(enum_type(cls)), Constant(cls(0))

    def by_bits(value):  # type: ignore[no-untyped-def]
        number = int(value)
        if number & ~every:
            raise ValueError("there is no flag of this value")
        return _as_flag(number, nothing)

    return by_bits


# Values and names: read from tables that are part of the program.


def _looked_up(context: Any, builder: Any, kind: EnumType, value: Any, item: Any, of: Any) -> Any:
    """Return what a table has for a member."""
    cells = [data_of(context, builder, item, of(each)) for each in kind.members]
    table = placed(builder, ir.Constant(ir.ArrayType(cells[0].type, len(cells)), cells))
    index = _index_of(builder, kind, value)
    pointer = builder.gep(table, [constant(0), index], inbounds=True)
    return context.unpack_value(builder, item, pointer)


def _index_of(builder: Any, kind: EnumType, value: Any) -> Any:
    if kind.is_flag:
        raise Unsupported("it asks for the name of a Flag", "write an if for each flag")
    if not kind.is_int:
        return value
    index = constant(0)
    for number, member in enumerate(kind.members):
        same = builder.icmp_signed("==", value, constant(int(member)))
        index = builder.select(same, constant(number), index)
    return index


def value_type(kind: EnumType) -> Any:
    """Return the type of the values of the members."""
    if kind.by_value:
        return types.int64
    item = joined_all(kind_of(each.value) for each in kind.members)
    if item is None:
        raise Unsupported(
            f"the values of {kind.cls.__name__} are of different types", "give them one type"
        )
    return item


@infer_getattr
class _EnumAttributes(AttributeTemplate):  # type: ignore[misc]
    key = EnumType

    def generic_resolve(self, kind: EnumType, name: str) -> Any:
        if name in ("value", "_value_"):
            return value_type(kind)
        if name in ("name", "_name_"):
            return TEXT
        return resolved(self.context, kind, name)


@lower_getattr_generic(EnumType)
def _enum_attribute(context: Any, builder: Any, kind: EnumType, value: Any, name: str) -> Any:
    if name in ("value", "_value_"):
        if kind.by_value:
            return value
        item = value_type(kind)
        return _looked_up(context, builder, kind, value, item, lambda member: member.value)
    if name in ("name", "_name_"):
        return _looked_up(context, builder, kind, value, TEXT, lambda member: member.name)
    return value_of_member(context, builder, kind, value, name)


# The class: Color(1), Color["RED"], len(Color), and loops over it.


class EnumClass(ClassObject, types.IterableType):  # type: ignore[misc]
    """The type of an enumeration itself, of which the members can be iterated."""

    @property
    def iterator_type(self) -> Any:
        return RowType(enum_type(self.cls)).iterator_type


register_model(EnumClass)(models.OpaqueModel)
lower_constant(EnumClass)(class_constant)


@typeof_impl.register(enum.EnumMeta)
def _typeof_enumeration(value: Any, context: Any) -> Any:
    return EnumClass(value) if is_compiling() else _typeof_enumeration_of_numba(value, context)


@lower_builtin("getiter", EnumClass)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    cls = sig.args[0].cls
    row = RowType(enum_type(cls))
    members = context.get_constant_generic(builder, row, Constant(tuple(cls)))
    begin = context.get_function("getiter", signature(sig.return_type, row))
    return begin(builder, (members,))


@operation(len)
def _len(members):
    if not isinstance(members, EnumClass):
        return None
    count = len(members.cls)
    return lambda members: count


@operation(operator.getitem)
def _by_name(members, name):
    if not (isinstance(members, EnumClass) and name == TEXT):
        return None
    names, found = _tables(members.cls.__members__.items())

    def by_name(members, name):
        for index in range(len(names)):
            if names[index] == name:
                return found[index]
        raise KeyError("no member of an enumeration has this name")

    return by_name


@infer
class _TypeOfNamed(AbstractTemplate):  # type: ignore[misc]
    """The type of Color["RED"], with the name in the source."""

    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        members, name = args
        if isinstance(members, EnumClass) and name in members.cls.__members__:
            return signature(enum_type(members.cls), *args)
        return None


@lower_builtin("static_getitem", EnumClass, types.StringLiteral)
def _named(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    cls = sig.args[0].cls
    return constant(enum_type(cls).word(cls[sig.args[1].literal_value]))


def _tables(pairs: Iterable[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Return what members are found by, and the members, in the same order."""
    keys, members = zip(*pairs, strict=True)
    return Constant(list(keys)), Constant(list(members))


@lru_cache(maxsize=256)
def _maker(cls: Any) -> Any:
    """Return the function that finds a member by its value, as `Color(1)` does."""
    if issubclass(cls, enum.Flag):
        return _flag_maker(cls)
    values, members = _tables((each.value, each) for each in cls)

    def by_value(value):  # type: ignore[no-untyped-def]
        for index in range(len(values)):
            if values[index] == value:
                return members[index]
        raise ValueError("there is no member of this value")

    return by_value


register_maker(lambda cls: issubclass(cls, enum.Enum), lambda cls, args, kws: _maker(cls))


# Keys of dicts.


def _stands_for(member: enum.Enum) -> int:
    by_value = isinstance(member, int | enum.Flag)
    return int(member.value) if by_value else list(type(member)).index(member)


register_hash(enum.Enum, _stands_for)
