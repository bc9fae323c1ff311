"""Build and copy pieces of syntax trees."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = [
    "PREFIX",
    "assign",
    "call",
    "copied",
    "function",
    "last_of",
    "name",
    "negated",
    "placed",
    "statements",
    "store",
    "truth",
    "tuple_of",
]

PREFIX = "plainpython_"
"""How the names begin that no user's code has."""


def name(text: str) -> ast.Name:
    """Return an expression that reads a variable."""
    return ast.Name(id=text, ctx=ast.Load())


def store(text: str) -> ast.Name:
    """Return the target that sets a variable."""
    return ast.Name(id=text, ctx=ast.Store())


def assign(text: str, value: ast.expr) -> ast.Assign:
    """Return the statement that sets a variable."""
    return ast.Assign(targets=[store(text)], value=value)


def call(called: ast.expr, *arguments: ast.expr) -> ast.Call:
    """Return a call."""
    return ast.Call(func=called, args=list(arguments), keywords=[])


def tuple_of(items: Iterable[ast.expr]) -> ast.Tuple:
    """Return the expression of a tuple."""
    return ast.Tuple(elts=list(items), ctx=ast.Load())


def truth(value: ast.expr) -> ast.expr:
    """Return the expression of what `if` makes of a value."""
    return ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=value))


def negated(node: ast.expr) -> ast.expr:
    """Return a negative number that is written down as one constant; any other node as it is."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value: Any = getattr(node.operand, "value", None)
        if type(value) in (int, float):
            return ast.copy_location(ast.Constant(-value), node)
    return node


def last_of(items: Sequence[ast.expr]) -> ast.Subscript:
    """Return an expression that computes all of some, in order, and gives the last."""
    index = ast.Constant(len(items) - 1)
    return ast.Subscript(value=tuple_of(items), slice=index, ctx=ast.Load())


def statements(text: str, **parts: ast.expr) -> list[ast.stmt]:
    """Return the statements of a text, with expressions in place of some of its names."""
    made = ast.parse("def f():\n" + "\n".join(f" {line}" for line in text.splitlines()))
    body = made.body[0].body  # type: ignore[attr-defined]
    for each in ast.walk(made):
        for attribute in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(each, attribute):
                delattr(each, attribute)
    return [_Filled(parts).visit(each) for each in body]


class _Filled(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self._parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        part = self._parts.get(node.id)
        return node if part is None else copied(part)  # a tree may be in one place only


def function(text: str, arguments: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
    """Return the definition of a function."""
    made = ast.FunctionDef(name=text, args=arguments, body=body, decorator_list=[])
    if "type_params" in ast.FunctionDef._fields:
        made.type_params = []  # type: ignore[attr-defined]
    return made


def arguments(names: Iterable[str]) -> ast.arguments:
    """Return parameters of these names."""
    return ast.arguments(
        posonlyargs=[],
        args=[ast.arg(arg=each) for each in names],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )


def placed(made: Any, origin: ast.AST) -> Any:
    """Give all that has no line yet the line of what it replaces; return it."""
    for top in made if isinstance(made, list) else [made]:
        for each in ast.walk(top):
            if isinstance(each, ast.expr | ast.stmt | ast.arg | ast.keyword) and not hasattr(
                each, "lineno"
            ):
                ast.copy_location(each, origin)
    return made


def copied(node: Any) -> Any:
    """Return a tree of its own."""
    return copy.deepcopy(node)
