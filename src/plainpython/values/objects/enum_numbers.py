"""Members of an IntEnum where numbers are wanted: as indices, as items of arrays, for functions."""

from __future__ import annotations

import math
import operator
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate

from ...back_end.numba_parts.first_templates import put_last
from .enums import EnumType

_OPERATORS = (
    *(operator.getitem, operator.setitem, operator.delitem, operator.contains),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod),
    *(operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv),
    *(operator.imod, operator.pow, operator.ipow, operator.neg, operator.pos, operator.invert),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
    *(operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift),
)
_FUNCTIONS = (*(abs, bin, divmod, float, hex, max, min, oct, pow, range, round, slice), math.sqrt)


def _as_number(kind: Any) -> Any:
    """Return the type of an argument, with that of numbers for members of an IntEnum."""
    if isinstance(kind, EnumType) and kind.is_int:
        return types.int64
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types([_as_number(each) for each in kind.types])
    return kind


@put_last(*_OPERATORS, *_FUNCTIONS)
class _TypeAsNumbers(AbstractTemplate):  # type: ignore[misc]
    """Take a member of an IntEnum as an int, as Python does, where nothing else takes it."""

    def generic(self, args: Any, kws: Any) -> Any:
        numbers = tuple(map(_as_number, args))
        if numbers == tuple(args):
            return None
        return self.context.resolve_function_type(self.key, numbers, kws)
