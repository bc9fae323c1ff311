"""Arrays without an owner, for memory that compiled code reads and writes.

Numba counts references to every array that a function touches, which costs
more than a simulation can spare. A buffer is a pointer and a length, lent by a
NumPy array (or an `array.array`) that Python keeps alive during the call.
Indices are not negative; in users' code they are checked.
"""

from __future__ import annotations

import operator
from array import array as python_array
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import typeof
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    NativeValue,
    lower_builtin,
    register_model,
    unbox,
)

from .memory_kinds import BUFFERS, marked
from .primitives import machine_code
from .raising import raise_if
from .whole_structs import StructMembers, WholeModel

__all__ = [
    "BufferType",
    "buffer_type",
    "check_index",
    "item_pointer",
    "lent_array",
    "record_type",
    "register_records",
]


class BufferType(types.Type):
    """The type of a buffer of numbers or records."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        self.item = dtype  # what is read and written
        super().__init__(name=f"buffer({dtype})")

    def __reduce__(self) -> tuple[Any, ...]:
        return BufferType, (self.dtype,)

    @property
    def array_type(self) -> Any:
        """The Numba type of the arrays that lend their memory."""
        return types.Array(self.dtype, 1, "C")

    def stored_kind(self, typing: Any, value: Any) -> Any:
        """Return the type as which a value is written, or None."""
        if isinstance(self.item, types.Integer) and isinstance(value, types.Float):
            return None  # a cast would cut it silently
        return None if typing.can_convert(value, self.item) is None else self.item


def buffer_type(array: Any) -> BufferType:
    """Return the type of the buffer that an array lends."""
    if not isinstance(array, np.ndarray | python_array):
        return typeof(array)  # type: ignore[no-any-return]
    dtype = np.asarray(array).dtype
    record: Any = dtype.type
    return _buffer_of(dtype, record)


_refining: list[Callable[[type, Any], Any]] = []


def register_records(refined: Callable[[type, Any], Any]) -> Callable[[type, Any], Any]:
    """Let records of some classes have types of their own.

    `refined(cls, kind)` returns the type of the records of a class, whose plain type is `kind`;
    None for all others.
    """
    _refining.append(refined)
    return refined


def record_type(dtype: np.dtype[Any]) -> Any:
    """Return the type of records, or numbers, of a NumPy type."""
    record: Any = dtype.type
    plain = _plain_type(dtype, record)
    found = (refined(record, plain) for refined in _refining)
    return next((each for each in found if each is not None), plain)


@lru_cache(maxsize=256)
def _plain_type(dtype: np.dtype[Any], record: Hashable) -> Any:
    # By the class of the records as well: NumPy's types are equal without it.
    return typeof(np.zeros(0, dtype)).dtype


@lru_cache(maxsize=256)
def _buffer_of(dtype: np.dtype[Any], record: Hashable) -> BufferType:
    # By the class of the records as well: NumPy's types are equal without it.
    return BufferType(record_type(dtype))


@register_model(BufferType)
class _BufferModel(WholeModel):
    def __init__(self, manager: Any, buffer: BufferType) -> None:
        members = [("data", types.CPointer(buffer.dtype)), ("size", types.intp)]
        super().__init__(manager, buffer, members)


@unbox(BufferType)
def _unbox_buffer(buffer: BufferType, obj: Any, context: Any) -> Any:
    lent, failed = lent_array(context, buffer.array_type, obj)
    struct = cgutils.create_struct_proxy(buffer)(context.context, context.builder)
    struct.data = context.builder.bitcast(lent.data, struct.data.type)
    struct.size = lent.nitems
    return NativeValue(struct._getvalue(), is_error=failed)


def lent_array(context: Any, array_type: Any, obj: Any) -> tuple[Any, Any]:
    """Return the structure of the array that `obj` lends, and whether it lends none of this type.

    No reference to the array is counted: the memory outlives the call, since the caller holds
    `obj`. A search takes some thirty buffers at each call; counting took half of the call's time.
    """
    builder = context.builder
    lent = context.context.make_array(array_type)(context.context, builder)
    size = context.context.get_abi_sizeof(context.context.get_data_type(array_type.dtype))
    lender = _lender(context.context, builder.module)
    found, _, item_size = lender.function_type.args
    pointer = builder.bitcast(lent._getpointer(), found)
    return lent, builder.call(lender, (pointer, obj, ir.Constant(item_size, size)))


_ANY_ARRAY = types.Array(types.uint8, 1, "C")  # all arrays of one dimension have one layout


def _lender(context: Any, module: Any) -> Any:
    """Return a module's function `(array, object, item size)` that finds what an object lends.

    It returns whether it has raised. All buffers share it: repeated for each of them, its code was
    a tenth of the code that LLVM read of a search.
    """
    name = "plainpython_lend"
    if name in module.globals:
        return module.globals[name]
    found = context.get_data_type(_ANY_ARRAY).as_pointer()
    kinds = [found, cgutils.voidptr_t, context.get_value_type(types.intp)]
    lender = ir.Function(module, ir.FunctionType(ir.IntType(1), kinds), name)
    lender.linkage = "internal"
    lender.attributes.add("noinline")
    found, obj, size = lender.args
    builder = ir.IRBuilder(lender.append_basic_block())
    pyapi = context.get_python_api(builder)
    adapt = cgutils.get_or_insert_function(
        module,
        ir.FunctionType(ir.IntType(32), [pyapi.pyobj, pyapi.voidptr]),
        "numba_adapt_ndarray",  # Numba's own; it returns 0, or -1 for what is no NumPy array
    )
    pointer = builder.bitcast(found, pyapi.voidptr)
    missed = cgutils.alloca_once_value(builder, builder.call(adapt, (obj, pointer)))
    with builder.if_then(cgutils.is_not_null(builder, builder.load(missed)), likely=False):
        as_array = pyapi.unserialize(pyapi.serialize_object(np.asarray))
        array_object = pyapi.call_function_objargs(as_array, (obj,))
        pyapi.decref(as_array)
        with builder.if_then(cgutils.is_not_null(builder, array_object)):
            builder.store(builder.call(adapt, (array_object, pointer)), missed)
            pyapi.decref(array_object)
    failed = cgutils.is_not_null(builder, builder.load(missed))
    lent = context.make_array(_ANY_ARRAY)(context, builder, ref=found)
    differs = builder.icmp_unsigned("!=", lent.itemsize, size)
    differs = builder.and_(builder.not_(failed), differs)
    with builder.if_then(differs, likely=False):
        message = "expected an array whose items have %zd bytes each"
        pyapi.err_format("PyExc_TypeError", message, size)
    builder.ret(builder.or_(failed, differs))
    return lender


@infer_global(operator.setitem)
class _TypeSetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 3 or not all(map(isinstance, args, (BufferType, types.Integer))):
            return None
        buffer, _, value = args
        stored = buffer.stored_kind(self.context, value)
        return None if stored is None else signature(types.none, buffer, types.intp, stored)


def item_pointer(context: Any, builder: Any, buffer: BufferType, value: Any, index: Any) -> Any:
    """Return the pointer to an item, its index checked where checks are on."""
    struct = StructMembers(context, builder, buffer, value)
    if context.enable_boundscheck:
        check_index(context, builder, index, struct.size)
    return builder.gep(struct.data, [index], inbounds=True)


def check_index(context: Any, builder: Any, index: Any, size: Any) -> None:
    """Raise unless an index is below the size; as a number without sign a negative one is not."""
    outside = builder.icmp_unsigned(">=", index, size)
    raise_if(context, builder, outside, IndexError, "index is out of bounds")


@machine_code(
    operator.getitem,
    of=(BufferType, types.Integer),
    returns=lambda buffer, index: buffer.item(buffer, types.intp),
)
def _lower_getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = item_pointer(context, builder, sig.args[0], args[0], args[1])
    return context.unpack_value(builder, sig.return_type, pointer)


@lower_builtin(operator.setitem, BufferType, types.intp, types.Any)
def _lower_setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = item_pointer(context, builder, sig.args[0], args[0], args[1])
    data = context.data_model_manager[sig.args[2]].as_data(builder, args[2])
    marked(builder, builder.store(data, pointer), BUFFERS)


@machine_code(len, of=(BufferType,), returns=lambda values: types.intp)
def _lower_len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return StructMembers(context, builder, sig.args[0], args[0]).size
