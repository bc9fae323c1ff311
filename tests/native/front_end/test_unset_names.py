"""A variable that a path leaves unset: the same error in both modes, never memory as it was."""

from __future__ import annotations

import ast

import pytest

import unset
from plainpython.front_end.rewriting import rewritten
from plainpython.front_end.scopes.assigned_names import AssignedNames
from plainpython.reasons import Unsupported

from ...language.both_modes import compiled


@pytest.fixture(scope="module")
def attempts():
    return compiled(unset.attempts, 0)


@pytest.mark.parametrize("a", range(7))
def test_unset_variables_raise_as_interpreted(attempts, a):
    wanted = unset.attempts(a)
    for function, one, other in zip(unset.FUNCTIONS, attempts(a)[1:], wanted[1:], strict=True):
        assert one == other, function.__name__
    assert wanted.count(unset.UNSET) >= (5 if a > 2 else 1)


def test_the_error_is_that_of_python():
    made = compiled(unset.of_list, 0)
    assert made(1) == 2
    for function in (made, unset.of_list):
        with pytest.raises(UnboundLocalError, match="cannot access local variable 'steps' where"):
            function(3)


class _Lines:
    line = 0


def _found(function):
    tree = ast.parse(function).body[0]
    return {read.name for read in AssignedNames(tree, _Lines()).found.values()}


@pytest.mark.parametrize(
    "body",
    [
        "if a: x = 1\nelse: x = 2\nreturn x",
        "while True:\n  x = 1\n  if a: break\nreturn x",
        "for x in (1, 2): pass\nreturn x",
        "for i in range(3): x = i\nreturn x",
        "try:\n  x = a[0]\nexcept IndexError:\n  x = 1\nreturn x",
        "try:\n  x = a[0]\nexcept IndexError:\n  raise\nreturn x",
        "try:\n  a[0]\nfinally:\n  x = 1\nreturn x",
        "if a and (x := a[0]): return x",
        "if not (a and (x := a[0])): return 0\nreturn x",
        "def f(): return x\nx = 1\nreturn f()",
        "def f(): return g()\ndef g(): return x\nx = 1\nreturn f()",
        "f = lambda: x\nx = 1\nreturn f()",
        "x = 1\nreturn [x for y in a for x in y] + [x]",
        "def f():\n  nonlocal x\n  x += 1\nx = 1\nf()\nreturn x",
        "assert a and (x := a[0])\nreturn x",
        "x = a\ndel x\nx = 3\nreturn x",
    ],
)
def test_what_is_surely_set_has_no_flag(body):
    lines = "".join(f" {line}\n" for line in body.splitlines())
    assert _found(f"def f(a):\n{lines}") == set()


def never_typed(a):
    def inner():
        nonlocal n
        n = 7

    if a < 3:
        inner()
    n = 4
    return n


def value_after_call(a):
    if a < 3:
        n = 1
    row = [0, 1]
    row[abs(a)] += n
    return row[0]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (never_typed, "it names inner, which uses n, before n is set; set n before"),
        (value_after_call, "it reads n, which may not be set there; set n before, on every path"),
    ],
)
def test_what_cannot_be_asked_is_refused(function, told):
    with pytest.raises(Unsupported, match=told):
        rewritten(function)


def test_functions_without_source_are_refused():
    names = {}
    exec("def f(a):\n if a < 3:\n  x = [a]\n return x", names)
    with pytest.raises(Exception, match="reads x, which may not be set there"):
        compiled(names["f"], 0)
