"""Numbers of NumPy as Python's: `int(x)`, `float(x)`, `x.item()`, and as texts."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import box, lower_builtin

from ...back_end.numba_parts.first_templates import put_first
from ...machine_errors import MachineOverflowError
from ...reasons import Unsupported
from ..arrays.array_cells import flat, reshaped
from ..arrays.arrays import ArrayType
from ..operations import method, python_method
from .integers import refuse_negative
from .numpy_numbers import (
    EitherInt,
    EitherReal,
    NarrowInt,
    NumpyBool,
    NumpyFloat,
    NumpyInt,
    is_of_numpy,
    plain_of,
)
from .text_numbers import STAND_INS

__all__: list[str] = []

_int, _repr = STAND_INS[int], STAND_INS[repr]
_LARGE = "an unsigned int of NumPy has more than 63 bits: keep it in bits.u64(...)"


class _Conversion(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True
    made: Any

    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 1 or kws or not is_of_numpy(args[0]):
            return None
        if isinstance(args[0], types.Float) and self.made == types.int64:
            return None  # which may be nan: as of Python's floats
        return signature(self.made, args[0])

    def get_impl_key(self, sig: Any) -> Any:
        return f"plainpython.numpy.as_{self.made}"


@put_first(_int, int)
class _TypeOfInt(_Conversion):
    made = types.int64


@put_first(float)
class _TypeOfFloat(_Conversion):
    made = types.float64


@put_first(bool)
class _TypeOfBool(_Conversion):
    made = types.boolean


@lower_builtin("plainpython.numpy.as_int64", types.Any)
@lower_builtin("plainpython.numpy.as_float64", types.Any)
@lower_builtin("plainpython.numpy.as_bool", types.Any)
def _converted(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    plain = plain_of(sig.args[0])
    if plain == types.uint64 and sig.return_type == types.int64:
        refuse_negative(context, builder, args[0], _LARGE, MachineOverflowError)
    return context.cast(builder, args[0], plain, sig.return_type)


@put_first(_repr)
class _TypeOfRepr(AbstractTemplate):  # type: ignore[misc]
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, *args) if any(map(is_of_numpy, args)) else None

    def get_impl_key(self, sig: Any) -> Any:
        return "plainpython.numpy.repr"


@lower_builtin("plainpython.numpy.repr", types.Any)
def _refused_repr(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    raise Unsupported("it writes a number of NumPy by repr()", "write str(...), or repr(int(...))")


@method(ArrayType, "item")
def _item(a, *places):
    convert = _int if isinstance(a.dtype, types.Integer) else float
    if a.dtype == types.boolean:
        convert = bool
    if len(places) > 1 and len(places) != a.ndim:
        return None
    if len(places) == 1:

        def at(a, *places):
            index = places[0]
            return convert(reshaped(flat(a, a.shape), (a.size,))[index])

        return at
    if places:
        return lambda a, *places: convert(a[places])

    def only(a, *places):
        if a.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return convert(reshaped(flat(a, a.shape), (a.size,))[0])

    return only


@python_method(NarrowInt, "item")
def _item_of_number(number):
    return _int(number)


@box(NumpyInt)
@box(NarrowInt)
@box(NumpyFloat)
@box(NumpyBool)
@box(EitherInt)
@box(EitherReal)
def _boxed(kind: Any, value: Any, c: Any) -> Any:
    """Return a number as Python's, of what Python calls: the search takes it for one anyway."""
    return c.box(kind.plain, value)
