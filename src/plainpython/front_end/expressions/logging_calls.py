"""Calls of loggers, as `logger.info(f"{name} begins")`: compiled code leaves them out."""

from __future__ import annotations

import ast
import logging
from collections.abc import Callable
from typing import Any

from ...reasons import Unsupported

__all__ = ["is_logging"]

_LOGGING = (
    "debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"
)  # fmt: skip

_PLAIN = (abs, bool, float, int, len, repr, round, str, type)
"""Functions whose calls change nothing."""


def is_logging(node: ast.Expr, outside: Callable[[ast.expr], tuple[bool, Any]]) -> bool:
    """Return True for a statement that only logs, by a logger or the functions of `logging`.

    Args:
        node: the statement.
        outside: tells whether an expression means something outside of the function, and what.

    Raises:
        Unsupported: if something is called for what it logs, which might change the state.

    """
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    known, holder = outside(call.func.value)
    logs = isinstance(holder, logging.Logger | logging.LoggerAdapter) or holder is logging
    if not (known and logs and call.func.attr in _LOGGING):
        return False
    logged = [*call.args, *(each.value for each in call.keywords)]
    for part in (part for each in logged for part in ast.walk(each)):
        plain = isinstance(part, ast.Call) and outside(part.func)[1] in _PLAIN
        if isinstance(part, ast.Call | ast.NamedExpr | ast.Await) and not plain:
            raise Unsupported(
                f"it logs what {ast.unparse(part)} gives",
                "call that on a line of its own, and log a variable",
            )
    return True
