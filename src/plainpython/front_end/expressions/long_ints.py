"""Literals, powers of two and shifts in programs whose ints may have more than 64 bits."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from ...values.numbers.long_arithmetic import power_of_two, shifted_as_long
from .. import trees

__all__ = ["LongLiterals", "long_operation"]


class LongLiterals(ast.NodeTransformer):
    """Lets ints of more than 64 bits that are written down be long ints.

    Args:
        constant: gives an expression for a literal; None if it may stay.

    """

    def __init__(self, constant: Callable[[Any], ast.expr | None]) -> None:
        self._constant = constant

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        made = self._constant(node.value) if type(node.value) is int else None
        return node if made is None else trees.placed(made, node)  # type: ignore[no-any-return]


def long_operation(node: ast.BinOp, named: Callable[[Any, str], ast.Name]) -> ast.expr | None:
    """Return an operation that makes a long int: `1 << square`, `2 ** square`; None for others.

    By a number of places that is written down an int is shifted as an int, as in `row << 3`: the
    result may be an index.
    """
    count = _number(node.right)
    if isinstance(node.right, ast.UnaryOp) or (count is not None and 0 <= count < 63):
        return None
    if isinstance(node.op, ast.Pow) and _number(node.left) == 2:
        return trees.call(named(power_of_two, "power_of_two"), node.right)
    if isinstance(node.op, ast.LShift):
        return trees.call(named(shifted_as_long, "shifted_as_long"), node.left, node.right)
    return None


def _number(node: ast.expr) -> int | None:
    """Return the int that is written down, if one is."""
    value = getattr(node, "value", None)
    return value if type(value) is int else None
