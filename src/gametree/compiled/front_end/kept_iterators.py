"""Iterators that are read more than once, such as `r = reversed(row)`: they give each item once.

Compiled code makes rows of `reversed(x)` and `chain(x)`, which is fast where one loop takes all
items. Where a variable that holds one is read again, `iter` around it remembers which items were
taken.
"""

from __future__ import annotations

import ast
import itertools
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from . import trees
from .scopes import COMPREHENSIONS, bindings

__all__ = ["KeptIterators"]


class KeptIterators(ast.NodeTransformer):
    """Puts `iter` around the iterators of one function that may be read more than once.

    Args:
        body: the statements of the function.
        outside: returns whether an expression names something outside of the function, and what.
        named: returns an expression for a value that the function does not name itself.

    """

    def __init__(
        self,
        body: list[ast.stmt],
        outside: Callable[[ast.expr], tuple[bool, Any]],
        named: Callable[[str, Any], ast.expr],
    ) -> None:
        self._outside = outside
        self._named = named
        self._reads: Counter[str] = Counter()
        self._count(body, ())

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a function of its own

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if any(isinstance(each, ast.Name) and self._reads[each.id] > 1 for each in node.targets):
            node.value = self._remembered(node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value and isinstance(node.target, ast.Name) and self._reads[node.target.id] > 1:
            node.value = self._remembered(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        known, called = self._outside(node.func)
        inner = not known and isinstance(node.func, ast.Name)
        if inner or (known and _is_users(called)):
            node.args = [self._remembered(each) for each in node.args]
        return node

    def _remembered(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.IfExp):
            value.body = self._remembered(value.body)
            value.orelse = self._remembered(value.orelse)
        elif isinstance(value, ast.Call) and self._makes_a_row(value):
            return trees.placed(trees.call(self._named("iter", iter), value), value)  # type: ignore[no-any-return]
        return value

    def _makes_a_row(self, node: ast.Call) -> bool:
        known, called = self._outside(node.func)
        if not known or len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
            return False
        return called is reversed or called is itertools.chain

    def _is_turned_round(self, node: ast.Assign) -> bool:
        value = node.value
        if not isinstance(value, ast.Call) or not self._makes_a_row(value):
            return False
        return ast.unparse(node.targets[0]) == ast.unparse(value.args[0])

    def _count(self, nodes: Iterable[ast.AST], repeated: tuple[set[str], ...]) -> None:
        """Count the reads of each name; `repeated` are the names that each loop around sets."""
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._reads[node.id] += 1 + any(node.id not in each for each in repeated)
            if isinstance(node, ast.Assign) and self._is_turned_round(node):
                continue  # `row = reversed(row)` reads what the variable held before
            once: list[ast.AST] = []
            if isinstance(node, ast.For):
                once = [node.iter]
            elif isinstance(node, COMPREHENSIONS):
                once = [node.generators[0].iter]
            rest = [each for each in _children(node) if each not in once]
            self._count(once, repeated)
            if isinstance(node, ast.For | ast.While | ast.Lambda | ast.FunctionDef):
                body = node.body if isinstance(node.body, list) else []
                self._count(rest, (*repeated, set(bindings(body))))
            elif isinstance(node, COMPREHENSIONS):
                self._count(rest, (*repeated, set()))
            else:
                self._count(rest, repeated)


def _children(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node; those of the loops of a comprehension are parts of it."""
    found: list[ast.AST] = []
    for each in ast.iter_child_nodes(node):
        found += ast.iter_child_nodes(each) if isinstance(each, ast.comprehension) else [each]
    return found


def _is_users(called: Any) -> bool:
    """Return whether what is called may keep what it receives: a function or class of a user."""
    if isinstance(called, types.FunctionType | types.MethodType):
        return True
    module = str(getattr(called, "__module__", None)).partition(".")[0]
    return isinstance(called, type) and module not in {*sys.stdlib_module_names, "numpy"}
