"""The largest and the smallest of some numbers of one type.

Numba compiles a function of its own for each number of them and each type, which takes 20 ms.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import lower_builtin

from ...back_end.numba_parts.first_templates import put_first

__all__: list[str] = []


@put_first(max, min)
class _OfOneType(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        kinds = {types.unliteral(each) for each in args}
        if kws or len(args) < 2 or len(kinds) != 1:
            return None
        kind = kinds.pop()
        # Numbers of NumPy, and those that may be bools, are other classes.
        return signature(kind, *[kind] * len(args)) if type(kind) in _PLAIN else None

    def get_impl_key(self, sig: Any) -> Any:
        return f"plainpython.{self.key.__name__}"


_PLAIN = (types.Integer, types.Float)


def _chosen(context: Any, builder: Any, sig: Any, args: Any, sign: Any) -> Any:
    """Return the first number that none after it beats; a nan beats none, and none beats it."""
    kind = sig.return_type
    beats = context.get_function(sign, signature(types.boolean, kind, kind))
    best = args[0]
    for each in args[1:]:
        best = builder.select(beats(builder, (each, best)), each, best)
    return best


@lower_builtin("plainpython.max", types.VarArg(types.Number))
def _largest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _chosen(context, builder, sig, args, operator.gt)


@lower_builtin("plainpython.min", types.VarArg(types.Number))
def _smallest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return _chosen(context, builder, sig, args, operator.lt)
