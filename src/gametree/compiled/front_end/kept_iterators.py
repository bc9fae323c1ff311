"""Iterators that are kept, such as `r = reversed(row)`: each item is taken from them once.

Compiled code makes rows of `reversed(x)` and `chain(x)`, which is fast where the call or loop
around it takes all items. Elsewhere `iter` around it remembers which items were taken.
"""

from __future__ import annotations

import ast
import itertools
import sys
import types
from collections.abc import Callable
from typing import Any

from . import trees

__all__ = ["KeptIterators"]


class KeptIterators(ast.NodeTransformer):
    """Puts `iter` around each iterator that is not consumed where it is made.

    Args:
        outside: returns whether an expression names something outside of the function, and what.
        named: returns an expression for a value that the function does not name itself.

    """

    def __init__(
        self,
        outside: Callable[[ast.expr], tuple[bool, Any]],
        named: Callable[[str, Any], ast.expr],
    ) -> None:
        self._outside = outside
        self._named = named
        self._consumed: set[int] = set()  # the ids of the calls that are consumed at once

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a function of its own

    def visit_For(self, node: ast.For) -> ast.AST:
        self._consume(node.iter)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self._consume(node.iter)
        return self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self._consume(node.value)
        return self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self._consume(node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        known, called = self._outside(node.func)
        method = isinstance(node.func, ast.Attribute) and not known
        if method or (known and not _is_users(called)):
            for each in node.args:
                self._consume(each)
        self.generic_visit(node)
        if id(node) in self._consumed or not _makes_a_row(node, known, called):
            return node
        return trees.placed(trees.call(self._named("iter", iter), node), node)  # type: ignore[no-any-return]

    def _consume(self, node: ast.expr) -> None:
        if isinstance(node, ast.IfExp):
            self._consume(node.body)
            self._consume(node.orelse)
        elif isinstance(node, ast.Call):
            self._consumed.add(id(node))


def _is_users(called: Any) -> bool:
    """Return whether what is called may keep what it receives: a function or class of a user."""
    if isinstance(called, types.FunctionType | types.MethodType):
        return True
    module = str(getattr(called, "__module__", None)).partition(".")[0]
    return isinstance(called, type) and module not in {*sys.stdlib_module_names, "numpy"}


def _makes_a_row(node: ast.Call, known: bool, called: Any) -> bool:
    if not known or len(node.args) != 1:
        return False
    alone = not isinstance(node.args[0], ast.Starred)
    return called is reversed or (called is itertools.chain and alone)
