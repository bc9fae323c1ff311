"""Variables of a function, and the functions within it that read and set them."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from .scopes import bindings, bound_names, nonlocal_names, own_nodes, parameters

__all__ = ["Inner", "Scope", "nonlocals_within"]


class Scope:
    """The variables of one function, and the functions among them."""

    def __init__(self, node: Any, outer: Scope | None, names: set[str]) -> None:
        self.node = node
        self.outer = outer
        self.names = names
        self.functions: dict[str, Inner] = {}
        body = node.body if isinstance(getattr(node, "body", None), list) else []
        self.count = Counter([*bindings(body), *parameters(node.args)]) if body else Counter(names)

    def find(self, name: str) -> Inner | Scope | None:
        """Return the inner function of a name, or the scope that has the variable."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.functions:
                return scope.functions[name]
            if name in scope.names:
                return scope
            scope = scope.outer
        return None


class Inner:
    """A function within another."""

    def __init__(self, name: str, node: Any, lifted: str) -> None:
        self.name = name
        self.node = node
        self.lifted = lifted
        self.captures: list[str] = []
        self.outs: list[str] = []
        self.parameters: list[str] = parameters(node.args)
        self.defaults: dict[str, str] = {}
        """The variables that hold the defaults that are no constants, by parameter."""
        self.given: dict[str, ast.expr] = {}
        """The defaults of the last parameters."""


def nonlocals_within(node: Any) -> set[str]:
    """Return the names that a function, or one within it, sets in functions around."""
    if isinstance(node, ast.Lambda):
        return set()
    found = nonlocal_names(node.body)
    for each in own_nodes(node.body):
        if isinstance(each, ast.FunctionDef):
            found |= nonlocals_within(each) - bound_names(each)
    return found
