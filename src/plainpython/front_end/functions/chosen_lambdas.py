"""Variables that hold one of several lambdas, rewritten as numbers that choose the lambda.

In `step = (lambda x: x + 1) if upwards else (lambda x: x - 1)`, `step` becomes 0 or 1.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from .. import trees
from ..scopes.scopes import bindings, bound_names, own_nodes, parameters

__all__ = ["let_lambdas_be_chosen"]

_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def let_lambdas_be_chosen(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Name each lambda of a variable that holds several, in place, and let its calls choose.

    Args:
        tree: the function.
        fresh: returns a name that no other variable has.

    """
    for function in [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]:
        for name in sorted(_names_of_several(function)):
            numbers = _Numbers(name, fresh)
            numbers.visit(function)
            _Calls(name, numbers.names).visit(function)


def _names_of_several(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the variables of a function that are only ever lambdas, several, and only called."""
    found: dict[str, list[ast.Lambda]] = {}
    times: dict[str, int] = {}
    for node in own_nodes(function.body):
        name, lambdas = _assigned(node)
        if lambdas:
            found.setdefault(name, []).extend(lambdas)
            times[name] = times.get(name, 0) + 1
    bound = list(bindings(function.body))
    for name, lambdas in found.items():
        counts = {len(each.args.args) for each in lambdas}
        plain = len(counts) == 1 and all(map(_is_plain, lambdas))
        own = bound.count(name) == times[name] and name not in parameters(function.args)
        if len(lambdas) > 1 and plain and own and _is_only_called(function, name, counts.pop()):
            yield name


def _assigned(node: ast.AST) -> tuple[str, list[ast.Lambda]]:
    """Return the variable that a statement sets to a lambda, and which lambdas it may be."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        if isinstance(target, ast.Name):
            return target.id, _lambdas(node.value)
    return "", []


def _lambdas(value: ast.expr) -> list[ast.Lambda]:
    """Return the lambdas that an expression chooses from; none if it may be anything else."""
    if isinstance(value, ast.Lambda):
        return [value]
    if isinstance(value, ast.IfExp):
        both = [_lambdas(value.body), _lambdas(value.orelse)]
        return [*both[0], *both[1]] if all(both) else []
    return []


def _is_plain(each: ast.Lambda) -> bool:
    arguments = each.args
    return not (arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs)


def _is_only_called(function: ast.FunctionDef, name: str, count: int) -> bool:
    """Return True if a variable is only called, with `count` arguments, here and further in."""
    called = 0
    read = 0
    for node in ast.walk(function):
        if node is not function and isinstance(node, _SCOPES) and name in bound_names(node):
            return False
        if isinstance(node, ast.Nonlocal | ast.Global) and name in node.names:
            return False
        if isinstance(node, ast.Name) and node.id == name:
            read += isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            starred = any(isinstance(each, ast.Starred) for each in node.args)
            called += len(node.args) == count and not starred and not node.keywords
    return called == read


class _Numbers(ast.NodeTransformer):
    """Names the lambdas of a variable, which becomes the number of one."""

    def __init__(self, name: str, fresh: Callable[[str], str]) -> None:
        self._name = name
        self._fresh = fresh
        self.names: list[str] = []

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        name, lambdas = _assigned(node)
        if name != self._name or not lambdas:
            return node
        first = len(self.names)
        node.value = self._number(node.value)
        named = zip(self.names[first:], lambdas, strict=True)
        return [*(trees.placed(trees.assign(*each), node) for each in named), node]

    def _number(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.IfExp):
            value.body, value.orelse = self._number(value.body), self._number(value.orelse)
            return value
        self.names.append(self._fresh(self._name))
        return trees.placed(ast.Constant(len(self.names) - 1), value)  # type: ignore[no-any-return]


class _Calls(ast.NodeTransformer):
    """Lets the calls of a variable call the lambda of its number."""

    def __init__(self, name: str, names: list[str]) -> None:
        self._name = name
        self._names = names

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id != self._name:
            return node
        *others, last = self._names
        result: ast.expr = trees.call(trees.name(last), *node.args)
        for number, name in reversed(list(enumerate(others))):
            is_it = ast.Compare(trees.name(self._name), [ast.Eq()], [ast.Constant(number)])
            called = trees.call(trees.name(name), *map(trees.copied, node.args))
            result = ast.IfExp(test=is_it, body=called, orelse=result)
        return trees.placed(result, node)  # type: ignore[no-any-return]
