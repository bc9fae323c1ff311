"""The parameters of a game or a player: what its constructor takes, from Python or as text."""

from __future__ import annotations

import ast
import inspect
import types
import typing
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, TypeVar

from ..errors import BadParameter

__all__ = [
    "check_names",
    "create",
    "describe_parameters",
    "expect",
    "is_one_of",
    "key_values",
    "parameters_as_text",
    "parse_parameters",
    "require",
    "switches",
    "takes_fields_of",
    "where_constructed",
]

_Named = TypeVar("_Named")
_Function = TypeVar("_Function", bound=Callable[..., Any])

_KINDS: dict[Any, str] = {
    int: "an integer",
    float: "a number",
    bool: "true or false",
    str: "text",
    tuple: "values separated by commas",
}
_MANY = {int: "integers", float: "numbers"}


def create(cls: type[_Named], parameters: Mapping[str, Any]) -> _Named:
    """Return an object of the class with these parameters.

    Raises:
        BadParameter: if the class takes no such parameter, needs one that is not given,
            or does not accept a value.

    """
    check_names(cls, parameters)
    for name, parameter in _accepted(cls).items():
        if parameter.default is parameter.empty and name not in parameters:
            raise BadParameter(f"{_name_of(cls)} needs the parameter {name}")
    return cls(**parameters)


def expect(ok: bool, name: str, expected: str, value: Any) -> None:
    """Raise `BadParameter` unless all is well with a value: what was expected instead."""
    if not ok:
        raise BadParameter(f"{name} must be {expected}, not {value!r}")


def is_one_of(words: Container[str], value: Any) -> bool:
    """Return True if a value is one of some words; False if it cannot be compared."""
    return isinstance(value, str) and value in words


def describe_parameters(cls: type[Any]) -> str:
    """Return the parameters and their defaults as text: `width=7, height=6, connect=4`."""
    return ", ".join(
        name if parameter.default is parameter.empty else f"{name}={_to_text(parameter.default)}"
        for name, parameter in _accepted(cls).items()
    )


def parameters_as_text(made: Any) -> dict[str, str]:
    """Return the parameters that an object was made with, as `parse_parameters` reads them."""
    return {name: _to_text(getattr(made, name)) for name in _accepted(type(made))}


def parse_parameters(cls: type[Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return typed values for parameters given as text.

    The constructor's annotations say what each is: int, float, bool ("true", "false"), str,
    a tuple ("1,3,5,7"), or one of them or None ("none"). Without annotation the default says
    so, and without either what looks like an integer or a number is one, "1,2" are several of
    them, and `[3, 4, 5]` is a list.

    Raises:
        BadParameter: if the class takes no such parameter or the text is no such value.

    """
    check_names(cls, texts)
    accepted = _accepted(cls)
    values = {}
    for name, text in texts.items():
        kind = _kind_of(accepted[name])
        try:
            values[name] = _from_text(kind, text.strip())
        except ValueError:
            expected = _describe(kind)
            raise BadParameter(f"{name} must be {expected}, not {text.strip()!r}") from None
    return values


def key_values(text: str, separator: str, switches: Collection[str]) -> dict[str, str]:
    """Return the parameters in a text, `key=value` with a separator in between.

    A part without `=` is a switch, or goes on with the value before it, as in 1,3,5.

    Raises:
        BadParameter: if a part is neither, or a name is given twice.

    """
    found: dict[str, str] = {}
    name = ""
    for part in text.split(separator) if text else ():
        key, equals, value = part.partition("=")
        if not equals and key.strip() in switches:
            equals, value = "=", "true"
        if equals:
            name = key.strip()
            if name in found:
                raise BadParameter(f"{name} is given twice")
            found[name] = value
        elif name:
            found[name] += f"{separator}{part}"
        else:
            raise BadParameter(f"{part.strip()!r} is no key=value, such as c=0.7")
    return found


def switches(cls: type[Any]) -> set[str]:
    """Return the names of the parameters that are false unless they are given."""
    return {name for name, each in _accepted(cls).items() if each.default is False}


def require(kind: type, **values: Any) -> None:
    """Raise BadParameter unless all the named values are of a type: int, bool or str."""
    for name, value in values.items():
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadParameter(f"{name} must be {_KINDS[kind]}, not {value!r}")


def takes_fields_of(options: type[Any]) -> Callable[[_Function], _Function]:
    """Let the `**` keywords of the decorated function be the fields of a dataclass.

    All that read its signature see them: the functions of this module, `help`, editors.
    """

    def mark(function: _Function) -> _Function:
        signature = inspect.signature(function, eval_str=True)
        hints = typing.get_type_hints(options)
        kind = inspect.Parameter.KEYWORD_ONLY
        named = [each for each in signature.parameters.values() if each.kind != each.VAR_KEYWORD]
        further = [
            inspect.Parameter(each.name, kind, default=each.default, annotation=hints[each.name])
            for each in fields(options)
        ]
        function.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[*named, *further]
        )
        return function

    return mark


def check_names(cls: type[Any], names: Iterable[str]) -> None:
    """Raise `BadParameter` if the constructor of a class has no parameter of one of the names."""
    accepted = _accepted(cls)
    for name in names:
        if name not in accepted:
            close = get_close_matches(name, accepted, n=1)
            guess = f"did you mean {close[0]}? " if close else ""
            takes = describe_parameters(cls) or "none"
            raise BadParameter(
                f"{_name_of(cls)} has no parameter {name!r}; {guess}it takes {takes}"
            )


def _name_of(cls: type[Any]) -> str:
    name = getattr(cls, "name", None)  # a class of another interface may mean something else by it
    return name if isinstance(name, str) and name else cls.__name__


def _accepted(cls: type[Any]) -> dict[str, inspect.Parameter]:
    constructed_by = where_constructed(cls)
    try:
        signature = inspect.signature(constructed_by, eval_str=True)
    except NameError:  # the class's module imports a name for type checkers only
        signature = inspect.signature(constructed_by)
    return {
        name: parameter
        for name, parameter in signature.parameters.items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def where_constructed(cls: type[Any]) -> type[Any]:
    """Return the class that defines the constructor of a class: itself, or the nearest base.

    A function is returned as it is. Ask the result for a signature, not the class:
    Python 3.11.2 takes the signature of an inherited `__new__` before that of a nearer `__init__`.
    """
    own = {"__init__", "__new__", "__signature__"}
    bases = inspect.getmro(cls) if isinstance(cls, type) else ()
    return next((each for each in bases[:-1] if own & vars(each).keys()), cls)


def _kind_of(parameter: inspect.Parameter) -> Any:
    if parameter.annotation is not parameter.empty and not isinstance(parameter.annotation, str):
        return parameter.annotation
    return type(parameter.default) if type(parameter.default) in _KINDS else None


def _from_text(kind: Any, text: str) -> Any:
    """Return the value of a type that a text names, or raise ValueError."""
    alternatives = _alternatives(kind)
    if type(None) in alternatives and text.lower() == "none":
        return None
    others = [other for other in alternatives if other is not type(None)]
    for other in others[:-1]:
        try:
            return _from_text(other, text)
        except ValueError:
            pass
    kind = others[-1] if others else None
    if typing.get_origin(kind) is tuple or kind is tuple:
        item = next(iter(typing.get_args(kind)), None)
        return tuple(_from_text(item, part.strip()) for part in text.strip("()[],").split(","))
    if kind is bool:
        if text.lower() not in ("true", "false"):
            raise ValueError(text)
        return text.lower() == "true"
    if kind in (int, float, str):
        return kind(text)
    return _guessed(text)


def _guessed(text: str) -> Any:
    """Return a value that nobody annotates: a number, several of them, a display, else the text."""
    for guess in (int, float):
        try:
            return guess(text)
        except ValueError:
            pass
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    numbers = isinstance(value, tuple) and all(type(each) in (int, float) for each in value)
    return value if numbers or text[0] in "([{" else text


def _alternatives(kind: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the type alone."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return typing.get_args(kind)
    return (kind,)


def _describe(kind: Any) -> str:
    names = []
    for alternative in _alternatives(kind):
        if typing.get_origin(alternative) is tuple and typing.get_args(alternative)[0] in _MANY:
            names.append(f"{_MANY[typing.get_args(alternative)[0]]} separated by commas")
        elif alternative is type(None):
            names.append("none")
        else:
            names.append(_KINDS.get(typing.get_origin(alternative) or alternative, "a value"))
    return " or ".join(names)


def _to_text(value: Any) -> str:
    """Return a value as `parse_parameters` reads it."""
    if isinstance(value, tuple):
        return ",".join(_to_text(item) for item in value)
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
