"""Checks of statements: which of them may raise, change containers, or never reach their end."""

from __future__ import annotations

import ast

from .scopes.scopes import own_nodes

__all__ = ["calls_or_changes", "may_raise", "never_ends"]


def may_raise(value: ast.expr, *, operators: bool) -> bool:
    """Return whether an expression may raise; its operators may if a handler asks what they raise.

    `a + b` raises TypeError where one of them is None, and OverflowError beside a cell of an array.
    """
    if isinstance(value, ast.Name | ast.Constant):
        return False
    parts: list[ast.expr]
    if isinstance(value, ast.Tuple | ast.List):
        parts = value.elts
    elif isinstance(value, ast.Starred):
        parts = [value.value]
    elif isinstance(value, ast.BoolOp):
        parts = value.values
    elif isinstance(value, ast.UnaryOp) and (isinstance(value.op, ast.Not) or not operators):
        parts = [value.operand]
    elif isinstance(value, ast.Compare) and not (operators and _orders(value)):
        parts = [value.left, *value.comparators]
    elif (
        isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add | ast.Sub | ast.Mult)
        and not operators
    ):
        parts = [value.left, value.right]
    else:
        return True
    return any(may_raise(each, operators=operators) for each in parts)


def _orders(value: ast.Compare) -> bool:
    return not all(isinstance(each, ast.Eq | ast.NotEq | ast.Is | ast.IsNot) for each in value.ops)


def calls_or_changes(body: list[ast.stmt]) -> bool:
    """Return True if statements may change the size of a container, themselves or by a call."""
    return any(
        isinstance(each, ast.Call)
        or (isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load))
        for each in own_nodes(body)
    )


def never_ends(body: list[ast.stmt]) -> bool:
    """Return True if what comes after some statements is never reached."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and never_ends(last.body) and never_ends(last.orelse)
    if isinstance(last, ast.Try):
        parts = [last.orelse or last.body, *(each.body for each in last.handlers)]
        return all(map(never_ends, parts)) or bool(last.finalbody and never_ends(last.finalbody))
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return not any(isinstance(each, ast.Break) for each in own_nodes(last.body))
    return isinstance(last, ast.Return | ast.Raise | ast.Break | ast.Continue)
