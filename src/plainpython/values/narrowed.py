"""Take a value that may be None as one that is not None, after a test for None."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from ..back_end.raising import raise_if
from ..machine_errors import MachineLimitError

__all__ = ["narrowed"]


def narrowed(value: Any) -> Any:
    """Return a value that is not None."""
    return value


@infer_global(narrowed)
class _TypeOfNarrowed(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        (kind,) = args
        if kind == types.none:  # so far: see `refinement`
            return None
        return signature(kind.type if isinstance(kind, types.Optional) else kind, kind)


@lower_builtin(narrowed, types.Any)
def _narrowed(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind,) = sig.args
    value = args[0]
    if isinstance(kind, types.Optional):
        optional = context.make_helper(builder, kind, value)
        there = cgutils.as_bool_bit(builder, optional.valid)
        raise_if(context, builder, builder.not_(there), MachineLimitError, _CHANGED)
        value = optional.data
    return impl_ret_borrowed(context, builder, sig.return_type, value)


_CHANGED = "what a test found not to be None is None by now: keep it in a variable of its own"
