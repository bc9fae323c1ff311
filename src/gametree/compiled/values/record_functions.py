"""What the front end calls for records: copies with other fields, isinstance."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from numba.core import types

from ..reasons import Unsupported
from .dicts import DictType
from .operations import operation
from .sequences import ListType, RowType
from .sets import SetType

__all__ = ["is_instance", "replacing"]


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


def is_instance(value: Any, classes: Any) -> bool:
    """Return isinstance(value, classes)."""
    return isinstance(value, classes)


@operation(is_instance)
def _typed_is_instance(value, classes):
    wanted = classes.types if isinstance(classes, types.BaseTuple) else (classes,)
    optional = isinstance(value, types.Optional)
    cls = _class_of(value.type if optional else value)
    named: list[Any] = [
        getattr(each, "cls", None) or getattr(each, "typing_key", None) for each in wanted
    ]
    if cls is None or not all(isinstance(each, type) for each in named):
        raise Unsupported(
            "it asks isinstance of a value or class that has no type here",
            "name the class of a record or enumeration, or int, float, bool, str, tuple or list",
        )
    answer = issubclass(cls, tuple(named))
    if optional and answer:
        return lambda value, classes: value is not None
    return (lambda value, classes: True) if answer else (lambda value, classes: False)


def _class_of(kind: Any) -> type | None:
    """Return the class that values of a type have in Python."""
    kind = types.unliteral(kind)
    own = getattr(kind, "instance_class", None) or getattr(kind, "cls", None)
    if own is not None:
        return own  # type: ignore[no-any-return]
    for numba_type, cls in (
        (types.Boolean, bool),
        (types.Integer, int),
        (types.Float, float),
        (types.BaseTuple, tuple),
        (ListType, list),
        (types.NoneType, type(None)),
    ):
        if isinstance(kind, numba_type):
            return cls
    if isinstance(kind, RowType):
        return {"tuple": tuple, "str": str, "bytes": bytes}[kind.kind]
    return dict if isinstance(kind, DictType) else set if isinstance(kind, SetType) else None
