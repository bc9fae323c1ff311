"""Compile `return []` as an empty list of integers.

Numba refuses a function with an empty list to which nothing is added, because it cannot find the
type of the items. Rules often write `return []` for "no legal action". So in functions that
plainpython compiles, this is a list of integers. It applies only to lists that are returned and not
used otherwise. Code of other libraries stays as Numba compiles it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.core import ir
from numba.core.rewrites import Rewrite, register_rewrite

from ..functions import is_ours

__all__ = ["ReturnedEmptyLists"]


@njit
def _no_integers():
    return [np.int64(0) for _ in range(0)]


@register_rewrite("before-inference")
class ReturnedEmptyLists(Rewrite):
    """Replace an empty list that is only returned by an empty list of integers."""

    def match(self, func_ir: Any, block: Any, typemap: Any, calltypes: Any) -> bool:
        """Return True if the block makes such a list."""
        self._block = block
        self._found = [
            statement
            for statement in block.find_insts(ir.Assign)
            if _is_empty_list(statement.value)
            and is_ours(func_ir.func_id.func)
            and _is_only_returned(func_ir, statement.target.name)
        ]
        return bool(self._found)

    def apply(self) -> Any:
        """Return the block with a call in place of each list."""
        block = self._block.copy()
        block.clear()
        for statement in self._block.body:
            if statement not in self._found:
                block.append(statement)
                continue
            location = statement.loc
            maker = ir.Var(statement.target.scope, f"{statement.target.name}.no_integers", location)
            block.append(
                ir.Assign(ir.Global("_no_integers", _no_integers, location), maker, location)
            )
            call = ir.Expr.call(maker, (), (), location)
            block.append(ir.Assign(call, statement.target, location))
        return block


def _is_empty_list(value: Any) -> bool:
    return isinstance(value, ir.Expr) and value.op == "build_list" and not value.items


def _is_only_returned(func_ir: Any, name: str) -> bool:
    """Return True if a variable is only renamed and returned."""
    statements = [
        each
        for block in func_ir.blocks.values()
        for each in block.body
        if not isinstance(each, ir.Del)
    ]
    names: set[str] = set()
    found = {name}
    while found != names:
        names |= found
        found |= {
            each.target.name
            for each in statements
            if isinstance(each, ir.Assign) and names & _renamed(each.value)
        }
    read = (_read(each) for each in statements if not isinstance(each, ir.Return))
    returned = any(isinstance(each, ir.Return) and each.value.name in names for each in statements)
    return returned and not any(names & each for each in read)


def _renamed(value: Any) -> set[str]:
    """Return the variables of which one is what an assignment gives another name."""
    if isinstance(value, ir.Var):
        return {value.name}
    if isinstance(value, ir.Expr) and value.op == "cast":
        return {value.value.name}
    if isinstance(value, ir.Expr) and value.op == "phi":
        return {each.name for each in value.incoming_values if isinstance(each, ir.Var)}
    return set()


def _read(statement: Any) -> set[str]:
    """Return the variables that a statement does something with."""
    if not isinstance(statement, ir.Assign):
        return {each.name for each in statement.list_vars()}
    if not isinstance(statement.value, (ir.Expr, ir.Yield)):
        return set()
    return {each.name for each in statement.value.list_vars()} - _renamed(statement.value)
