"""Run Numba's passes without what nobody here reads between them.

Numba counts how long each pass takes, reports it to listeners, looks for instructions that no pass
leaves behind, and finds again how long each variable lives. That took a fifteenth of the time of
compilation. Variables' lives are found where they are asked for here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event, postproc
from numba.core.compiler_machinery import PassManager, _pass_registry
from numba.core.errors import new_error_context
from numba.core.transforms import canonicalize_cfg

__all__ = ["Passes", "lives_found_later"]


class Passes(PassManager):  # type: ignore[misc]
    """The passes of a pipeline."""

    _print_after: Any
    _print_before: Any
    _print_wrap: Any

    def _runPass(self, index: Any, pss: Any, internal_state: Any) -> None:  # noqa: N802
        printed = self._print_after or self._print_before or self._print_wrap
        if printed or event._registered.get("numba:run_pass"):
            super()._runPass(index, pss, internal_state)
            return
        pss.analysis = self._analysis
        with new_error_context("Pass {name}", name=pss.name()):
            changed = pss.run_initialization(internal_state)
            changed |= pss.run_pass(internal_state)
            changed |= pss.run_finalizer(internal_state)
        if not _pass_registry.get(type(pss)).mutates_CFG:
            return
        function = internal_state.func_ir
        if changed:
            postproc.PostProcessor(function).run()
        else:
            function.blocks = canonicalize_cfg(function.blocks)


@contextmanager
def lives_found_later() -> Iterator[None]:
    """Let Numba find how long variables live only where it is asked for within this context."""
    postproc.PostProcessor.run = _run
    try:
        yield
    finally:
        postproc.PostProcessor.run = _run_at_once


_run_at_once = postproc.PostProcessor.run


def _run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    function = self.func_ir
    if function.is_generator:  # it keeps the variables that live at each yield
        _run_at_once(self, emit_dels, extend_lifetimes)
        return
    function.blocks = canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)
    function.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)
