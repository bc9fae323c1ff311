"""Refuse floats where Python takes ints alone: bounds, indices, numbers of items, digits.

Python raises TypeError there. Numba would cut off what follows the point, without a word.
"""

from __future__ import annotations

import heapq
import itertools
import math
from typing import Any

from numba.core import ir, types

from ...reasons import Unsupported
from ...values.iteration.builtins import STAND_INS
from ...values.numbers import conversions
from ...values.sequences import heaps
from ...values.sequences.sequences import SequenceType
from .lowering import BEFORE_OPERATIONS

_LAST = 9
_FUNCTIONS: dict[Any, tuple[int, int]] = {
    **dict.fromkeys((range, slice, chr, bin, oct, hex), (0, _LAST)),
    **dict.fromkeys((math.gcd, math.lcm, math.factorial, math.comb, math.perm), (0, _LAST)),
    **dict.fromkeys((math.isqrt, heapq.nlargest, heapq.nsmallest), (0, 1)),
    **dict.fromkeys((itertools.islice, itertools.repeat, int, round, enumerate), (1, _LAST)),
    **dict.fromkeys((itertools.combinations, itertools.permutations), (1, 2)),
}
"""The arguments that must be ints: from which on, and before which."""

_METHODS = {
    **dict.fromkeys(("zfill", "rjust", "ljust", "center", "insert", "pop", "rotate"), (0, 1)),
    **dict.fromkeys(("index", "find", "rfind", "startswith", "endswith"), (1, _LAST)),
    **dict.fromkeys(("split", "rsplit"), (1, 2)),
    "replace": (2, 3),
}
"""The same for methods of sequences and texts."""

_ALIKE = {**STAND_INS, **conversions.STAND_INS, **heaps.STAND_INS}
_BY_KEY = _FUNCTIONS | {_ALIKE[each]: at for each, at in _FUNCTIONS.items() if each in _ALIKE}


def _insist_whole(lower: Any, operation: Any) -> None:
    """Raise Unsupported if a call passes a float where Python takes ints alone."""
    if not isinstance(operation, ir.Expr) or operation.op != "call":
        return
    name, found = _called(lower, operation.func)
    for argument in operation.args[slice(*found)] if found else ():
        if isinstance(lower.typeof(argument.name), types.Float):
            raise Unsupported(
                f"it passes a float to {name}, which takes ints alone", "write int(...) of it"
            )


def _called(lower: Any, function: Any) -> tuple[str, Any]:
    """Return the name of what is called, and which of its arguments must be ints."""
    kind = lower.typeof(function.name)
    if isinstance(kind, types.BoundFunction):
        method: Any = lower.func_ir.get_definition(function)
        name = getattr(method, "attr", "")
        return name, _METHODS.get(name) if isinstance(kind.this, SequenceType) else None
    if isinstance(kind, types.Dispatcher):
        key: Any = kind.dispatcher.py_func
    else:
        key = getattr(kind, "typing_key", None)
    return getattr(key, "__name__", "").lstrip("_"), _BY_KEY.get(key)


BEFORE_OPERATIONS.append(_insist_whole)
