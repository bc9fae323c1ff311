"""Return True or False from functions whose callers only test the truth of the result.

`return self.winner() or self.is_full()` gives a text or None on one path, True or False on another.
In compiled code these are different types.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .. import trees

__all__ = ["let_return_truth"]


def let_return_truth(function: ast.FunctionDef) -> None:
    """Let a function return True or False instead of what is true or false."""
    for each in _returns(function.body):
        value = each.value or ast.Constant(None)
        each.value = trees.placed(_truth(value), each)
    if not isinstance(function.body[-1], ast.Return):
        last = ast.Return(ast.Constant(False))
        function.body.append(trees.placed(last, function.body[-1]))


def _returns(body: list[ast.stmt]) -> Iterator[ast.Return]:
    """Yield the returns of a function, and not those of functions within it."""
    for statement in body:
        waiting: list[ast.AST] = [statement]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Return):
                yield node
            elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                waiting += ast.iter_child_nodes(node)


def _truth(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.BoolOp):
        return ast.BoolOp(op=value.op, values=[_truth(each) for each in value.values])
    if isinstance(value, ast.IfExp):
        body, orelse = _truth(value.body), _truth(value.orelse)
        return ast.IfExp(test=value.test, body=body, orelse=orelse)
    if isinstance(value, ast.Constant):
        return ast.Constant(bool(value.value))
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return value
    return trees.call(trees.name("bool"), value)  # type: ignore[no-any-return]
