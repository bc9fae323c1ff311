"""Move inner functions out of a function, with the outer variables that they read and set."""

from __future__ import annotations

import ast
from typing import Any

from ...reasons import Unsupported
from .. import trees
from ..scopes.function_scopes import Inner, Scope, nonlocals_within
from ..scopes.outer_variables import with_outs
from ..scopes.scopes import bound_names, free_names, own_nodes

__all__ = ["Lifting"]


class Lifting(ast.NodeTransformer):
    """Takes functions out of a function: what all sorts of them have in common.

    Attributes:
        made: those that were taken out.

    """

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting
        self._scope: Scope | None = None
        self.made: list[ast.FunctionDef] = []

    def is_local(self, name: str) -> bool:
        """Return True if a name is a variable of the function, or of one around it."""
        return self._scope is not None and self._scope.find(name) is not None

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for each in body:
            self._rewriting.line = each.lineno
            made = self.visit(each)
            result += made if isinstance(made, list) else [made]
        return result

    def _find_functions(self, body: list[ast.stmt]) -> None:
        scope = self._scope
        assert scope is not None
        for each in own_nodes(body):
            node: Any
            if isinstance(each, ast.FunctionDef):
                name, node = each.name, each
            elif (
                isinstance(each, ast.Assign)
                and isinstance(each.value, ast.Lambda)
                and len(each.targets) == 1
                and isinstance(each.targets[0], ast.Name)
            ):
                name, node = each.targets[0].id, each.value
            else:
                continue
            if scope.count[name] > 1:
                if isinstance(node, ast.Lambda):
                    continue  # a value like others
                raise Unsupported(
                    f"it gives the name {name} to several things, one of them a function",
                    "give each a name of its own",
                )
            if getattr(node, "decorator_list", ()):
                raise Unsupported(
                    f"the function {name} within it has a decorator",
                    "define it at module level, or leave the decorator out",
                )
            inner = Inner(name, node, self._rewriting.fresh_function(name))
            scope.functions[name] = inner
            self._find_defaults(inner)
        for inner in scope.functions.values():
            names = nonlocals_within(inner.node) - bound_names(inner.node)
            inner.outs = sorted(names)
        self._find_captures(scope)

    def _find_defaults(self, inner: Inner) -> None:
        arguments = inner.node.args
        arguments.defaults = [trees.negated(each) for each in arguments.defaults]
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [
            *zip(
                positional[len(positional) - len(arguments.defaults) :],
                arguments.defaults,
                strict=True,
            ),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        for parameter, default in pairs:
            if default is not None and not isinstance(default, ast.Constant):
                variable = self._rewriting.fresh(f"{inner.name}_{parameter.arg}")
                inner.defaults[parameter.arg] = variable
                assert self._scope is not None
                self._scope.names.add(variable)
                inner.given[parameter.arg] = trees.name(variable)
            elif default is not None and inner.given:
                inner.given[parameter.arg] = default

    def _find_captures(self, scope: Scope) -> None:
        """Find what each function reads of the ones around it, by itself or through others."""
        changed = True
        while changed:
            changed = False
            for inner in scope.functions.values():
                captures, outs = set(), set(inner.outs)
                own = bound_names(inner.node)
                for name in free_names(inner.node) - set(inner.defaults):
                    found = scope.find(name)
                    if isinstance(found, Inner):
                        shadowed = (set(found.captures) | set(found.outs)) & own
                        if shadowed:
                            raise Unsupported(
                                f"the function {inner.name} has a variable {min(shadowed)} of its "
                                f"own, and {found.name}, which it calls, reads another one",
                                "give one of the two another name",
                            )
                        captures |= {*found.captures, *found.defaults.values()}
                        outs |= set(found.outs)
                    elif found is not None:
                        captures.add(name)
                if captures | outs != set(inner.captures) or outs != set(inner.outs):
                    inner.captures, inner.outs = sorted(captures | outs), sorted(outs)
                    changed = True

    def _made(
        self,
        lifted: str,
        origin: ast.AST,
        arguments: ast.arguments,
        body: list[ast.stmt],
        names: set[str],
        outs: list[str],
    ) -> None:
        """Make a function of its own."""
        made = trees.placed(trees.function(lifted, arguments, body), origin)
        outer, self._scope = self._scope, Scope(made, self._scope, names)
        try:
            self._find_functions(made.body)
            made.body = self._body(made.body)
        finally:
            self._scope = outer
        if outs:
            made.body = with_outs(made.body, outs, origin)
        self.made.append(trees.placed(made, origin))
