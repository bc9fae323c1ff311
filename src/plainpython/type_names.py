"""Words of Python for the types of Numba, for error messages."""

from __future__ import annotations

import re
from typing import Any

from .forms import in_words

__all__ = ["plain_type", "plain_types"]


def plain_type(numba_type: Any) -> str:
    """Return Numba's name of a type, or several, in words of Python."""
    text, before = str(numba_type), ""
    while text != before:  # what is nested comes out from within
        before = text
        for pattern, plain in _PLAIN:
            text = re.sub(pattern, plain, text)
    return " ".join(text.replace("Tuple(", "(").split())


def plain_types(numba_types: Any) -> list[str]:
    """Return the names of several types in one text."""
    return re.split(_COMMA, plain_type(numba_types))


def _of_one_type(found: re.Match[str]) -> str:
    name = "" if found[1] == "UniTuple" else found[1]
    return in_words([found[2]] * int(found[3]), name)


def _of_types(found: re.Match[str]) -> str:
    return in_words(re.split(_COMMA, found[1]))


def _of_any_kind(found: re.Match[str]) -> str:
    return " or ".join(re.split(_COMMA, found[1]))


def _array(found: re.Match[str]) -> str:
    dimensions = "" if found[2] == "1" else f" of {found[2]} dimensions"
    order = {"C": "", "F": " in Fortran order", "A": " of any layout"}[found[3]]
    return f"array of {found[1]}{dimensions}{order}"


_COMMA = r", (?![^(]*\))"  # not within parentheses
_INSIDE = r"\(((?:[^()]|\([^()]*\))+)\)"

_PLAIN: tuple[tuple[str, Any], ...] = (
    (r"<iv=[^>]*>|#[0-9a-f]{32}|reflected ", ""),
    (r"Literal\[int\]\((-?\d+)\)", r"\1"),
    (r"Literal\[str\]\((.*?)\)", r"'\1'"),
    (r"\b(?:int64|int32|intp)(s?)\b", r"int\1"),
    (r"\buint64(s?)\b", r"u64\1"),
    (r"\bfloat64(s?)\b", r"float\1"),
    (r"\bunicode_type\b", "str"),
    (r"\bnone\b", "None"),
    (r"type\(CPUDispatcher\(<function [^>]*(<locals>[^>]*)?>\)\)", "a function"),
    (r"\b(?:Function|class)\(<class '(?:[\w.]*\.)?(\w+)'>\)", r"the class \1"),
    (r"\brange_\w+", "range"),
    (r"\bslice<[^>]*>", "slice"),
    (r"\bDictType\[[^\]]*\]", "dict"),
    (r"\bRecord\(.*?;\d+;(?:True|False)\)", "record"),
    (r"\b(?:readonly )?bytes\([^)]*\)", "bytes"),
    (r"\barray\((\w+), (\d+)d, ([CFA])\)", _array),
    (r"\b(\w+)\(([^()]+) x (\d+)\)", _of_one_type),
    (rf"\bTuple{_INSIDE}", _of_types),
    (rf"\b(list|set|buffer){_INSIDE}", r"\1 of \2"),
    (rf"\bunion<[^<>]*>{_INSIDE}", _of_any_kind),
    (rf"\bOptionalType{_INSIDE}", r"\1 or None"),
    (rf"\b[\w.<>]+:(\w+){_INSIDE}", r"\1"),  # an object of a user's class, with all its fields
)
