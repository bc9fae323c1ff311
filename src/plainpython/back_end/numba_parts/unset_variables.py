"""Refuse a function without source that may read a variable before it is set.

The front end rewrites functions whose source it finds, so that they raise UnboundLocalError. The
others, such as those typed at a prompt, reach Numba as they are.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import AnalysisPass, register_pass

from ...reasons import Unsupported

__all__ = ["REWRITTEN", "RefuseUnset"]

REWRITTEN = "__plainpython_rewritten__"
"""The attribute of functions that the front end has made."""


@register_pass(mutates_CFG=False, analysis_only=True)
class RefuseUnset(AnalysisPass):  # type: ignore[misc]
    """Refuse reads of variables that one path leaves unset; comes after variables are numbered."""

    _name = "refuse_unset"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        function = state.func_id
        for block in state.func_ir.blocks.values():
            for assign in block.find_insts(ir.Assign):
                value = assign.value
                is_phi = isinstance(value, ir.Expr) and value.op == "phi"
                if is_phi and any(each is ir.UNDEFINED for each in value.incoming_values):
                    name = assign.target.unversioned_name
                    raise Unsupported(
                        f"it reads {name}, which may not be set there",
                        f"set {name} before, on every path",
                    ).at(function.filename, assign.loc.line)
        return False
