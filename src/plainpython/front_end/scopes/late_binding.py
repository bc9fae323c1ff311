"""Late binding: refuse functions and generators that read a variable which is set again too early.

In Python a lambda, an inner function, a generator or a `map` reads the variables around it while
it runs. Compiled code passes these variables along when it makes the value. Both are the same as
long as nothing sets such a variable again while the value may still be used.

The analysis follows every path through a function. It knows for each variable which such values
it may hold, and marks them when a variable that they read is set again. To use a marked value is
refused. Where only types tell whether the result of a call still holds such a value, the call is
marked, and the types decide (`values.closures.plain_result`).
"""

from __future__ import annotations

import ast
from typing import Any

from ...reasons import Unsupported
from ...values.closures import LateRead, plain_result
from .. import trees
from .late_statements import Flow
from .late_values import NOTHING, Carried, Effects, problem
from .variables import Variables

__all__ = ["LateBinding"]


class LateBinding:
    """Follows the values that read variables late through one function and those within it.

    Args:
        rewriting: the rewriting of the function.

    """

    def __init__(self, rewriting: Any) -> None:
        self.rewriting = rewriting
        self._effects: dict[ast.AST, Effects] = {}
        self.marked: dict[ast.Call, Carried] = {}

    def rewritten(self, tree: ast.FunctionDef) -> None:
        """Mark the calls whose types decide.

        Raises:
            Unsupported: if a value is used after a variable that it reads was set again.

        """
        makers = ast.Lambda | ast.GeneratorExp | ast.FunctionDef
        if not any(isinstance(each, makers) for part in tree.body for each in ast.walk(part)):
            return
        line = self.rewriting.line
        Flow(self, Variables(tree)).run()
        self.rewriting.line = line
        if self.marked:
            _Marking(self).visit(tree)

    def effects_of(self, function: Variables) -> Effects:
        """Return what a call of a function leaves behind."""
        if function.node not in self._effects:
            self._effects[function.node] = Effects(NOTHING, NOTHING)  # if it calls itself
            self._effects[function.node] = Flow(self, function).run()
        return self._effects[function.node]

    def refuse(self, carried: Carried) -> None:
        """Refuse the use of a value, or mark the call that may have made it."""
        if carried.call is not None:
            self.marked.setdefault(carried.call, carried)
            return
        self.rewriting.line = carried.line
        raise Unsupported(problem(carried), carried.mend)


class _Marking(ast.NodeTransformer):
    """Lets types decide whether calls have results that read variables."""

    def __init__(self, analysis: LateBinding) -> None:
        self._marked = analysis.marked
        self._named = analysis.rewriting.named
        self._count = 0

    def visit_Call(self, node: ast.Call) -> ast.expr:
        carried = self._marked.get(node)
        self.generic_visit(node)
        if carried is None:
            return node
        function = self._named("plain_result", plain_result)
        self._count += 1
        refusal = self._named(f"refusal_{self._count}", LateRead(problem(carried), carried.mend))
        others = [
            trees.copied(each)
            for each in node.args
            if isinstance(each, ast.Name) and each.id in carried.others
        ]
        made = trees.call(function, node, refusal, trees.tuple_of(others))
        return trees.placed(made, node)  # type: ignore[no-any-return]
