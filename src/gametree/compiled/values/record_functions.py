"""What the front end calls for records: copies with other fields."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from ..reasons import Unsupported
from .operations import operation

__all__ = ["replacing"]


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
