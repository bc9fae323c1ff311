"""Outer variables that an inner function sets: it returns them, and its caller sets them."""

from __future__ import annotations

import ast
from typing import Any

from .. import trees

__all__ = ["with_outs", "with_outs_set"]


def with_outs(body: list[ast.stmt], outs: list[str], origin: ast.AST) -> list[ast.stmt]:
    """Let each return also return variables of the outer function."""
    values: list[ast.expr] = [trees.name(each) for each in outs]

    class Returns(ast.NodeTransformer):
        def visit_Return(self, node: ast.Return) -> ast.Return:
            value = node.value or ast.Constant(None)
            node.value = trees.placed(trees.tuple_of([value, *values]), node)
            return node

    body = [Returns().visit(each) for each in body]
    if not isinstance(body[-1], ast.Return):
        body.append(ast.Return(value=trees.tuple_of([ast.Constant(None), *values])))
    return trees.placed(body, origin)  # type: ignore[no-any-return]


def with_outs_set(called: ast.expr, outs: list[str], rewriting: Any) -> ast.expr:
    """Return a call that also sets variables with what it returns besides its value."""
    if not outs:
        return called
    both = rewriting.fresh("both")
    parts: list[ast.expr] = [ast.NamedExpr(target=trees.store(both), value=called)]
    for index, each in enumerate(outs):
        part = ast.Subscript(value=trees.name(both), slice=ast.Constant(index + 1), ctx=ast.Load())
        parts.append(ast.NamedExpr(target=trees.store(each), value=part))
    value = ast.Subscript(value=trees.name(both), slice=ast.Constant(0), ctx=ast.Load())
    return trees.last_of([*parts, value])
