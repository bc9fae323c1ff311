"""Views and copies by reshape and ravel, of arrays whose numbers do not lie in rows."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import plainpython
from plainpython.machine_errors import MachineLimitError

TURNED = np.arange(12).reshape(3, 4).T

# Parts of an array `a` of twelve numbers. NumPy makes a view of some, and copies the others.
PARTS = [
    "a[1:5].ravel()",
    "a[::2].ravel()",
    "a[:].reshape(3, 4).ravel()",
    "a[::2].reshape(3, 2)",
    "a[::-1].reshape(2, 6)",
    "a[2:2].reshape(0, 3)",
    "a.reshape(3, 4)[1:].ravel()",
    "a.reshape(3, 4)[:, 1:3].reshape(6)",
    "a.reshape(3, 4)[:, 1:3].reshape(3, 2, 1)",
    "a.reshape(3, 4)[:, 1:3].reshape(3, 1, -1)",
    "a.reshape(3, 4).T.reshape(2, 2, 3)",
    "a.reshape(3, 4).T.reshape(12)",
    "a.reshape(3, 4).T.ravel()",
    "a.reshape(3, 4)[:, :1].reshape(3)",
    "a.reshape(1, 12).T.reshape(12)",
    "a.reshape(2, 3, 2)[:, :, 0].reshape(6)",
    "a.reshape(2, 3, 2)[:, 0].reshape(4)",
    "np.ascontiguousarray(a[1:])",
    "np.ascontiguousarray(a[::3])",
]

# What NumPy lays out as the turned array `t` that it is computed from.
COMPUTED = [
    "t + 1", "1 - t", "t * t", "t == 4", "-t", "abs(t)", "t.astype(np.int8)", "np.copy(t)",
    "np.array(t)", "np.where(t > 3, t, 0)", "np.zeros_like(t)", "np.full_like(t, 5)",
    "np.maximum(t, 3)", "np.sign(t)", "np.roll(t, 1, axis=0)", "np.concatenate((t, t))",
    "np.cumsum(t, axis=0)", "t[[0, 2]]", "np.argwhere(t)", "np.nonzero(t)[0]", "np.pad(t, 1)",
    "np.delete(t, 0, axis=0)", "t.reshape(4, 3, 1)[:, 0:2].sum(axis=2)", "TURNED.copy().T.T + t",
    "(t + 1) * 2", "(t + 1)[1:] - 1", "np.stack((t, t))",
]  # fmt: skip


def _in_both(text: str, parameters: str = "a") -> tuple[object, object]:
    """Return what comes of a function with and without compiling it."""
    play, given = _function(text, parameters)
    return play(given.copy("K")), plainpython.compile(play, given)(given.copy("K"))


def _function(text: str, parameters: str) -> tuple[Callable[..., Any], np.ndarray]:
    """Return a function, and an array for it: twelve numbers `a`, or those of `t`, turned."""
    namespace = {"np": np, "TURNED": TURNED}
    source = f"def play({parameters}):\n{text}\n"
    name = f"<{text}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), namespace)
    given = np.arange(12) if parameters == "a" else np.arange(12).reshape(3, 4).T
    return namespace["play"], given


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_a_view_or_a_copy_as_in_numpy(part):
    text = (
        f"    a = a.copy()\n    b = {part}\n    c = b[-1:]\n    c.fill(77)\n"
        "    return [int(each) for each in a] + [int(each) for each in b.flatten()]"
    )
    interpreted, compiled = _in_both(text)
    assert compiled == interpreted


@pytest.mark.parametrize("made", COMPUTED)
def test_nobody_takes_a_copy_for_a_view(made):
    text = (
        f"    t = t.copy().T.copy().T\n    a = {made}\n"
        "    b = a.copy().ravel() if copied else a.ravel()\n    return b.sum()"
    )
    play, given = _function(text, "t, copied")
    compiled = plainpython.compile(play, given, True)
    with pytest.raises(MachineLimitError, match=r"write \.copy\(\) before"):
        compiled(given.copy("K"), False)
    assert compiled(given.copy("K"), True) == play(given.copy("K"), True)


def test_arrays_from_outside_keep_their_layout_too():
    text = "    return t.ravel().sum()"
    with pytest.raises(MachineLimitError, match=r"write \.copy\(\) before"):
        _in_both(text, "t")
    with pytest.raises(MachineLimitError, match=r"write \.copy\(\) before"):
        _in_both("    return (TURNED * 1).reshape(12).sum() + t.sum()", "t")


def test_parts_in_rows_are_computed_as_ever():
    text = (
        "    t = t.copy()\n    b = (t[1:] + t[:-1])[:, 1:] * 2\n    c = b.ravel()\n    c[0] = 5\n"
        "    return [int(each) for each in b.flatten()]"
    )
    interpreted, compiled = _in_both(text, "t")
    assert compiled == interpreted


def test_floats_are_multiplied_and_summed_in_the_order_of_numpy():
    with pytest.raises(MachineLimitError, match="order"):
        _in_both("    return ((t + 1) * 0.3).prod()", "t")
    with pytest.raises(NotImplementedError, match="order"):
        _in_both("    return ((t + 1) * 0.3).sum()", "t")
    interpreted, compiled = _in_both("    return ((t + 1) * 2.0).sum()", "t")
    assert compiled == interpreted
