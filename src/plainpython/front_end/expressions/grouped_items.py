"""`zip(*[iter(row)] * 2)`, pairs of items: a call of a function that names one iterator twice.

Compiled code has no lists of iterators.
"""

from __future__ import annotations

import ast
import itertools
from typing import Any

from ...reasons import Unsupported
from .. import trees
from ..scopes.scopes import bound_names

__all__ = ["GroupedItems"]

_MOST = 64


class GroupedItems(ast.NodeTransformer):
    """Rewrites the calls of one function, and adds the functions that they call."""

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting
        self._bound: set[str] = set()
        self._made: dict[int, ast.FunctionDef] = {}

    def rewritten(self, tree: ast.FunctionDef) -> None:
        """Rewrite the calls in a function and in those within it."""
        if not any(isinstance(each, ast.Starred) for each in ast.walk(tree)):
            return
        self._bound = {
            name
            for each in ast.walk(tree)
            if isinstance(each, ast.FunctionDef)
            for name in bound_names(each)
        }
        self.generic_visit(tree)
        tree.body = [*self._made.values(), *tree.body]

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        repeated = _repeated(node.args)
        if repeated is None:
            return node
        known, called = self._rewriting.outside(node.func, self._bound.__contains__)
        if known and called is itertools.zip_longest:
            raise Unsupported(
                "it groups the items of an iterator by zip_longest",
                "use slices, such as row[i : i + 2] for i in range(0, len(row), 2)",
            )
        if not known or called is not zip or node.keywords:
            return node
        item, count = repeated
        if count not in self._made:
            self._made[count] = trees.placed(self._function(count), node)
        made = trees.call(trees.name(self._made[count].name), item)
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def _function(self, count: int) -> ast.FunctionDef:
        each = self._rewriting.fresh("each")
        zipped = trees.call(ast.Name("zip", ast.Load()), *(trees.name(each) for _ in range(count)))
        name = self._rewriting.fresh("groups")
        body: list[ast.stmt] = [ast.Return(value=zipped)]
        return trees.function(name, trees.arguments([each]), body)  # type: ignore[no-any-return]


def _repeated(arguments: list[ast.expr]) -> tuple[ast.expr, int] | None:
    """Return what `*[value] * count` repeats and how often, if that is the one argument."""
    starred = arguments[0] if len(arguments) == 1 else None
    product = starred.value if isinstance(starred, ast.Starred) else None
    if not isinstance(product, ast.BinOp) or not isinstance(product.op, ast.Mult):
        return None
    for row, count in ((product.left, product.right), (product.right, product.left)):
        if (
            isinstance(row, ast.List | ast.Tuple)
            and len(row.elts) == 1
            and not isinstance(row.elts[0], ast.Starred)
            and isinstance(count, ast.Constant)
            and type(count.value) is int
            and 0 < count.value <= _MOST
        ):
            return row.elts[0], count.value
    return None
