"""Methods, properties and constants that classes define, found by the class of the object.

Where an object may be of several classes, a function is made that calls that of the object's class.
"""

from __future__ import annotations

import inspect
import types as python_types
from functools import lru_cache
from typing import Any

from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from ..front_end.decorated import plain
from ..reasons import Unsupported
from .constants import wrapped
from .families import FamilyType
from .objects.instance_checks import CLASS_FIELD
from .objects.instances import class_named
from .operations import operation

__all__ = ["member_of"]

_ABSENT = object()
_EMPTY = inspect.Parameter.empty


def member_of(kind: Any, name: str) -> Any:
    """Return what the class of the values of a type has under a name; raise AttributeError.

    Of several classes, which have different things there, it is found by the class of the object.
    """
    if isinstance(kind, FamilyType):
        return _found_by_class(kind.members, name)
    named = isinstance(kind, types.BaseNamedTuple)
    cls = kind.instance_class if named else getattr(kind, "cls", None)
    if cls is None:
        raise AttributeError(name)
    return plain(inspect.getattr_static(cls, name))


@lru_cache(maxsize=1024)
def _found_by_class(members: tuple[tuple[str, tuple[str, ...]], ...], name: str) -> Any:
    # The names of classes tell what these define, so that what is found is not out of date.
    found = [plain(inspect.getattr_static(class_named(cls), name, _ABSENT)) for cls, _ in members]
    present = [each for each in found if each is not _ABSENT]
    if not present:
        raise AttributeError(name)
    if all(each is present[0] for each in found):
        return present[0]
    if all(isinstance(each, python_types.FunctionType) for each in present):
        return _method_by_class(name, found)
    getters = [_getter(each, name) for each in found]
    return property(_method_by_class(name, getters))


def _getter(found: Any, name: str) -> Any:
    """Return the function that gives an attribute which a class defines."""
    if found is _ABSENT:
        return _ABSENT
    if isinstance(found, property):
        return found.fget
    if hasattr(found, "__get__"):
        raise Unsupported(
            f"{name} is of one kind in one class, of another in the next", "make it a method"
        )
    names = {"__name__": __name__, "value": wrapped(found)}
    exec("def get(self): return value", names)
    return names["get"]


def _method_by_class(name: str, functions: list[Any]) -> Any:
    """Return the function that calls that of the class of its first argument."""
    different = dict.fromkeys(each for each in functions if each is not _ABSENT)
    parameters = _common_parameters(name, list(different))
    named: dict[str, Any] = {"__name__": __name__}
    taken = ["self"]
    for each, default in parameters.items():
        if default is _EMPTY:
            taken.append(each)
        else:
            taken.append(f"{each}=default_{each}")
            named[f"default_{each}"] = wrapped(default)
    passed = ", ".join(["self", *parameters])
    lines = [f"def by_class({', '.join(taken)}):", f"    number = self.{CLASS_FIELD}"]
    yields = any(map(inspect.isgeneratorfunction, different))
    for function in different:
        numbers = [index for index, each in enumerate(functions) if each is function]
        own = any(each is _OWN_DEFAULT for each in parameters.values())
        called = _leaving_out(function, tuple(parameters)) if own else function
        named[f"function_{numbers[0]}"] = called
        lines.append(f"    if {' or '.join(f'number == {index}' for index in numbers)}:")
        call = f"function_{numbers[0]}({passed})"
        if yields:
            lines += [f"        for item_{numbers[0]} in {call}:"]
            lines += [f"            yield item_{numbers[0]}", "        return"]
        else:
            lines.append(f"        return {call}")
    lines.append(f"    raise AttributeError('the object has no attribute {name}')")
    exec("\n".join(lines), named)
    return named["by_class"]


def _common_parameters(name: str, functions: list[Any]) -> dict[str, Any]:
    """Return the parameters after self that all methods of a name take, each with its default.

    What only some take they have defaults for. Where names differ, values are passed by position.
    """
    all_taken = [list(inspect.signature(each).parameters.values())[1:] for each in functions]
    for each in (each for taken in all_taken for each in taken):
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.KEYWORD_ONLY):
            raise Unsupported(
                f"{name} takes {each}, and an object may be of several classes",
                "take it by position",
            )
    common: dict[str, Any] = {}
    for index, alike in enumerate(zip(*all_taken, strict=False)):
        named = {each.name for each in alike}
        defaults = [each.default for each in alike]
        same = all(type(each) is type(defaults[0]) and each == defaults[0] for each in defaults)
        default = defaults[0] if same else _EMPTY if _EMPTY in defaults else _OWN_DEFAULT
        common[named.pop() if len(named) == 1 else f"by_place_{index}"] = default
    return common


# Defaults that differ.


class _OwnDefault:
    """Stands for a value that a call leaves out, where each class has a default of its own."""


class _OwnDefaultType(types.Opaque):  # type: ignore[misc]
    pass


_OWN_DEFAULT = _OwnDefault()
_OWN_DEFAULT_TYPE = _OwnDefaultType("default of the class")
register_model(_OwnDefaultType)(models.OpaqueModel)


@typeof_impl.register(_OwnDefault)
def _typeof_own_default(value: _OwnDefault, context: Any) -> Any:
    return _OWN_DEFAULT_TYPE


@lower_constant(_OwnDefaultType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@lru_cache(maxsize=1024)
def _leaving_out(function: Any, parameters: tuple[str, ...]) -> Any:
    """Return the function that calls another without the arguments that are its defaults."""
    head = f"({', '.join(['self', *parameters])})"
    names: dict[str, Any] = {"__name__": __name__}
    exec(f"def called{head}: pass", names)

    def implementation(kinds: tuple[Any, ...]) -> Any:
        given = [
            each
            for each, kind in zip(parameters, kinds, strict=True)
            if not isinstance(kind, _OwnDefaultType)
        ]
        named: dict[str, Any] = {"__name__": __name__, "function": function}
        if given != list(parameters[: len(given)]):
            raise Unsupported(
                f"{function.__name__} is given {given[-1]} and not what stands before it",
                "give all values before it, too",
            )
        exec(f"def call{head}: return function({', '.join(['self', *given])})", named)
        return named["call"]

    names["implementation"] = implementation
    exec(f"def typing{head}: return implementation(({', '.join(parameters)},))", names)
    operation(names["called"])(names["typing"])
    return names["called"]
