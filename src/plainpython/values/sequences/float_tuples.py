"""Tuples that hold floats, compared item by item as Python does: two nan in them are refused."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate

from ...back_end.functions import dispatcher
from ...back_end.numba_parts.first_templates import put_first
from ..comparisons import same_item
from ..operations import function_of_text

__all__: list[str] = []

_SIGNS = {
    operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=", operator.gt: ">",
    operator.ge: ">=",
}  # fmt: skip
_made: dict[tuple[str, int], Any] = {}


def _comparison(sign: str, size: int) -> Any:
    """Return the function that compares two tuples of a size."""
    if (sign, size) not in _made:
        if sign in ("==", "!="):
            said = " and ".join(f"same_item(a[{index}], b[{index}])" for index in range(size))
            lines = [f"return {said}" if sign == "==" else f"return not ({said})"]
        else:
            lines = [
                f"if not same_item(a[{index}], b[{index}]): return a[{index}] {sign} b[{index}]"
                for index in range(size)
            ]
            lines.append(f"return {'=' in sign}")
        text = "\n    ".join(["def compare(a, b):", *lines])
        _made[sign, size] = function_of_text("compare", text, same_item=same_item)
    return _made[sign, size]


@put_first(*_SIGNS)
class _Compared(AbstractTemplate):  # type: ignore[misc]
    key: Any

    def generic(self, args: Any, kws: Any) -> Any:
        if kws or len(args) != 2 or not all(isinstance(each, types.BaseTuple) for each in args):
            return None
        if len(args[0]) != len(args[1]) or not any(map(_both_may_be_nan, *args)):
            return None
        function = _comparison(_SIGNS[self.key], len(args[0]))
        self._called = types.Dispatcher(dispatcher(function))
        return self._called.get_call_type(self.context, args, {})

    def get_impl_key(self, sig: Any) -> Any:
        return self._called.get_impl_key(sig)


def _both_may_be_nan(one: Any, other: Any) -> bool:
    if isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple):
        return len(one) == len(other) and any(map(_both_may_be_nan, one, other))
    return isinstance(one, types.Float) and isinstance(other, types.Float)
