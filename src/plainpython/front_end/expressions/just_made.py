"""Mark new lists and dicts, so that `values/wider_items.py` can change their item type."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from ...values.wider_items import just_made, rows_just_made
from .. import trees

__all__ = ["just_made_of", "makes_list"]

_MADE = tuple(trees.PREFIX + each.__name__ for each in (just_made, rows_just_made))


def makes_list(node: ast.expr) -> bool:
    """Return whether an expression makes a new list each time, and puts no list in it twice."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
        return isinstance(node.left, ast.List) or isinstance(node.right, ast.List)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _MADE
    return isinstance(node, ast.List | ast.ListComp)


def just_made_of(
    made: ast.expr, items: Iterable[ast.expr], named: Callable[[Any, str], ast.expr]
) -> ast.expr:
    """Return what makes a new list or dict, marked as that, by the expressions of a list's items.

    `named` gives an expression for a value that the rules do not name.
    """
    rows = [makes_list(each) for each in items]
    marked = rows_just_made if rows and all(rows) else just_made
    return trees.call(named(marked, marked.__name__), made)  # type: ignore[no-any-return]
