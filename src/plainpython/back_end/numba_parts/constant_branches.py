"""Leave out branches that constants decide, before Numba looks at their types.

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

__all__ = ["ConstantBranches", "DecidedBranches", "HasConstants", "definition"]


class HasConstants(types.Type):  # type: ignore[misc]
    """A type whose values have attributes that are the same for all of them."""

    def field_type(self, attribute: str) -> Any:
        """Return the type of a field, None where there is no such field."""
        raise NotImplementedError

    def constant(self, attribute: str) -> Any:
        """Return the value of an attribute that is no field."""
        raise NotImplementedError


class DecidedBranches(FunctionPass):  # type: ignore[misc]
    """Replace each branch that is always taken, or never, by a jump."""

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        changed = False
        while self._jump(state.func_ir, state.args):  # a variable may have one value left
            changed = True
        return changed

    def decided(self, func_ir: Any, arguments: tuple[Any, ...], value: Any) -> bool | None:
        """Return whether an expression is true; None if that is not known."""
        raise NotImplementedError

    def _jump(self, func_ir: Any, arguments: tuple[Any, ...]) -> bool:
        """Replace the branches that are known by now; return whether there were any."""
        found = False
        for block in func_ir.blocks.values():
            branch = block.terminator
            if isinstance(branch, ir.Branch):
                taken = self._truth(func_ir, arguments, branch.cond)
                if taken is not None:
                    target = branch.truebr if taken else branch.falsebr
                    block.body[-1] = ir.Jump(target, branch.loc)
                    found = True
        if found:
            _leave_out_dead(func_ir)
        return found

    def _truth(self, func_ir: Any, arguments: tuple[Any, ...], variable: Any) -> bool | None:
        """Return whether a variable is true; None if that is not known."""
        value = definition(func_ir, variable)
        if not isinstance(value, ir.Expr):
            return None
        if value.op == "call" and len(value.args) == 1:
            called = definition(func_ir, value.func)
            if isinstance(called, ir.Global) and called.value is bool:
                return self._truth(func_ir, arguments, value.args[0])
        if value.op == "unary" and value.fn is operator.not_:
            inner = self._truth(func_ir, arguments, value.value)
            return None if inner is None else not inner
        return self.decided(func_ir, arguments, value)


def _leave_out_dead(func_ir: Any) -> None:
    """Delete the blocks that nothing leads to, and what others would have of them."""
    blocks = func_ir.blocks
    graph = compute_cfg_from_blocks(blocks)
    for dead in graph.dead_nodes():
        del blocks[dead]
    for label, block in blocks.items():
        before = {each for each, _ in graph.predecessors(label)} & blocks.keys()
        for each in block.find_exprs("phi"):
            ways = zip(each.incoming_values, each.incoming_blocks, strict=True)
            kept = [(value, way) for value, way in ways if way in before]
            each.incoming_values[:] = [value for value, _ in kept]
            each.incoming_blocks[:] = [way for _, way in kept]
    func_ir._definitions = build_definitions(blocks)


@register_pass(mutates_CFG=True, analysis_only=False)
class ConstantBranches(DecidedBranches):
    """Decides branches on constants of the strategies."""

    _name = "constant_branches"

    def decided(self, func_ir: Any, arguments: tuple[Any, ...], value: Any) -> bool | None:
        if value.op != "getattr":
            return None
        owner = _type(func_ir, arguments, value.value)
        if not isinstance(owner, HasConstants) or owner.field_type(value.attr) is not None:
            return None
        constant = owner.constant(value.attr)
        return constant if isinstance(constant, bool) else None


def _type(func_ir: Any, arguments: tuple[Any, ...], variable: Any) -> Any:
    """Return the type of an argument, or of a field or item of one; None for all else."""
    value = definition(func_ir, variable)
    if isinstance(value, ir.Arg):
        return arguments[value.index]
    if not isinstance(value, ir.Expr):
        return None
    if value.op == "exhaust_iter":  # all items of a tuple are about to be taken
        return _type(func_ir, arguments, value.value)
    if value.op == "getattr":
        owner = _type(func_ir, arguments, value.value)
        if isinstance(owner, HasConstants):
            return owner.field_type(value.attr)
        if isinstance(owner, types.BaseNamedTuple) and value.attr in owner.fields:
            return owner[owner.fields.index(value.attr)]
    if value.op == "static_getitem" and isinstance(value.index, int):
        owner = _type(func_ir, arguments, value.value)
        return owner[value.index] if isinstance(owner, types.BaseTuple) else None
    return None


def definition(func_ir: Any, variable: Any) -> Any:
    """Return what a variable is given, if that is done in one place."""
    found = func_ir._definitions.get(variable.name, ())
    if len(found) != 1:
        return None
    value = found[0]
    if isinstance(value, ir.Var):
        return definition(func_ir, value)
    if isinstance(value, ir.Expr) and value.op == "static_getitem" and type(value.index) is int:
        items = definition(func_ir, value.value)
        if isinstance(items, ir.Expr) and items.op == "exhaust_iter":  # unpacked: a, b = ...
            items = definition(func_ir, items.value)
        if isinstance(items, ir.Expr) and items.op == "build_tuple":
            return definition(func_ir, items.items[value.index])
    return value
