"""Imports within functions: the values that they bind."""

from __future__ import annotations

import ast
import importlib
from typing import Any

from ..reasons import Unsupported
from .scopes.scopes import own_nodes, parameters

__all__ = ["imported_by"]


def imported_by(node: ast.FunctionDef, package: str | None) -> dict[str, Any]:
    """Import what a function of a package imports; return the values by their names."""
    found: dict[str, Any] = {}
    for each in own_nodes(node.body):
        if isinstance(each, ast.Import):
            for alias in each.names:
                module = importlib.import_module(alias.name)
                if not alias.asname:
                    module = importlib.import_module(alias.name.partition(".")[0])
                found[alias.asname or alias.name.partition(".")[0]] = module
        elif isinstance(each, ast.ImportFrom):
            module = importlib.import_module("." * each.level + (each.module or ""), package)
            for alias in each.names:
                if not hasattr(module, alias.name):
                    importlib.import_module(f"{module.__name__}.{alias.name}")
                found[alias.asname or alias.name] = getattr(module, alias.name)
    stored = {
        each.id
        for each in own_nodes(node.body)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    for name in found.keys() & (stored | set(parameters(node.args))):
        raise Unsupported(f"it imports {name} and sets a variable of that name", "use two names")
    return found
