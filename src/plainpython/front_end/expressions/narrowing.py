"""Marks values that a test has found not to be None, where they are put somewhere.

`if target is not None: cells.add(target)`: compiled code knows for the whole of a function what
type a variable has, so in a set of cells the value would be one that may be None. As type checkers
do, this module assumes that functions called in between set nothing; where one did, and the value
is None, compiled code says so.
"""

from __future__ import annotations

import ast
import collections
from collections.abc import Iterable
from typing import Any, NamedTuple

from ...values.narrowed import narrowed
from .. import trees
from ..scopes.scopes import own_nodes

__all__ = ["Narrowing"]


class _Reference(NamedTuple):
    """A variable, a field or an item, that a test checks, and the names in it."""

    names: frozenset[str]
    fields: frozenset[str]
    has_items: bool


_Known = dict[str, _Reference]
"""The expressions that are not None, by their text."""


class Narrowing:
    """Rewrites the statements of a function; functions within it know nothing of its tests."""

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting
        self._asked: set[str] = set()

    def rewritten(self, function: ast.FunctionDef) -> None:
        """Rewrite the body of a function."""
        tests = (each for each in ast.walk(function) if isinstance(each, ast.Compare))
        self._asked = {ast.unparse(each.left) for each in tests if _is_none(each.comparators[0])}
        self._body(function.body, {})

    # Statements.

    def _body(self, statements: list[ast.stmt], known: _Known) -> _Known | None:
        """Rewrite some statements; return what is known after them, None if nothing comes after."""
        for each in statements:
            after = self._statement(each, known)
            if after is None:
                return None  # what stands below is never reached
            known = after
        return known

    def _statement(self, node: ast.stmt, known: _Known) -> _Known | None:
        if isinstance(node, ast.If):
            known = self._tested(node, known)
            after = [
                self._body(body, known | _shown_by(node.test, holds=holds))
                for body, holds in ((node.body, True), (node.orelse, False))
            ]
            there = [each for each in after if each is not None]
            return _common(there) if there else None
        if isinstance(node, ast.While | ast.For):
            return self._loop(node, known)
        if isinstance(node, ast.Try):
            known = _left(known, [node])
            for body in (node.body, *(each.body for each in node.handlers)):
                self._body(body, known)
            self._body(node.orelse, known)
            return None if self._body(node.finalbody, known) is None else known
        if isinstance(node, ast.With):
            for item in node.items:
                item.context_expr = self._seen(item.context_expr, known)
            return self._body(node.body, _left(known, node.items))
        if isinstance(node, ast.Assert):
            known = self._tested(node, known)
            return known | _shown_by(node.test, holds=True)
        if isinstance(node, ast.FunctionDef):
            self._body(node.body, {})
            return _left(known, [node])
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.Return):
            if node.value is not None:
                node.value = self._put(node.value, known)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and field != "value":
                setattr(node, field, self._seen(value, known))
            elif isinstance(value, ast.expr) and isinstance(node, ast.Expr | ast.AugAssign):
                node.value = self._seen(value, known)
            elif field == "targets":
                value[:] = [self._seen(each, known) for each in value]
        if isinstance(node, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return None
        known = _left(known, [node])
        if isinstance(node, ast.Assign) and _is_never_none(node.value):
            for target in node.targets:
                if ast.unparse(target) in self._asked:
                    known = known | _as_known(target)
        return known

    def _loop(self, node: ast.While | ast.For, known: _Known) -> _Known:
        shown: tuple[_Known, _Known] = {}, {}
        if isinstance(node, ast.For):
            node.iter = self._seen(node.iter, known)
            known = _left(known, [node])
        else:
            known = self._tested(node, _left(known, [node]))
            shown = _shown_by(node.test, holds=True), _shown_by(node.test, holds=False)
        self._body(node.body, known | shown[0])
        self._body(node.orelse, known)
        breaks = any(isinstance(each, ast.Break) for each in own_nodes(node.body))
        return known if breaks or node.orelse else known | shown[1]

    # Expressions.

    def _tested(self, node: ast.If | ast.While | ast.Assert | ast.IfExp, known: _Known) -> _Known:
        """Rewrite a test; return what is known still after it, whether it holds or not."""
        node.test = self._seen(node.test, known)
        return _left(known, [node.test])

    def _put(self, node: ast.expr, known: _Known) -> ast.expr:
        """Return an expression whose value is put somewhere: of what is not None, as what it is."""
        if known and _reference_to(node) is not None and ast.unparse(node) in known:
            function = self._rewriting.named(narrowed.__name__, narrowed)
            return trees.placed(trees.call(function, node), node)  # type: ignore[no-any-return]
        return self._seen(node, known)

    def _seen(self, node: ast.expr, known: _Known) -> ast.expr:
        """Return any other expression, with its parts rewritten."""
        if isinstance(node, ast.BoolOp):
            for index, each in enumerate(node.values):
                node.values[index] = each = self._seen(each, known)
                known = _left(known, [each]) | _shown_by(each, holds=isinstance(node.op, ast.And))
        elif isinstance(node, ast.IfExp):
            known = self._tested(node, known)
            node.body = self._put(node.body, known | _shown_by(node.test, holds=True))
            node.orelse = self._put(node.orelse, known | _shown_by(node.test, holds=False))
        elif isinstance(node, ast.List | ast.Set | ast.Tuple):
            node.elts[:] = [self._put(each, known) for each in node.elts]
        elif isinstance(node, ast.Dict):
            for index, key in enumerate(node.keys):
                if key is not None:  # of `**other`
                    node.keys[index] = self._put(key, known)
                    node.values[index] = self._put(node.values[index], known)
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            node.value = self._seen(node.value, known)
            node.slice = self._put(node.slice, known)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            node.func = self._seen(node.func, known)
            node.args[:] = [self._put(each, known) for each in node.args]
            for keyword in node.keywords:
                keyword.value = self._put(keyword.value, known)
        elif isinstance(node, ast.Yield) and node.value is not None:
            node.value = self._put(node.value, known)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            self._collected(node, known)
        elif isinstance(node, ast.Lambda):
            node.body = self._put(node.body, {})
        else:
            self._parts(node, known)
        return node

    def _collected(self, node: Any, known: _Known) -> None:
        """Rewrite a comprehension, of which the tests of its loops tell something as well."""
        for each in node.generators:
            each.iter = self._seen(each.iter, known)
            known = _left(known, [each])
            for index, test in enumerate(each.ifs):
                each.ifs[index] = self._seen(test, known)
                known = known | _shown_by(each.ifs[index], holds=True)
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self._put(getattr(node, field), known))

    def _parts(self, node: ast.AST, known: _Known) -> None:
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self._seen(value, known))
            elif isinstance(value, list):
                for index, each in enumerate(value):
                    if isinstance(each, ast.expr):
                        value[index] = self._seen(each, known)
                    elif isinstance(each, ast.keyword):
                        each.value = self._seen(each.value, known)


# What is known.


def _shown_by(test: ast.expr, *, holds: bool) -> _Known:
    """Return what is not None where a test holds, or where it does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _shown_by(test.operand, holds=not holds)
    if isinstance(test, ast.BoolOp) and holds == isinstance(test.op, ast.And):
        return {
            key: reference
            for each in test.values
            for key, reference in _shown_by(each, holds=holds).items()
        }
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and _is_none(test.comparators[0]):
        if isinstance(test.ops[0], ast.IsNot | ast.NotEq if holds else ast.Is | ast.Eq):
            return _as_known(test.left)
        return {}
    return _as_known(test) if holds else {}


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_never_none(node: ast.expr) -> bool:
    """Return whether an expression tells of itself that its value is not None."""
    if isinstance(node, ast.Constant):
        return node.value is not None
    return isinstance(node, ast.BinOp | ast.Dict | ast.JoinedStr | ast.List | ast.Set | ast.Tuple)


def _as_known(node: ast.expr) -> _Known:
    if isinstance(node, ast.NamedExpr):
        node = node.target
    reference = _reference_to(node)
    return {} if reference is None else {ast.unparse(node): reference}


def _reference_to(node: ast.expr) -> _Reference | None:
    """Return the variable, field or item that an expression reads; None for others."""
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        return None
    parts = [each for each in ast.walk(node) if isinstance(each, ast.expr)]
    if not all(isinstance(each, _OF_PLACES) for each in parts):
        return None
    names = frozenset(each.id for each in parts if isinstance(each, ast.Name))
    fields = frozenset(each.attr for each in parts if isinstance(each, ast.Attribute))
    return _Reference(names, fields, any(isinstance(each, ast.Subscript) for each in parts))


_OF_PLACES = (
    ast.Attribute,
    ast.BinOp,
    ast.Constant,
    ast.Name,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
)


def _left(known: _Known, nodes: Iterable[ast.AST]) -> _Known:
    """Return what is known still after what some nodes set, or change in a list or dict."""
    if not known:
        return known
    names: set[str] = set()
    fields: set[str] = set()
    items = False
    owners: list[str] = []
    for each in (part for node in nodes for part in ast.walk(node)):
        if isinstance(getattr(each, "ctx", None), ast.Store | ast.Del):
            if isinstance(each, ast.Name):
                names.add(each.id)
            elif isinstance(each, ast.Attribute):
                fields.add(each.attr)
            items = items or isinstance(each, ast.Subscript)
        elif isinstance(each, ast.ExceptHandler) and each.name:
            names.add(each.name)
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            if each.func.attr in _CHANGING:
                owners.append(ast.unparse(each.func.value))
    changed = tuple(f"{owner}[" for owner in owners)
    return {
        key: reference
        for key, reference in known.items()
        if not (
            reference.names & names or reference.fields & fields or (items and reference.has_items)
        )
        and not key.startswith(changed)
    }


_CHANGING = frozenset(
    name
    for kind in (list, dict, collections.deque)
    for name in vars(kind)
    if name not in vars(tuple) and name not in ("copy", "get", "items", "keys", "values")
)
"""Methods after which an index may lead to something else."""


def _common(ways: list[_Known]) -> _Known:
    first, *others = ways
    return {
        key: reference for key, reference in first.items() if all(key in each for each in others)
    }
