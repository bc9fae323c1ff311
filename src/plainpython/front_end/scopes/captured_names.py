"""The outer variables that a function within a function reads, and those that it sets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .function_scopes import nonlocals_within
from .scopes import free_names
from .variables import Variables

__all__ = ["captured_by", "functions_reached", "set_by"]


def functions_reached(function: Variables) -> list[Variables]:
    """Return a function within another, and the functions beside it that it may call."""
    found = [function]
    for each in found:
        found += [called for called in _named_in(each) if called not in found]
    return found


def captured_by(function: Variables) -> set[str]:
    """Return the outer variables that a function reads or sets, by itself or through others."""
    reached = functions_reached(function)
    return {
        name
        for each in reached
        for name in free_names(each.node)
        if (owner := each.owner_of(name)) is not None
        and owner not in reached
        and name not in owner.named
    }


def set_by(function: Variables) -> set[str]:
    """Return the outer variables that a call of a function may set."""
    reached = functions_reached(function)
    return {
        name
        for each in reached
        if isinstance(each.node, ast.FunctionDef)
        for name in nonlocals_within(each.node) - each.names
        if each.owner_of(name) not in reached
    }


def _named_in(function: Variables) -> Iterator[Variables]:
    for name in free_names(function.node):
        owner = function.owner_of(name)
        if owner is not None and name in owner.named:
            yield owner.named[name]
