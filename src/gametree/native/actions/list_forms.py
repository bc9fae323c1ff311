"""Expressions that make a list for certain, and comprehensions that share their variables."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

__all__ = ["Comprehension", "is_taken_apart", "kind_of_sequence", "names_read_outside"]

Comprehension = ast.ListComp | ast.GeneratorExp


def kind_of_sequence(value: ast.expr, called: Callable[[ast.expr], str]) -> str:
    """Return "list" or "tuple" if an expression makes one for certain; "" for all else.

    `called` returns the name of the function of Python's own that an expression calls.
    """
    if isinstance(value, ast.ListComp | ast.List):
        return "list"
    if isinstance(value, ast.Tuple):
        return "tuple"
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return _common(value.left, value.right, called)
    if isinstance(value, ast.IfExp):
        return _common(value.body, value.orelse, called)
    return {"list": "list", "tuple": "tuple", "sorted": "list"}.get(called(value), "")


def _common(one: ast.expr, other: ast.expr, called: Callable[[ast.expr], str]) -> str:
    kind = kind_of_sequence(one, called)
    return kind if kind == kind_of_sequence(other, called) else ""


def is_taken_apart(value: ast.expr | None, called: Callable[[ast.expr], str]) -> bool:
    """Return True if items of an expression can be written one by one, without the whole."""
    return value is not None and kind_of_sequence(value, called) != "" and called(value) != "sorted"


def names_read_outside(body: list[ast.stmt], comprehension: Comprehension) -> bool:
    """Return True if statements name variables of a comprehension beside those that set them too.

    The loops of such a one would change these variables.
    """
    bound = _bound(comprehension)
    return any(name in bound for each in body for name in _names_outside(each, bound))


def _bound(node: ast.expr) -> set[str]:
    return {
        each.id
        for generator in getattr(node, "generators", ())
        for each in ast.walk(generator.target)
        if isinstance(each, ast.Name)
    }


def _names_outside(node: ast.AST, bound: set[str]) -> Iterator[str]:
    """Yield names in a tree, but for those in comprehensions that set all of some variables."""
    if isinstance(node, ast.Name):
        yield node.id
    generators = getattr(node, "generators", ())
    if generators and bound <= _bound(node):  # type: ignore[arg-type]
        yield from _names_outside(generators[0].iter, bound)
        return
    for each in ast.iter_child_nodes(node):
        yield from _names_outside(each, bound)
