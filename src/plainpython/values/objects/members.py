"""Members of objects of users' classes in compiled code: methods, properties, constants.

Classes of three kinds have the same sort of members: those of objects, of NamedTuples and of
enumerations. A method is compiled as any function is, with the object as its first argument.
"""

from __future__ import annotations

import dataclasses
import enum
import types as python_types
from functools import cached_property
from typing import Any

from numba.core import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate
from numba.extending import (
    infer_getattr,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
)

from ...back_end.functions import dispatcher, is_compiling
from ...back_end.numba_parts.recursion import call, call_type
from ...back_end.raising import raise_if
from ...front_end.expressions.record_calls import SETTING
from ...reasons import Unsupported
from ..constants import wrapped
from ..defined import member_of
from ..families import FamilyType
from ..kinds import joined, kind_of
from ..known_kinds import want
from ..memory import constant
from ..sequences.items import check_changeable
from ..tables.text_keys import keys_of
from .construction import maker_of
from .instance_checks import CLASS_FIELD
from .instances import InstanceType, field_pointer, is_record_class

__all__ = [
    "ClassObject",
    "class_constant",
    "class_of",
    "has_members",
    "method_of",
    "resolved",
    "value_of_member",
]


class ClassObject(types.Callable, types.Opaque):  # type: ignore[misc]
    """The type of a user's class named in a method: `Board(...)`, `Board.SIZE`, `Board.empty()`."""

    def __init__(self, cls: Any) -> None:
        self.cls = cls
        super().__init__(name=f"class({cls.__module__}.{cls.__qualname__} at {id(cls)})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        maker = types.Dispatcher(dispatcher(maker_of(self.cls, args, kws)))
        signature = maker.get_call_type(context, args, kws)
        _makers[self.cls, signature.args] = maker
        return signature

    def get_call_signatures(self) -> Any:
        return (), True

    def get_impl_key(self, signature: Any) -> Any:
        return _makers[self.cls, signature.args].get_impl_key(signature)


_makers: dict[tuple[type, Any], Any] = {}
register_model(ClassObject)(models.OpaqueModel)


@lower_constant(ClassObject)
def class_constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return the value of a class in generated code: an empty one, since its type has all."""
    return context.get_dummy_value()


@lower_cast(types.Any, ClassObject)
def _class_of_value(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return context.get_dummy_value()


_typeof_any_class = typeof_impl.dispatch(type)


@typeof_impl.register(type)
def _typeof_class(value: type, context: Any) -> Any:
    if is_compiling() and has_members(value):
        return ClassObject(value)
    return _typeof_any_class(value, context)


def has_members(cls: type) -> bool:
    """Return whether a class is a user's, of objects, of NamedTuples or of enumeration members."""
    named_tuple = issubclass(cls, tuple) and hasattr(cls, "_fields")
    return named_tuple or issubclass(cls, enum.Enum) or is_record_class(cls)


def class_of(kind: Any) -> Any:
    """Return the user's class of the values of a type; None if they have none."""
    if isinstance(kind, types.BaseNamedTuple):
        return kind.instance_class
    return getattr(kind, "cls", None)


def method_of(kind: Any, name: str) -> Any:
    """Return the function that a user-defined class has for a method; None if it has none."""
    try:
        found = member_of(kind, name)
    except AttributeError:
        return None
    return found if isinstance(found, python_types.FunctionType) else None


def resolved(typing: Any, kind: Any, name: str) -> Any:
    """Return the type of what a class gives under a name."""
    try:
        found = member_of(kind, name)
    except AttributeError:
        cls = getattr(kind, "classes", None) or (class_of(kind),)
        if keys_of(cls[0]):
            raise Unsupported(
                f"it asks for .{name} of a dict whose values are of different types",
                "write the keys down, as in row['name'], or give all values one type",
            ) from None
        named = " or a ".join(each.__name__ for each in cls)
        raise Unsupported(
            f"a {named} has no attribute {name!r}", "set it in __init__ or in the class"
        ) from None
    of_class = isinstance(kind, ClassObject)
    if isinstance(found, python_types.FunctionType):
        if of_class:
            return types.Dispatcher(dispatcher(found))
        return types.BoundFunction(_method(kind, name), kind)
    if isinstance(found, staticmethod):
        return types.Dispatcher(dispatcher(found.__func__))
    if isinstance(found, classmethod):
        of = ClassObject(class_of(kind))
        return types.BoundFunction(_method(of, name), of)
    if isinstance(found, cached_property) and not of_class:
        raise Unsupported(f"{name} is a cached_property", "make it a property")
    if isinstance(found, property) and not of_class:
        return call_type(typing, _getter(found), (kind,), {}).return_type
    return typing.resolve_value_type(wrapped(_static_value(kind, name)))


def _getter(found: property) -> Any:
    return types.Dispatcher(dispatcher(found.fget))


def _method(kind: Any, name: str) -> type[AbstractTemplate]:
    """Return the typing of calls of a method, which gets a value of type `kind` first."""
    _lower_method(name)
    function = _function(kind, name)

    class Method(AbstractTemplate):  # type: ignore[misc]
        key = ("plainpython.method", name)
        _overload_func = function
        plainpython_method = True

        def generic(self, args: Any, kws: Any) -> Any:
            called = types.Dispatcher(dispatcher(function))
            signature = call_type(self.context, called, (kind, *args), kws)
            return signature.as_method() if signature else None

    return Method


def _function(kind: Any, name: str) -> Any:
    found = member_of(kind, name)
    return found.__func__ if isinstance(found, classmethod) else found


_lowered: set[str] = set()


def _lower_method(name: str) -> None:
    """Teach Numba to call methods of this name."""
    if name in _lowered:
        return
    _lowered.add(name)

    @lower_builtin(("plainpython.method", name), types.VarArg(types.Any))
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        called = types.Dispatcher(dispatcher(_function(signature.args[0], name)))
        return _call(context, builder, called, signature, args)


def _call(context: Any, builder: Any, called: Any, signature: Any, args: Any) -> Any:
    """Call a compiled function with values of exactly its types."""
    returned, result = call(context, builder, called, signature.args, args)
    return context.cast(builder, result, returned, signature.return_type)


def _static_value(kind: Any, name: str) -> Any:
    """Return a constant that a class has, which is the same in each of several."""
    return getattr(kind.classes[0] if isinstance(kind, FamilyType) else class_of(kind), name)


def _constant_of(context: Any, builder: Any, kind: Any, name: str) -> Any:
    value = wrapped(_static_value(kind, name))
    constant_type = context.typing_context.resolve_value_type(value)
    if isinstance(constant_type, types.Dispatcher):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, constant_type, value)


def _property_of(context: Any, builder: Any, kind: Any, value: Any, found: property) -> Any:
    called = _getter(found)
    return call(context, builder, called, (kind,), (value,))[1]


def value_of_member(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    """Return what a class gives its values under a name: a property, or a constant of the class."""
    found = member_of(kind, name)
    if isinstance(found, property):
        return _property_of(context, builder, kind, value, found)
    return _constant_of(context, builder, kind, name)


# Attributes of objects.


@infer_getattr
class _InstanceAttributes(AttributeTemplate):  # type: ignore[misc]
    key = InstanceType

    def generic_resolve(self, kind: InstanceType, name: str) -> Any:
        if name == "__class__":
            return ClassObject(kind.cls)
        field = kind.field_type(name.removeprefix(SETTING))
        return resolved(self.context, kind, name) if field is None else field


@lower_getattr_generic(InstanceType)
def _instance_attribute(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    if name == "__class__":
        return context.get_dummy_value()
    field = kind.field_type(name)
    if field is not None:
        _insist_has(context, builder, kind, value, name)
        pointer = field_pointer(builder, value, kind.index(name))
        return context.unpack_value(builder, field, pointer)
    return value_of_member(context, builder, kind, value, name)


@lower_setattr_generic(InstanceType)
def _set_instance_attribute(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    kind, value_type = sig.args
    value, new = args
    plain = name.removeprefix(SETTING)
    found = _defined(kind, plain)
    if isinstance(found, property) and kind.field_type(plain) is None:
        if found.fset is None:
            raise Unsupported(f"it sets the property {plain}", "give the property a setter")
        called = types.Dispatcher(dispatcher(found.fset))
        _call(context, builder, called, types.none(kind, value_type), (value, new))
        return
    if plain == name:
        for cls in kind.classes:
            _insist_not_frozen(cls, name)
    check_changeable(context, builder, value)
    field = kind.field_type(plain)
    if field is None:
        if found is not None and not hasattr(found, "__get__"):  # it stands for the field so far
            wider = joined(kind_of(found), types.unliteral(value_type))
            if wider is not None:
                want(kind.with_field(plain, wider))
        raise Unsupported(
            f"it sets {kind.classes[0].__name__}.{plain}, which objects do not have from the start",
            "make objects of one class, and set each attribute in __init__",
        )
    _insist_has(context, builder, kind, value, plain)
    pointer = field_pointer(builder, value, kind.index(plain))
    context.pack_value(builder, field, new, pointer)


def _insist_has(context: Any, builder: Any, kind: InstanceType, value: Any, name: str) -> None:
    """Raise AttributeError where an object is of a class that has no such attribute."""
    lacking = kind.lacking(name) if isinstance(kind, FamilyType) and name != CLASS_FIELD else []
    if not lacking:
        return
    pointer = field_pointer(builder, value, kind.index(CLASS_FIELD))
    number = context.unpack_value(builder, types.int64, pointer)
    for each in lacking:
        problem = f"objects of {kind.classes[each].__name__} have no attribute {name!r}"
        wrong = builder.icmp_signed("==", number, constant(each))
        raise_if(context, builder, wrong, AttributeError, problem)


def _defined(kind: InstanceType, name: str) -> Any:
    """Return what a class defines under a name; None if there is nothing."""
    try:
        return member_of(kind, name)
    except AttributeError:
        return None


def _insist_not_frozen(cls: type, name: str) -> None:
    if dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        raise Unsupported(
            f"it sets {cls.__name__}.{name}, and {cls.__name__} is a frozen dataclass",
            "make another with dataclasses.replace",
        )


@infer_getattr
class _ClassAttributes(AttributeTemplate):  # type: ignore[misc]
    key = ClassObject

    def generic_resolve(self, kind: ClassObject, name: str) -> Any:
        if name == "__call__":
            return None
        return resolved(self.context, kind, name)


@lower_getattr_generic(ClassObject)
def _class_attribute(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    if name == "__name__":
        raise Unsupported("it asks for the name of a class", "write the name")
    return _constant_of(context, builder, kind, name)
