"""Calls on records with field names in their text: `_replace`, `replace`, `Record(*items)`."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from typing import Any

from ...values.objects.record_functions import (
    as_plain_dict,
    as_plain_tuple,
    made_alike,
    made_of_items,
    replacing,
)

__all__ = ["SETTING", "called_instead", "set_instead", "whose_class"]

SETTING = "plainpython_set_"
"""Before the name of an attribute: set it though the object is of a frozen dataclass."""


def called_instead(
    node: ast.Call, meaning: Callable[[ast.expr], Any]
) -> tuple[str, Any, list[ast.expr]] | None:
    """Return the name, function and arguments of the call to make instead of one, if there is one.

    Args:
        node: the call.
        meaning: what an expression means outside of the function; None if it is of the function.

    """
    names = tuple(each.arg for each in node.keywords if each.arg is not None)
    values = [each.value for each in node.keywords]
    alike = whose_class(node.func, meaning)
    if alike is not None and len(names) == len(node.keywords):
        if not any(isinstance(each, ast.Starred) for each in node.args):
            return "made_alike", made_alike(len(node.args), names), [alike, *node.args, *values]
    if len(names) == len(node.keywords) > 0:
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if method == "_replace" and not node.args and isinstance(node.func, ast.Attribute):
            return f"replaced_{'_'.join(names)}", replacing(names), [node.func.value, *values]
        if len(node.args) == 1 and meaning(node.func) is dataclasses.replace:
            return f"replaced_{'_'.join(names)}", replacing(names), [node.args[0], *values]
    if not node.keywords and len(node.args) == 1:
        called = meaning(node.func)
        if called is dataclasses.astuple:
            return "as_plain_tuple", as_plain_tuple, node.args
        if called is dataclasses.asdict:
            return "as_plain_dict", as_plain_dict, node.args
        if isinstance(called, type) and isinstance(node.args[0], ast.Starred):
            function = made_of_items(called)
            if function is not None:
                return f"made_of_{called.__name__}", function, [node.args[0].value]
    if not (node.keywords or node.args) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "_asdict":
            return "as_plain_dict", as_plain_dict, [node.func.value]
    return None


def whose_class(called: ast.expr, meaning: Callable[[ast.expr], Any]) -> ast.expr | None:
    """Return x of `type(x)` and of `x.__class__`; None for all else."""
    if isinstance(called, ast.Attribute) and called.attr == "__class__":
        return called.value
    if isinstance(called, ast.Call) and len(called.args) == 1 and meaning(called.func) is type:
        return called.args[0]
    return None


def set_instead(node: ast.Expr) -> ast.Assign | None:
    """Return object.__setattr__(self, "name", value) as an assignment."""
    call = node.value
    if (
        isinstance(call, ast.Call)
        and len(call.args) == 3
        and ast.unparse(call.func) == "object.__setattr__"
        and isinstance(call.args[1], ast.Constant)
    ):
        target = ast.Attribute(
            value=call.args[0], attr=f"{SETTING}{call.args[1].value!s}", ctx=ast.Store()
        )
        return ast.copy_location(ast.Assign(targets=[target], value=call.args[2]), node)
    return None
