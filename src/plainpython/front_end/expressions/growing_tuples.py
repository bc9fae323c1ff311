"""Tuples that get longer or shorter in a loop, as tuples of any length: `path = path + (cell,)`.

In compiled code a tuple of a certain length is of another type than a longer one, and a variable is
of one type, however often the loop runs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from ...values.unpacking import of_any_length
from .. import trees
from ..scopes.scopes import own_nodes, parameters

__all__ = ["is_sum_or_slice", "let_tuples_grow", "sums_and_slices"]

Named = Callable[[str, Any], ast.expr]


def let_tuples_grow(function: ast.FunctionDef, named: Named) -> None:
    """Let variables that a loop makes longer or shorter be tuples of any length from the start.

    What is no tuple stays as it is.

    Args:
        function: the function, without others in it.
        named: gives an expression for a value that the rules do not name.

    """
    growing = {
        name
        for loop in own_nodes(function.body)
        if isinstance(loop, ast.For | ast.While)
        for statement in own_nodes(loop.body)
        for name in _grown_by(statement)
    }
    if not growing:
        return

    def of_any(value: ast.expr) -> ast.expr:
        return trees.placed(trees.call(named("of_any_length", of_any_length), value), value)  # type: ignore[no-any-return]

    for node in own_nodes(function.body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {each.id for each in targets if isinstance(each, ast.Name)}
            if names & growing - set(_grown_by(node)):
                node.value = of_any(node.value)
    for name in growing & set(parameters(function.args)):
        function.body.insert(
            0, trees.placed(trees.assign(name, of_any(trees.name(name))), function)
        )


def sums_and_slices(function: ast.FunctionDef) -> set[str]:
    """Return the variables of a function that are set to sums or slices, which may be of tuples."""
    return {
        target.id
        for node in ast.walk(function)
        for target, value in _set_by(node)
        if isinstance(node, ast.AugAssign) or is_sum_or_slice(value)
    }


def is_sum_or_slice(node: ast.expr) -> bool:
    """Return True for an expression that may make a tuple longer or shorter."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    return isinstance(node, ast.BinOp)


def _set_by(node: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Yield the variables that a statement sets, and to what, or to what more."""
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                yield target, node.value


def _grown_by(node: ast.AST) -> Iterator[str]:
    """Yield the variables that a statement sets to a part of themselves, or to more than that."""
    for target, value in _set_by(node):
        if isinstance(node, ast.AugAssign):
            grows = isinstance(node.op, ast.Add) and isinstance(value, ast.Tuple)
        else:
            grows = _is_named(value, target.id) and (
                (isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice))
                or (isinstance(value, ast.BinOp) and _adds_tuple(value))
            )
        if grows:
            yield target.id


def _is_named(value: ast.expr, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(value))


def _adds_tuple(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return _adds_tuple(value.left) or _adds_tuple(value.right)
    return isinstance(value, ast.Tuple)
