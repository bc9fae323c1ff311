"""Numba types for `Compilable` objects.

One Numba type stands for each kind of object (see `gametree.compilable`). Its
value is a struct of the run-time fields; its name carries the fingerprint of
the kind, so that types of different code never compare equal, in one process
or on disk. An attribute that is no field is looked up, while compiling, on the
first object of the kind, and folded as a constant. A method is compiled with
`self` of this type and linked in, where LLVM inlines it: a strategy object
costs nothing at run time.
"""

from __future__ import annotations

import types as python_types
from typing import Any

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from ..bits import u64
from ..compilable import Compilable, fingerprint, runtime_fields
from .buffers import buffer_type
from .functions import dispatcher as dispatcher_of

__all__ = ["ObjectType", "type_of"]


class ObjectType(types.Type):
    """The type of one kind of `Compilable`; `fields` are its run-time (name, type) pairs."""

    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...]) -> None:
        self.fields = fields
        super().__init__(name=name)

    def __reduce__(self) -> tuple[Any, ...]:
        return ObjectType, (self.name, self.fields)


# One live object of each kind, by the name of its type: where constants come from.
_exemplars: dict[str, Compilable] = {}


def type_of(obj: Compilable) -> ObjectType:
    """Return the Numba type of an object's kind."""
    name = f"{type(obj).__module__}.{type(obj).__qualname__}#{fingerprint(obj)}"
    fields = tuple(
        (field, type_of(value) if isinstance(value, Compilable) else _field_type(value))
        for field, value in runtime_fields(obj)
    )
    _exemplars.setdefault(name, obj)
    return ObjectType(name, fields)


def _field_type(value: Any) -> Any:
    return types.float64 if isinstance(value, float) else buffer_type(value)


@typeof_impl.register(Compilable)
def _typeof_compilable(value: Compilable, context: Any) -> ObjectType:
    return type_of(value)


@typeof_impl.register(u64)
def _typeof_u64(value: u64, context: Any) -> Any:
    return types.uint64


@register_model(ObjectType)
class _ObjectModel(models.StructModel):
    def __init__(self, manager: Any, object_type: ObjectType) -> None:
        super().__init__(manager, object_type, list(object_type.fields))


@unbox(ObjectType)
def _unbox_object(object_type: ObjectType, obj: Any, context: Any) -> Any:
    struct = cgutils.create_struct_proxy(object_type)(context.context, context.builder)
    for name, field_type in object_type.fields:
        attribute = context.pyapi.object_getattr_string(obj, name)
        setattr(struct, name, context.unbox(field_type, attribute).value)
        context.pyapi.decref(attribute)
    failed = cgutils.is_not_null(context.builder, context.pyapi.err_occurred())
    return NativeValue(struct._getvalue(), is_error=failed)


def _lookup(object_type: ObjectType, attribute: str) -> Any:
    """Return the attribute of the kind's exemplar; a sentence of our own if there is none."""
    exemplar = _exemplars[object_type.name]
    owner = type(exemplar).__name__
    if isinstance(getattr(type(exemplar), attribute, None), property):
        raise TypingError(
            f"{owner}.{attribute} is a property, which compiled code cannot read; "
            "make it a method, or an attribute set in __init__"
        )
    try:
        value = getattr(exemplar, attribute)
    except AttributeError:
        raise TypingError(f"{owner} has no attribute {attribute!r}") from None
    if isinstance(value, (list, dict, set)):
        raise TypingError(
            f"{owner}.{attribute} is a {type(value).__name__}, which compiled code cannot use; "
            "make it a tuple or a NumPy array"
        )
    return value


@infer_getattr
class _ObjectAttributes(AttributeTemplate):
    key = ObjectType

    def generic_resolve(self, object_type: ObjectType, attribute: str) -> Any:
        for name, field_type in object_type.fields:
            if name == attribute:
                return field_type
        value = _lookup(object_type, attribute)
        if isinstance(value, python_types.MethodType):
            return types.BoundFunction(_method_template(object_type, attribute, value), object_type)
        if isinstance(value, python_types.FunctionType):
            return types.Dispatcher(dispatcher_of(value))
        return self.context.resolve_value_type(value)


@lower_getattr_generic(ObjectType)
def _lower_attribute(
    context: Any, builder: Any, object_type: ObjectType, value: Any, attribute: str
) -> Any:
    if attribute in dict(object_type.fields):
        struct = cgutils.create_struct_proxy(object_type)(context, builder, value=value)
        return getattr(struct, attribute)
    constant = _lookup(object_type, attribute)
    if isinstance(constant, python_types.MethodType):
        return value
    if isinstance(constant, python_types.FunctionType):
        return context.get_dummy_value()
    constant_type = context.typing_context.resolve_value_type(constant)
    return context.get_constant_generic(builder, constant_type, constant)


def _method_template(
    object_type: ObjectType, attribute: str, method: python_types.MethodType
) -> type[AbstractTemplate]:
    """Return the typing of calls of one method on one kind of object."""
    dispatcher = dispatcher_of(method.__func__)
    _lower_method(attribute)

    class MethodTemplate(AbstractTemplate):
        key = (ObjectType, attribute)

        def generic(self, args: Any, kws: Any) -> Any:
            function_type = types.Dispatcher(dispatcher)
            signature = function_type.get_call_type(self.context, (object_type, *args), kws)
            return signature.as_method() if signature else None

    return MethodTemplate


_lowered: set[str] = set()


def _lower_method(attribute: str) -> None:
    """Teach Numba to call methods of this name on any kind of object."""
    if attribute in _lowered:
        return
    _lowered.add(attribute)

    @lower_builtin((ObjectType, attribute), ObjectType, types.VarArg(types.Any))
    def call_method(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        method = _lookup(signature.args[0], attribute)
        function_type = types.Dispatcher(dispatcher_of(method.__func__))
        resolved = function_type.get_call_type(context.typing_context, signature.args, {})
        call = context.get_function(function_type, resolved)
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, args)


