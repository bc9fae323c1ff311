"""Functions that make the values of users' classes: what `Board(cells, player=1)` does."""

from __future__ import annotations

import dataclasses
import inspect
import types as python_types
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic

from ...back_end.primitives import primitive
from ...back_end.raising import raise_if
from ...front_end.expressions.record_calls import SETTING
from ...front_end.trees import PREFIX
from ...reasons import Unsupported
from ..annotations import hints_of, kind_of_hint, widened
from ..constants import Constant, wrapped
from ..families import FamilyType
from ..kinds import joined, kind_of
from ..known_kinds import known_kind
from ..memory import same_value
from ..operations import python_code
from ..sequences.sequences import ListType
from .bare_objects import class_of_bare, completed
from .instance_checks import CLASS_FIELD
from .instances import InstanceType, class_name, field_pointer, new_instance

__all__ = ["dataclass_maker", "given_fields", "maker_of", "register_maker"]

_Maker = Callable[[Any, Any, Any], python_types.FunctionType]
_makers: list[tuple[Callable[[type], bool], _Maker]] = []


def register_maker(applies: Callable[[type], bool], maker: _Maker) -> None:
    """Let `maker` return what makes the values of the classes of which `applies` is true.

    It gets what `maker_of` gets.
    """
    _makers.append((applies, maker))


def maker_of(cls: Any, args: Any, kws: Any) -> python_types.FunctionType:
    """Return the function that makes values of a class of arguments of these types.

    Raises:
        Unsupported: if no type is known for an attribute.

    """
    for applies, maker in _makers:
        if applies(cls):
            return maker(cls, args, kws)
    if issubclass(cls, tuple):
        return _named_tuple_maker(cls, known_kind(cls))
    bare = class_of_bare(cls)
    if bare is not None:
        return _bare_maker(bare, _insisted(bare, known_kind(bare)))
    kind = known_kind(cls)
    if _is_generated(cls):
        given = given_fields(cls, args, kws)
        return dataclass_maker(cls, kind or _dataclass_kind(cls, given), frozenset(given))
    if kind is None and cls.__init__ is object.__init__:  # it begins without attributes
        kind = InstanceType(class_name(cls), ())
    return _object_maker(cls, _insisted(cls, kind))


def _insisted(cls: type, kind: Any) -> Any:
    """Return the type of a class's objects; refuse a class of which none is known."""
    if kind is None:
        raise Unsupported(
            f"it makes a {cls.__name__}, and no example is one whose attributes have types",
            f"annotate the attributes of {cls.__name__} in the class",
        )
    return kind


def _is_generated(cls: type) -> bool:
    """Return whether a class is a dataclass that makes its objects as dataclasses do."""
    return dataclasses.is_dataclass(cls) and cls.__init__.__code__.co_filename == "<string>"  # type: ignore[misc]


_SELF, _NEW, _KIND, _COMPLETE, _BUILD = (
    PREFIX + name for name in ("self", "new", "kind", "complete", "build")
)
"""Names in these functions; parameters have the names of fields, which may be any others."""


class _Text:
    """The text of a function, and what its names mean."""

    def __init__(self, name: str, names: dict[str, Any]) -> None:
        self._name = name
        self._parameters: list[str] = []
        self._lines: list[str] = []
        self.names = names

    def name(self, value: Any) -> str:
        """Return a name for a value."""
        name = f"{PREFIX}value_{len(self.names)}"
        self.names[name] = value
        return name

    def parameter(self, name: str, default: Any = inspect.Parameter.empty) -> None:
        if default is inspect.Parameter.empty:
            self._parameters.append(name)
        else:
            self._parameters.append(f"{name}={self.name(wrapped(default))}")

    def line(self, text: str) -> None:
        self._lines.append(text)

    def function(self) -> python_types.FunctionType:
        head = f"def {self._name}({', '.join(self._parameters)}):\n    "
        self.names["__name__"] = __name__
        exec(head + "\n    ".join(self._lines), self.names)
        return self.names[self._name]  # type: ignore[no-any-return]


# NamedTuples.


@lru_cache(maxsize=512)
def _named_tuple_maker(cls: Any, known: Any) -> python_types.FunctionType:
    text = _Text(f"make_{cls.__name__}", {_BUILD: _builder_of(cls, known)})
    for name in cls._fields:
        text.parameter(name, cls._field_defaults.get(name, inspect.Parameter.empty))
    text.line(f"return {_BUILD}(({', '.join(cls._fields)},))")
    return text.function()


def _builder_of(cls: Any, known: Any) -> Callable[..., Any]:
    @intrinsic
    def build(typing: Any, members: Any) -> Any:
        kind = known or _inferred_named_tuple(cls, members)
        for name, given, wanted in zip(cls._fields, members.types, kind.types, strict=True):
            _insist_fits(typing, cls, name, given, wanted)

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = [
                context.cast(builder, builder.extract_value(args[0], index), given, wanted)
                for index, (given, wanted) in enumerate(
                    zip(sig.args[0].types, kind.types, strict=True)
                )
            ]
            return context.make_tuple(builder, kind, made)

        return kind(members), generate

    return build  # type: ignore[no-any-return]


def _inferred_named_tuple(cls: Any, members: Any) -> Any:
    hints = hints_of(cls)
    kinds = [
        widened(types.unliteral(given), hints.get(name, object))
        for name, given in zip(cls._fields, members.types, strict=True)
    ]
    return types.BaseTuple.from_types(kinds, cls)


def _insist_fits(typing: Any, cls: type, name: str, given: Any, wanted: Any) -> None:
    if typing.can_convert(given, wanted) is None:
        raise Unsupported(
            f"it gives {cls.__name__}.{name} {given} where the examples have {wanted}",
            "give it values of one type",
        )


# Objects.


def _begin(text: _Text, cls: type, kind: InstanceType) -> None:
    """Write the lines that make an object of a class, with what the class itself has for it."""
    text.line(f"{_SELF} = {_NEW}({_KIND})")
    if isinstance(kind, FamilyType):
        text.line(f"{_SELF}.{SETTING}{CLASS_FIELD} = {kind.classes.index(cls)}")
    elif _is_generated(cls):  # all of its fields are set anyway
        return
    for name, _ in kind.fields:
        default = inspect.getattr_static(cls, name, None)
        if hasattr(cls, name) and not hasattr(default, "__get__"):
            text.line(f"{_SELF}.{SETTING}{name} = {text.name(wrapped(default))}")


@lru_cache(maxsize=512)
def _object_maker(cls: type, kind: InstanceType) -> python_types.FunctionType:
    names = {_NEW: new_instance, _KIND: kind, _COMPLETE: complete}
    text = _Text(f"make_{cls.__name__}", names)
    _begin(text, cls, kind)
    init = cls.__init__  # type: ignore[misc]
    if isinstance(init, python_types.FunctionType):
        passed = []
        for each in list(inspect.signature(init).parameters.values())[1:]:
            if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
                raise Unsupported(
                    f"{cls.__name__}.__init__ takes *{each.name}", "name what it takes"
                )
            text.parameter(each.name, each.default)
            passed.append(each.name)
        text.line(f"{text.name(init)}({', '.join([_SELF, *passed])})")
    text.line(f"return {_COMPLETE}({_SELF})")
    return text.function()


@primitive(lambda value: value)
def complete(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return an object that was just made; raise AttributeError where something was not set."""
    kind = sig.args[0]
    for index, (name, field) in enumerate(kind.fields):
        if not isinstance(field, InstanceType | ListType):
            continue
        pointer = builder.load(field_pointer(builder, args[0], index))
        problem = f"{kind.classes[0].__name__!r} object has no attribute {name!r}"
        raise_if(context, builder, cgutils.is_null(builder, pointer), AttributeError, problem)
    return args[0]


@python_code(completed)
def _typed_completed(value):
    return complete(value)


@lru_cache(maxsize=512)
def _bare_maker(cls: type, kind: InstanceType) -> python_types.FunctionType:
    text = _Text(f"make_bare_{cls.__name__}", {_NEW: new_instance, _KIND: kind})
    _begin(text, cls, kind)
    text.line(f"return {_SELF}")
    return text.function()


# Dataclasses.


def _dataclass_kind(cls: Any, given: dict[str, Any]) -> InstanceType:
    """Return the type of a dataclass that the states do not have, of what it is given."""
    hints = hints_of(cls)
    kinds = []
    for each in sorted(dataclasses.fields(cls), key=lambda field: field.name):
        kind = kind_of_hint(hints.get(each.name))
        if each.name in given:
            kind = widened(types.unliteral(given[each.name]), hints.get(each.name))
        elif each.default is not dataclasses.MISSING:
            kind = joined(kind, kind_of(each.default)) or kind
        if kind is types.undefined:
            raise Unsupported(
                f"it makes a {cls.__name__}, whose field {each.name} has no type",
                f"annotate it with the types of its items, as in {each.name}: list[int]",
            )
        kinds.append((each.name, kind))
    return InstanceType(class_name(cls), tuple(kinds))


@lru_cache(maxsize=512)
def dataclass_maker(
    cls: Any, kind: InstanceType, given: frozenset[str]
) -> python_types.FunctionType:
    """Return what makes an object; fields made by a factory are parameters if they are `given`."""
    names = {_NEW: new_instance, _KIND: kind, _COMPLETE: complete}
    text = _Text(f"make_{cls.__name__}", names)
    _begin(text, cls, kind)
    for each in _in_order(cls):
        value = each.name
        if each.default_factory is not dataclasses.MISSING and each.name not in given:
            value = _of_factory(text, each.default_factory)
        elif each.init:
            made = each.default_factory is not dataclasses.MISSING
            text.parameter(each.name, _no_default(None if made else each.default))
        elif kind.field_type(each.name) is None:
            continue  # the class has it, for all objects
        elif each.default is not dataclasses.MISSING:
            value = text.name(wrapped(each.default))
        else:
            continue  # __post_init__ sets it
        text.line(f"{_SELF}.{SETTING}{each.name} = {value}")
    if hasattr(cls, "__post_init__"):
        text.line(f"{text.name(cls.__post_init__)}({_SELF})")
    text.line(f"return {_COMPLETE}({_SELF})")
    return text.function()


def _of_factory(text: _Text, factory: Any) -> str:
    """Return an expression for what a factory makes: a copy of an example, where all are equal."""
    with suppress(Exception):  # its compiled call says why it is none
        example = factory()
        kind_of(example)
        if example == factory():
            return f"{text.name(same_value)}({text.name(Constant(example))})"
    return f"{text.name(factory)}()"


def _no_default(default: Any) -> Any:
    return inspect.Parameter.empty if default is dataclasses.MISSING else default


def _in_order(cls: Any) -> list[Any]:
    """Return the fields of a dataclass as its `__init__` takes them."""
    for each in cls.__dataclass_fields__.values():
        if each._field_type is dataclasses._FIELD_INITVAR:  # type: ignore[attr-defined]
            raise Unsupported(
                f"{cls.__name__}.{each.name} is an InitVar", "make it a field, or write __init__"
            )
    return sorted(dataclasses.fields(cls), key=lambda each: bool(each.kw_only))


def given_fields(cls: Any, args: Any, kws: Any) -> dict[str, Any]:
    """Return the types of the arguments of a dataclass, by field."""
    order = [each.name for each in _in_order(cls) if each.init and not each.kw_only]
    return dict(zip(order, args, strict=False)) | dict(kws)
