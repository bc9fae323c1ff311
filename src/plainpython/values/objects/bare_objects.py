"""Objects that are made without their constructor, as copies are: `Board.__new__(Board)`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...reasons import Unsupported
from ..operations import function_of_text, operation

__all__ = ["bare", "bare_alike", "bare_of", "class_of_bare", "completed", "makes_bare"]

_CLASS = "plainpython_class"


@lru_cache(maxsize=512)
def bare(cls: type) -> type:
    """Return the class that compiled code calls for `cls.__new__(cls)`."""
    return type(f"bare_{cls.__name__}", (), {_CLASS: cls, "__module__": cls.__module__})


def class_of_bare(cls: type) -> Any:
    """Return the class of which a class made by `bare` is; None for all other classes."""
    return vars(cls).get(_CLASS)


def makes_bare(cls: Any) -> bool:
    """Return True for a class that makes its objects as `object` does, before the constructor."""
    return isinstance(cls, type) and getattr(cls, "__new__", None) is object.__new__


def bare_alike(value: Any) -> Any:
    """Return an object of a value's class that is made without its constructor."""
    return object.__new__(type(value))


@operation(bare_alike)
def _typed_bare_alike(value):
    classes: tuple[Any, ...] = getattr(value, "classes", ())
    if len(classes) != 1 or not makes_bare(classes[0]):
        raise Unsupported(
            "it makes an object without its constructor, of a class that the code does not name",
            "name the class, as in Board.__new__(Board)",
        )
    return function_of_text("made", "def made(value): return cls()", cls=bare(classes[0]))


def bare_of(cls: Any) -> Any:
    """Return an object of a class that a variable holds, made without its constructor."""
    return object.__new__(cls)


def completed(value: Any) -> Any:
    """Return an object that was made bare; raise AttributeError where something was not set."""
    return value
