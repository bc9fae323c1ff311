"""`bytearray`: a list of ints from 0 to 255, which says so of others that are put in."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.extending import lower_builtin, models, register_model

from ...back_end.primitives import primitive
from ...back_end.raising import raise_if
from ...reasons import Unsupported
from ..images import read_list
from ..numbers.conversions import bytes_of
from ..operations import method, operation, python_code, python_method
from .items import check_changeable, get, put, reserve, set_size, write
from .sequence_operations import insist_byte, list_from
from .sequences import ListType, RowType, Span, checked_index

__all__ = ["STAND_INS", "ByteArrayType"]


class ByteArrayType(ListType):
    """The type of byte arrays."""

    family = "bytearray"

    def __init__(self, item: Any = types.int64) -> None:
        super().__init__(item)
        self.name = "bytearray"

    def of(self, item: Any) -> ListType:
        if item != types.int64:
            raise Unsupported("it puts something else than ints into a bytearray", "use a list")
        return self

    def read(self, address: int) -> Any:
        """Return the byte array to which a pointer at an address leads."""
        return bytearray(read_list(self, address))


@register_model(ByteArrayType)
class _ByteArrayModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ByteArrayType) -> None:
        of_list = manager[ListType(kind.item)].get_value_type()
        super().__init__(manager, kind, of_list)


# Making one.


@primitive(lambda values: ByteArrayType())
def _as_byte_array(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a fresh list of ints as a byte array."""
    return args[0]


def _bytearray(values: Any = b"") -> Any:
    return bytearray(values)


@operation(_bytearray)
def _typed_bytearray(values=b""):
    if not isinstance(values, types.Type):
        return lambda values=b"": _as_byte_array(list_from(bytes_of(0)))
    return lambda values=b"": _as_byte_array(list_from(bytes_of(values)))


STAND_INS: dict[Any, Any] = {bytearray: _bytearray}
"""The functions that replace the class in compiled code."""


# Changing one.


@lower_builtin(operator.setitem, ByteArrayType, types.intp, types.Any)
def _setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    check_changeable(context, builder, args[0])
    span = Span.of(context, builder, sig.args[0], args[0])
    index = checked_index(context, builder, args[1], span.size, "bytearray")
    word = context.cast(builder, args[2], sig.args[2], types.int64)
    wrong = builder.icmp_unsigned(">", word, word.type(255))
    raise_if(context, builder, wrong, ValueError, "byte must be in range(0, 256)")
    span.set(types.int64, index, word)
    return context.get_dummy_value()


@python_method(ByteArrayType, "append", types.Integer | types.Boolean)
def _append(values, item):
    insist_byte(item)
    size = len(values)
    reserve(values, 1)
    put(values, size, item)
    set_size(values, size + 1)


@python_method(
    ByteArrayType,
    "insert",
    when=lambda values, index, item: isinstance(item, types.Integer | types.Boolean),
)
def _insert(values, index, item):
    insist_byte(item)
    size = len(values)
    reserve(values, 1)
    if index < 0:
        index = max(0, index + size)
    index = min(index, size)
    write(values, index + 1, values, index, size - index)
    put(values, index, item)
    set_size(values, size + 1)


@python_method(ByteArrayType, "extend")
def _extend(values, others):
    added = list_from(bytes_of(others))
    size = len(values)
    more = len(added)
    reserve(values, more)
    write(values, size, added, 0, more)
    set_size(values, size + more)


@python_code(operator.add, ByteArrayType, RowType, when=lambda a, b: b.kind == "bytes")
def _add(a, b):
    return a + _bytearray(b)


def _of_ints(name: str) -> None:
    """Let a method find an int alone: of bytes it would find them one behind the other."""

    @method(ByteArrayType, name)
    def _found(values, item):
        if not isinstance(item, types.Integer | types.Boolean):
            raise Unsupported("it looks for bytes in a bytearray", "look in bytes(...) of it")
        return _index if name == "index" else _count


def _index(values: Any, item: int) -> int:
    for index in range(len(values)):
        if get(values, index) == item:
            return index
    raise ValueError("value not found in bytearray")


def _count(values: Any, item: int) -> int:
    insist_byte(item)
    total = 0
    for index in range(len(values)):
        if get(values, index) == item:
            total += 1
    return total


for _name in ("index", "count"):
    _of_ints(_name)
