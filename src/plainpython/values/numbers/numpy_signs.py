"""Signs of single numbers of NumPy, and what is refused for them: `is`, bounds and indices."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import lower_builtin

from ...back_end.numba_parts.first_templates import put_first
from ...back_end.primitives import machine_code
from ...machine_errors import MachineOverflowError
from ...reasons import Unsupported
from ..memory import constant
from ..sequences.sequences import SequenceType
from .numpy_arithmetic import concerns
from .numpy_machine_code import MORE_BITS, refuse
from .numpy_numbers import (
    EitherInt,
    EitherReal,
    NumpyBool,
    NumpyFloat,
    is_of_numpy,
    number_of_numpy,
    plain_of,
)


def _signed(kind: Any) -> Any:
    """Return the type of a number of NumPy with another sign."""
    return None if isinstance(kind, EitherInt | EitherReal) else number_of_numpy(plain_of(kind))


def _inverted_type(kind: Any) -> Any:
    return None if isinstance(plain_of(kind), types.Float) else _signed(kind)


@machine_code(operator.neg, of=(concerns,), returns=_signed, first=True)
def _negative(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if isinstance(sig.args[0], types.Boolean):
        raise Unsupported("it takes the negative of a truth of NumPy", "write int(...) of it")
    if isinstance(sig.args[0], types.Float):
        return builder.fneg(args[0])
    _refuse_least(context, builder, sig.args[0], args[0])
    return builder.neg(args[0])


@machine_code(operator.pos, of=(concerns,), returns=_signed, first=True)
def _same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if isinstance(sig.args[0], types.Boolean):
        raise Unsupported("it writes + before a truth of NumPy", "write int(...) of it")
    return args[0]


@machine_code(operator.invert, of=(concerns,), returns=_inverted_type, first=True)
def _inverted(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if isinstance(sig.args[0], NumpyBool):
        return builder.not_(cgutils.as_bool_bit(builder, args[0]))
    return builder.not_(args[0])


@machine_code(abs, of=(concerns,), returns=_signed, first=True)
def _magnitude(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (kind,), (value,) = sig.args, args
    if isinstance(kind, types.Float):
        return builder.call(builder.module.declare_intrinsic("llvm.fabs", [value.type]), [value])
    if isinstance(kind, types.Boolean) or not kind.signed:
        return value
    _refuse_least(context, builder, kind, value)
    negative = builder.icmp_signed("<", value, value.type(0))
    return builder.select(negative, builder.neg(value), value)


def _refuse_least(context: Any, builder: Any, kind: Any, value: Any) -> None:
    """Refuse the least int of 64 bits; narrower ones wrap around, as NumPy's do."""
    if plain_of(kind) == types.int64:
        least = builder.icmp_signed("==", value, constant(-(2**63)))
        refuse(context, builder, least, MORE_BITS, MachineOverflowError)


@machine_code(
    operator.is_,
    operator.is_not,
    of=(types.Number | types.Boolean, types.Number | types.Boolean),
    returns=lambda *kinds: types.boolean if any(map(is_of_numpy, kinds)) else None,
    first=True,
)
def _refused_identity(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Refuse `is` of a number of NumPy: it is no other object, least of all True or False."""
    raise Unsupported(
        "it asks by `is` for a number of NumPy, which is a new object each time",
        "write == in place of is",
    )


# Bounds and indices: Python takes whole numbers for them, and no floats or truths of NumPy.

_NO_INDEX = (NumpyBool, NumpyFloat)


@put_first(range, slice)
class _TypeOfBounds(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True
    key: Any

    def generic(self, args: Any, kws: Any) -> Any:
        if kws or not any(isinstance(each, _NO_INDEX) for each in args):
            return None
        made = types.range_state64_type if self.key is range else types.slice2_type
        return signature(made, *args)

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.numpy.bounds"


@put_first(operator.getitem)
class _TypeOfIndexed(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not isinstance(args[1], _NO_INDEX):
            return None
        return signature(args[0].got, *args) if isinstance(args[0], SequenceType) else None

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.numpy.bounds"


@lower_builtin("plainpython.numpy.bounds", types.VarArg(types.Any))
def _refused_bounds(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    raise Unsupported(
        "a bound or an index is a float or a truth of an array, where Python raises TypeError",
        "write int(...) of it",
    )
