"""Numba's names of types in words of Python."""

from __future__ import annotations

import pytest

from plainpython.type_names import plain_type


@pytest.mark.parametrize(
    ("numbas", "ours"),
    [
        ("UniTuple(int64 x 3)", "(int, int, int)"),
        ("Tuple(uint64, float64)", "(u64, float)"),
        ("Tuple(int64, UniTuple(float64 x 2))", "(int, (float, float))"),
        ("Position(int64 x 2)", "Position(int, int)"),
        ("OptionalType(int64)", "int or None"),
        ("list(int64)<iv=None>", "list of int"),
        ("list(UniTuple(int64 x 2))<iv=None>", "list of (int, int)"),
        ("DictType[unicode_type,int64]<iv=None>", "dict"),
        ("array(float64, 2d, C)", "array of float of 2 dimensions"),
        ("array(int8, 1d, A)", "array of int8 of any layout"),
        ("UniTuple(int64 x 81)", "tuple of 81 ints"),
        ("Tuple(UniTuple(int64 x 81), int64)", "(tuple of 81 ints, int)"),
        ("UniTuple(UniTuple(int64 x 9) x 9)", "tuple of 9 tuples of 9 ints"),
        ("Tuple(float64, int64, int64, int64, int64)", "(float, 4 ints)"),
        ("Position(int64 x 9)", "Position(9 ints)"),
        ("reflected list(reflected list(int64)<iv=None>)<iv=None>", "list of list of int"),
        ("Literal[int](5)", "5"),
        ("none", "None"),
        ("Function(<class 'list'>)", "the class list"),
        ("list of float64s", "list of floats"),
        ("dict of uint64s", "dict of u64s"),
        ("toys.OneHeap#" + "0" * 32, "toys.OneHeap"),
    ],
)
def test_types_in_plain_words(numbas, ours):
    assert plain_type(numbas) == ours
