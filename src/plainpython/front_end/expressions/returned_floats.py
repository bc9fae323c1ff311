"""Return lists of floats where a function returns `[1, 0]` on one path and `[0.5, 0.5]` on another.

A library names functions whose callers read the numbers as floats anyway. In compiled code a list
of ints has another type than a list of floats.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .. import trees

__all__ = ["let_return_floats"]


def let_return_floats(function: ast.FunctionDef) -> None:
    """Let the items of all lists that a function returns be floats."""
    returned = [
        node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value
    ]
    names = {
        each.id for value in returned for each in _choices(value) if isinstance(each, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id in names for each in node.targets
        ):
            returned.append(node.value)
    for value in returned:
        for each in _choices(value):
            _let_hold_floats(each)


def _choices(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the expressions of which a value is one: both of a conditional expression."""
    if isinstance(value, ast.IfExp):
        yield from _choices(value.body)
        yield from _choices(value.orelse)
    else:
        yield value


def _let_hold_floats(value: ast.expr) -> None:
    if isinstance(value, ast.List):
        if not any(isinstance(each, ast.Starred) for each in value.elts):
            value.elts = [_as_float(each) for each in value.elts]
    elif isinstance(value, ast.ListComp):
        value.elt = _as_float(value.elt)
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):  # [0] * players
        for each in (value.left, value.right):
            if isinstance(each, ast.List):
                _let_hold_floats(each)


def _as_float(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.Constant) and isinstance(value.value, int):
        return ast.copy_location(ast.Constant(float(value.value)), value)
    return trees.placed(trees.call(trees.name("float"), value), value)  # type: ignore[no-any-return]
