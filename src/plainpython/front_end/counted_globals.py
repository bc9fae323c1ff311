"""Global counters, as `global calls` and `calls += 1`: compiled code leaves them out."""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from types import FunctionType

from ..reasons import Unsupported
from .scopes.scopes import bound_names, global_names, own_nodes

__all__ = ["leave_out_counting"]


def leave_out_counting(tree: ast.FunctionDef, function: FunctionType) -> None:
    """Take statements that only count in a global variable out of a function, in place.

    Programs count the positions that they visit, and print the number later.

    Raises:
        Unsupported: if the function reads a variable in which a function of its file counts.

    """
    file = function.__code__.co_filename
    counters = _counters_of("".join(linecache.getlines(file, function.__globals__)))
    if not counters:
        return
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    for each in functions:
        names = global_names(each.body) & counters.keys()
        each.body = [_WithoutCounting(names).visit(statement) for statement in each.body]
    own = {name for each in functions for name in bound_names(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in counters.keys() - own:
            raise Unsupported(
                f"it uses the global variable {node.id}, in which {counters[node.id]} counts",
                "keep what changes during a search in the state",
            )


@lru_cache(maxsize=64)
def _counters_of(text: str) -> dict[str, str]:
    """Return the global variables in which functions of a file count, each with one of these."""
    if "global " not in text:
        return {}
    return {
        name: each.name
        for each in ast.walk(ast.parse(text))
        if isinstance(each, ast.FunctionDef)
        for node in own_nodes(each.body)
        if (name := _counted(node)) in global_names(each.body)
    }


def _counted(node: ast.AST) -> str:
    """Return the variable of a statement such as `name += 1`; empty for other statements."""
    if not isinstance(node, ast.AugAssign) or not isinstance(node.target, ast.Name):
        return ""
    number = node.value.value if isinstance(node.value, ast.Constant) else None
    counts = isinstance(node.op, ast.Add | ast.Sub) and isinstance(number, int | float)
    return node.target.id if counts else ""


class _WithoutCounting(ast.NodeTransformer):
    """Replaces statements that count by `pass`; functions within have their own turn."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node) if _counted(node) in self._names else node
