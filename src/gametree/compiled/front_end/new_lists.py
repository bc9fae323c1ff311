"""Expressions that make a list which nobody else has got yet: see `values/wider_items.py`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from ..values.wider_items import just_made, rows_just_made
from . import trees

__all__ = ["makes_list", "new_list"]

_MADE = tuple(trees.PREFIX + each.__name__ for each in (just_made, rows_just_made))


def makes_list(node: ast.expr) -> bool:
    """Return whether an expression makes a new list each time, and puts no list in it twice."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
        return isinstance(node.left, ast.List) or isinstance(node.right, ast.List)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _MADE
    return isinstance(node, ast.List | ast.ListComp)


def new_list(
    made: ast.expr, items: Iterable[ast.expr], named: Callable[[str, Any], ast.Name]
) -> ast.expr:
    """Return what makes a new list, marked as that, by what its items are made of."""
    rows = [makes_list(each) for each in items]
    maker = rows_just_made if rows and all(rows) else just_made
    return trees.call(named(maker.__name__, maker), made)  # type: ignore[no-any-return]
