"""Dicts that begin empty and are filled key by key, as `info = {}` and `info["winner"] = 1`.

They become displays, so that their values may be of several types: see `values/text_keys.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from .. import trees

__all__ = ["fill_dicts"]

_READING = frozenset(["get", "items", "keys", "values", "copy"])


def fill_dicts(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Write such dicts as displays, in place.

    Args:
        tree: the function.
        fresh: returns a name that no other variable has.

    """
    nodes = list(ast.walk(tree))
    if any(isinstance(node, ast.Try) for node in nodes):
        return  # a handler might see a dict that is half full
    for node in nodes:
        for part in ("body", "orelse"):
            body = getattr(node, part, None)
            if isinstance(body, list):
                setattr(node, part, _filled(body, tree, fresh))


def _filled(
    body: list[ast.stmt], tree: ast.FunctionDef, fresh: Callable[[str], str]
) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    index = 0
    while index < len(body):
        name, items = _begun(body[index])
        count = 0
        while name and (item := _item(body[index + count + 1 : index + count + 2], name)):
            if item[0] in items or not _reads_known(item[1], name, items):
                break
            items[item[0]] = item[1]
            count += 1
        if count and _keeps_keys(tree, name, set(items)):
            result += _display(body[index], name, items, fresh)
            index += count
        else:
            result.append(body[index])
        index += 1
    return result


def _begun(statement: ast.stmt) -> tuple[str, dict[str, ast.expr]]:
    """Return the variable that a statement sets to a display of texts, and its items."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return "", {}
    target, value = statement.targets[0], statement.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and not value.keywords:
        empty = value.func.id == "dict" and not value.args
        value = ast.Dict(keys=[], values=[]) if empty else value
    if not isinstance(target, ast.Name) or not isinstance(value, ast.Dict):
        return "", {}
    keys = [each.value if isinstance(each, ast.Constant) else None for each in value.keys]
    if not all(isinstance(each, str) for each in keys) or len(set(keys)) < len(keys):
        return "", {}
    return target.id, {str(key): each for key, each in zip(keys, value.values, strict=True)}


def _item(statements: list[ast.stmt], name: str) -> tuple[str, ast.expr] | None:
    """Return the key and the value of a statement such as `name["key"] = value`."""
    for each in statements:
        if isinstance(each, ast.Assign) and len(each.targets) == 1:
            key = _key(each.targets[0], name)
            return None if key is None else (key, each.value)
    return None


def _key(node: ast.AST, name: str) -> str | None:
    """Return the text by which an expression takes an item of a variable."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
        return None
    if node.value.id != name or not isinstance(node.slice, ast.Constant):
        return None
    return node.slice.value if isinstance(node.slice.value, str) else None


def _reads_known(value: ast.expr, name: str, items: dict[str, ast.expr]) -> bool:
    """Return True if an expression reads nothing of a dict but items that it has by then."""
    named = [each for each in ast.walk(value) if isinstance(each, ast.Name) and each.id == name]
    known = [each for each in ast.walk(value) if (_key(each, name) or "") in items]
    inner = (ast.Lambda, ast.NamedExpr)
    return len(named) == len(known) and not any(isinstance(each, inner) for each in ast.walk(value))


def _keeps_keys(tree: ast.FunctionDef, name: str, keys: set[str]) -> bool:
    """Return True if a function gives a dict no other keys, and takes none out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            changes = node.value.id == name and not isinstance(node.ctx, ast.Load)
            if changes and (isinstance(node.ctx, ast.Del) or _key(node, name) not in keys):
                return False
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == name and node.attr not in _READING:
                return False
    return True


def _display(
    statement: ast.stmt, name: str, items: dict[str, ast.expr], fresh: Callable[[str], str]
) -> list[ast.stmt]:
    """Return the statements that compute the values in their order, and make the dict."""
    names = {key: fresh(name) for key in items}
    values = _Items(name, names)
    made: list[ast.stmt] = [
        trees.placed(trees.assign(names[key], values.visit(value)), value)
        for key, value in items.items()
    ]
    display = ast.Dict(
        keys=[ast.Constant(key) for key in items], values=[trees.name(names[key]) for key in items]
    )
    return [*made, trees.placed(trees.assign(name, display), statement)]


class _Items(ast.NodeTransformer):
    """Replaces the items of a dict that is not made yet by the variables that hold them."""

    def __init__(self, name: str, names: dict[str, str]) -> None:
        self._name = name
        self._names = names

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        key = _key(node, self._name)
        if key is not None:
            return trees.placed(trees.name(self._names[key]), node)  # type: ignore[no-any-return]
        self.generic_visit(node)
        return node
