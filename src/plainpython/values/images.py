"""Convert values of Python to the memory of compiled code, and back."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import NativeValue, box, unbox
from numba.np import numpy_support

from ..forms import OtherForm, TooWide
from .heads import HEAD_SIZE, LENT
from .memory import Value, load
from .numbers.numpy_numbers import plain_of
from .sequences.sequences import ListType, RowType

__all__ = [
    "Image",
    "Loan",
    "begin",
    "layout",
    "lend",
    "put_list",
    "read",
    "read_list",
    "size",
    "words_at",
]

_CHUNK = 1 << 14


def context() -> Any:
    return cpu_target.target_context


@lru_cache(maxsize=4096)
def size(kind: Any) -> int:
    """Return how many bytes a value of a type takes."""
    target = context()
    return target.get_abi_sizeof(target.get_data_type(kind))  # type: ignore[no-any-return]


@lru_cache(maxsize=4096)
def layout(kind: Any) -> tuple[int, ...]:
    """Return where the members of a type with members begin, in bytes."""
    target = context()
    struct = target.get_data_type(kind)
    if isinstance(struct, ir.ArrayType):  # a tuple of members of one type
        return tuple(range(0, size(kind), size(kind) // struct.count)) if struct.count else ()
    count = len(getattr(struct, "elements", ()))
    return tuple(struct.get_element_offset(target.target_data, index) for index in range(count))


@lru_cache(maxsize=4096)
def dtype_of(kind: Any) -> Any:
    """Return the NumPy type of a number, None for all else."""
    if isinstance(kind, types.Boolean):
        return np.dtype(np.bool_)
    if isinstance(kind, types.Number) and not isinstance(kind, types.Literal):
        return numpy_support.as_dtype(plain_of(kind))
    return None


class Image:
    """Memory into which values are written; it lives as long as this object."""

    def __init__(self) -> None:
        self._chunks: list[Any] = []
        self._written: dict[int, tuple[Any, Any, int]] = {}  # by identity, with the value itself
        self._next = 0
        self._end = 0

    def reserve(self, wanted: int) -> int:
        """Return the address of a given number of bytes, all zero."""
        wanted = max(8, (wanted + 7) & -8)
        if self._next + wanted > self._end:
            chunk = np.zeros(max(_CHUNK, wanted), np.int8)
            self._chunks.append(chunk)
            self._next = chunk.ctypes.data
            self._end = self._next + chunk.size
        address = self._next
        self._next += wanted
        return address

    def once(self, kind: Any, value: Any, write: Callable[[], int]) -> int:
        """Return the address of a value that can change, which `write` writes the first time.

        So what is one object in Python is one in compiled code, and a change is seen by all.
        """
        known = self._written.get(id(value))
        if known is None or known[1] != kind:
            known = self._written[id(value)] = value, kind, write()
        return known[2]

    def new(self, kind: Any, value: Any) -> int:
        """Write a value of a type; return its address.

        Raises:
            OtherForm: if the value is not of the type.

        """
        address = self.reserve(size(kind))
        self.put(address, kind, value)
        return address

    def put(self, address: int, kind: Any, value: Any) -> None:
        """Write a value of a type to an address."""
        dtype = dtype_of(kind)
        if dtype is not None:
            put_number(address, dtype, value)
        elif isinstance(kind, types.NoneType):
            if value is not None:
                raise OtherForm
        elif isinstance(kind, types.Optional):
            data, valid = layout(kind)
            ctypes.c_int8.from_address(address + valid).value = value is not None
            if value is not None:
                self.put(address + data, kind.type, value)
        elif isinstance(kind, types.BaseTuple):
            if not isinstance(value, tuple | list) or len(value) != len(kind):
                raise OtherForm
            for offset, member, each in zip(layout(kind), kind.types, value, strict=True):
                self.put(address + offset, member, each)
        else:
            kind.put(self, address, value)


def put_number(address: int, dtype: Any, value: Any) -> None:
    """Write a number; refuse one that would be another in this type."""
    if type(value) is int and dtype.kind in "iu":
        cell, least, most = _integers(dtype)
        if not least <= value <= most:
            raise TooWide
        cell.from_address(address).value = value
        return
    if isinstance(value, bool | np.bool_) and dtype.kind != "b":
        value = int(value)
    if not isinstance(value, int | float | complex | np.number | np.bool_):
        raise OtherForm
    if dtype.kind in "iu" and isinstance(value, int):
        put_number(address, dtype, int(value))
        return
    try:
        cell = np.array([value]).astype(dtype)
        same = bool(cell[0] == value) or value != value
    except (TypeError, ValueError, OverflowError):
        raise OtherForm from None
    if not same:
        raise OtherForm
    ctypes.memmove(address, cell.ctypes.data, dtype.itemsize)


@lru_cache(maxsize=16)
def _integers(dtype: Any) -> tuple[Any, int, int]:
    """Return the type of an integer in memory, and the least and the greatest one."""
    bounds = np.iinfo(dtype)
    return np.ctypeslib.as_ctypes_type(dtype), int(bounds.min), int(bounds.max)


def put_items(image: Image, item: Any, values: Any) -> int:
    """Write items one behind the other; return the address of the first."""
    width = size(item) if item is not types.undefined else 8
    start = image.reserve(width * len(values))
    if item == types.int64 and all(type(each) is int for each in values):
        try:
            cells = np.array(values, np.int64)
        except OverflowError:
            raise TooWide from None
        ctypes.memmove(start, cells.ctypes.data, cells.nbytes)
        return start
    for index, each in enumerate(values):
        image.put(start + index * width, item, each)
    return start


def words_at(address: int, count: int) -> Any:
    """Return a given number of words of memory, as an array of integers that can be written."""
    return (ctypes.c_int64 * count).from_address(address)


def _put_row(kind: RowType, image: Image, address: int, value: Any) -> None:
    if kind.kind == "str":
        if not isinstance(value, str):
            raise OtherForm
        cells = value.encode("utf-32-le", "surrogatepass")
        start = image.reserve(len(cells))
        ctypes.memmove(start, cells, len(cells))
    elif kind.kind == "bytes":
        if not isinstance(value, bytes):
            raise OtherForm
        start = image.reserve(len(value))
        ctypes.memmove(start, value, len(value))
    else:
        if not isinstance(value, tuple | list):
            raise OtherForm
        start = put_items(image, kind.item, value)
    words_at(address, 2)[:] = start, len(value)


def put_list(kind: ListType, image: Image, address: int, value: Any) -> None:
    """Write a list, and to an address where it is."""
    if not isinstance(value, list | tuple):
        raise OtherForm

    def write() -> int:
        head = image.reserve(HEAD_SIZE)
        start = put_items(image, kind.item, value)
        words_at(head, 5)[:] = LENT, 0, start, len(value), len(value)
        return head

    made = image.once(kind, value, write) if isinstance(value, list) else write()
    words_at(address, 1)[0] = made


RowType.put = _put_row
ListType.put = put_list


# Back to Python.


def read(address: int, kind: Any) -> Any:
    """Return the value of a type that lies at an address."""
    dtype = dtype_of(kind)
    if dtype is not None:
        return _number_at(address, kind, dtype)
    if isinstance(kind, types.NoneType):
        return None
    if isinstance(kind, types.Optional):
        data, valid = layout(kind)
        if not ctypes.c_int8.from_address(address + valid).value:
            return None
        return read(address + data, kind.type)
    if isinstance(kind, types.BaseTuple):
        members = [
            read(address + offset, member)
            for offset, member in zip(layout(kind), kind.types, strict=True)
        ]
        made = getattr(kind, "instance_class", tuple)
        return tuple(members) if made is tuple else made(*members)
    if isinstance(kind, types.RangeType):
        return range(*(int(word) for word in words_at(address, 3)))
    return kind.read(address)


def _number_at(address: int, kind: Any, dtype: Any) -> Any:
    raw = ctypes.string_at(address, dtype.itemsize)
    return np.frombuffer(raw, dtype)[0].item()


def _read_items(item: Any, start: int, count: int) -> list[Any]:
    width = size(item) if item is not types.undefined else 8
    dtype = dtype_of(item)
    if dtype is not None and dtype.itemsize == width:  # numbers, all at once
        return np.frombuffer(ctypes.string_at(start, count * width), dtype).tolist()  # type: ignore[no-any-return]
    return [read(start + index * width, item) for index in range(count)]


def _read_row(kind: RowType, address: int) -> Any:
    start, count = words_at(address, 2)
    if kind.kind == "bytes":
        return ctypes.string_at(start, count)
    if kind.kind == "str":
        return ctypes.string_at(start, 4 * count).decode("utf-32-le", "surrogatepass")
    return tuple(_read_items(kind.item, start, count))


def read_list(kind: ListType, address: int) -> list[Any]:
    """Return the items of the list to which an address leads."""
    head = words_at(words_at(address, 1)[0], 5)
    return _read_items(kind.item, head[2], head[3])


RowType.read = _read_row
ListType.read = read_list


# What Python hands to compiled code.


class Loan:
    """The images of values that a thread hands to compiled code, each made once.

    What is changed in a value after it was handed over is not seen.
    """

    def __init__(self) -> None:
        self._image = Image()
        self._lent: dict[int, tuple[Any, Any, int]] = {}  # by identity, with the value itself

    def address(self, value: Any, kind: Any) -> int:
        """Return the address of a value's image; it stays as long as this object."""
        known = self._lent.get(id(value))
        if known is not None and known[1] == kind:
            return known[2]
        address = self._image.new(kind, value)
        self._lent[id(value)] = value, kind, address
        return address


class _Thread(threading.local):
    loan = Loan()


_thread = _Thread()


def begin(loan: Loan) -> None:
    """Let this thread's next call of compiled code take its values from a loan."""
    _thread.loan = loan


def lend(value: Any, kind: Any) -> int:
    """Return the address of a value's image."""
    return _thread.loan.address(value, kind)


@unbox(RowType)
@unbox(ListType)
@unbox(Value)
def unbox_value(kind: Any, obj: Any, c: Any) -> Any:
    """Read a value of Python's through its image."""
    lender = c.pyapi.unserialize(c.pyapi.serialize_object(lend))
    kind_object = c.pyapi.unserialize(c.pyapi.serialize_object(kind))
    number = c.pyapi.call_function_objargs(lender, (obj, kind_object))
    slot = c.builder.alloca(c.context.get_value_type(kind))
    failed = c.builder.icmp_unsigned("==", number, number.type(None))
    with c.builder.if_else(failed, likely=False) as (wrong, right):
        with wrong:
            c.builder.store(c.context.get_constant_null(kind), slot)
        with right:
            address = c.pyapi.long_as_longlong(number)
            pointer = c.builder.inttoptr(address, c.context.get_data_type(kind).as_pointer())
            c.builder.store(load(c.context, c.builder, kind, pointer), slot)
            c.pyapi.decref(number)
    c.pyapi.decref(lender)
    c.pyapi.decref(kind_object)
    return NativeValue(c.builder.load(slot), is_error=failed)


@box(RowType)
@box(ListType)
@box(Value)
def box_value(kind: Any, value: Any, c: Any) -> Any:
    """Make a value of Python's of one of compiled code."""
    slot = c.builder.alloca(c.context.get_data_type(kind))
    c.context.pack_value(c.builder, kind, value, slot)
    address = c.pyapi.long_from_longlong(c.builder.ptrtoint(slot, c.pyapi.longlong))
    reader = c.pyapi.unserialize(c.pyapi.serialize_object(read))
    kind_object = c.pyapi.unserialize(c.pyapi.serialize_object(kind))
    made = c.pyapi.call_function_objargs(reader, (address, kind_object))
    for each in (address, reader, kind_object):
        c.pyapi.decref(each)
    return made
