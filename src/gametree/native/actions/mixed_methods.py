"""Rewrites methods that give actions, where these are not all made alike: each is packed.

A list holds items of one type. What `legal_actions` and `chance_outcomes` return is made of
displays, comprehensions and lists that they append to; their items are packed as they come.
`random_action` packs what it returns. Functions and methods that they take lists or actions from
are rewritten in the same way; anything else is packed item by item.
"""

from __future__ import annotations

import ast
import inspect
import types as python_types
from collections.abc import Callable, Iterator
from typing import Any

from plainpython.back_end.functions import most_turns_of
from plainpython.front_end import trees
from plainpython.front_end.functions.parents import own_method
from plainpython.front_end.rewriting import Rewriting
from plainpython.front_end.scopes.scopes import bound_names, own_nodes
from plainpython.front_end.source import parsed
from plainpython.values.known_kinds import known_objects
from plainpython.values.unions import UnionType

from .mixed_actions import outcome_packers, packers

__all__ = ["with_packed_actions"]


def with_packed_actions(
    function: python_types.FunctionType, union: UnionType
) -> python_types.FunctionType | None:
    """Return a method that gives the same actions as values of a union; None without a source.

    Args:
        function: the method: `chance_outcomes`, `random_action`, or one that lists actions.
        union: the type of actions.

    Raises:
        Unsupported: if the function does what compiled code cannot do.

    """
    if function.__name__ == "random_action":
        return _rewritten(function, union, packers, _Packing)
    of_chance = function.__name__ == "chance_outcomes"
    return _rewritten(function, union, outcome_packers if of_chance else packers, _Listing)


def _rewritten(
    function: python_types.FunctionType,
    union: UnionType,
    packers_of: Callable[[UnionType], tuple[Any, Any]],
    packing: type[_Packing],
    within: tuple[python_types.FunctionType, ...] = (),
) -> python_types.FunctionType | None:
    """Return a function whose actions are packed; `within` are those that call it."""
    source = parsed(function)
    if source is None or function in within:
        return None
    rewriting = Rewriting(source, most_turns_of(function))
    one, every = (rewriting.named(each.__name__, each).id for each in packers_of(union))
    locals_ = bound_names(source.tree)

    def packed_by(call: ast.Call) -> ast.expr | None:
        """Return a call of a function that gives actions as one that gives values of the union."""
        called, owner = _called(rewriting, call.func, locals_)
        if called is None:
            return None
        made = _rewritten(called, union, packers_of, packing, (*within, function))
        if made is None:
            return None
        call.func = rewriting.named(f"{called.__name__}_{len(rewriting.names)}", made)
        call.args = [*owner, *call.args]
        return call

    packing(one, every, _lists(source.tree), packed_by).visit_body(source.tree.body)
    return rewriting.result()


def _called(
    rewriting: Rewriting, called: ast.expr, locals_: set[str]
) -> tuple[python_types.FunctionType | None, list[ast.expr]]:
    """Return the function of the user's that is called, and the object that it is a method of."""
    known, value = rewriting.outside(called, locals_.__contains__)
    if known and isinstance(value, python_types.FunctionType):
        return value, []
    if not isinstance(called, ast.Attribute):
        return None, []
    owner = called.value
    if isinstance(owner, ast.Name) and owner.id == rewriting.source.first_parameter:
        return own_method(rewriting.source, called.attr), [owner]
    known, value = rewriting.outside(owner, locals_.__contains__)
    method = inspect.getattr_static(type(value), called.attr, None) if known else None
    if isinstance(owner, ast.Name) and owner.id in locals_:
        method = _method_of_objects(called.attr)
    return (method if isinstance(method, python_types.FunctionType) else None), [owner]


def _method_of_objects(name: str) -> Any:
    """Return the method of this name that the objects of the rules have; None if several differ."""
    classes = {cls for kind in known_objects() for cls in kind.classes}
    found = {inspect.getattr_static(cls, name, None) for cls in classes} - {None}
    return found.pop() if len(found) == 1 else None


def _lists(tree: ast.FunctionDef) -> set[str]:
    """Return the names of the lists that a method returns, alone or with others."""
    returned = [each.value for each in own_nodes(tree.body) if isinstance(each, ast.Return)]
    named = (part.id for each in returned for part in _parts(each) if isinstance(part, ast.Name))
    assigned = {
        each.id
        for each in own_nodes(tree.body)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    return assigned & set(named)


def _parts(value: ast.expr | None) -> Iterator[ast.expr]:
    """Yield the expressions of lists that an expression chooses from or puts together."""
    if isinstance(value, ast.IfExp):
        yield from _parts(value.body)
        yield from _parts(value.orelse)
    elif isinstance(value, ast.BoolOp):
        for each in value.values:
            yield from _parts(each)
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from _parts(value.left)
        yield from _parts(value.right)
    elif value is not None:
        yield value


class _Packing(ast.NodeTransformer):
    """Packs the action that a function returns.

    Args:
        one, every: the names of the functions that pack an item, and all.
        lists: the names of the lists that are returned.
        packed_by: returns a call of a function of the user's as one whose actions are packed.

    """

    def __init__(
        self,
        one: str,
        every: str,
        lists: set[str],
        packed_by: Callable[[ast.Call], ast.expr | None],
    ) -> None:
        self._one = one
        self._every = every
        self._lists = lists
        self._packed_by = packed_by

    def visit_body(self, body: list[ast.stmt]) -> None:
        """Rewrite statements in place."""
        body[:] = [self.visit(each) for each in body]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node  # a function within returns to the method

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None:
            node.value = self._packed(node.value)
        return node

    def _packed(self, value: ast.expr) -> ast.expr:
        """Return an expression for the same, packed."""
        if isinstance(value, ast.IfExp):
            value.body, value.orelse = self._packed(value.body), self._packed(value.orelse)
            return value
        return self._by(self._one, self._given(value))

    def _given(self, value: ast.expr) -> ast.expr:
        """Return an expression for the same, packed by the function of the user's that gives it."""
        return (self._packed_by(value) if isinstance(value, ast.Call) else None) or value

    def _by(self, packer: str, value: ast.expr) -> ast.expr:
        return trees.placed(trees.call(trees.name(packer), value), value)  # type: ignore[no-any-return]


class _Listing(_Packing):
    """Packs what goes into the lists that a function returns."""

    def visit_Yield(self, node: ast.Yield) -> ast.Yield:
        if node.value is not None:
            node.value = self._item(node.value)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.YieldFrom:
        node.value = self._packed(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        for target in node.targets:
            if self._is_list(target):
                node.value = self._packed(node.value)
                break
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, node.value.elts, strict=False)
                node.value.elts = [
                    self._packed(value) if self._is_list(each) else value for each, value in pairs
                ]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        if self._is_list(node.target) and node.value is not None:
            node.value = self._packed(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        if self._is_list(node.target) and isinstance(node.op, ast.Add):
            node.value = self._packed(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func
        if isinstance(called, ast.Attribute) and self._is_list(called.value) and node.args:
            if called.attr in ("append", "insert"):
                node.args[-1] = self._item(node.args[-1])
            elif called.attr == "extend":
                node.args[-1] = self._packed(node.args[-1])
        return self.generic_visit(node)

    def _is_list(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self._lists

    def _item(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.Starred):
            value.value = self._packed(value.value)
            return value
        return self._by(self._one, value)

    def _packed(self, value: ast.expr) -> ast.expr:
        """Return an expression for the same list, of packed items."""
        if isinstance(value, ast.IfExp):
            value.body, value.orelse = self._packed(value.body), self._packed(value.orelse)
        elif isinstance(value, ast.BoolOp):
            value.values = [self._packed(each) for each in value.values]
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
            value.left, value.right = self._packed(value.left), self._packed(value.right)
        elif isinstance(value, ast.List | ast.Tuple) and value.elts:
            items = [self._item(each) for each in value.elts]
            return trees.placed(ast.List(elts=items, ctx=ast.Load()), value)  # type: ignore[no-any-return]
        elif isinstance(value, ast.ListComp | ast.GeneratorExp):
            value.elt = self._item(value.elt)
        elif not self._is_list(value):
            return self._by(self._every, self._given(value))
        return value
