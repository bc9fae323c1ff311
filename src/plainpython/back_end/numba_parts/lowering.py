"""Generate machine code of instructions, with checks that Numba lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

from ..joined_numbers import noted_expression, noted_instruction
from .linking import holds_references

__all__ = ["BEFORE_ATTRIBUTES", "BEFORE_OPERATIONS", "UNPACKING", "LowerPython"]

BEFORE_ATTRIBUTES: list[Callable[[Any, str, str], None]] = []
"""Functions (lower, variable, attribute) that write checks before an attribute is used."""

BEFORE_OPERATIONS: list[Callable[[Any, Any], None]] = []
"""Functions (lower, expression or statement) that write checks before an operation."""

UNPACKING: list[Callable[[Any, Any, Any], Any]] = []
"""Functions (lower, result type, expression) that return the value of an unpacking, or None."""


class _Lower(Lower):  # type: ignore[misc]
    _blk_local_varmap: dict[str, Any]
    _disable_sroa_like_opt: bool
    _singly_assigned_vars: set[str]

    def _find_singly_assigned_variable(self) -> None:
        """Find the variables that need no memory.

        Numba finds those that a single block sets and reads. This adds the variables that are set
        once, in a block that dominates all blocks that read them. Values with references stay in
        memory.
        """
        super()._find_singly_assigned_variable()
        if self.func_ir.func_id.is_generator or len(self.blocks) == 1:
            return
        setters: dict[str, list[int]] = {}
        for offset, block in self.blocks.items():
            for each in block.find_insts(ir.Assign):
                setters.setdefault(each.target.name, []).append(offset)
        lives = self.func_ir.variable_lifetime
        before = lives.cfg.dominators()
        set_once = {name: offsets[0] for name, offsets in setters.items() if len(offsets) == 1}
        for offset, names in lives.usedefs.usemap.items():
            for name in names & set_once.keys():
                if not (set_once[name] < offset and set_once[name] in before[offset]):
                    del set_once[name]
        self._singly_assigned_vars |= {each for each in set_once if not self._is_counted(each)}

    def lower_inst(self, inst: Any) -> None:
        if isinstance(inst, ir.SetAttr):
            for check in BEFORE_ATTRIBUTES:
                check(self, inst.target.name, inst.attr)
        elif isinstance(inst, ir.SetItem | ir.StaticSetItem | ir.DelItem):
            self._check_operation(inst)
        if self.context.notes is None:
            super().lower_inst(inst)
            return
        with noted_instruction(self, inst):
            super().lower_inst(inst)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        if expr.op == "getattr":
            for check in BEFORE_ATTRIBUTES:
                check(self, expr.value.name, expr.attr)
        else:
            self._check_operation(expr)
        if expr.op == "exhaust_iter":
            for unpack in UNPACKING:
                found = unpack(self, resty, expr)
                if found is not None:
                    return found
        if self.context.notes is None:
            return super().lower_expr(resty, expr)
        with noted_expression(self, resty, expr):
            return super().lower_expr(resty, expr)

    def _check_operation(self, operation: Any) -> None:
        for check in BEFORE_OPERATIONS:
            check(self, operation)

    # Values without references. Numba loads what was in a variable before, to count it down, and
    # writes zeros over it after its last use. LLVM throws all of that away.

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        alone = name in self._singly_assigned_vars and not self._disable_sroa_like_opt
        if alone or argidx is not None or self._is_counted(name):
            super().storevar(value, name, argidx)
            return
        self._alloca_var(name, self.typeof(name))
        slot = self.getvar(name)
        assert value.type == slot.type.pointee, name
        self.builder.store(value, slot)

    def delvar(self, name: str) -> None:
        if name in self._blk_local_varmap or self._is_counted(name):
            super().delvar(name)
            return
        if not self._disable_sroa_like_opt:
            self._singly_assigned_vars.discard(name)
        self._alloca_var(name, self.typeof(name))

    def _is_counted(self, name: str) -> bool:
        return holds_references(self.context.data_model_manager[self.typeof(name)])


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPython(NativeLowering):  # type: ignore[misc]
    """Numba's pass, with the class above."""

    _name = "lower_python"

    @property
    def lowering_class(self) -> Any:
        return _Lower
