"""The forms of values that compiled code takes, found from the type of an example."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.np import numpy_support

from ..forms import Array, Form, Number, NumpyRecord, OtherForm, Tuple, Whole, type_in_words
from ..reasons import Unsupported
from ..type_names import plain_type
from ..values.images import Image
from ..values.memory import holds_values

__all__ = ["ArenaForm", "form_of_type"]

_EXPECTED = (
    "compiled values are numbers, texts, tuples, lists, dicts, sets, NumPy arrays, objects of "
    "classes or NumPy records"
)
_WHOLE = (types.UnicodeType, types.NoneType, types.EnumMember)


def form_of_type(state_type: Any, first: Any) -> Form:
    """Return the form of the states that compiled code takes for a type.

    What it is given in another form it would misread, or end Python with.

    Args:
        state_type: of what `initial_state` returns, compiled.
        first: what it returns, interpreted.

    Raises:
        Unsupported: if there is no such form, or the first state has another.

    """
    if holds_values(state_type):
        return ArenaForm(state_type, first)
    if not isinstance(state_type, (types.BaseTuple, types.Number, types.Boolean, types.Record)):
        raise Unsupported(f"it returns {plain_type(state_type)}", _EXPECTED)
    try:
        form = _form(state_type, first, state_type)
        form.taken(first)
    except OtherForm:
        raise Unsupported(
            f"it returns {plain_type(state_type)} compiled, but {type_in_words(first)} interpreted",
            "make both the same, for instance with int(...), float(...) or np.zeros(9, np.int8)",
        ) from None
    return form


class ArenaForm(Form):
    """A state that compiled code reads through its image (see `values.images`)."""

    def __init__(self, kind: Any, first: Any) -> None:
        self._kind = kind
        self._told = type_in_words(first)

    def __str__(self) -> str:
        return self._told

    def taken(self, value: Any) -> Any:
        Image().new(self._kind, value)
        return value


def _form(kind: Any, example: Any, state_type: Any) -> Form:
    """Return the form of a member of a state; `example` is that of the first state."""
    if isinstance(kind, types.BaseTuple):
        if not isinstance(example, tuple) or len(example) != len(kind):
            raise OtherForm
        members = [_form(*pair, state_type) for pair in zip(kind, example, strict=True)]
        return Tuple(type(example), members)
    if isinstance(kind, (types.Number, types.Boolean)):
        return _number(kind, type(example))
    if isinstance(kind, types.Array):
        return Array(numpy_support.as_dtype(kind.dtype), (None,) * kind.ndim, kind.layout)
    if isinstance(kind, types.Record) and kind is state_type:
        return NumpyRecord(example.dtype)
    if isinstance(kind, _WHOLE):
        return Whole(type(example))
    problem = f"it returns {plain_type(state_type)}"
    if kind is not state_type:
        problem += f", with {plain_type(kind)} in it"
    raise Unsupported(problem, _EXPECTED)


def _number(kind: Any, cls: type) -> Form:
    """Return the form of a number: of the class of the example if that is of the very type."""
    dtype = numpy_support.as_dtype(kind)
    if issubclass(cls, np.generic) and np.dtype(cls) == dtype:
        return Number(cls)
    if isinstance(kind, types.Integer):
        exact = issubclass(cls, int) and not issubclass(cls, bool)
        return Number(cls if exact else int, int(kind.minval), int(kind.maxval))
    return Number({"?": bool, "d": float, "D": complex}.get(dtype.char, dtype.type))
