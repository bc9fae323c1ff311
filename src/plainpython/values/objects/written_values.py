"""Values as `str`, `repr` and f-strings write them: lists, tuples, dicts, objects, members."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from numba.core import types

from ...back_end.numba_parts.first_templates import put_first
from ...back_end.numba_parts.overloads import shared_overload
from ...machine_errors import MachineLimitError
from ..constants import Constant
from ..families import FamilyType
from ..numbers.text_numbers import refused_text, repr_of, text_of
from ..operations import OPTIONS, function_of_text, operation, python_code
from ..optional import there
from ..sequences.items import get
from ..sequences.sequences import ListType, RowType
from ..sequences.texts import is_text
from ..tables.dicts import DictType
from .enums import EnumType, word_of
from .instances import InstanceType

# Texts in compiled code. Interpreted nobody adds them.
_NOTHING: Any
_NOTHING, _BETWEEN, _COLON, _COMMA = map(Constant, ("", ", ", ": ", ","))
_BEGIN: Any
_LEFT, _RIGHT, _OPEN, _CLOSE, _BEGIN, _END = map(Constant, "[](){}")
_SINGLE, _DOUBLE = Constant("'"), Constant('"')


def _in_place_of_numba(function: Any, own: Any) -> None:
    """Let `str` and `repr` write so in a function without source, too, where nothing is rewritten.

    Numba writes `<object type: ...>`.
    """

    def typing(value):
        known = types.Number | types.Boolean | types.UnicodeType
        return None if isinstance(value, known) else lambda value: own(value)

    put_first(function)(shared_overload(function, typing, OPTIONS))


_in_place_of_numba(str, text_of)
_in_place_of_numba(repr, repr_of)


@operation(text_of)
def _typed_text_of(value: Any) -> Any:
    if _is_written(value):
        return lambda value: repr_of(value)
    if isinstance(value, EnumType):
        return _of_members(value, str)
    if isinstance(value, InstanceType):
        own: Any = value.cls.__str__
        if own is not object.__str__ and not isinstance(value, FamilyType):
            return lambda value: value.__str__()
        return lambda value: repr_of(value)
    raise refused_text(value)


@python_code(repr_of, types.Optional)
def _optional_repr_of(value):
    return repr_of(None) if value is None else repr_of(there(value))


@operation(repr_of)
def _typed_repr_of(value: Any) -> Any:
    if is_text(value):
        return _quoted
    if isinstance(value, types.BaseNamedTuple):
        name = value.instance_class.__name__
        return _of_parts(f"{name}(", [(f"{each}=", f"value.{each}") for each in value.fields], ")")
    if isinstance(value, types.BaseTuple):
        end = ",)" if len(value) == 1 else ")"
        return _of_parts("(", [("", f"value[{index}]") for index in range(len(value))], end)
    if isinstance(value, DictType):
        return lambda value: _of_dict(value)
    if _is_written(value):
        if isinstance(value, ListType):
            return lambda value: _LEFT + _of_items(value) + _RIGHT
        return lambda value: (
            _OPEN + _of_items(value) + (_COMMA if len(value) == 1 else _NOTHING) + _CLOSE
        )
    if isinstance(value, EnumType):
        return _of_members(value, repr)
    if isinstance(value, InstanceType):
        return _of_object(value)
    raise refused_text(value)


def _is_written(kind: Any) -> bool:
    """Return whether `str` writes a value as `repr` does: a list, a tuple, a dict."""
    if isinstance(kind, RowType):
        return kind.kind == "tuple"
    return isinstance(kind, ListType | types.BaseTuple | DictType)


def _of_items(items):
    text = _NOTHING
    for index in range(len(items)):
        if index > 0:
            text += _BETWEEN
        text += repr_of(get(items, index))
    return text


def _of_dict(items):
    text = _BEGIN
    for key, value in items.items():
        if len(text) > 1:
            text += _BETWEEN
        text += repr_of(key) + _COLON + repr_of(value)
    return text + _END


def _quoted(value):
    """Return a text in quotes, of characters that are written as they are."""
    single = double = False
    for index in range(len(value)):
        code = int(get(value, index))
        if code < 32 or code > 126 or code == 92:
            raise MachineLimitError("repr(...) of a text with characters other than plain ASCII")
        single = single or code == 39
        double = double or code == 34
    if single and double:
        raise MachineLimitError("repr(...) of a text with quotes of both kinds")
    return _DOUBLE + value + _DOUBLE if single else _SINGLE + value + _SINGLE


def _of_parts(begin: str, parts: Iterable[tuple[str, str]], end: str) -> Any:
    """Return a function that writes parts of a value, of different types, with their names."""
    names: dict[str, Any] = {"repr_of": repr_of, "end": Constant(end)}
    terms: list[str] = []
    before = begin
    for index, (name, part) in enumerate(parts):
        names[f"before_{index}"] = Constant(before + name)
        terms += [f"before_{index}", f"repr_of({part})"]
        before = ", "
    if not terms:
        names["end"] = Constant(begin + end)
    return function_of_text(
        "write", f"def write(value): return {' + '.join([*terms, 'end'])}", **names
    )


def _of_object(kind: InstanceType) -> Any:
    """Return a function that writes an object, as its class says."""
    if kind.dict_keys:  # an object, which does not know the order of the keys
        raise refused_text(kind)
    written: Any = kind.cls.__repr__
    if isinstance(kind, FamilyType) or written is object.__repr__:
        raise refused_text(kind)
    if hasattr(written, "__wrapped__") and dataclasses.is_dataclass(kind.cls):
        shown = [each.name for each in dataclasses.fields(kind.cls) if each.repr]
        parts = [(f"{each}=", f"value.{each}") for each in shown]
        return _of_parts(f"{kind.cls.__qualname__}(", parts, ")")
    return lambda value: value.__repr__()


def _of_members(kind: EnumType, write: Any) -> Any:
    """Return a function that writes the members of an enumeration."""
    if kind.is_flag:
        raise refused_text(kind)
    names: dict[str, Any] = {"word_of": word_of}
    lines = ["def write(value):", "    word = word_of(value)"]
    for index, member in enumerate(kind.members):
        names[f"text_{index}"] = Constant(write(member))
        lines += [f"    if word == {kind.word(member)}:", f"        return text_{index}"]
    lines.append("    return text_0")
    return function_of_text("write", "\n".join(lines), **names)
