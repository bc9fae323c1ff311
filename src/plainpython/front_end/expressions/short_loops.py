"""Loops over a few constants, such as the directions of a board, which are written out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from ...reasons import Unsupported
from ...values.kinds import kind_of
from ..scopes.scopes import own_nodes

__all__ = ["few_constants"]

_FEW = 8
_MOST = 1500
"""Pieces of syntax that a loop may become when it is written out: else to compile takes longer."""

_Outside = Callable[[ast.expr], tuple[bool, Any]]


def few_constants(loop: ast.For, outside: _Outside) -> list[Any] | None:
    """Return what a short loop goes through, if that is known and of one type; else None.

    LLVM cannot write out a loop that yields: it is entered in the middle.

    Args:
        loop: the loop.
        outside: returns whether an expression names something outside of the function, and what.

    """
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(loop.body)):
        return None
    values = _constants(loop.iter, outside)
    if values is None or _size(loop, outside) > _MOST:
        return None
    try:
        kinds = [kind_of(each) for each in values]
    except Unsupported:
        return None
    return values if all(each == kinds[0] for each in kinds) else None


def _constants(items: ast.expr, outside: _Outside) -> list[Any] | None:
    known, values = outside(items)
    if not known:
        try:
            values = ast.literal_eval(items)
        except (ValueError, TypeError):
            return None
    if type(values) in (list, tuple) and 1 < len(values) <= _FEW:
        return list(values)
    return None


def _size(node: ast.AST, outside: _Outside) -> int:
    """Return how many pieces of syntax there are once short loops are written out."""
    size = 1 + sum(_size(each, outside) for each in ast.iter_child_nodes(node))
    if isinstance(node, ast.For):
        size *= len(_constants(node.iter, outside) or (None,))
    return size
