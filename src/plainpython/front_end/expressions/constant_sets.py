"""Sets of constants in CPython's order, which is that of the frozen set in the bytecode.

CPython builds such a set from a frozen set that it made when it compiled the source. Its order may
differ from the order of adding the items one by one. It may also differ between a module read from
source and one read from its `.pyc` file.
"""

from __future__ import annotations

import ast
import types as python_types
from collections.abc import Callable, Iterator
from typing import Any

from ...values.constants import Constant
from ...values.tables.python_sets import is_known, slots_of
from .. import trees

__all__ = ["ConstantSets"]


class ConstantSets(ast.NodeTransformer):
    """Lets sets of constants be those of the function's code, where their order differs."""

    def __init__(self, code: python_types.CodeType, named: Callable[[str, Any], ast.Name]) -> None:
        self._named = named
        self._known = {_typed(each): each for each in _frozen_sets(code)} if is_known() else {}
        self._count = 0

    def rewritten(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        """Return a function with such sets."""
        return self.visit(tree) if self._known else tree  # type: ignore[no-any-return]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Leave what is only looked into: its order is nothing."""
        if not any(isinstance(each, ast.Set) for each in node.comparators):
            return self.generic_visit(node)  # type: ignore[return-value]
        node.left = self.visit(node.left)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        return self._iterating(node)  # type: ignore[return-value]

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        return self._iterating(node)  # type: ignore[return-value]

    def _iterating(self, node: Any) -> ast.AST:
        """Let a loop be over the frozen set itself, which is not copied."""
        items = node.iter
        frozen = self._frozen(items)
        if frozen is None:
            return self.generic_visit(node)
        node.iter = ast.Constant(None)  # which is not visited by itself
        self.generic_visit(node)
        alike = list(frozen) == list(_added(items))
        node.iter = items if alike else ast.copy_location(self._constant(frozen), items)
        return node  # type: ignore[no-any-return]

    def visit_Set(self, node: ast.Set) -> ast.expr:
        frozen = self._frozen(node) if len(node.elts) > 2 else None
        if frozen is None or _is_alike(set(frozen), _added(node)):
            return self.generic_visit(node)  # type: ignore[return-value]
        function = ast.Name(id="set", ctx=ast.Load())
        made = trees.call(function, self._constant(frozen))
        return trees.placed(made, node)  # type: ignore[no-any-return]

    def _frozen(self, node: ast.expr) -> frozenset[Any] | None:
        if not isinstance(node, ast.Set):
            return None
        try:
            items = ast.literal_eval(node)
        except ValueError:
            return None
        return self._known.get(_typed(items)) if all(map(_is_plain, items)) else None

    def _constant(self, frozen: frozenset[Any]) -> ast.Name:
        self._count += 1
        return self._named(f"set_{self._count}", Constant(frozen))


def _added(node: Any) -> set[Any]:
    """Return the set that adding the items one by one gives."""
    made = set()
    for each in node.elts:
        made.add(ast.literal_eval(each))
    return made


def _is_alike(one: set[Any], other: set[Any]) -> bool:
    return slots_of(one).slots == slots_of(other).slots


def _typed(items: Any) -> frozenset[Any]:
    return frozenset((type(each), each) for each in items)


def _is_plain(item: Any) -> bool:
    return type(item) is int or (type(item) is tuple and all(map(_is_plain, item)))


def _frozen_sets(code: python_types.CodeType) -> Iterator[frozenset[Any]]:
    for each in code.co_consts:
        if isinstance(each, python_types.CodeType):
            yield from _frozen_sets(each)
        elif isinstance(each, frozenset) and all(map(_is_plain, each)):
            yield each
