"""Types of arrays that are written as texts: `dtype="int8"`, `astype("float")`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import trees

__all__ = ["name_dtypes"]


def name_dtypes(node: ast.Call, called: Any, named: Callable[[Any, str], ast.Name]) -> None:
    """Replace the names of dtypes, written as texts, by NumPy's classes.

    Args:
        node: the call.
        called: what is called, if it is known: functions of NumPy take a dtype by position, too.
        named: gives an expression for a class.

    """
    by_place = str(getattr(called, "__module__", "")).partition(".")[0] == "numpy"
    if by_place or (isinstance(node.func, ast.Attribute) and node.func.attr == "astype"):
        node.args = [_class_for(each, named) for each in node.args]
    for each in node.keywords:
        if each.arg == "dtype":
            each.value = _class_for(each.value, named)


def _class_for(node: ast.expr, named: Callable[[Any, str], ast.Name]) -> ast.expr:
    """Return an expression for the class that a text names; other expressions as they are."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return node
    try:
        found = np.dtype(node.value)
    except TypeError:
        return node
    if found.kind not in "biuf" or not found.isnative:
        return node
    return trees.placed(named(found.type, found.name), node)  # type: ignore[no-any-return]
