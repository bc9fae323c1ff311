"""Functions that the front end calls for records: copies with other fields."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from numba.core import types

from ..reasons import Unsupported
from .constants import Constant
from .dicts import dict_of
from .operations import operation
from .sequences import SequenceType
from .unpacking import as_list

__all__ = ["as_plain_dict", "as_plain_tuple", "made_of_items", "replacing"]


def _made(name: str, text: str, **names: Any) -> Any:
    """Return a function of this text."""
    names["__name__"] = __name__
    exec(text, names)
    return names[name]


@lru_cache(maxsize=512)
def replacing(names: tuple[str, ...]) -> Any:
    """Return the function that gives a copy of a record with other values in the fields `names`."""
    parameters = ", ".join(("record", *names))
    function = _made("replaced", f"def replaced({parameters}): pass")
    typing = f"def typing({parameters}): return implementation(record)"
    operation(function)(_made("typing", typing, implementation=lambda kind: _copying(kind, names)))
    return function


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
        members = ", ".join(f"items[{place}]" for place in range(count))
        lines += [f"    if count == {count}:", f"        return record_class({members})"]
    lines.append("    raise TypeError('a record is made of too few items, or of too many')")
    of_sequence = _made("made", "\n".join(lines), record_class=cls)
    of_tuple = _made("made", "def made(items): return record_class(*items)", record_class=cls)

    @operation(made_of)
    def typing(items):
        if isinstance(items, types.BaseTuple):
            return of_tuple
        if isinstance(items, SequenceType):
            return of_sequence
        return lambda items: made_of(as_list(items))

    return made_of


def as_plain_tuple(record: Any) -> Any:
    """Return dataclasses.astuple(record)."""
    return dataclasses.astuple(record)


@operation(as_plain_tuple)
def _as_plain_tuple(record):
    fields = _plain_fields(record)
    members = [f"astuple(record.{name})" if nested else f"record.{name}" for name, nested in fields]
    text = f"def made(record): return ({', '.join(members)},)"
    return _made("made", text, astuple=as_plain_tuple)


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
    items = ", ".join(f"(name_{place}, record.{name})" for place, (name, _) in enumerate(fields))
    text = f"def made(record): return dict_of(({items},))"
    names = {f"name_{place}": Constant(name) for place, (name, _) in enumerate(fields)}
    return _made("made", text, dict_of=dict_of, **names)


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
    cls: Any = getattr(kind, "instance_class", None) or getattr(kind, "cls", None)
    parameters = ", ".join(("record", *names))
    if hasattr(cls, "_fields"):
        fields = list(cls._fields)
    elif dataclasses.is_dataclass(cls):
        fields = [each.name for each in dataclasses.fields(cls) if each.init]
    elif hasattr(cls, "_replace"):
        passed = ", ".join(f"{name}={name}" for name in names)
        return _made("replaced", f"def replaced({parameters}): return record._replace({passed})")
    else:
        raise Unsupported(f"it replaces fields of {kind}", "use a NamedTuple or a dataclass")
    for name in names:
        if name not in fields:
            raise Unsupported(
                f"a {cls.__name__} has no field {name!r}", f"its fields are {', '.join(fields)}"
            )
    passed = ", ".join(
        f"{name}={name}" if name in names else f"{name}=record.{name}" for name in fields
    )
    text = f"def replaced({parameters}): return record_class({passed})"
    return _made("replaced", text, record_class=cls)
