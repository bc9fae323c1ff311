"""Lists, sets and tuples as they are written down, with stars, too."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ...values.iteration.builtins import STAND_INS
from ...values.sequences.displays import empty_list, list_of
from ...values.tables.sets import set_of
from ...values.unpacking import as_list
from .. import trees

__all__ = ["SequenceDisplays"]

_CONVERTERS = {"list": as_list, "tuple": STAND_INS[tuple]}


class SequenceDisplays:
    """Rewrites them, once their items are rewritten."""

    def __init__(self, named: Callable[..., ast.Name]) -> None:
        self._named = named

    def of_list(self, node: ast.List) -> ast.expr:
        """Return what makes the list."""
        if not node.elts:
            return trees.call(self._named(empty_list, "empty_list"))  # type: ignore[no-any-return]
        if any(isinstance(each, ast.Starred) for each in node.elts):
            return self._joined(node.elts, "list")
        return self._list_of(node.elts)

    def of_set(self, node: ast.Set) -> ast.expr:
        """Return what makes the set."""
        return trees.call(self._named(set_of, "set_of"), trees.tuple_of(node.elts))  # type: ignore[no-any-return]

    def of_tuple(self, node: ast.Tuple) -> ast.expr | None:
        """Return what makes a tuple that is written with stars; None for others."""
        if any(isinstance(each, ast.Starred) for each in node.elts):
            return self._joined(node.elts, "tuple")
        return None

    def _list_of(self, items: list[ast.expr]) -> ast.expr:
        return trees.call(self._named(list_of, "list_of"), trees.tuple_of(items))

    def _joined(self, items: list[ast.expr], convert: str) -> ast.expr:
        """Return the sum of the parts of a list or a tuple that is written with stars."""
        parts: list[ast.expr] = []
        group: list[ast.expr] = []

        def close() -> None:
            if group:
                made = self._list_of(list(group)) if convert == "list" else trees.tuple_of(group)
                parts.append(made)
                group.clear()

        for each in items:
            if isinstance(each, ast.Starred):
                close()
                converter = self._named(_CONVERTERS[convert], f"as_{convert}")
                parts.append(trees.call(converter, each.value))
            else:
                group.append(each)
        close()
        total = parts[0]
        for each in parts[1:]:
            total = ast.BinOp(left=total, op=ast.Add(), right=each)
        return total
