"""Branches that constants of the strategies decide, left out before Numba looks at their types.

A search asks its strategies what they are: `if repetition.watches: ...`. Numba would find
the types of both branches, compile all that they call, and leave it to LLVM to throw one away.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import ir, types
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions

__all__ = ["ConstantBranches", "HasConstants"]


class HasConstants(types.Type):  # type: ignore[misc]
    """A type whose values have attributes that are the same for all of them."""

    def field_type(self, attribute: str) -> Any:
        """Return the type of a field, None where there is no such field."""
        raise NotImplementedError

    def constant(self, attribute: str) -> Any:
        """Return the value of an attribute that is no field."""
        raise NotImplementedError


@register_pass(mutates_CFG=True, analysis_only=False)
class ConstantBranches(FunctionPass):  # type: ignore[misc]
    """Replace each branch that is always taken, or never, by a jump."""

    _name = "constant_branches"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        changed = False
        while _jump(state.func_ir, state.args):  # a variable may have one value left
            changed = True
        return changed


def _jump(func_ir: Any, arguments: tuple[Any, ...]) -> bool:
    """Replace the branches that are known by now; tell whether there were any."""
    blocks, found = func_ir.blocks, False
    for block in blocks.values():
        branch = block.terminator
        if isinstance(branch, ir.Branch):
            taken = _truth(func_ir, arguments, branch.cond)
            if taken is not None:
                target = branch.truebr if taken else branch.falsebr
                block.body[-1] = ir.Jump(target, branch.loc)
                found = True
    if found:
        for dead in compute_cfg_from_blocks(blocks).dead_nodes():
            del blocks[dead]
        func_ir._definitions = build_definitions(blocks)
    return found


def _truth(func_ir: Any, arguments: tuple[Any, ...], variable: Any) -> bool | None:
    """Return whether a variable is true; None if that is not known."""
    value = _definition(func_ir, variable)
    if isinstance(value, ir.Expr) and value.op == "call" and len(value.args) == 1:
        called = _definition(func_ir, value.func)
        if isinstance(called, ir.Global) and called.value is bool:
            return _truth(func_ir, arguments, value.args[0])
    if isinstance(value, ir.Expr) and value.op == "unary" and value.fn is operator.not_:
        inner = _truth(func_ir, arguments, value.value)
        return None if inner is None else not inner
    if isinstance(value, ir.Expr) and value.op == "getattr":
        owner = _type(func_ir, arguments, value.value)
        if isinstance(owner, HasConstants) and owner.field_type(value.attr) is None:
            constant = owner.constant(value.attr)
            return constant if isinstance(constant, bool) else None
    return None


def _type(func_ir: Any, arguments: tuple[Any, ...], variable: Any) -> Any:
    """Return the type of an argument, or of a field of one; None for all else."""
    value = _definition(func_ir, variable)
    if isinstance(value, ir.Arg):
        return arguments[value.index]
    if isinstance(value, ir.Expr) and value.op == "getattr":
        owner = _type(func_ir, arguments, value.value)
        return owner.field_type(value.attr) if isinstance(owner, HasConstants) else None
    return None


def _definition(func_ir: Any, variable: Any) -> Any:
    """Return what a variable is given, if that is done in one place."""
    found = func_ir._definitions.get(variable.name, ())
    if len(found) != 1:
        return None
    return _definition(func_ir, found[0]) if isinstance(found[0], ir.Var) else found[0]
