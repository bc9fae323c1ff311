"""Choose the passes of Numba's compiler that a function goes through."""

from __future__ import annotations

from typing import Any

from numba.core.compiler import Compiler
from numba.core.typed_passes import (
    InlineOverloads,
    NativeLowering,
    NopythonRewrites,
    NoPythonSupportedFeatureValidation,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    IRProcessing,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    ReconstructSSA,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    WithLifting,
)
from numba.core.utils import _dynamic_modname

from ...libraries import is_of_library
from ..joined_numbers import NumberNotes
from .constant_branches import ConstantBranches
from .first_templates import put_all_templates
from .linking import Context, PartLibrary, WholeLibrary
from .lowering import LowerPython
from .passes import Passes
from .unset_variables import REWRITTEN, RefuseUnset

__all__ = ["PASSES_OF_USERS", "REPLACED", "Pipeline"]

PASSES_OF_USERS: list[Any] = []
"""Passes of users' functions alone, once variables are numbered; others add theirs."""

REPLACED: dict[Any, Any] = {NativeLowering: LowerPython}
"""Our passes by Numba's; others add theirs."""

# Passes for code that trusted functions do not have: branches on None, functions within functions,
# `with`, arithmetic on whole arrays. After most of them Numba finds again how long variables live.
_NEEDLESS = frozenset(
    {
        DeadBranchPrune,
        FindLiterallyCalls,
        InlineClosureLikes,
        InlineInlinables,
        InlineOverloads,
        LiteralPropagationSubPipelinePass,
        LiteralUnroll,
        MakeFunctionToJitFunction,
        NopythonRewrites,
        NoPythonSupportedFeatureValidation,
        RewriteDynamicRaises,
        RewriteSemanticConstants,
        WithLifting,
    }
)


# Functions of this package that compute numbers for users: sums, products and the like.
_NUMBERS = frozenset(
    f"plainpython.values.{name}"
    for name in ("iteration.builtins", "iteration.iteration", "numbers.numbers")
)


class Pipeline(Compiler):  # type: ignore[misc]
    """Numba's passes, with the branches left out that constants decide, and linked our way.

    Users' functions go through all passes, and all branches stay but those that `isinstance`
    decides by type: Numba is to see, and to refuse, the whole of them.
    """

    def define_pipelines(self) -> Any:
        put_all_templates()
        state = self.state
        state.targetctx = Context.of(state.targetctx)
        trusted = not state.flags.boundscheck  # a library's own loops
        of_user = not (trusted or is_of_library(str(state.func_id.modname)))
        state.targetctx.refuses_overflow = of_user or state.func_id.modname in _NUMBERS
        state.targetctx.marks_joined = of_user
        of_language = str(state.func_id.modname).startswith("plainpython.")
        state.targetctx.notes = NumberNotes() if of_language or not trusted else None
        # A function that calls itself is found by this name. Numba gives it the same one in code,
        # but here that of the module in `sys.modules`, where a file read by itself is missing.
        state.func_id.modname = state.func_id.func.__module__ or _dynamic_modname
        kind = PartLibrary if state.flags.no_cpython_wrapper else WholeLibrary
        state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.notes = state.targetctx.notes
        state.library.enable_object_caching()
        pipelines = super().define_pipelines()
        has_source = getattr(state.func_id.func, REWRITTEN, False)
        for each in pipelines:
            each.__class__ = Passes
            each.passes = [(REPLACED.get(made, made), reason) for made, reason in each.passes]
            if of_user:
                if not has_source:
                    each.add_pass_after(RefuseUnset, ReconstructSSA)
                for made in PASSES_OF_USERS:
                    each.add_pass_after(made, ReconstructSSA)
                each.finalize()
            if not of_user:
                if trusted:
                    each.passes = [made for made in each.passes if made[0] not in _NEEDLESS]
                each.add_pass_after(ConstantBranches, IRProcessing)
                each.finalize()
        return pipelines
