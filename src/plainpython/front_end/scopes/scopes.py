"""The variables of a function: its own, and those of the functions around it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = [
    "COMPREHENSIONS",
    "bindings",
    "bound_names",
    "free_names",
    "is_generator",
    "nonlocal_names",
    "own_nodes",
    "parameters",
    "walrus_names",
]

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = frozenset((*_FUNCTIONS, *COMPREHENSIONS, ast.ClassDef))


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body in order, without those of the functions within it.

    A function within is yielded itself; of a comprehension also what the names bound in its
    conditions (:=) belong to.
    """
    # By a stack: the steps of the rewriting ask for these nodes again and again, and generators
    # within generators took a twentieth of the time to compile.
    following = list(body)[::-1]
    while following:
        each = following.pop()
        yield each
        if type(each) in _SCOPES:
            continue
        for name in reversed(each._fields):
            held = getattr(each, name, None)
            if isinstance(held, ast.AST):
                following.append(held)
            elif isinstance(held, list):
                following += [item for item in reversed(held) if isinstance(item, ast.AST)]


def parameters(arguments: ast.arguments) -> list[str]:
    """Return the names of parameters."""
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        *filter(None, (arguments.vararg, arguments.kwarg)),
    ]
    return [each.arg for each in every]


def bindings(body: Iterable[ast.AST]) -> Iterator[str]:
    """Yield each name that the statements of a function bind, as often as they do."""
    for each in own_nodes(body):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store | ast.Del):
            yield each.id
        elif isinstance(
            each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.ExceptHandler
        ):
            if each.name:
                yield each.name
        elif isinstance(each, ast.Import | ast.ImportFrom):
            for alias in each.names:
                yield alias.asname or alias.name.partition(".")[0]
        elif isinstance(each, ast.MatchAs | ast.MatchStar) and each.name:
            yield each.name
        elif isinstance(each, ast.MatchMapping) and each.rest:
            yield each.rest
        elif isinstance(each, COMPREHENSIONS):
            yield from walrus_names(each)


def walrus_names(node: ast.AST) -> set[str]:
    """Return the names that := binds within a comprehension, for the function around it."""
    return {
        each.target.id
        for each in _within(ast.iter_child_nodes(node))
        if isinstance(each, ast.NamedExpr)
    }


def _within(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    for each in nodes:
        yield each
        if not isinstance(each, _FUNCTIONS):
            yield from _within(ast.iter_child_nodes(each))


def nonlocal_names(body: Iterable[ast.AST]) -> set[str]:
    """Return the names declared as those of a function around."""
    return {
        name for each in own_nodes(body) if isinstance(each, ast.Nonlocal) for name in each.names
    }


def global_names(body: Iterable[ast.AST]) -> set[str]:
    """Return the names declared as those of the module."""
    return {name for each in own_nodes(body) if isinstance(each, ast.Global) for name in each.names}


def bound_names(node: Any) -> set[str]:
    """Return the variables that a function, lambda or comprehension has of its own."""
    if isinstance(node, COMPREHENSIONS):
        return {
            each.id
            for generator in node.generators
            for each in ast.walk(generator.target)
            if isinstance(each, ast.Name)
        }
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    own = {*parameters(node.args), *bindings(body)}
    return own - nonlocal_names(body) - global_names(body)


def free_names(node: Any) -> set[str]:
    """Return the names that a node uses and does not bind within a function of its own."""
    found: set[str] = set()
    if isinstance(node, _FUNCTIONS):
        outside = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        found = _free_in(body) - bound_names(node)
        return found | _free_in(outside)
    if isinstance(node, COMPREHENSIONS):
        return _free_in(ast.iter_child_nodes(node)) - bound_names(node)
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.Nonlocal):
        return set(node.names)
    return _free_in(ast.iter_child_nodes(node))


def _free_in(nodes: Iterable[ast.AST]) -> set[str]:
    found: set[str] = set()
    for each in nodes:
        found |= free_names(each)
    return found


def is_generator(node: ast.FunctionDef) -> bool:
    """Return True if a function yields."""
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(node.body))
