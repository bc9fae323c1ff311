"""NumPy arrays in the arena: their type, and what they are in generated code.

An array is a pointer to its first number, its shape and its strides (in bytes), and a pointer to
the memory that it is a view of, which all views share. So an array and its views see each other's
changes, and are still one memory after a copy.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typeconv import Conversion
from numba.cpython import slicing
from numba.extending import models, register_model
from numba.np import numpy_support

from ...forms import Array
from ...reasons import Unsupported
from .. import arena
from ..constants import placed
from ..heads import FROZEN, LENT, mark_copied, once
from ..images import Image, words_at
from ..kinds import register_join, register_kind
from ..memory import BYTES, WORD, CopyScope, Value, constant, load, store
from ..numbers.numpy_numbers import number_of_numpy, plain_of
from ..sequences.sequences import checked_index

__all__ = [
    "FOREIGN",
    "TURNED",
    "ArrayType",
    "ArrayView",
    "RowIteratorType",
    "is_number",
    "part_type",
]


_NUMBERS = "?biuf"
_MOST_DIMENSIONS = 4

# Before the numbers: when they were copied last (or that they may not be changed), where to, and
# how many bytes they are; -1 for memory of others. NumPy often lays out what is computed from a
# turned array as that one. Here such numbers lie in rows all the same, and `TURNED` is added to
# their bytes. Then nobody takes a view for a copy: what depends on the layout is refused.
_OWNER_SIZE = 24
FOREIGN = -1
TURNED = 1 << 62


class ArrayType(Value, types.IterableType):  # type: ignore[misc]
    """The type of arrays of numbers; with layout "C" these lie one behind the other."""

    mutable = True

    def __init__(self, dtype: Any, ndim: int, layout: str = "C") -> None:
        self.dtype = plain_of(dtype)
        self.ndim = ndim
        self.layout = layout
        order = "" if layout == "C" else " in any order"
        super().__init__(name=f"array of {dtype} of {ndim} dimensions{order}")

    def __reduce__(self) -> tuple[Any, ...]:
        return ArrayType, (self.dtype, self.ndim, self.layout)

    @property
    def got(self) -> Any:
        """The type of what a number as index gives."""
        return self.dtype if self.ndim == 1 else ArrayType(self.dtype, self.ndim - 1, self.layout)

    @property
    def iterator_type(self) -> Any:
        return RowIteratorType(self)

    def as_ordered(self, layout: str) -> ArrayType:
        """Return the type of such arrays in another layout."""
        return ArrayType(self.dtype, self.ndim, layout)

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        if isinstance(other, ArrayType) and other == self.as_ordered("C"):
            return Conversion.safe
        return None

    def unify(self, typing: Any, other: Any) -> Any:
        """Return the type that serves for both."""
        if isinstance(other, ArrayType) and self.as_ordered("A") == other.as_ordered("A"):
            return self.as_ordered("A")
        return None

    def copied(self, context: Any, builder: Any, value: Any, copies: CopyScope) -> Any:
        old = ArrayView.of(context, builder, self, value)
        result = cgutils.alloca_once_value(builder, value)
        foreign = builder.icmp_signed("==", old.owner_word(2), constant(FOREIGN))
        with builder.if_else(foreign) as (other, own):
            with other, builder.if_then(copies.concerns(builder, old.owner)):
                new = ArrayView.made(context, builder, self, old.shape)
                new.take(old)
                builder.store(new.value(), result)
            with own:
                owner = once(
                    builder,
                    old.owner,
                    copies,
                    lambda: _copy_owner(context, builder, old.owner, copies),
                )
                builder.store(old.moved_to(owner), result)
        return builder.load(result)

    def put(self, image: Image, address: int, value: Any) -> None:
        dtype = numpy_support.as_dtype(self.dtype)
        array = Array(dtype, (None,) * self.ndim, "C").taken(value)
        mark = _mark_of(value)

        def write() -> int:
            owner = image.reserve(_OWNER_SIZE + array.nbytes)
            words_at(owner, 3)[:] = LENT, 0, array.nbytes + mark
            ordered = np.ascontiguousarray(array)  # it must live until it was copied
            ctypes.memmove(owner + _OWNER_SIZE, ordered.ctypes.data, array.nbytes)
            return owner

        owner = image.once(self, value, write)
        words = words_at(address, 2 + 2 * self.ndim)
        words[:2] = owner, owner + _OWNER_SIZE
        words[2 : 2 + self.ndim] = array.shape
        words[2 + self.ndim :] = _strides(array.shape, dtype.itemsize)

    def read(self, address: int) -> Any:
        dtype = numpy_support.as_dtype(self.dtype)
        words = words_at(address, 2 + 2 * self.ndim)[:]
        shape, strides = words[2 : 2 + self.ndim], words[2 + self.ndim :]
        result = np.empty(shape, dtype)
        for index in np.ndindex(*shape):
            offset = sum(place * stride for place, stride in zip(index, strides, strict=True))
            raw = ctypes.string_at(words[1] + offset, dtype.itemsize)
            result[index] = np.frombuffer(raw, dtype)[0]
        return result

    def constant(self, context: Any, builder: Any, value: Any) -> Any:
        array = np.ascontiguousarray(value)
        header = np.array([FROZEN, 0, array.nbytes + _mark_of(value)], np.int64).tobytes()
        data = bytearray(header + array.tobytes())
        made = placed(builder, cgutils.make_bytearray(data))
        made.align = 8
        start = made.bitcast(BYTES)
        words = [start, start.gep([constant(_OWNER_SIZE)])]
        shape, strides = (
            ir.Constant(ir.ArrayType(WORD, self.ndim), [constant(each) for each in numbers])
            for numbers in (array.shape, _strides(array.shape, array.itemsize))
        )
        return ir.Constant(context.get_data_type(self), [*words, shape, strides])


def _mark_of(value: Any) -> int:
    """Return what is added to the bytes of an array from outside: see `TURNED`."""
    return 0 if np.asarray(value).flags.c_contiguous else TURNED


def _strides(shape: tuple[int, ...], itemsize: int) -> list[int]:
    strides = [itemsize]
    for size in reversed(shape[1:]):
        strides.insert(0, strides[0] * size)
    return strides


def _kind_of_array(value: Any) -> Any:
    if (
        value.dtype.kind not in _NUMBERS
        or value.dtype.byteorder == ">"
        or value.dtype == np.float16
    ):
        raise Unsupported(f"there is an array of {value.dtype}", "use an array of numbers")
    if not 1 <= value.ndim <= _MOST_DIMENSIONS:
        raise Unsupported(f"there is an array of {value.ndim} dimensions", "use one to four")
    return ArrayType(numpy_support.from_dtype(value.dtype), value.ndim)


register_kind(lambda cls: cls is np.ndarray, _kind_of_array)


def _joined_arrays(one: Any, other: Any) -> Any:
    one, other = (
        ArrayType(each.dtype, each.ndim) if isinstance(each, types.Array) else each
        for each in (one, other)
    )
    if isinstance(one, ArrayType) and isinstance(other, ArrayType):
        return one.unify(None, other)
    return None


register_join(_joined_arrays)


@register_model(ArrayType)
class _ArrayModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: ArrayType) -> None:
        numbers = types.UniTuple(types.intp, kind.ndim)
        members = [
            ("owner", types.voidptr),
            ("data", types.voidptr),
            ("shape", numbers),
            ("strides", numbers),
        ]
        super().__init__(manager, kind, members)


class ArrayView:
    """An array in generated code."""

    def __init__(
        self, context: Any, builder: Any, kind: ArrayType, owner: Any, data: Any,
        shape: list[Any], strides: list[Any],
    ) -> None:  # fmt: skip
        self._context = context
        self._builder = builder
        self.kind = kind
        self.owner = owner
        self.data = data
        self.shape = shape
        self.strides = strides

    @classmethod
    def of(cls, context: Any, builder: Any, kind: ArrayType, value: Any) -> ArrayView:
        """Return the view that a value is."""
        owner, data, shape, strides = (builder.extract_value(value, index) for index in range(4))
        sizes, steps = (cgutils.unpack_tuple(builder, each, kind.ndim) for each in (shape, strides))
        if kind.layout == "C":
            steps[-1] = constant(_itemsize(context, kind))
        return cls(context, builder, kind, owner, data, sizes, steps)

    @classmethod
    def made(cls, context: Any, builder: Any, kind: ArrayType, shape: list[Any]) -> ArrayView:
        """Return a new array of a shape, of numbers that are to be set."""
        strides, step = _strides_of_rows(context, builder, kind, shape)
        owner = arena.allocate(context, builder, builder.add(step, constant(_OWNER_SIZE)))
        words = builder.bitcast(owner, WORD.as_pointer())
        for index, word in enumerate((constant(0), constant(0), step)):
            builder.store(word, builder.gep(words, [constant(index)], inbounds=True))
        data = builder.gep(owner, [constant(_OWNER_SIZE)], inbounds=True)
        return cls(context, builder, kind.as_ordered("C"), owner, data, list(shape), strides)

    def value(self) -> Any:
        """Return the value that a view is."""
        builder = self._builder
        made = ir.Constant(self._context.get_value_type(self.kind), ir.Undefined)
        numbers = (cgutils.pack_array(builder, each) for each in (self.shape, self.strides))
        for index, part in enumerate((self.owner, self.data, *numbers)):
            made = builder.insert_value(made, part, index)
        return made

    def owner_word(self, index: int) -> Any:
        """Return a word of the memory's head."""
        words = self._builder.bitcast(self.owner, WORD.as_pointer())
        return self._builder.load(self._builder.gep(words, [constant(index)], inbounds=True))

    def is_turned(self) -> Any:
        """Return whether NumPy lays out the memory in another way."""
        return self._builder.icmp_signed(">=", self.owner_word(2), constant(TURNED))

    def in_rows(self, shape: list[Any]) -> ArrayView:
        """Return a view in another shape, if the numbers lie one behind the other."""
        context, builder = self._context, self._builder
        kind = ArrayType(self.kind.dtype, len(shape))
        strides, _ = _strides_of_rows(context, builder, kind, shape)
        return ArrayView(context, builder, kind, self.owner, self.data, shape, strides)

    def is_in_rows(self) -> Any:
        """Return whether the numbers lie one behind the other, in the order of the indices."""
        builder = self._builder
        step = constant(_itemsize(self._context, self.kind))
        result: Any = ir.Constant(ir.IntType(1), 1)
        for size, stride in zip(reversed(self.shape), reversed(self.strides), strict=True):
            single = builder.icmp_signed("==", size, constant(1))
            fits = builder.icmp_signed("==", stride, step)
            result = builder.and_(result, builder.or_(single, fits))
            step = builder.mul(step, size)
        return result

    def is_in_order(self) -> Any:
        """Return whether NumPy lays out as rows what it computes from the array."""
        builder = self._builder
        result = builder.not_(self.is_turned())
        if self.kind.layout == "C":
            return result
        least = constant(0)
        for size, stride in zip(reversed(self.shape), reversed(self.strides), strict=True):
            single = builder.icmp_signed("<=", size, constant(1))
            length = builder.select(
                builder.icmp_signed("<", stride, constant(0)), builder.neg(stride), stride
            )
            rises = builder.icmp_signed(">=", length, least)
            result = builder.and_(result, builder.or_(single, rises))
            least = builder.select(single, least, length)
        return result

    def size(self) -> Any:
        """Return how many numbers there are."""
        result = self.shape[0]
        for each in self.shape[1:]:
            result = self._builder.mul(result, each)
        return result

    def pointer(self, indices: Any) -> Any:
        """Return the pointer to a number."""
        offset = constant(0)
        for index, stride in zip(indices, self.strides, strict=True):
            offset = self._builder.add(offset, self._builder.mul(index, stride))
        return self._builder.gep(self.data, [offset], inbounds=True)

    def get(self, indices: Any) -> Any:
        """Return a number."""
        return load(self._context, self._builder, self.kind.dtype, self.pointer(indices))

    def set(self, indices: Any, number: Any) -> None:
        """Set a number."""
        store(self._context, self._builder, self.kind.dtype, number, self.pointer(indices))

    def take(self, other: ArrayView) -> None:
        """Take over the numbers of another array of the same shape and numbers."""
        builder = self._builder
        if self.kind.layout == other.kind.layout == "C":
            length = builder.mul(self.size(), constant(_itemsize(self._context, self.kind)))
            cgutils.raw_memcpy(builder, self.data, other.data, length, 1)
            return
        with cgutils.loop_nest(builder, self.shape, WORD) as indices:
            self.set(indices, other.get(indices))

    def moved_to(self, owner: Any) -> Any:
        """Return the same view of a copy of the memory."""
        builder = self._builder
        shift = builder.sub(*(builder.ptrtoint(each, WORD) for each in (owner, self.owner)))
        data = builder.inttoptr(builder.add(builder.ptrtoint(self.data, WORD), shift), BYTES)
        kind, sizes, steps = self.kind, self.shape, self.strides
        return ArrayView(self._context, builder, kind, owner, data, sizes, steps).value()

    def index(self, axis: int, index: Any) -> Any:
        """Return a checked index along an axis."""
        size = self.shape[axis]
        return checked_index(self._context, self._builder, index, size, f"axis {axis}:")

    def part(self, kinds: Any, values: Any) -> ArrayView:
        """Return the view by an index: integers, slices, None, an ellipsis."""
        builder, data = self._builder, self.data
        shape: list[Any] = []
        strides: list[Any] = []
        axis = 0
        used = sum(isinstance(each, types.Integer | types.SliceType) for each in kinds)
        for kind, value in zip(kinds, values, strict=True):
            if isinstance(kind, types.Integer):
                index = self._context.cast(builder, value, kind, types.intp)
                index = self.index(axis, index)
                data = builder.gep(data, [builder.mul(index, self.strides[axis])], inbounds=True)
                axis += 1
            elif isinstance(kind, types.SliceType):
                cut = self._context.make_helper(builder, kind, value)
                slicing.guard_invalid_slice(self._context, builder, kind, cut)
                slicing.fix_slice(builder, cut, self.shape[axis])
                offset = builder.mul(cut.start, self.strides[axis])
                data = builder.gep(data, [offset], inbounds=True)
                shape.append(slicing.get_slice_length(builder, cut))
                strides.append(builder.mul(cut.step, self.strides[axis]))
                axis += 1
            elif isinstance(kind, types.NoneType):
                shape.append(constant(1))
                strides.append(constant(0))
            else:
                skipped = self.kind.ndim - used
                shape += self.shape[axis : axis + skipped]
                strides += self.strides[axis : axis + skipped]
                axis += skipped
        shape += self.shape[axis:]
        strides += self.strides[axis:]
        made = part_type(self.kind, kinds)
        return ArrayView(self._context, builder, made, self.owner, data, shape, strides)


def _itemsize(context: Any, kind: ArrayType) -> int:
    return context.get_abi_sizeof(context.get_data_type(kind.dtype))  # type: ignore[no-any-return]


def _strides_of_rows(context: Any, builder: Any, kind: ArrayType, shape: Any) -> Any:
    """Return the strides of numbers that lie one behind the other, and how many bytes they are."""
    step = constant(_itemsize(context, kind))
    strides: list[Any] = []
    for size in reversed(shape):
        strides.insert(0, step)
        step = builder.mul(step, size)
    return strides, step


def _copy_owner(context: Any, builder: Any, owner: Any, copies: CopyScope) -> Any:
    words = builder.bitcast(owner, WORD.as_pointer())
    size = builder.load(builder.gep(words, [constant(2)], inbounds=True))
    size = builder.and_(size, constant(TURNED - 1))
    size = builder.add(size, constant(_OWNER_SIZE))
    new = arena.allocate(context, builder, size)
    cgutils.raw_memcpy(builder, new, owner, size, 1)
    fresh = builder.bitcast(new, WORD.as_pointer())
    builder.store(constant(0), fresh)
    mark_copied(builder, owner, new, copies)
    return new


def part_type(kind: ArrayType, kinds: Any) -> Any:
    """Return the type of the part of an array by an index; None if there is no such one."""
    plain = (types.Integer, types.SliceType, types.NoneType, types.EllipsisType)
    if not all(isinstance(each, plain) for each in kinds):
        return None
    used = sum(isinstance(each, types.Integer | types.SliceType) for each in kinds)
    taken = sum(isinstance(each, types.Integer) for each in kinds)
    added = sum(isinstance(each, types.NoneType) for each in kinds)
    if used > kind.ndim:
        return None
    ndim = kind.ndim - taken + added
    if ndim == 0:
        return kind.dtype
    if ndim > _MOST_DIMENSIONS:
        return None
    leading = all(isinstance(each, types.Integer) for each in kinds)
    return ArrayType(kind.dtype, ndim, kind.layout if leading else "A")


def is_number(kind: Any) -> bool:
    """Return whether a type is one of numbers that arrays hold."""
    return isinstance(kind, types.Integer | types.Float | types.Boolean)


class RowIteratorType(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of what a loop over an array advances."""

    def __init__(self, array: ArrayType) -> None:
        self.array = array
        got = array.got
        is_part = isinstance(got, ArrayType)
        super().__init__(f"iterator of {array}", got if is_part else number_of_numpy(got))

    @property
    def key(self) -> Any:
        """The type of what is looped over."""
        return self.array


@register_model(RowIteratorType)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: RowIteratorType) -> None:
        members = [("index", types.EphemeralPointer(types.intp)), ("array", kind.array)]
        super().__init__(manager, kind, members)
