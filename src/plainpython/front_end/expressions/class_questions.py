"""Questions for the class of a value: `isinstance(a, B)`, `type(a) is B`, `type(a) == type(b)`."""

from __future__ import annotations

import ast
import types as python_types
import typing
from collections.abc import Callable
from typing import Any

from ...reasons import Unsupported
from ...values.objects.instance_checks import exact_check, instance_check, same_class
from .. import trees

__all__ = ["ClassQuestions", "classes_named"]


class ClassQuestions:
    """Rewrites them, with functions that name, look up and rewrite other expressions."""

    def __init__(
        self,
        named: Callable[..., ast.Name],
        outside: Callable[[ast.expr], tuple[bool, Any]],
        visit: Callable[[ast.AST], Any],
    ) -> None:
        self._named = named
        self._outside = outside
        self._visit = visit

    def of_comparison(self, node: ast.Compare) -> ast.expr | None:
        """Return what compares the class of a value; None for other comparisons."""
        asked = [each for each in (node.left, *node.comparators) if self._is_type_of(each)]
        if not asked:
            return None
        operator, right = node.ops[0], node.comparators[0]
        if len(node.ops) > 1 or not isinstance(
            operator, ast.Is | ast.IsNot | ast.Eq | ast.NotEq | ast.In | ast.NotIn
        ):
            raise Unsupported("it asks for the type of a value", "use isinstance(...)")
        values = [self._visit(each.args[0]) for each in asked]  # type: ignore[attr-defined]
        if len(asked) == 2:
            made: ast.expr = trees.call(self._named(same_class, "same_class"), *values)
        else:
            named = right if asked[0] is node.left else node.left
            made = trees.call(
                self._named(exact_check(classes_named(named, self._outside))), *values
            )
        if isinstance(operator, ast.IsNot | ast.NotEq | ast.NotIn):
            made = ast.UnaryOp(op=ast.Not(), operand=made)
        return made

    def _is_type_of(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Call)
            and len(node.args) == 1
            and self._outside(node.func) == (True, type)
        )

    def of_isinstance(self, node: ast.Call) -> ast.expr:
        """Return what is called instead of isinstance(value, classes)."""
        check = instance_check(classes_named(node.args[1], self._outside))
        return trees.call(self._named(check), self._visit(node.args[0]))  # type: ignore[no-any-return]


def classes_named(
    node: ast.expr, outside: Callable[[ast.expr], tuple[bool, Any]]
) -> tuple[type, ...]:
    """Return the classes that an expression names."""
    found: list[type] = []
    for each in _alternatives(node):
        known, value = outside(each)
        if isinstance(each, ast.Constant):
            known, value = each.value is None, type(None)
        if isinstance(value, python_types.UnionType):
            value = value.__args__
        for named in value if isinstance(value, tuple) else (value,):
            origin: Any = typing.get_origin(named)  # of typing.List
            cls: Any = origin or named
            if not known or not isinstance(cls, type):
                raise Unsupported("it asks for a class that it works out", "name the class there")
            found.append(cls)
    return tuple(found)


def _alternatives(node: ast.expr) -> list[ast.expr]:
    """Return the classes that are named as `(A, B)` or `A | B`."""
    if isinstance(node, ast.Tuple):
        return [each for part in node.elts for each in _alternatives(part)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_alternatives(node.left), *_alternatives(node.right)]
    return [node]
