"""`next` of an iterator in a variable, with the default after the last item."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import call_iternext
from numba.extending import intrinsic

from ..kinds import joined
from ..operations import is_absent, operation

__all__ = ["STAND_INS"]


def _next(iterator: Any, default: Any = None) -> Any:
    return next(iterator, default)


@operation(_next)
def _typed_next(iterator, default=None):
    if not isinstance(iterator, types.IteratorType):
        return None
    if is_absent(default):
        return lambda iterator, default=None: next(iterator)
    return lambda iterator, default=None: _next_or(iterator, default)


@intrinsic
def _next_or(typing: Any, iterator: Any, default: Any) -> Any:
    made = joined(types.unliteral(iterator.yield_type), types.unliteral(default))
    if made is None:
        return None

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = cgutils.alloca_once_value(
            builder, context.cast(builder, args[1], sig.args[1], made)
        )
        found = call_iternext(context, builder, iterator, args[0])
        with builder.if_then(found.is_valid()):
            item = context.cast(builder, found.yielded_value(), iterator.yield_type, made)
            builder.store(item, result)
        return builder.load(result)

    return made(iterator, default), generate


STAND_INS: dict[Any, Any] = {next: _next}
"""The functions that replace Python's in compiled code."""
