"""`raise` and the ends of programs in users' functions: only the class of an error matters."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable
from typing import Any

from ..machine_errors import MachineLimitError
from ..reasons import Unsupported
from . import trees

__all__ = ["RaisedErrors"]

_ENDINGS = (
    sys.exit,
    SystemExit,
    *(getattr(builtins, name) for name in ("exit", "quit") if hasattr(builtins, name)),
)
"""The functions that end a program; some Pythons lack two of them."""


class RaisedErrors:
    """Rewrites what raises errors in one function; `find` looks up values outside of it.

    Attributes:
        caught: the names of exceptions in the handlers around.

    """

    def __init__(
        self,
        rewriting: Any,
        tree: ast.FunctionDef,
        find: Callable[[ast.expr], tuple[bool, Any]],
    ) -> None:
        self._rewriting = rewriting
        self._find = find
        self._in_variables = _errors_in_variables(tree, rewriting)
        self.caught: list[str] = []

    def is_kept_in(self, name: str) -> bool:
        """Return True for a variable that holds an error for a later `raise` alone."""
        return name in self._in_variables

    def ends_program(self, value: ast.expr | None) -> bool:
        """Return True for sys.exit(), exit() and SystemExit()."""
        called = value.func if isinstance(value, ast.Call) else value
        known, ending = self._find(called) if called is not None else (False, None)
        return known and any(ending is each for each in _ENDINGS)

    def ending(self, node: ast.stmt) -> ast.Raise:
        """Return what raises an error where the program would end."""
        error = trees.call(
            self._rewriting.named("MachineLimitError", MachineLimitError),
            ast.Constant("the program is ended here"),
        )
        return trees.placed(ast.Raise(exc=error), node)  # type: ignore[no-any-return]

    def raised(self, node: ast.Raise) -> ast.Raise:
        """Return a `raise` without a computed message: interpreted code has that."""
        if self.ends_program(node.exc):
            return self.ending(node)
        if isinstance(node.exc, ast.Name):
            self._name_class(node)
        if isinstance(node.exc, ast.Call):
            if not all(isinstance(each, ast.Constant) for each in node.exc.args):
                node.exc.args = []
            node.exc.keywords = []
        node.cause = None
        return node

    def _name_class(self, node: ast.Raise) -> None:
        """Let `raise error` name the class of what the variable holds, or raise what was caught."""
        assert isinstance(node.exc, ast.Name)
        name = node.exc.id
        known, value = self._find(node.exc)
        if known and isinstance(value, BaseException):
            cls = self._rewriting.named(type(value).__name__, type(value))
            node.exc = trees.placed(trees.call(cls), node)
        elif name in self._in_variables:
            node.exc = trees.copied(self._in_variables[name])
        elif name in self.caught:
            node.exc = None
        elif not known:
            raise Unsupported(
                f"it raises the exception in the variable {name}",
                "name its class there, as in raise ValueError('...')",
            )


def _errors_in_variables(tree: ast.FunctionDef, rewriting: Any) -> dict[str, ast.expr]:
    """Return the exceptions that variables hold which nothing but `raise` reads."""
    raised = {
        id(each.exc): each.exc.id
        for each in ast.walk(tree)
        if isinstance(each, ast.Raise) and isinstance(each.exc, ast.Name)
    }
    values: dict[str, list[ast.expr]] = {name: [] for name in raised.values()}
    for each in ast.walk(tree):
        if isinstance(each, ast.Assign):
            for target in each.targets:
                if isinstance(target, ast.Name) and target.id in values:
                    values[target.id].append(each.value)
    names = [each for each in ast.walk(tree) if isinstance(each, ast.Name)]
    found = {}
    for name, made in values.items():
        uses = [each for each in names if each.id == name]
        loaded = [each for each in uses if isinstance(each.ctx, ast.Load)]
        if len(made) != 1 or len(uses) - len(loaded) != 1:
            continue
        if not all(id(each) in raised for each in loaded):
            continue
        called = made[0].func if isinstance(made[0], ast.Call) else made[0]
        known, cls = rewriting.outside(called, lambda _: False)
        if known and isinstance(cls, type) and issubclass(cls, BaseException):
            found[name] = made[0]
    return found
