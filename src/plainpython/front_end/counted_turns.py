"""Counts the turns of loops that may never end, and raises after too many.

Nothing can interrupt compiled code. So a `while` loop of a user's function, and a `for` loop over
an iterator without an end, raise once they have gone round too often in one call.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any

from ..machine_errors import MachineLoopError
from ..values.iteration.turns import next_turn
from . import trees

__all__ = ["CountedTurns"]

_ENDLESS = (itertools.count, itertools.cycle, itertools.repeat, iter)

_MARK = "plainpython_of_user"


class CountedTurns:
    """Counts the turns of the loops of one function.

    Args:
        rewriting: the rewriting of the function.
        most: how often a loop may go round.

    """

    def __init__(self, rewriting: Any, most: int) -> None:
        self._rewriting = rewriting
        self._most = most

    def mark(self, tree: ast.FunctionDef) -> None:
        """Mark the loops that may never end, before others are made."""
        for each in ast.walk(tree):
            if isinstance(each, ast.While) or (isinstance(each, ast.For) and self._endless(each)):
                setattr(each, _MARK, True)

    def rewritten(self, function: ast.FunctionDef) -> None:
        """Count the turns of the loops that are marked."""
        _Counting(self._counted).visit(function)

    def _endless(self, loop: ast.For) -> bool:
        if not isinstance(loop.iter, ast.Call):
            return False
        known, called = self._rewriting.outside(loop.iter.func, lambda name: False)
        return known and any(called is each for each in _ENDLESS)

    def _counted(self, loop: ast.While | ast.For) -> list[ast.stmt]:
        turns = self._rewriting.fresh("turns")
        code = self._rewriting.source.function.__code__
        name = code.co_qualname if hasattr(code, "co_qualname") else code.co_name
        message = (
            f"{name.rpartition('<locals>.')[2]} has gone round a loop {self._most:,} times and has "
            f"not returned ({code.co_filename.rpartition('/')[2]}, line {loop.lineno})"
        )
        error = trees.call(
            self._rewriting.named("MachineLoopError", MachineLoopError), ast.Constant(message)
        )
        counted = trees.call(self._rewriting.named("next_turn", next_turn), trees.name(turns))
        too_many = ast.Compare(trees.name(turns), [ast.Gt()], [ast.Constant(self._most)])
        loop.body = [
            trees.assign(turns, counted),
            ast.If(too_many, [ast.Raise(exc=error)], []),
            *loop.body,
        ]
        return trees.placed([trees.assign(turns, ast.Constant(0)), loop], loop)  # type: ignore[no-any-return]


class _Counting(ast.NodeTransformer):
    def __init__(self, counted: Callable[[Any], list[ast.stmt]]) -> None:
        self._counted = counted

    def visit_While(self, node: ast.While) -> Any:
        self.generic_visit(node)
        return self._counted(node) if getattr(node, _MARK, False) else node

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        return self._counted(node) if getattr(node, _MARK, False) else node
