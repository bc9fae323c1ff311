"""Numba types for `Compilable` objects.

One Numba type stands for each kind of object (see `plainpython.compilable`). Its
value is a struct of the run-time fields; its name carries the fingerprint of
the kind, so that types of different code never compare equal, in one process
or on disk. An attribute that is no field is looked up, while compiling, on the
first object of the kind, and folded as a constant. A method is compiled with
`self` of this type and linked in, where LLVM inlines it: a strategy object
costs nothing at run time.
"""

from __future__ import annotations

import copy
import enum
import inspect
import types as python_types
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from ..bits import u64
from ..compilable import Compilable, attributes, fingerprint, runtime_fields
from ..front_end.decorated import plain
from ..libraries import is_of_library
from ..reasons import Unsupported
from ..values.constants import Constant, wrapped
from ..values.kinds import kind_of
from ..values.tables.python_sets import is_known, slots_of, with_slots
from .buffers import buffer_type
from .functions import dispatcher as dispatcher_of
from .numba_parts.constant_branches import HasConstants
from .numba_parts.recursion import call, call_type
from .whole_structs import StructMembers, WholeModel

__all__ = [
    "Methods",
    "ObjectType",
    "exemplar_of",
    "methods_of",
    "register_methods",
    "type_of",
]


class ObjectType(HasConstants):
    """The type of one kind of `Compilable`; `fields` are its run-time (name, type) pairs."""

    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...]) -> None:
        self.fields = fields
        super().__init__(name=name)

    def __reduce__(self) -> tuple[Any, ...]:
        return ObjectType, (self.name, self.fields)

    def field_type(self, attribute: str) -> Any:
        return dict(self.fields).get(attribute)

    def constant(self, attribute: str) -> Any:
        return _lookup(self, attribute)


# One object of each kind, by the name of its type: where constants come from.
_exemplars: dict[str, Compilable] = {}


def exemplar_of(object_type: ObjectType) -> Compilable:
    """Return an object of a kind."""
    return _exemplars[object_type.name]


class Methods:
    """How the methods of a class of `Compilable` are compiled; a library registers others."""

    inlined = True
    """True if LLVM is to put a method where it is called, however large it is."""

    truths: tuple[str, ...] = ()
    """Methods that are asked for nothing but a truth: None is False there."""

    def function(self, object_type: ObjectType, function: Any) -> Any:
        """Return the function to compile for a method."""
        return function

    def held_function(self, object_type: ObjectType, attribute: str, value: Any) -> Any:
        """Return the value that compiled code has for an attribute, which may be a function."""
        return value

    def returned(self, object_type: ObjectType, attribute: str, found: Any) -> Any:
        """Return the type of what a method gives, of the type that it has compiled."""
        return found


_methods: list[tuple[type[Compilable], Methods]] = []
_plain_methods = Methods()


def register_methods(cls: type[Compilable], methods: Methods) -> None:
    """Let the methods of a class and its children be compiled as `methods` says."""
    _methods.append((cls, methods))


def methods_of(object_type: ObjectType) -> Methods:
    """Return how the methods of a kind of object are compiled."""
    exemplar = exemplar_of(object_type)
    found = (methods for cls, methods in _methods if isinstance(exemplar, cls))
    return next(found, _plain_methods)


def type_of(obj: Compilable) -> ObjectType:
    """Return the Numba type of an object's kind."""
    return _type_of(obj, {}, {})


def _type_of(
    obj: Compilable, fingerprints: dict[int, str], found: dict[int, ObjectType]
) -> ObjectType:
    """Return the type of an object, of which many others may hold the same parts."""
    if id(obj) not in found:
        found[id(obj)] = _new_type(obj, fingerprints, found)
    return found[id(obj)]


def _new_type(
    obj: Compilable, fingerprints: dict[int, str], found: dict[int, ObjectType]
) -> ObjectType:
    cls = type(obj)
    name = f"{cls.__module__}.{cls.__qualname__}#{fingerprint(obj, fingerprints)}"
    fields = tuple(
        (
            field,
            _type_of(value, fingerprints, found)
            if isinstance(value, Compilable)
            else _field_type(value),
        )
        for field, value in runtime_fields(obj)
    )
    # A class redefined from the same source is of the same kind, but what its
    # methods name now, such as the class of the states, may be new as well.
    if type(_exemplars.get(name)) is not cls:
        _exemplars[name] = _snapshot(obj)
    return ObjectType(name, fields)


def _snapshot(obj: Compilable) -> Compilable:
    """Return a copy that stays of its kind, whatever happens to `obj` later."""
    clone = object.__new__(type(obj))
    for name, value in attributes(obj):
        if isinstance(value, np.ndarray | list | dict | set):
            value = copy.deepcopy(value, dict(_sets_in(value)))
        object.__setattr__(clone, name, value)
    return clone


def _sets_in(value: Any) -> Iterator[tuple[int, Any]]:
    """Yield the sets in a value by identity, each with a copy that has its order."""
    if isinstance(value, set | frozenset) and value and is_known():
        yield id(value), with_slots(type(value).__name__, slots_of(value))
    elif isinstance(value, list | tuple | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _sets_in(each)


def _field_type(value: Any) -> Any:
    return types.float64 if isinstance(value, float) else buffer_type(value)


@typeof_impl.register(Compilable)
def _typeof_compilable(value: Compilable, context: Any) -> ObjectType:
    return type_of(value)


@typeof_impl.register(u64)
def _typeof_u64(value: u64, context: Any) -> Any:
    return types.uint64


@register_model(ObjectType)
class _ObjectModel(WholeModel):
    def __init__(self, manager: Any, object_type: ObjectType) -> None:
        members = [(_member(name), field_type) for name, field_type in object_type.fields]
        super().__init__(manager, object_type, members)


def _member(name: str) -> str:
    """Return the name of a field in the struct: Numba takes `_name` for no member at all."""
    return f"field{name}"


@unbox(ObjectType)
def _unbox_object(object_type: ObjectType, obj: Any, context: Any) -> Any:
    struct = cgutils.create_struct_proxy(object_type)(context.context, context.builder)
    for name, field_type in object_type.fields:
        attribute = context.pyapi.object_getattr_string(obj, name)
        setattr(struct, _member(name), context.unbox(field_type, attribute).value)
        context.pyapi.decref(attribute)
    failed = cgutils.is_not_null(context.builder, context.pyapi.err_occurred())
    return NativeValue(struct._getvalue(), is_error=failed)


# What `plainpython.compilable` takes into the fingerprint by value, and Numba as a constant.
_MOST_BYTES = 1 << 16  # of an array that is written into the program; larger ones are read in place
_CONSTANTS = (bool, int, float, complex, str, bytes, range, enum.Enum, np.ndarray, np.generic)


def _lookup(object_type: ObjectType, attribute: str) -> Any:
    """Return the attribute of the kind's exemplar, if compiled code can use it."""
    exemplar = _exemplars[object_type.name]
    name = f"{type(exemplar).__name__}.{attribute}"
    own = dict(attributes(exemplar))
    if attribute in own:
        value = own[attribute]
        if isinstance(value, python_types.MethodType):
            raise Unsupported(
                f"{name} is a method bound to an object", "make it a plain function of the module"
            )
    else:
        try:
            value = plain(getattr(exemplar, attribute))
        except AttributeError:
            raise Unsupported(
                f"{type(exemplar).__name__} has no attribute {attribute!r}",
                "set it in __init__ or in the class",
            ) from None
    if _has_narrow_numbers(value) and not is_of_library(type(exemplar).__module__):
        return Constant(value)
    return value if callable(value) else _constant(name, value)


def _has_narrow_numbers(value: Any) -> bool:
    """Return whether a value is an array whose numbers are to keep their dtype in rules."""
    if not isinstance(value, np.ndarray) or value.nbytes > _MOST_BYTES:
        return False
    return value.dtype.kind in "iuf" and value.itemsize in (1, 2, 4) and 1 <= value.ndim <= 4


def _getter(object_type: ObjectType, attribute: str) -> Any:
    """Return the Numba type of the function behind a property; None for all else."""
    cls = type(exemplar_of(object_type))
    described = inspect.getattr_static(cls, attribute, None)
    if isinstance(described, property):
        function = described.fget
    elif isinstance(described, cached_property):
        function = described.func
    else:
        return None
    return types.Dispatcher(dispatcher_of(function, inlined=methods_of(object_type).inlined))


def _constant(name: str, value: Any) -> Any:
    """Return `value` if it can be a constant of compiled code, wrapped where it is one of ours."""
    value = wrapped(value)
    if isinstance(value, Constant):
        return value
    for item in value if isinstance(value, tuple) else (value,):
        if isinstance(item, tuple):
            _constant(name, item)
        elif item is not None and not isinstance(item, _CONSTANTS):
            try:
                kind_of(item)
            except Unsupported as fault:
                raise Unsupported(f"in {name} {fault.reason}", fault.mend) from None
            raise Unsupported(
                f"{name} {'holds' if item is not value else 'is'} a {type(item).__name__}",
                "use numbers, strings, tuples of them, NumPy arrays and plain functions",
            )
    return value


@infer_getattr
class _ObjectAttributes(AttributeTemplate):
    key = ObjectType

    def generic_resolve(self, object_type: ObjectType, attribute: str) -> Any:
        for name, field_type in object_type.fields:
            if name == attribute:
                return field_type
        getter = _getter(object_type, attribute)
        if getter is not None:
            return call_type(self.context, getter, (object_type,), {}).return_type
        value = _lookup(object_type, attribute)
        if isinstance(value, python_types.MethodType):
            return types.BoundFunction(_method_template(object_type, attribute, value), object_type)
        value = methods_of(object_type).held_function(object_type, attribute, value)
        return self.context.resolve_value_type(value)


@lower_getattr_generic(ObjectType)
def _lower_attribute(
    context: Any, builder: Any, object_type: ObjectType, value: Any, attribute: str
) -> Any:
    if attribute in dict(object_type.fields):
        return getattr(StructMembers(context, builder, object_type, value), _member(attribute))
    getter = _getter(object_type, attribute)
    if getter is not None:
        return call(context, builder, getter, (object_type,), [value])[1]
    constant = _lookup(object_type, attribute)
    if isinstance(constant, python_types.MethodType):
        return value
    return _lower_constant(context, builder, constant)


@lower_setattr_generic(ObjectType)
def _lower_setting(context: Any, builder: Any, sig: Any, args: Any, attribute: str) -> Any:
    owner = type(_exemplars[sig.args[0].name]).__name__
    raise Unsupported(
        f"it sets {owner}.{attribute}",
        "keep what changes in arguments and results",
    )


@lower_constant(ObjectType)
def _lower_object(context: Any, builder: Any, object_type: ObjectType, value: Any) -> Any:
    raise Unsupported(
        f"it uses a {type(value).__name__} object at module level",
        "make it an attribute of an object that the function is given",
    )


def _lower_constant(context: Any, builder: Any, value: Any) -> Any:
    if isinstance(value, python_types.FunctionType):
        return context.get_dummy_value()
    constant_type = context.typing_context.resolve_value_type(value)
    if isinstance(value, Constant) and isinstance(constant_type, types.BaseTuple):
        parts = [_lower_constant(context, builder, wrapped(each)) for each in value.value]
        return context.make_tuple(builder, constant_type, parts)
    return context.get_constant_generic(builder, constant_type, value)


def _dispatcher_of(object_type: ObjectType, method: python_types.MethodType) -> Any:
    methods = methods_of(object_type)
    function = methods.function(object_type, plain(method.__func__))
    return dispatcher_of(function, inlined=methods.inlined)


def _method_template(
    object_type: ObjectType, attribute: str, method: python_types.MethodType
) -> type[AbstractTemplate]:
    """Return the typing of calls of one method on one kind of object."""
    _lower_method(attribute)

    class MethodTemplate(AbstractTemplate):
        key = (ObjectType, attribute)
        plainpython_method = True
        # Part of what Numba holds a bound method for equal by: two classes defined from
        # the same source are of one kind, but have functions of their own.
        _overload_func = plain(method.__func__)

        def generic(self, args: Any, kws: Any) -> Any:
            function_type = types.Dispatcher(_dispatcher_of(object_type, method))
            arguments = (_bound_to(object_type, method), *map(_widened, args))
            named = {name: _widened(each) for name, each in kws.items()}
            signature = call_type(self.context, function_type, arguments, named)
            if not signature:
                return None
            methods, returned = methods_of(object_type), signature.return_type
            if _is_truth_or_none(methods, attribute, returned):
                returned = types.boolean
            returned = methods.returned(object_type, attribute, returned)
            own = (object_type, *signature.args[1:])
            return signature.replace(return_type=returned, args=own).as_method()

    return MethodTemplate


def _bound_to(object_type: ObjectType, method: python_types.MethodType) -> Any:
    """Return the type of the first argument of a method: the object, or its class."""
    owner = method.__self__
    return ClassType(owner) if isinstance(owner, type) else object_type


def _widened(argument: Any) -> Any:
    """Return the type in which a method gets an argument.

    The tree keeps actions and players in few bits. To the rules an integer is
    an integer, or a state that holds an action would be of two types.
    """
    if isinstance(argument, types.Integer) and argument.bitwidth < 64:
        return types.int64
    return argument


_lowered: set[str] = set()


def _lower_method(attribute: str) -> None:
    """Teach Numba to call methods of this name on any kind of object."""
    if attribute in _lowered:
        return
    _lowered.add(attribute)

    @lower_builtin((ObjectType, attribute), ObjectType, types.VarArg(types.Any))
    def call_method(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        method = _lookup(signature.args[0], attribute)
        function_type = types.Dispatcher(_dispatcher_of(signature.args[0], method))
        first = _bound_to(signature.args[0], method)
        if first != signature.args[0]:
            args = (context.get_dummy_value(), *args[1:])
        kinds = (first, *signature.args[1:])
        returned, result = call(context, builder, function_type, kinds, args)
        if _is_truth_or_none(methods_of(signature.args[0]), attribute, returned):
            members = StructMembers(context, builder, returned, result)
            there = context.is_true(builder, returned.type, members.data)
            return builder.and_(members.valid, there)
        return context.cast(builder, result, returned, signature.return_type)


def _is_truth_or_none(methods: Methods, attribute: str, returned: Any) -> bool:
    return attribute in methods.truths and isinstance(returned, types.Optional)


class ClassType(types.Dummy):  # type: ignore[misc]
    """The type of a class named in a method: `Parent.method(self, ...)`, `Board.SIZE`."""

    def __init__(self, cls: type) -> None:
        self.cls = cls
        super().__init__(name=f"class({cls.__module__}.{cls.__qualname__} at {id(cls)})")


register_model(ClassType)(models.OpaqueModel)
_typeof_any_class = typeof_impl.dispatch(type)


@typeof_impl.register(type)
def _typeof_class(value: type, context: Any) -> Any:
    return ClassType(value) if issubclass(value, Compilable) else _typeof_any_class(value, context)


@infer_getattr
class _ClassAttributes(AttributeTemplate):  # type: ignore[misc]
    key = ClassType

    def generic_resolve(self, class_type: ClassType, attribute: str) -> Any:
        return self.context.resolve_value_type(_lookup_in_class(class_type, attribute))


@lower_getattr_generic(ClassType)
def _lower_class_attribute(
    context: Any, builder: Any, class_type: ClassType, value: Any, attribute: str
) -> Any:
    return _lower_constant(context, builder, _lookup_in_class(class_type, attribute))


def _lookup_in_class(class_type: ClassType, attribute: str) -> Any:
    name = f"{class_type.cls.__name__}.{attribute}"
    if not hasattr(class_type.cls, attribute):
        raise Unsupported(f"there is no {name}", "define it in the class")
    value = getattr(class_type.cls, attribute)
    return value if callable(value) else _constant(name, value)
