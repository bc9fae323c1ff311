"""`return []` in a function that otherwise returns a list of integers.

Numba cannot tell what an empty list that is returned at once would hold, and
refuses the function. In rules it is the natural way to say "no legal action",
so while gametree compiles such a list is taken for one of integers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.core import ir
from numba.core.rewrites import Rewrite, register_rewrite

from .functions import is_compiling

__all__: list[str] = []


@njit
def _no_integers():
    return [np.int64(0) for _ in range(0)]


@register_rewrite("before-inference")
class ReturnedEmptyLists(Rewrite):
    """Replace an empty list that is only returned by an empty list of integers."""

    def match(self, func_ir: Any, block: Any, typemap: Any, calltypes: Any) -> bool:
        """Tell whether the block makes an empty list and returns it."""
        self._block = block
        self._found: Any = None
        last = block.terminator
        if not (is_compiling() and isinstance(last, ir.Return)):
            return False
        wanted = last.value.name
        for statement in reversed(block.body):
            if not (isinstance(statement, ir.Assign) and statement.target.name == wanted):
                continue
            value = statement.value
            if isinstance(value, ir.Var):
                wanted = value.name
            elif isinstance(value, ir.Expr) and value.op == "cast":
                wanted = value.value.name
            elif isinstance(value, ir.Expr) and value.op == "build_list" and not value.items:
                self._found = statement
                return True
            else:
                return False
        return False

    def apply(self) -> Any:
        """Return the block with a call in place of the list."""
        block = self._block.copy()
        block.clear()
        for statement in self._block.body:
            if statement is not self._found:
                block.append(statement)
                continue
            place = statement.loc
            maker = ir.Var(statement.target.scope, f"{statement.target.name}.no_integers", place)
            block.append(ir.Assign(ir.Global("_no_integers", _no_integers, place), maker, place))
            call = ir.Expr.call(maker, (), (), place)
            block.append(ir.Assign(call, statement.target, place))
        return block
