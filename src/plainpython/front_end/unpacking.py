"""Assignments with a star (`first, *rest = items`) as indices and slices."""

from __future__ import annotations

import ast
from typing import Any

from ..values.unpacking import as_list as sequence_list
from ..values.unpacking import as_sequence
from . import trees

__all__ = ["Unpacking"]


class Unpacking(ast.NodeTransformer):
    """One pass over one function."""

    def __init__(self, rewriting: Any) -> None:
        self._rewriting = rewriting

    def rewritten(self, tree: ast.FunctionDef) -> None:
        """Rewrite the assignments of a function."""
        self.generic_visit(tree)

    def visit_Assign(self, node: ast.Assign) -> Any:
        if not any(map(_has_star, node.targets)):
            return node
        if len(node.targets) == 1:
            return trees.placed(self._unpacked(node.targets[0], node.value), node)
        variable = self._rewriting.fresh("unpacked")
        result: list[ast.stmt] = [trees.assign(variable, node.value)]
        for each in node.targets:
            result += self._unpacked(each, trees.name(variable))
        return trees.placed(result, node)

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        if _has_star(node.target):
            variable = self._rewriting.fresh("item")
            first = self._unpacked(node.target, trees.name(variable))
            node.target = trees.placed(trees.store(variable), node)
            node.body = trees.placed(first, node) + node.body
        return node

    def _unpacked(self, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        if not _has_star(target):
            return [ast.Assign(targets=[target], value=value)]
        assert isinstance(target, ast.Tuple | ast.List)
        parts = target.elts
        variable = self._rewriting.fresh("unpacked")
        sequence = self._rewriting.named("as_sequence", as_sequence)
        result: list[ast.stmt] = [trees.assign(variable, trees.call(sequence, value))]
        star = next(
            (k for k, each in enumerate(parts) if isinstance(each, ast.Starred)), len(parts)
        )
        if star == len(parts):
            names = [self._rewriting.fresh("part") for _ in parts]
            inner = ast.Tuple(elts=[trees.store(each) for each in names], ctx=ast.Store())
            result.append(ast.Assign(targets=[inner], value=trees.name(variable)))
            for each, name in zip(parts, names, strict=True):
                result += self._unpacked(each, trees.name(name))
            return result
        result += trees.statements(
            f"if len({variable}) < {len(parts) - 1}:\n"
            "    raise ValueError('not enough values to unpack')"
        )
        after = len(parts) - 1 - star
        for index, each in enumerate(parts):
            whole = trees.name(variable)
            if index == star:
                upper = ast.Constant(-after) if after else None
                chosen: ast.expr = ast.Slice(lower=ast.Constant(star), upper=upper)
                as_list = self._rewriting.named("as_list", sequence_list)
                part = ast.Subscript(value=whole, slice=chosen, ctx=ast.Load())
                assert isinstance(each, ast.Starred)
                result += self._unpacked(each.value, trees.call(as_list, part))
                continue
            chosen = ast.Constant(index if index < star else index - len(parts))
            result += self._unpacked(each, ast.Subscript(value=whole, slice=chosen, ctx=ast.Load()))
        return result


def _has_star(target: ast.expr) -> bool:
    return any(isinstance(each, ast.Starred) for each in ast.walk(target)) and isinstance(
        target, ast.Tuple | ast.List
    )
