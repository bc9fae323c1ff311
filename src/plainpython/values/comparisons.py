"""Numbers compared as Python compares them: ints with floats exactly, and nan within containers."""

from __future__ import annotations

import operator
from typing import Any, ClassVar

from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from ..back_end.primitives import machine_code
from ..back_end.raising import raise_if
from ..machine_errors import MachineLimitError
from ..reasons import Unsupported
from .memory import WORD

__all__ = ["same_item"]

_REAL = ir.DoubleType()
_SIGNS = {
    operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==",
    operator.ne: "!=",
}  # fmt: skip
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _is_long(kind: Any) -> bool:
    return isinstance(kind, types.Integer) and kind.bitwidth == 64


class _IntAndFloat(AbstractTemplate):
    """A comparison of an int with a float: Numba rounds the int, which Python does not."""

    # More specific than Numba's own templates, so it is asked first.
    metadata: ClassVar[dict[str, str]] = {"target": "cpu"}

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2:
            return None
        one, other = map(types.unliteral, args)
        if _is_long(one) and isinstance(other, types.Float):
            return signature(types.boolean, one, types.float64)
        if isinstance(one, types.Float) and _is_long(other):
            return signature(types.boolean, types.float64, other)
        return None


def _compared(context: Any, builder: Any, kind: Any, sign: str, number: Any, real: Any) -> Any:
    """Return `number sign real`: in rules, where both are the same float, as integers."""
    convert, back, compare, bits = (
        (builder.sitofp, builder.fptosi, builder.icmp_signed, 63)
        if kind.signed
        else (builder.uitofp, builder.fptoui, builder.icmp_unsigned, 64)
    )
    end = ir.Constant(_REAL, 2.0**bits)
    rounded = convert(number, _REAL)
    ordered = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    if not getattr(context, "refuses_overflow", False):
        return ordered(sign, rounded, real)
    beyond = builder.fcmp_ordered("==", real, end)  # no int is so large, though one may round to it
    rounded = builder.select(beyond, ir.Constant(_REAL, 0.0), rounded)
    alike = builder.fcmp_ordered("==", rounded, real)
    exact = back(builder.select(alike, real, ir.Constant(_REAL, 0.0)), WORD)
    return builder.select(alike, compare(sign, number, exact), ordered(sign, rounded, real))


def _teach(function: Any, sign: str) -> None:
    infer_global(function)(
        type(f"_IntAndFloat_{function.__name__}", (_IntAndFloat,), {"key": function})
    )

    @lower_builtin(function, types.Integer, types.Float)
    def _int_first(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _compared(context, builder, sig.args[0], sign, *args)

    @lower_builtin(function, types.Float, types.Integer)
    def _float_first(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        mirrored = _MIRRORED.get(sign, sign)
        return _compared(context, builder, sig.args[1], mirrored, args[1], args[0])


for _function, _sign in _SIGNS.items():
    _teach(_function, _sign)


def same_item(a: Any, b: Any) -> bool:
    """Return a == b for two items of containers; refuse two nan.

    Python takes one object for equal to itself there, even if it is nan; here no float is one.
    """
    return a is b or a == b


@infer_global(same_item)
class _SameItem(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if all(isinstance(each, types.Float) for each in args):
            args = (types.float64, types.float64)
        return self.context.resolve_function_type(operator.eq, args, kws)


@lower_builtin(same_item, types.Any, types.Any)
def _same_item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if all(each == types.float64 for each in sig.args):
        nan = [builder.fcmp_unordered("uno", each, each) for each in args]
        message = "nan is compared with nan in a container: ask math.isnan(...) before"
        raise_if(context, builder, builder.and_(*nan), MachineLimitError, message)
    kind = context.typing_context.resolve_value_type(operator.eq)
    # Numba may have made the operator's type again since: then it knows no code yet.
    kind.get_call_type(context.typing_context, sig.args, {})
    return context.get_function(kind, sig)(builder, args)


@machine_code(
    operator.is_,
    operator.is_not,
    of=(types.Number, types.Number),
    returns=lambda one, other: types.boolean,
    first=True,
)
def _refused_identity(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Refuse `is` between numbers: how Python made them decides which are one object."""
    raise Unsupported("it asks by `is` whether two numbers are one object", "compare them by ==")
