"""Refuse generators that call themselves.

Numba finds no type for what they yield. A list in their place would be another program: whoever
loops over a generator may change what it reads before its next step.
"""

from __future__ import annotations

import ast
from typing import Any

from ...reasons import Unsupported
from ..scopes.scopes import is_generator, own_nodes

__all__ = ["refuse_recursive_generators"]


def refuse_recursive_generators(rewriting: Any, tree: ast.FunctionDef) -> None:
    """Raise Unsupported if a function, or one within it, yields and calls itself."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or not is_generator(function):
            continue
        for node in own_nodes(function.body):
            if isinstance(node, ast.Call) and _names(node.func, function, rewriting):
                rewriting.line = node.lineno
                raise Unsupported(
                    f"{function.name} is a generator that calls itself",
                    "collect the values in a list and return it",
                )


def _names(called: ast.expr, function: ast.FunctionDef, rewriting: Any) -> bool:
    if isinstance(called, ast.Name):
        return called.id == function.name
    owner = rewriting.source.first_parameter
    return (
        isinstance(called, ast.Attribute)
        and called.attr == function.name
        and isinstance(called.value, ast.Name)
        and called.value.id == owner
    )
