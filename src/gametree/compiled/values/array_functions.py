"""Functions of NumPy that compiled rules call: how each is found, and what its arguments are."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.typing.npydecl import parse_dtype

from ..reasons import Unsupported
from .array_operations import is_given
from .arrays import ArrayType
from .operations import method, operation

__all__ = ["OF_NUMPY", "array_function", "dtype_of", "insist_axis", "shape_of"]

OF_NUMPY: dict[Any, Any] = {}
"""What rules call in the place of NumPy's functions."""

_Typing = Callable[..., Any]


def array_function(*replaced: Any, name: str = "") -> Callable[[_Typing], _Typing]:
    """Return the decorator for what is called instead of functions, and as a method of a name."""

    def decorator(typing: _Typing) -> _Typing:
        parameters = str(inspect.signature(typing))
        passed = ", ".join(inspect.signature(typing).parameters)
        namespace: dict[str, Any] = {}
        exec(f"def stand_in{parameters}:\n    raise NotImplementedError", namespace)
        stand_in = namespace["stand_in"]
        stand_in.__module__ = __name__
        stand_in.__name__ = f"numpy_{replaced[0].__name__}"
        operation(stand_in)(typing)
        for each in replaced:
            OF_NUMPY[each] = stand_in
        if name:
            text = f"def of{parameters}:\n    return lambda {parameters[1:-1]}: stand_in({passed})"
            exec(text, namespace)
            method(ArrayType, name)(namespace["of"])
        return typing

    return decorator


def dtype_of(argument: Any, default: Any) -> Any:
    """Return the type of numbers that an argument names."""
    if not is_given(argument):
        return default
    named = getattr(argument, "typing_key", None)
    known = {int: types.int64, float: types.float64, bool: types.boolean}
    found = known.get(named) if named in known else parse_dtype(argument)
    if found is None:
        raise Unsupported("a dtype is worked out", "name it, as in dtype=np.int8")
    return found


def insist_axis(axis: Any) -> None:
    """Refuse an axis that is no integer, such as several."""
    if not isinstance(axis, types.Integer):
        raise Unsupported("an axis is no integer", "go along one axis after the other")


def shape_of(shape: Any) -> Any:
    """Return a shape, of which the only size may be given."""
    return (shape,)


@operation(shape_of)
def _typed_shape(shape):
    if isinstance(shape, types.Integer):
        return lambda shape: (shape,)
    return lambda shape: shape
