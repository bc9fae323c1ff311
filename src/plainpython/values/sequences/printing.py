"""print(...) in compiled code: Python prints the values, as it does interpreted."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic

from ...back_end.joined_numbers import shows
from ...back_end.raising import raise_if

__all__ = ["printed"]


def _print(values: tuple[Any, ...], separator: str, end: str) -> None:
    print(*values, sep=separator, end=end)


@intrinsic
def printed(typing: Any, values: Any, separator: Any, end: Any) -> Any:
    """Print a tuple of values, with a separator and an end."""
    kinds = tuple(types.unliteral(each) for each in (values, separator, end))

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        api = context.get_python_api(builder)
        lock = api.gil_ensure()
        boxed = [
            api.from_native_value(kind, context.cast(builder, value, given, kind), None)
            for given, kind, value in zip(sig.args, kinds, args, strict=True)
        ]
        function = api.unserialize(api.serialize_object(_print))
        answer = api.call_function_objargs(function, boxed)
        failed = cgutils.is_null(builder, answer)
        with builder.if_then(failed):
            api.err_clear()
        for each in (function, *boxed):
            api.decref(each)
        with builder.if_then(builder.not_(failed)):
            api.decref(answer)
        api.gil_release(lock)
        raise_if(context, builder, failed, OSError, "print failed")
        return context.get_dummy_value()

    return types.none(*kinds), generate


def _holder_in_print(kind: Any) -> str:
    if isinstance(kind, types.Float):
        return "float"
    return "int" if isinstance(kind, types.Integer) and not isinstance(kind, types.Boolean) else ""


shows(printed, _holder_in_print)
