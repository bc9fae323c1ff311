"""Assignment expressions (`:=`), rewritten as statements before the expression.

Numba loses a name that is bound within an expression. The parts of the expression before it are
computed before it, into new variables. A part that Python evaluates only under a condition stays
under the condition. The same is done
with expressions that ask whether a variable is set (see `unset_names`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from ..reasons import Unsupported
from . import trees
from .scopes.scopes import own_nodes
from .scopes.unset_names import insisting, is_insisting

__all__ = ["NamedExpressions"]

_Statements = list[ast.stmt]


def _binds(node: ast.AST | None) -> bool:
    """Return True if an expression binds a name, or asks whether one is set."""
    return node is not None and any(
        isinstance(each, ast.NamedExpr) or is_insisting(each) for each in own_nodes([node])
    )


class NamedExpressions:
    """Rewrites the statements of one function, in which no function is left."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self._fresh = fresh

    def body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements that do the same without `:=`."""
        return [each for statement in statements for each in self._statement(statement)]

    def _statement(self, node: ast.stmt) -> _Statements:
        if isinstance(node, ast.While):
            return self._while(node)
        before: _Statements = []
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, self.body(value))
        for handler in getattr(node, "handlers", ()):
            handler.body = self.body(handler.body)
        if isinstance(node, ast.If | ast.Assert) and _binds(node.test):
            before, node.test = self._split(node.test)
        elif isinstance(node, ast.For):
            if _binds(node.iter):
                before, node.iter = self._split(node.iter)
        elif isinstance(node, ast.Return | ast.Expr | ast.Assign | ast.AugAssign | ast.Delete):
            if any(_binds(each) for each in getattr(node, "targets", ())) or _binds(
                getattr(node, "target", None)
            ):
                raise Unsupported(
                    "it binds a name with := in the target of an assignment",
                    "bind it in a line before",
                )
            if _binds(getattr(node, "value", None)):
                if isinstance(node, ast.AugAssign):
                    self._insist_plain(node)
                before, node.value = self._split(node.value)  # type: ignore[union-attr,arg-type]
        return [*trees.placed(before, node), node]

    def _insist_plain(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            raise Unsupported(
                "it binds a name with := in an augmented assignment", "bind it in a line before"
            )

    def _while(self, node: ast.While) -> _Statements:
        node.body = self.body(node.body)
        node.orelse = self.body(node.orelse)
        if not _binds(node.test):
            return [node]
        before, test = self._split(node.test)
        if any(isinstance(each, ast.Break | ast.Continue) for each in own_nodes(node.orelse)):
            raise Unsupported(
                "a while loop with := leaves another loop in its else", "bind the name before"
            )
        end = ast.If(test=test, body=[ast.Pass()], orelse=[*node.orelse, ast.Break()])
        always = ast.Constant(True)
        node.test, node.body, node.orelse = always, [*before, end, *node.body], []
        return [trees.placed(node, node)]

    def _kept(self, value: ast.expr, bound: set[str]) -> tuple[_Statements, ast.expr]:
        """Return the statement that keeps a value in a variable, and the variable."""
        if isinstance(value, ast.Constant):
            return [], value
        if isinstance(value, ast.Name) and value.id not in bound:
            return [], value
        variable = self._fresh("kept")
        return [trees.placed(trees.assign(variable, value), value)], trees.name(variable)

    def _split(self, node: ast.expr) -> tuple[_Statements, ast.expr]:
        """Return the statements that bind the names in an expression, and what is left of it."""
        if not _binds(node):
            return [], node
        if is_insisting(node):
            return trees.placed(insisting(node), node), ast.Constant(None)
        if isinstance(node, ast.NamedExpr):
            before, value = self._split(node.value)
            bound = trees.placed(trees.assign(node.target.id, value), node)
            return [*before, bound], trees.placed(trees.name(node.target.id), node)
        if isinstance(node, ast.BoolOp):
            return self._split_condition(node)
        if isinstance(node, ast.IfExp):
            return self._split_choice(node)
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            return self._split_chain(node)
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Tuple)
            and isinstance(node.slice, ast.Constant)
            and node.slice.value == len(node.value.elts) - 1
        ):  # `trees.last_of`
            before = []
            for each in node.value.elts[:-1]:
                more, rest = self._split(each)
                before += more
                if not isinstance(rest, ast.Name | ast.Constant):
                    before.append(ast.Expr(value=rest))
            more, rest = self._split(node.value.elts[-1])
            return before + more, rest
        return self._split_parts(node)

    def _split_parts(self, node: ast.expr) -> tuple[_Statements, ast.expr]:
        """Take apart an expression of which all parts are computed, one after the other."""
        places = list(_places(node))
        last = max(k for k, (_, part) in enumerate(places) if _binds(part))
        bound = {each.target.id for each in own_nodes([node]) if isinstance(each, ast.NamedExpr)}
        before: _Statements = []
        for k, (replace, part) in enumerate(places[: last + 1]):
            more, rest = self._split(part)
            before += more
            if k < last:
                more, rest = self._kept(rest, bound)
                before += more
            replace(rest)
        return before, node

    def _split_condition(self, node: ast.BoolOp) -> tuple[_Statements, ast.expr]:
        """Split `a and b` or `a or b` into statements and an expression."""
        first = (
            next(k for k, each in enumerate(node.values) if k and _binds(each))
            if any(map(_binds, node.values[1:]))
            else len(node.values)
        )
        before, rest = self._split(node.values[0])
        head = [rest, *node.values[1:first]]
        value = head[0] if len(head) == 1 else ast.BoolOp(op=node.op, values=head)
        if first == len(node.values):
            return before, trees.placed(value, node)
        variable = self._fresh("kept")
        before.append(trees.assign(variable, value))
        left = node.values[first:]
        tail = left[0] if len(left) == 1 else ast.BoolOp(op=node.op, values=left)
        more, rest = self._split(tail)
        test: ast.expr = trees.name(variable)
        if isinstance(node.op, ast.Or):
            test = ast.UnaryOp(op=ast.Not(), operand=test)
        body = [*more, trees.assign(variable, rest)]
        before.append(ast.If(test=test, body=body, orelse=[]))
        return trees.placed(before, node), trees.placed(trees.name(variable), node)

    def _split_choice(self, node: ast.IfExp) -> tuple[_Statements, ast.expr]:
        """Split `a if test else b` into statements and an expression."""
        before, test = self._split(node.test)
        if not (_binds(node.body) or _binds(node.orelse)):
            node.test = test
            return before, node
        variable = self._fresh("kept")
        branches = []
        for part in (node.body, node.orelse):
            more, rest = self._split(part)
            branches.append([*more, trees.assign(variable, rest)])
        before.append(ast.If(test=test, body=branches[0], orelse=branches[1]))
        return trees.placed(before, node), trees.placed(trees.name(variable), node)

    def _split_chain(self, node: ast.Compare) -> tuple[_Statements, ast.expr]:
        """Take `a < b < c` apart as `a < b and b < c`."""
        tests: list[ast.expr] = []
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            again = right
            if right is not node.comparators[-1] and not isinstance(right, ast.Constant):
                variable = self._fresh("kept")
                again = trees.name(variable)
                right = ast.NamedExpr(target=trees.store(variable), value=right)
            tests.append(ast.Compare(left=left, ops=[operator], comparators=[right]))
            left = again
        return self._split(trees.placed(ast.BoolOp(op=ast.And(), values=tests), node))


def _places(node: ast.expr) -> Sequence[tuple[Callable[[Any], None], ast.expr]]:
    """Return the parts of an expression, as they are computed, each with how to replace it."""
    found: list[tuple[Callable[[Any], None], ast.expr]] = []

    def item(items: list[Any], index: int) -> None:
        found.append((lambda new: items.__setitem__(index, new), items[index]))

    def part(owner: Any, field: str) -> None:
        value = getattr(owner, field)
        if value is not None:
            found.append((lambda new: setattr(owner, field, new), value))

    def parts(items: list[Any]) -> None:
        for index, each in enumerate(items):
            if isinstance(each, ast.Starred):
                part(each, "value")
            elif each is not None:
                item(items, index)

    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            part(node.func, "value")
        elif not isinstance(node.func, ast.Name):
            part(node, "func")
        parts(node.args)
        for each in node.keywords:
            part(each, "value")
    elif isinstance(node, ast.Dict):
        for index in range(len(node.values)):
            if node.keys[index] is not None:
                item(node.keys, index)
            item(node.values, index)
    elif isinstance(node, ast.Slice):
        for field in ("lower", "upper", "step"):
            part(node, field)
    else:
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.Slice):
                found += _places(value)  # type: ignore[arg-type]
            elif isinstance(value, ast.expr):
                part(node, field)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                parts(value)
    return found
