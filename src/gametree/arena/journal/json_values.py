"""Conversion of values to JSON and back, including numbers that are not finite.

A number that is not finite is written as the text "nan", "inf" or "-inf", and these three texts
are read as numbers.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from ...errors import BadParameter

__all__ = ["encodable", "from_json", "plain", "to_json"]

# One object for all of them, so that what was stored equals what is read: nan is not equal to
# itself, but a tuple is equal to another that holds the same objects.
_NOT_FINITE = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}

_DEEPEST = 32  # a list that holds itself would have no end

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def plain(value: Any, name: str) -> Any:
    """Return a value as None, bool, int, float, str, tuples of these and dicts by text.

    Numbers of NumPy become Python's own. The texts "nan", "inf" and "-inf" become numbers.

    Args:
        value: the value, which is not changed and shares nothing with what is returned.
        name: what an error calls it.

    Raises:
        BadParameter: if something in it cannot be written as JSON.

    """
    return _plain(value, name, 0)


def _plain(value: Any, name: str, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _NOT_FINITE.get(value, str.__str__(value))
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else _NOT_FINITE[str(float(value))]
    if depth == _DEEPEST:
        raise BadParameter(f"{name} must not be nested more than {_DEEPEST} deep")
    if isinstance(value, (list, tuple)):
        return tuple([_plain(each, name, depth + 1) for each in value])
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise BadParameter(f"{name} must have texts as keys, not {key!r}")
        return {str(key): _plain(each, name, depth + 1) for key, each in value.items()}
    if callable(item := getattr(value, "item", None)) and getattr(value, "ndim", None) == 0:
        return _plain(item(), name, depth + 1)
    raise BadParameter(
        f"{name} must hold numbers, texts, lists and dicts only, not {type(value).__name__}"
    )


def to_json(value: Any, *, canonical: bool = False) -> str:
    """Return a plain value as JSON on one line, which can be written in UTF-8.

    Args:
        value: what `plain` has returned.
        canonical: with the keys in alphabetical order and without spaces, so that equal values
            give equal texts.

    """
    separators = (",", ":") if canonical else (", ", ": ")
    text = json.dumps(
        _finite(value),
        ensure_ascii=False,
        allow_nan=False,
        sort_keys=canonical,
        separators=separators,
    )
    return encodable(text)


def from_json(text: str, name: str) -> Any:
    """Return what a JSON text holds, as `json.loads` does: to be given to `plain` in its turn.

    Raises:
        BadParameter: if the text is not JSON.

    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadParameter(f"{name} must be JSON: {error}") from None


def encodable(text: str) -> str:
    """Return a text with an escape, as in JSON, for each code that UTF-8 cannot hold."""
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, tuple):
        return [_finite(each) for each in value]
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return value
