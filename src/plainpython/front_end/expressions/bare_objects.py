"""Calls that construct objects without `__init__`, in functions that fill and return them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from ...reasons import Unsupported
from ...values.objects.bare_objects import bare, bare_alike, bare_of, makes_bare
from .record_calls import whose_class

__all__ = ["bare_instead", "bare_names"]

_Meaning = Callable[[ast.expr], Any]


def bare_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the variables that a function gives such objects to.

    What it returns of them must have all of its attributes by then.

    Raises:
        Unsupported: if an object gets no name at once.

    """
    calls = {each for each in ast.walk(tree) if _is_bare(each)}
    if not calls:
        return frozenset()
    names = set()
    for each in ast.walk(tree):
        if isinstance(each, ast.Assign) and each.value in calls:
            target = each.targets[0]
            if len(each.targets) == 1 and isinstance(target, ast.Name):
                calls.discard(each.value)
                names.add(target.id)
    if calls:
        raise Unsupported(
            "it makes an object without its constructor, and gives it no name",
            "give it one: other = Board.__new__(Board)",
        )
    return frozenset(names)


def bare_instead(node: ast.Call, meaning: _Meaning) -> tuple[str, Any, list[ast.expr]] | None:
    """Return the name, function and arguments of the call to make instead of one, if it is such.

    Args:
        node: the call.
        meaning: what an expression means outside of the function; None if it is of the function.

    """
    if not _is_bare(node):
        return None
    alike = whose_class(node.args[0], meaning)
    if alike is not None:
        return "bare_alike", bare_alike, [alike]
    cls = meaning(node.args[0])
    if cls is None and isinstance(node.args[0], ast.Name):
        return "bare_of", bare_of, [node.args[0]]
    if not makes_bare(cls):
        raise Unsupported(
            "it calls __new__ of a class that makes its objects in its own way",
            "call the class, as in Board()",
        )
    return f"bare_{cls.__name__}", bare(cls), []


def _is_bare(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "__new__"
        and len(node.args) == 1
        and not node.keywords
    )
