"""The passes of Numba's compiler that a function goes through."""

from __future__ import annotations

from typing import Any

from numba.core.compiler import Compiler
from numba.core.untyped_passes import IRProcessing

from .constant_branches import ConstantBranches
from .linking import Context, PartLibrary, WholeLibrary

__all__ = ["Pipeline"]


class Pipeline(Compiler):  # type: ignore[misc]
    """Numba's passes, with the branches left out that constants decide, and linked our way.

    In users' functions all branches stay: Numba is to see, and to refuse, the whole of them.
    """

    def define_pipelines(self) -> Any:
        state = self.state
        state.targetctx = Context.of(state.targetctx)
        of_user = not str(state.func_id.modname).startswith("gametree.")
        state.targetctx.refuses_overflow = of_user and state.flags.boundscheck
        kind = PartLibrary if state.flags.no_cpython_wrapper else WholeLibrary
        state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        pipelines = super().define_pipelines()
        if not of_user:
            for each in pipelines:
                each.add_pass_after(ConstantBranches, IRProcessing)
                each.finalize()
        return pipelines
