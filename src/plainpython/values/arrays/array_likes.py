"""Operators of an array and a list or tuple of numbers, which counts as an array."""

from __future__ import annotations

from typing import Any

from ..operations import operation, python_code
from .array_functions import is_sequence
from .array_operations import ARITHMETIC, COMPARISONS, IN_PLACE, is_array
from .new_arrays import made_array

__all__: list[str] = []


def _with_sequences(function: Any) -> None:
    @operation(function)
    def typing(a, b):
        if is_array(a) and is_sequence(b):
            return lambda a, b: function(a, made_array(b))
        if is_sequence(a) and is_array(b):
            return lambda a, b: function(made_array(a), b)
        return None


def _with_sequence(function: Any) -> None:
    @python_code(function, is_array, is_sequence)
    def typing(a, b):
        return function(a, made_array(b))


for _function in (*ARITHMETIC, *COMPARISONS):
    _with_sequences(_function)
for _function in IN_PLACE:
    _with_sequence(_function)
