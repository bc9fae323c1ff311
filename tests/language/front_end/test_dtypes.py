"""Types of arrays as texts: `dtype="int8"` and `astype("float")`."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.errors import NumbaError

from ..both_modes import assert_same_arrays, compiled

TEXT = "int16"


def named(n):
    cells = np.zeros(n, dtype="int8")
    return (
        cells,
        np.ones((2, n), "float32"),
        np.arange(n, dtype="i4"),
        cells.astype("float") + 0.5,
        np.array([1, 2], "uint8"),
        np.full(n, 3, dtype="int64"),
        np.zeros_like(cells, dtype="bool"),
    )


def by_a_name_of_the_module(n):
    return np.zeros(n, dtype=TEXT)


def unknown(n):
    return np.zeros(n, dtype="cells")


def test_arrays_have_the_types_that_texts_name():
    assert_same_arrays(named, 3)


@pytest.mark.parametrize("function", [by_a_name_of_the_module, unknown])
def test_others_are_refused(function):
    with pytest.raises(NumbaError, match="a dtype is worked out; name it"):
        compiled(function, 3)
