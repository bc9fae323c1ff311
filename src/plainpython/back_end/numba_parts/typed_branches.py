"""Leave out branches that the types of arguments decide, before Numba looks at them.

`if isinstance(move, tuple): row, column = move` in a game whose moves are ints: what is done with a
tuple has no types there. It would be refused, though it never runs.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import register_pass

from ...values.objects.instance_checks import decided
from ...values.objects.instances import InstanceType
from .constant_branches import DecidedBranches, definition
from .pipeline import PASSES_OF_USERS

__all__ = ["TypedBranches"]


@register_pass(mutates_CFG=True, analysis_only=False)
class TypedBranches(DecidedBranches):
    """Decides branches on `isinstance`; comes after variables are numbered."""

    _name = "typed_branches"

    def decided(self, func_ir: Any, arguments: tuple[Any, ...], value: Any) -> bool | None:
        if value.op != "call" or len(value.args) != 1:
            return None
        called = definition(func_ir, value.func)
        if not isinstance(called, ir.Global | ir.FreeVar):
            return None
        kind = _type(func_ir, arguments, value.args[0])
        return None if kind is None else decided(called.value, kind)


def _type(func_ir: Any, arguments: tuple[Any, ...], variable: Any) -> Any:
    """Return the type of an argument, or of a field or member of one; None for all else."""
    value = definition(func_ir, variable)
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


PASSES_OF_USERS.append(TypedBranches)
