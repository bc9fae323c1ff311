"""Functions that the front end calls for records: copies with other fields."""

from __future__ import annotations

import dataclasses
import inspect
from contextlib import suppress
from functools import lru_cache
from typing import Any

from numba.core import types

from ...back_end.numba_parts.constant_branches import HasConstants
from ...front_end.trees import PREFIX
from ...reasons import Unsupported
from ..constants import Constant
from ..operations import function_of_text, operation
from ..sequences.sequences import SequenceType
from ..tables.dicts import dict_of
from ..unpacking import as_list
from .instance_checks import CLASS_FIELD, class_of

__all__ = [
    "as_plain_dict",
    "as_plain_tuple",
    "attribute_or_default",
    "made_alike",
    "made_of_items",
    "replacing",
]


_RECORD, _CLASS, _FOUND = (PREFIX + name for name in ("record", "class", "found"))
"""Names in functions whose other parameters have the names of fields, which may be any."""


@lru_cache(maxsize=512)
def replacing(names: tuple[str, ...]) -> Any:
    """Return the function that gives a copy of a record with other values in the fields `names`."""
    parameters = ", ".join((_RECORD, *names))
    function = function_of_text("replaced", f"def replaced({parameters}): pass")
    typing = f"def typing({parameters}): return {_FOUND}({_RECORD})"
    operation(function)(
        function_of_text("typing", typing, **{_FOUND: lambda kind: _copying(kind, names)})
    )
    return function


@lru_cache(maxsize=512)
def made_alike(values: int, names: tuple[str, ...]) -> Any:
    """Return the function that makes an object of a record's class: `type(record)(...)`.

    It takes a given number of values by position, and those of `names` by name.
    """
    passed = [f"value_{index}" for index in range(values)]
    parameters = ("record", *passed, *(f"{name}_given" for name in names))
    given = ", ".join([*passed, *(f"{name}={name}_given" for name in names)])
    head = f"({', '.join(parameters)})"

    def implementation(kind: Any) -> Any:
        classes = getattr(kind, "classes", ())
        if isinstance(kind, types.BaseNamedTuple):  # of items of other types, perhaps
            text = f"def made{head}: return record_class({given})"
            return function_of_text("made", text, record_class=kind.instance_class)
        if len(classes) < 2:
            return function_of_text("made", f"def made{head}: return type(record)({given})")
        making = [
            function_of_text(
                "made", f"def made{head}: return record_class({given})", record_class=cls
            )
            if _takes(cls, values, names)
            else None
            for cls in classes
        ]
        return _by_class(making, parameters)

    function = function_of_text("made_alike", f"def made_alike{head}: pass")
    typing = f"def typing{head}: return implementation(record)"
    operation(function)(function_of_text("typing", typing, implementation=implementation))
    return function


def _takes(cls: Any, values: int, names: tuple[str, ...]) -> bool:
    """Return whether a class can be called with `values` arguments, and others by these names."""
    try:
        inspect.signature(cls).bind(*range(values), **dict.fromkeys(names))
    except TypeError:
        return False
    return True


@lru_cache(maxsize=512)
def made_of_items(cls: Any) -> Any:
    """Return the function that makes a record of its fields in order: `Record(*items)`.

    None for a class that is no NamedTuple and no dataclass.
    """
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        most, least = len(cls._fields), len(cls._fields) - len(cls._field_defaults)
    elif dataclasses.is_dataclass(cls):
        fields = [each for each in dataclasses.fields(cls) if each.init and not each.kw_only]
        absent = dataclasses.MISSING
        most = len(fields)
        least = sum(each.default is absent is each.default_factory for each in fields)
    else:
        return None

    def made_of(items: Any) -> Any:
        return cls(*items)

    lines = ["def made(items):", "    count = len(items)"]
    for count in range(least, most + 1):
        members = ", ".join(f"items[{index}]" for index in range(count))
        lines += [f"    if count == {count}:", f"        return record_class({members})"]
    lines.append("    raise TypeError('a record is made of too few items, or of too many')")
    of_sequence = function_of_text("made", "\n".join(lines), record_class=cls)
    of_tuple = function_of_text(
        "made", "def made(items): return record_class(*items)", record_class=cls
    )

    @operation(made_of)
    def typing(items):
        if isinstance(items, types.BaseTuple):
            return of_tuple
        if isinstance(items, SequenceType):
            return of_sequence
        return lambda items: made_of(as_list(items))

    return made_of


@lru_cache(maxsize=512)
def attribute_or_default(name: str) -> Any:
    """Return the function that does `getattr(value, name, default)`."""

    def attribute_of(value: Any, default: Any) -> Any:
        return getattr(value, name, default)

    there = function_of_text("made", f"def made(value, default): return value.{name}")

    @operation(attribute_of)
    def typing(value, default):
        if isinstance(value, HasConstants):  # the game
            with suppress(Unsupported):
                if value.field_type(name) is not None or value.constant(name) is not None:
                    return there
            return lambda value, default: default
        classes = getattr(value, "classes", ()) or (class_of(value),)
        if None in classes:
            return None
        is_field = hasattr(value, "field_type") and value.field_type(name) is not None
        lacking = value.lacking(name) if len(classes) > 1 and is_field else ()
        having = [is_field or hasattr(cls, name) for cls in classes]
        if all(having) and not lacking:
            return there
        if any(having):
            raise Unsupported(
                f"only some of the objects here have the attribute {name}",
                "set it in the constructor of each class",
            )
        return lambda value, default: default

    return attribute_of


def as_plain_tuple(record: Any) -> Any:
    """Return dataclasses.astuple(record)."""
    return dataclasses.astuple(record)


@operation(as_plain_tuple)
def _as_plain_tuple(record):
    fields = _plain_fields(record)
    members = [f"astuple(record.{name})" if nested else f"record.{name}" for name, nested in fields]
    text = f"def made(record): return ({', '.join(members)},)"
    return function_of_text("made", text, astuple=as_plain_tuple)


def as_plain_dict(record: Any) -> Any:
    """Return dataclasses.asdict(record), or record._asdict() of a NamedTuple."""
    return dataclasses.asdict(record)


@operation(as_plain_dict)
def _as_plain_dict(record):
    named = getattr(record, "instance_class", None)
    fields = [(name, False) for name in named._fields] if named else _plain_fields(record)
    if any(nested for _, nested in fields):
        raise Unsupported(
            "it makes a dict of a dataclass that holds another", "name each field: {'a': x.a}"
        )
    items = ", ".join(f"(name_{index}, record.{name})" for index, (name, _) in enumerate(fields))
    text = f"def made(record): return dict_of(({items},))"
    names = {f"name_{index}": Constant(name) for index, (name, _) in enumerate(fields)}
    return function_of_text("made", text, dict_of=dict_of, **names)


def _plain_fields(kind: Any) -> list[tuple[str, bool]]:
    """Return the fields of a dataclass, each with whether it is a dataclass itself."""
    cls: Any = getattr(kind, "cls", None)
    fields: Any = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    found = []
    for each in fields:
        of_field = kind.field_type(each.name)
        nested = dataclasses.is_dataclass(getattr(of_field, "cls", None))
        if not nested and getattr(of_field, "mutable", False):
            raise Unsupported(
                f"it takes apart a {cls.__name__}, whose field {each.name} can change",
                "name each field: (x.a, x.b.copy())",
            )
        found.append((each.name, nested))
    return found


def _copying(kind: Any, names: tuple[str, ...]) -> Any:
    classes: tuple[type, ...] = getattr(kind, "classes", ())
    if len(classes) > 1:
        able = [set(names) <= {each.name for each in _fields_of(cls)} for cls in classes]
        if not any(able):
            _copying_of(classes[0], kind, names)
        copying = [
            _copying_of(cls, kind, names) if fits else None
            for cls, fits in zip(classes, able, strict=True)
        ]
        return _by_class(copying, (_RECORD, *names))
    cls: Any = getattr(kind, "instance_class", None) or getattr(kind, "cls", None)
    return _copying_of(cls, kind, names)


def _fields_of(cls: Any) -> tuple[Any, ...]:
    return dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()


def _by_class(functions: list[Any], parameters: tuple[str, ...]) -> Any:
    """Return the function that calls one of some by the class of a record; None raises."""
    passed = ", ".join(parameters)
    lines = [f"def by_class({passed}):"]
    for index, function in enumerate(functions):
        if function is None:
            continue
        lines.append(
            f"    if {parameters[0]}.{CLASS_FIELD} == {index}: return {PREFIX}{index}({passed})"
        )
    lines.append("    raise TypeError('the class of the object takes other arguments')")
    named = {f"{PREFIX}{index}": each for index, each in enumerate(functions)}
    return function_of_text("by_class", "\n".join(lines), **named)


def _copying_of(cls: Any, kind: Any, names: tuple[str, ...]) -> Any:
    parameters = ", ".join((_RECORD, *names))
    if hasattr(cls, "_fields"):
        fields = list(cls._fields)
    elif dataclasses.is_dataclass(cls):
        fields = [each.name for each in dataclasses.fields(cls) if each.init]
    elif hasattr(cls, "_replace"):
        passed = ", ".join(f"{name}={name}" for name in names)
        return function_of_text(
            "replaced", f"def replaced({parameters}): return {_RECORD}._replace({passed})"
        )
    else:
        raise Unsupported(f"it replaces fields of {kind}", "use a NamedTuple or a dataclass")
    for name in names:
        if name not in fields:
            raise Unsupported(
                f"a {cls.__name__} has no field {name!r}", f"its fields are {', '.join(fields)}"
            )
    passed = ", ".join(
        f"{name}={name}" if name in names else f"{name}={_RECORD}.{name}" for name in fields
    )
    text = f"def replaced({parameters}): return {_CLASS}({passed})"
    return function_of_text("replaced", text, **{_CLASS: cls})
