"""Load every module that teaches Numba a part of ordinary Python."""

from __future__ import annotations

from ..values import hashing, optional
from ..values.arrays import array_texts
from ..values.iteration import builtins
from ..values.numbers import extremes, long_arithmetic, numpy_conversions, numpy_signs
from ..values.objects import (
    classes,
    enum_numbers,
    enums,
    named_tuples,
    object_operators,
    written_values,
)
from ..values.sequences import float_tuples, list_methods, ranges
from ..values.tables import counters, dict_operations, dict_records, set_operations
from . import bits
from .numba_parts import (
    chosen_functions,
    empty_lists,
    inference,
    none_operands,
    typed_branches,
    whole_arguments,
)

__all__ = ["TEACHERS"]

TEACHERS = (
    array_texts,
    bits,
    builtins,
    chosen_functions,
    classes,
    counters,
    dict_operations,
    dict_records,
    empty_lists,
    enum_numbers,
    enums,
    extremes,
    float_tuples,
    hashing,
    inference,
    list_methods,
    long_arithmetic,
    named_tuples,
    none_operands,
    numpy_conversions,
    numpy_signs,
    object_operators,
    optional,
    ranges,
    set_operations,
    typed_branches,
    whole_arguments,
    written_values,
)
"""The modules that do it; others are loaded by these."""
