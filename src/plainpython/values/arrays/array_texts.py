"""Arrays of ints as `str` and `repr` write them, of one or two dimensions."""

from __future__ import annotations

from typing import Any

from numba.core import types

from ...machine_errors import MachineLimitError
from ..constants import Constant
from ..numbers.text_numbers import refused_text, repr_of, text_of
from ..operations import operation
from .arrays import ArrayType

__all__ = ["is_written_array"]

_LONGEST_LINE = 70
"""NumPy wraps lines of 75 characters."""

_MOST_NUMBERS = 1000
"""NumPy leaves out the middle of larger arrays."""

# Texts in compiled code. Interpreted nobody adds them.
_LEFT: Any
_BEGIN: Any
_LEFT, _RIGHT = Constant("["), Constant("]")
_SPACE, _NEXT_ROW = Constant(" "), Constant("\n ")
_COMMA, _NEXT_LISTED = Constant(", "), Constant(",\n       ")
_BEGIN, _LINE_END = Constant("array("), Constant("\n")


@operation(text_of)
def _typed_text_of(value):
    if not is_written_array(value):
        raise refused_text(value)
    if value.ndim == 1:
        return lambda value: _row(value, _width(value), _SPACE)
    return lambda value: _rows(value, _SPACE, _NEXT_ROW)


@operation(repr_of)
def _typed_repr_of(value):
    if not is_written_array(value):
        raise refused_text(value)
    end = Constant(")" if value.dtype == types.int64 else f", dtype={value.dtype})")
    if value.ndim == 1:
        return lambda value: _short(_BEGIN + _row(value, _width(value), _COMMA), end)
    return lambda value: _BEGIN + _short(_rows(value, _COMMA, _NEXT_LISTED), end)


def is_written_array(kind: Any) -> bool:
    """Return whether an array is written: of ints, in one or two dimensions."""
    if not isinstance(kind, ArrayType) or kind.ndim > 2 or kind.dtype == types.uint64:
        return False
    return isinstance(kind.dtype, types.Integer) and not isinstance(kind.dtype, types.Boolean)


def _width(numbers):
    """Return how many characters the longest number has."""
    if len(numbers) == 0 or len(numbers) > _MOST_NUMBERS:
        raise MachineLimitError("the text of an array without numbers, or of more than 1,000")
    width = 0
    for number in numbers:
        width = max(width, len(text_of(int(number))))
    return width


def _row(numbers, width, between):
    text = _LEFT
    for index in range(len(numbers)):
        if index > 0:
            text += between
        text += text_of(int(numbers[index])).rjust(width)
    if len(text) > _LONGEST_LINE:
        raise MachineLimitError("the text of an array with long lines")
    return text + _RIGHT


def _rows(table, between, next_row):
    if len(table) * table.shape[1] > _MOST_NUMBERS or len(table) == 0:
        raise MachineLimitError("the text of an array without numbers, or of more than 1,000")
    width = 0
    for row in table:
        width = max(width, _width(row))
    text = _LEFT
    for index in range(len(table)):
        if index > 0:
            text += next_row
        text += _row(table[index], width, between)
    return text + _RIGHT


def _short(text, end):
    """Return a text with its end, which NumPy writes below if the line gets long."""
    line = len(text) - text.rfind(_LINE_END) - 1
    if line + len(end) > _LONGEST_LINE:
        raise MachineLimitError("the text of an array with long lines")
    return text + end
