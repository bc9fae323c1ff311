"""Iterators in variables: whoever takes an item advances the same iterator.

- Compiled code makes rows of `reversed(x)` and `chain(x)`, which is fast where one loop takes all
  items. Where a variable that holds one is read again, `iter` around it remembers which items were
  taken. A loop over `reversed(x)` of a list follows changes of the list.
- A generator takes a copy of an iterator that it receives. Where it is read elsewhere, too, its
  state is put into the arena, or it is refused (`values.shared_iterators`).
"""

from __future__ import annotations

import ast
import inspect
import itertools
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ..values.iteration.builtins import live_reversed
from ..values.iteration.shared_iterators import insist_shared, returned, shared
from . import trees
from .scopes.scopes import COMPREHENSIONS, bindings, is_generator, own_nodes, parameters

__all__ = ["KeptIterators", "is_of_itertools"]

_TAKING_ALL = (
    all, any, dict, frozenset, len, list, max, min, next, set, sorted, sum, tuple,
)  # fmt: skip
"""Functions that take items themselves. A generator would keep a copy of the iterator."""


class KeptIterators(ast.NodeTransformer):
    """Puts `iter` around the iterators of one function that may be read more than once.

    Args:
        body: the statements of the function.
        arguments: its parameters.
        outside: returns whether an expression names something outside of the function, and what.
        named: returns an expression for a value that the function does not name itself.

    """

    def __init__(
        self,
        body: list[ast.stmt],
        arguments: ast.arguments,
        outside: Callable[[ast.expr], tuple[bool, Any]],
        named: Callable[[str, Any], ast.expr],
    ) -> None:
        self._outside = outside
        self._named = named
        self._reads: Counter[str] = Counter()
        self._parameters = set(parameters(arguments))
        self._generators = {
            each.name
            for each in own_nodes(body)
            if isinstance(each, ast.FunctionDef) and is_generator(each)
        }
        self._iterators = {
            target.id
            for each in own_nodes(body)
            if isinstance(each, ast.Assign) and self._makes_an_iterator(each.value)
            for target in each.targets
            if isinstance(target, ast.Name)
        }
        self._shared: set[str] = set()
        """The variables whose iterators are shared: they are read again, and passed on."""
        self._passed: set[str] = set()
        for each in body:
            self._find_passed(each)
        self._count(body, ())

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a function of its own

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        turned_round = self._is_turned_round(node)
        self.generic_visit(node)
        names = [each.id for each in node.targets if isinstance(each, ast.Name)]
        if names and not turned_round:
            node.value = self._held(names, node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value and isinstance(node.target, ast.Name):
            node.value = self._held([node.target.id], node.value)
        return node

    def _held(self, names: list[str], value: ast.expr) -> ast.expr:
        """Return the value that variables hold."""
        if self._is_reversed(value):
            value = self._called(live_reversed, value.args[0])  # type: ignore[attr-defined]
        if any(self._reads[each] > 1 for each in names):
            value = self._remembered(value)
            if self._passed.intersection(names) and self._makes_an_iterator(value):
                self._shared.update(names)
                return self._called(shared, value)
        return value

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if self._is_reversed(node.iter):
            node.iter = self._called(live_reversed, node.iter.args[0])  # type: ignore[attr-defined]
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None and self._makes_an_iterator(node.value):
            node.value = self._called(returned, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        known, called = self._outside(node.func)
        inner = not known and isinstance(node.func, ast.Name)
        if inner or (known and _is_users(called)):
            node.args = [self._remembered(each) for each in node.args]
            node.args = [
                self._called(shared, each) if self._is_iter(each) else each for each in node.args
            ]
        if self._takes_a_copy(node):
            node.args = [self._insisted(each) for each in node.args]
        return node

    def _called(self, function: Any, value: ast.expr) -> ast.expr:
        called = trees.call(self._named(function.__name__, function), value)
        return trees.placed(called, value)  # type: ignore[no-any-return]

    def _insisted(self, node: ast.expr) -> ast.expr:
        """Return what a generator takes: no iterator that other code may read, too."""
        if isinstance(node, ast.Call) and self._outside(node.func)[1] in (zip, enumerate):
            node.args = [self._insisted(each) for each in node.args]
        elif isinstance(node, ast.Name) and node.id not in self._shared:
            if node.id in self._parameters or (
                self._reads[node.id] > 1 and node.id in self._iterators
            ):
                return self._called(insist_shared, node)
        return node

    def _takes_a_copy(self, node: ast.Call) -> bool:
        """Return True for a call that makes a generator, which copies its arguments."""
        known, called = self._outside(node.func)
        if not known:
            return isinstance(node.func, ast.Name) and node.func.id in self._generators
        return called in (map, filter) or is_of_itertools(called) or _is_generator(called)

    def _makes_an_iterator(self, node: ast.expr) -> bool:
        if isinstance(node, ast.GeneratorExp):
            return True
        if not isinstance(node, ast.Call):
            return False
        return self._takes_a_copy(node) or any(
            self._outside(node.func)[1] is each for each in (iter, zip, enumerate, live_reversed)
        )

    def _is_iter(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self._outside(node.func) == (True, iter)

    def _is_reversed(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Call)
            and self._outside(node.func) == (True, reversed)
            and len(node.args) == 1
        )

    def _find_passed(self, node: ast.AST) -> None:
        """Find the names that are passed on: to functions, or into generators."""
        parts: list[ast.AST] = []
        if isinstance(node, ast.Call):
            known, called = self._outside(node.func)
            if not (known and any(called is each for each in _TAKING_ALL)):
                parts = [*node.args, *node.keywords]
        elif isinstance(node, ast.GeneratorExp | ast.Lambda | ast.FunctionDef):
            parts = list(ast.walk(node))
        for each in parts:
            value = each.value if isinstance(each, ast.keyword | ast.Starred) else each
            if isinstance(value, ast.Name):
                self._passed.add(value.id)
        for each in ast.iter_child_nodes(node):
            self._find_passed(each)

    def _remembered(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.IfExp):
            value.body = self._remembered(value.body)
            value.orelse = self._remembered(value.orelse)
        elif isinstance(value, ast.Call) and self._makes_a_row(value):
            return trees.placed(trees.call(self._named("iter", iter), value), value)  # type: ignore[no-any-return]
        return value

    def _makes_a_row(self, node: ast.Call) -> bool:
        known, called = self._outside(node.func)
        if not known or len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
            return False
        return any(called is each for each in (reversed, live_reversed, itertools.chain))

    def _is_turned_round(self, node: ast.Assign) -> bool:
        value = node.value
        if not isinstance(value, ast.Call) or not self._makes_a_row(value):
            return False
        return ast.unparse(node.targets[0]) == ast.unparse(value.args[0])

    def _count(self, nodes: Iterable[ast.AST], repeated: tuple[set[str], ...]) -> None:
        """Count the reads of each name; `repeated` are the names that each loop around sets."""
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._reads[node.id] += 1 + any(node.id not in each for each in repeated)
            if isinstance(node, ast.Assign) and self._is_turned_round(node):
                continue  # `row = reversed(row)` reads what the variable held before
            once: list[ast.AST] = []
            if isinstance(node, ast.For):
                once = [node.iter]
            elif isinstance(node, COMPREHENSIONS):
                once = [node.generators[0].iter]
            rest = [each for each in _children(node) if each not in once]
            self._count(once, repeated)
            if isinstance(node, ast.For | ast.While | ast.Lambda | ast.FunctionDef):
                body = node.body if isinstance(node.body, list) else []
                self._count(rest, (*repeated, set(bindings(body))))
            elif isinstance(node, COMPREHENSIONS):
                self._count(rest, (*repeated, set()))
            else:
                self._count(rest, repeated)


def _children(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node; those of the loops of a comprehension are parts of it."""
    found: list[ast.AST] = []
    for each in ast.iter_child_nodes(node):
        found += ast.iter_child_nodes(each) if isinstance(each, ast.comprehension) else [each]
    return found


def is_of_itertools(called: Any) -> bool:
    """Return True for a function of itertools."""
    of_class = getattr(called, "__self__", None)  # chain.from_iterable is a method of a class
    return any(getattr(each, "__module__", "") == "itertools" for each in (called, of_class))


def _is_generator(called: Any) -> bool:
    """Return True for a function of a user that yields."""
    code = getattr(called, "__code__", None)
    return code is not None and bool(code.co_flags & inspect.CO_GENERATOR)


def _is_users(called: Any) -> bool:
    """Return whether what is called may keep what it receives: a function or class of a user."""
    if isinstance(called, types.FunctionType | types.MethodType):
        return True
    module = str(getattr(called, "__module__", None)).partition(".")[0]
    return isinstance(called, type) and module not in {*sys.stdlib_module_names, "numpy"}
