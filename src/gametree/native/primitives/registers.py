"""Numbers with names in compiled code: items of a buffer, at indices that are known."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate, infer_getattr, signature
from numba.extending import (
    NativeValue,
    lower_getattr_generic,
    lower_setattr_generic,
    register_model,
    typeof_impl,
    unbox,
)

from plainpython.back_end.buffers import BufferType, buffer_type
from plainpython.back_end.whole_structs import StructMembers, WholeModel

from ...primitives.registers import NamedItems

__all__ = ["NamedItemsType"]

_ITEMS = "items"


class NamedItemsType(types.Type):
    """The type of a buffer whose items have names."""

    def __init__(self, names: tuple[str, ...], buffer: BufferType) -> None:
        self.names = names
        self.buffer = buffer
        super().__init__(name=f"named({', '.join(names)} of {buffer})")

    def __reduce__(self) -> tuple[Any, ...]:
        return NamedItemsType, (self.names, self.buffer)


@typeof_impl.register(NamedItems)
def _typeof_named(value: NamedItems, context: Any) -> NamedItemsType:
    return NamedItemsType(value.names, buffer_type(value.items))


@register_model(NamedItemsType)
class _NamedModel(WholeModel):
    def __init__(self, manager: Any, named: NamedItemsType) -> None:
        super().__init__(manager, named, [(_ITEMS, named.buffer)])


@unbox(NamedItemsType)
def _unbox_named(named: NamedItemsType, obj: Any, context: Any) -> Any:
    held = context.pyapi.object_getattr_string(obj, _ITEMS)
    native = context.unbox(named.buffer, held)
    context.pyapi.decref(held)  # the memory outlives the call: the caller holds `obj`
    struct = cgutils.create_struct_proxy(named)(context.context, context.builder)
    struct.items = native.value
    return NativeValue(struct._getvalue(), is_error=native.is_error)


@infer_getattr
class _NamedItem(AttributeTemplate):  # type: ignore[misc]
    key = NamedItemsType

    def generic_resolve(self, named: NamedItemsType, name: str) -> Any:
        return named.buffer.item if name in named.names else None


def _buffer_and_index(
    context: Any, builder: Any, named: NamedItemsType, value: Any, name: str
) -> tuple[Any, Any]:
    struct = StructMembers(context, builder, named, value)
    return struct.items, context.get_constant(types.intp, named.names.index(name))


@lower_getattr_generic(NamedItemsType)
def _get_named(context: Any, builder: Any, named: NamedItemsType, value: Any, name: str) -> Any:
    sig = signature(named.buffer.item, named.buffer, types.intp)
    item = context.get_function(operator.getitem, sig)
    return item(builder, _buffer_and_index(context, builder, named, value, name))


@lower_setattr_generic(NamedItemsType)
def _put_named(context: Any, builder: Any, sig: Any, args: Any, name: str) -> Any:
    named, kind = sig.args
    stored = named.buffer.item
    value = context.cast(builder, args[1], kind, stored)
    put = context.get_function(
        operator.setitem, signature(types.none, named.buffer, types.intp, stored)
    )
    return put(builder, (*_buffer_and_index(context, builder, named, args[0], name), value))
