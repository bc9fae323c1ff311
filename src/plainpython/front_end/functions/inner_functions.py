"""Inner functions, rewritten as module-level functions with outer variables as arguments.

A call passes these variables as they are at the time of the call, as Python reads them. A function
that is passed on as a value carries them along (`values.closures`); one that sets variables of the
outer function returns them, and the call sets them.
"""

from __future__ import annotations

import ast
from typing import Any

from ...reasons import Unsupported
from ...values.closures import closure
from .. import trees
from ..scopes.function_scopes import Inner, Scope
from ..scopes.outer_variables import with_outs_set
from ..scopes.scopes import bound_names, free_names, is_generator
from .function_makers import factory_of
from .lifted_comprehensions import LiftedComprehensions

__all__ = ["InnerFunctions"]


class InnerFunctions(LiftedComprehensions):
    """Takes the functions and comprehensions out of a function."""

    def rewritten(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        """Return the function without functions within it."""
        self._scope = Scope(tree, None, bound_names(tree))
        self._find_functions(tree.body)
        tree.body = self._body(tree.body)
        return tree

    # Definitions.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        assert self._scope is not None
        return self._defined(self._scope.functions[node.name], node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        scope = self._scope
        assert scope is not None
        target = node.targets[0]
        if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
            inner = scope.functions.get(target.id)
            if inner is not None and inner.node is node.value:
                return self._defined(inner, node)
        self.generic_visit(node)
        return node

    def _defined(self, inner: Inner, node: ast.stmt) -> list[ast.stmt]:
        """Return what is left of a definition: its defaults."""
        arguments = inner.node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = dict(zip(reversed(positional), reversed(arguments.defaults), strict=False))
        kept = [
            trees.assign(inner.defaults[each.arg], self.visit(defaults[each]))
            for each in positional
            if each.arg in inner.defaults
        ]
        self._lift(inner)
        return trees.placed(kept or [ast.Pass()], node)  # type: ignore[no-any-return]

    def _lift(self, inner: Inner) -> None:
        node = inner.node
        body = [ast.Return(value=node.body)] if isinstance(node, ast.Lambda) else node.body
        generator = isinstance(node, ast.FunctionDef) and is_generator(node)
        if generator and inner.outs:
            raise Unsupported(
                f"the generator function {inner.name} sets variables of the outer function",
                "collect the items in a list and return it",
            )
        own = bound_names(node)
        arguments = node.args
        if inner.given and arguments.vararg:
            raise Unsupported(
                f"{inner.name} takes *arguments after a default that is no constant",
                "pass each argument",
            )
        taken = [ast.arg(arg=each) for each in (*inner.captures, *inner.given)]
        every = [*arguments.posonlyargs, *arguments.args]
        arguments.defaults = arguments.defaults[: len(arguments.defaults) - len(inner.given)]
        arguments.args = [*taken, *(each for each in every if each.arg not in inner.given)]
        arguments.posonlyargs = []
        self._made(inner.lifted, node, arguments, body, own | set(inner.captures), inner.outs)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> Any:
        return trees.placed(ast.Pass(), node)

    # Uses.

    def visit_Call(self, node: ast.Call) -> ast.expr:
        scope = self._scope
        assert scope is not None
        if isinstance(node.func, ast.Name):
            inner = scope.find(node.func.id)
            if isinstance(inner, Inner):
                return self._direct(inner, node)
        factory = factory_of(node, lambda each: self._rewriting.outside(each, self.is_local))
        if factory is not None:
            node.args = [self._rewriting.named(factory.__name__, factory)]
        consumed = self._consumer(node)
        if consumed is not None:
            return consumed
        self.generic_visit(node)
        return node

    def _direct(self, inner: Inner, node: ast.Call) -> ast.expr:
        """Return the call of a function whose definition is known."""
        self.generic_visit_arguments(node)
        captured: list[ast.expr] = [trees.name(each) for each in inner.captures]
        node.func = trees.name(inner.lifted)
        after = bool(_variables_set(node) & set(inner.captures))
        if after or inner.given:
            self._pass_by_name(inner, node, after)
        else:
            node.args = captured + node.args
        result = with_outs_set(node, inner.outs, self._rewriting)
        return trees.placed(result, node)  # type: ignore[no-any-return]

    def _pass_by_name(self, inner: Inner, node: ast.Call, after: bool) -> None:
        """Pass all by name: captured variables `after` the arguments, which set some of them."""
        arguments = inner.node.args
        if arguments.vararg or any(isinstance(each, ast.Starred) for each in node.args):
            if not after:
                raise Unsupported(
                    f"it calls {inner.name}, which has defaults, with *arguments",
                    "pass each argument",
                )
            raise Unsupported(
                f"an argument of {inner.name} sets a variable that {inner.name} reads",
                "work the argument out in a line before the call",
            )
        if len(node.args) > len(inner.parameters):
            raise Unsupported(
                f"it calls {inner.name} with {len(node.args)} arguments", "pass fewer"
            )
        passed = list(zip(inner.parameters, node.args, strict=False))
        passed += [(each.arg or "", each.value) for each in node.keywords]
        there = {name for name, _ in passed}
        passed += [(name, value) for name, value in inner.given.items() if name not in there]
        captured = [(each, trees.name(each)) for each in inner.captures]
        passed = [*passed, *captured] if after else [*captured, *passed]
        node.args = []
        node.keywords = [ast.keyword(arg=name, value=trees.copied(value)) for name, value in passed]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """Read the variable of `k += f()` before f sets it, as Python does."""
        self.generic_visit(node)
        target = node.target
        if not isinstance(target, ast.Name) or target.id not in _variables_set(node.value):
            return node
        kept = self._rewriting.fresh("kept")
        changed = ast.AugAssign(target=trees.store(kept), op=node.op, value=node.value)
        lines = [
            trees.assign(kept, trees.name(target.id)),
            changed,
            trees.assign(target.id, trees.name(kept)),
        ]
        return trees.placed(lines, node)

    def generic_visit_arguments(self, node: ast.Call) -> None:
        """Visit what a call passes."""
        node.args = [self.visit(each) for each in node.args]
        for each in node.keywords:
            each.value = self.visit(each.value)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            assert self._scope is not None
            inner = self._scope.find(node.id)
            if isinstance(inner, Inner):
                return trees.placed(self._value(inner), node)  # type: ignore[no-any-return]
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        self._insist_values("a dict", node.values)
        self.generic_visit(node)
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        self._insist_values("a list", node.elts)
        self.generic_visit(node)
        return node

    def _insist_values(self, where: str, items: list[ast.expr]) -> None:
        assert self._scope is not None
        for each in items:
            if isinstance(each, ast.Lambda) or (
                isinstance(each, ast.Name) and isinstance(self._scope.find(each.id), Inner)
            ):
                raise Unsupported(
                    f"it keeps functions in {where}",
                    "make it once, in the module, and call it as in FUNCTIONS[key](value)",
                )

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        scope = self._scope
        assert scope is not None
        inner = Inner("lambda", node, self._rewriting.fresh_function("lambda"))
        captures: set[str] = set()
        for each in free_names(node.body) - bound_names(node):
            found = scope.find(each)
            if isinstance(found, Inner):
                captures |= {*found.captures, *found.defaults.values()}
                inner.outs = sorted({*inner.outs, *found.outs})
            elif found is not None:
                captures.add(each)
        inner.captures = sorted(captures)
        self._find_given(inner)
        self._lift(inner)
        return trees.placed(self._value(inner), node)  # type: ignore[no-any-return]

    def _find_given(self, inner: Inner) -> None:
        """Find the defaults that a lambda carries along: from the first that is computed."""
        arguments = inner.node.args
        arguments.defaults = [trees.negated(each) for each in arguments.defaults]
        first = len(inner.parameters) - len(arguments.defaults)
        for name, value in zip(inner.parameters[first:], arguments.defaults, strict=True):
            if inner.given or not isinstance(value, ast.Constant):
                inner.given[name] = self.visit(value)

    def _value(self, inner: Inner) -> ast.expr:
        """Return a function as a value."""
        if inner.outs:
            raise Unsupported(
                f"it passes on {inner.name}, which sets variables of the outer function",
                "call it by its name, or keep what it sets in a list",
            )
        carried = [*(trees.name(each) for each in inner.captures), *inner.given.values()]
        if not carried:
            return trees.name(inner.lifted)
        self._rewriting.names["plainpython_closure"] = closure
        return trees.call(
            trees.name("plainpython_closure"),
            trees.name(inner.lifted),
            trees.tuple_of(trees.copied(each) for each in carried),
        )


def _variables_set(node: ast.expr) -> set[str]:
    """Return the variables that an expression sets, by calls of inner functions among others."""
    return {
        each.target.id
        for each in ast.walk(node)
        if isinstance(each, ast.NamedExpr) and isinstance(each.target, ast.Name)
    }
