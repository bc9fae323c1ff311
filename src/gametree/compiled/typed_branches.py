"""Branches of rules that the types of arguments decide, left out before Numba looks at them.

`if isinstance(move, tuple): row, column = move` in a game whose moves are ints: what is done with a
tuple has no types there. It would be refused, though it never runs.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import ir, types
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions

from .pipeline import OF_RULES
from .values.instance_checks import decided
from .values.instances import InstanceType

__all__ = ["TypedBranches"]


@register_pass(mutates_CFG=True, analysis_only=False)
class TypedBranches(FunctionPass):  # type: ignore[misc]
    """Replace branches on `isinstance` by jumps; comes after variables are numbered."""

    _name = "typed_branches"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        changed = False
        while _jump(state.func_ir, state.args):  # a variable may have one value left
            changed = True
        return changed


def _jump(func_ir: Any, arguments: tuple[Any, ...]) -> bool:
    """Replace the branches that types decide by now; return whether there were any."""
    found = False
    for block in func_ir.blocks.values():
        branch = block.terminator
        if isinstance(branch, ir.Branch):
            taken = _truth(func_ir, arguments, branch.cond)
            if taken is not None:
                target = branch.truebr if taken else branch.falsebr
                block.body[-1] = ir.Jump(target, branch.loc)
                found = True
    if found:
        _leave_out_dead(func_ir)
    return found


def _leave_out_dead(func_ir: Any) -> None:
    """Delete the blocks that nothing leads to, and what others would have of them."""
    blocks = func_ir.blocks
    graph = compute_cfg_from_blocks(blocks)
    for dead in graph.dead_nodes():
        del blocks[dead]
    for label, block in blocks.items():
        before = {place for place, _ in graph.predecessors(label)} & blocks.keys()
        for each in block.find_exprs("phi"):
            ways = zip(each.incoming_values, each.incoming_blocks, strict=True)
            kept = [(value, way) for value, way in ways if way in before]
            each.incoming_values[:] = [value for value, _ in kept]
            each.incoming_blocks[:] = [way for _, way in kept]
    func_ir._definitions = build_definitions(blocks)


def _truth(func_ir: Any, arguments: tuple[Any, ...], variable: Any) -> bool | None:
    """Return whether a variable is true; None if types do not tell."""
    value = _definition(func_ir, variable)
    if isinstance(value, ir.Expr) and value.op == "unary" and value.fn is operator.not_:
        inner = _truth(func_ir, arguments, value.value)
        return None if inner is None else not inner
    if not isinstance(value, ir.Expr) or value.op != "call" or len(value.args) != 1:
        return None
    called = _definition(func_ir, value.func)
    if not isinstance(called, ir.Global | ir.FreeVar):
        return None
    if called.value is bool:
        return _truth(func_ir, arguments, value.args[0])
    kind = _type(func_ir, arguments, value.args[0])
    return None if kind is None else decided(called.value, kind)


def _type(func_ir: Any, arguments: tuple[Any, ...], variable: Any) -> Any:
    """Return the type of an argument, or of a field or member of one; None for all else."""
    value = _definition(func_ir, variable)
    if isinstance(value, ir.Arg):
        return arguments[value.index]
    op = getattr(value, "op", "")
    if op == "phi":
        ways = value.incoming_values
        is_one = len(ways) == 1 and isinstance(ways[0], ir.Var)
        return _type(func_ir, arguments, ways[0]) if is_one else None
    if op not in ("getattr", "static_getitem"):
        return None
    owner = _type(func_ir, arguments, value.value)
    if op == "getattr":
        if isinstance(owner, InstanceType):
            return owner.field_type(value.attr)
        names = getattr(owner, "fields", ()) if isinstance(owner, types.BaseNamedTuple) else ()
        return owner.types[names.index(value.attr)] if value.attr in names else None
    if isinstance(owner, types.BaseTuple) and isinstance(value.index, int):
        return owner.types[value.index] if -len(owner) <= value.index < len(owner) else None
    return None


def _definition(func_ir: Any, variable: Any) -> Any:
    """Return what a variable is given, if that is done in one place."""
    found = func_ir._definitions.get(variable.name, ())
    if len(found) != 1:
        return None
    return _definition(func_ir, found[0]) if isinstance(found[0], ir.Var) else found[0]


OF_RULES.append(TypedBranches)
