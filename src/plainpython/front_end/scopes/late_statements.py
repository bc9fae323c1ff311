"""Late binding in statements: follow every path through a function."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from .late_expressions import ExpressionFlow
from .late_values import NOTHING, Carried, Effects, Values, joined
from .scopes import walrus_names
from .variables import Variables, names_in_target

__all__ = ["Flow"]


class Flow(ExpressionFlow):
    """One pass through one function."""

    def run(self) -> Effects:
        """Follow all paths through the function."""
        node = self._function.node
        if isinstance(node, ast.Lambda):
            self._returned |= self._value(node.body)
        else:
            self._body(node.body)
        return Effects(self._outer(self._returned), self._outer(self._kept))

    def _outer(self, values: Iterable[Carried]) -> Values:
        """Return what is carried of outer variables: nothing sets the own ones after a return."""
        return frozenset(each for each in values if each.name not in self._function.names)

    # Statements.

    def _body(self, body: Iterable[ast.stmt]) -> None:
        for each in body:
            if self._state is None:
                return
            self._analysis.rewriting.line = getattr(each, "lineno", self._analysis.rewriting.line)
            special = getattr(self, f"_{type(each).__name__.lower()}", None)
            if special is not None:
                special(each)
            else:
                self._all(part for part in ast.iter_child_nodes(each) if isinstance(part, ast.expr))
            if self._state is not None:
                self._raised.append(dict(self._state))

    def _assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        inner = self._function.named.get(target.id) if isinstance(target, ast.Name) else None
        if inner is not None and inner.node is node.value:
            self._functiondef(node.value, inner)
            return
        values = self._value(node.value)
        for each in node.targets:
            self._target(each, values)

    def _augassign(self, node: ast.AugAssign) -> None:
        values = self._value(node.value)
        if isinstance(node.target, ast.Name):
            values |= self._read(node.target.id)
        self._target(node.target, values)

    def _target(self, node: ast.expr, values: Values) -> None:
        names = names_in_target(node)
        if names:
            self._bind(names, node.lineno, values)
            return
        self._all(part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
        self._keep(values)

    def _delete(self, node: ast.Delete) -> None:
        for each in node.targets:
            self._target(each, NOTHING)

    def _functiondef(self, node: Any, inner: Variables | None = None) -> None:
        for each in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self._keep(self._value(each))
        self._analysis.effects_of(inner or self._function.within[node])

    def _return(self, node: ast.Return) -> None:
        if node.value is not None:
            self._returned |= self._value(node.value)
        self._state = None

    def _raise(self, node: ast.Raise) -> None:
        self._all(filter(None, (node.exc, node.cause)))
        self._state = None

    def _break(self, node: ast.Break) -> None:
        if self._state is not None:
            self._breaks[-1].append(self._state)
        self._state = None

    def _continue(self, node: ast.Continue) -> None:
        if self._state is not None:
            self._continues[-1].append(self._state)
        self._state = None

    def _if(self, node: ast.If) -> None:
        self._value(node.test)
        self._either(lambda: self._body(node.body), lambda: self._body(node.orelse))

    def _for(self, node: ast.For) -> None:
        self._breaks.append([])
        if isinstance(node.iter, ast.GeneratorExp) and _is_one_loop(node.iter):
            made, loop = node.iter, node.iter.generators[0]
            items = self._hold(node, self._value(loop.iter))
            names = self._names_of(made)

            def turn() -> None:
                carried = self._use(items)
                self._comprehensions.append(names)
                self._bind(names_in_target(loop.target), node.lineno, carried)
                self._all(loop.ifs)
                values = self._value(made.elt)
                self._comprehensions.pop()
                self._target(node.target, values)
                self._body(node.body)
        else:
            items = self._hold(node, self._value(node.iter))

            def turn() -> None:
                self._target(node.target, self._advance(self._use(items), node.lineno))
                self._body(node.body)

        self._repeat(turn)
        if self._state is not None:
            self._state.pop(items, None)
        self._body(node.orelse)
        self._state = joined([self._state, *self._breaks.pop()])

    def _while(self, node: ast.While) -> None:
        self._breaks.append([])

        def turn() -> None:
            self._value(node.test)
            self._body(node.body)

        self._repeat(turn)
        self._value(node.test)
        self._body(node.orelse)
        self._state = joined([self._state, *self._breaks.pop()])

    def _try(self, node: ast.Try) -> None:
        before, self._raised = self._raised, [dict(self._state or {})]
        self._body(node.body)
        raised = joined(self._raised)
        self._body(node.orelse)
        ends = [self._state]
        for each in node.handlers:
            self._state = None if raised is None else dict(raised)
            if each.name:
                self._bind([each.name], each.lineno)
            self._body(each.body)
            if each.name:  # it is deleted
                self._bind([each.name], each.lineno)
            ends.append(self._state)
        self._state = joined(ends)
        if node.finalbody:
            after = self._state
            self._state = joined([after, *self._raised])
            self._body(node.finalbody)
            if after is None:
                self._state = None
        self._raised = [*before, *self._raised]


def _is_one_loop(made: ast.GeneratorExp) -> bool:
    """Return True for a generator expression that a `for` loop over it takes up."""
    return len(made.generators) == 1 and not walrus_names(made)
