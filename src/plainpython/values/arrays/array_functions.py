"""Functions of NumPy in compiled code: how each is found, and what its arguments are."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.typing.npydecl import parse_dtype

from ...back_end.primitives import primitive
from ...reasons import Unsupported
from ..memory import WORD, constant
from ..numbers.numpy_numbers import plain_of
from ..operations import method, operation, typing_for
from ..sequences.sequences import TEXT, ListType, SequenceType
from .array_operations import is_array, is_given
from .arrays import ArrayType

__all__ = [
    "OF_NUMPY",
    "array_code",
    "array_function",
    "axis_of",
    "dtype_of",
    "insist_axis",
    "is_sequence",
    "shape_of",
    "with_axis",
    "without_axis",
]

OF_NUMPY: dict[Any, Any] = {}
"""The functions that replace NumPy's in compiled rules."""

_Typing = Callable[..., Any]


def array_function(
    *replaced: Any, name: str = "", literal: bool = False, of_numpy: bool = True
) -> Callable[[_Typing], _Typing]:
    """Return the decorator for what is called instead of functions, and as a method of a name.

    With `literal` types tell the numbers and truths that are written down in the code. Given a
    list or tuple for `a`, where `typing` knows none of that, they take it for an array. The numbers
    that they give are NumPy's, unless `of_numpy` is False.
    """

    def decorator(typing: _Typing) -> _Typing:
        parameters = str(inspect.signature(typing))
        passed = ", ".join(inspect.signature(typing).parameters)
        namespace: dict[str, Any] = {}
        exec(f"def stand_in{parameters}:\n    raise NotImplementedError", namespace)
        stand_in = namespace["stand_in"]
        stand_in.__module__ = __name__
        stand_in.__name__ = f"numpy_{replaced[0].__name__}"
        if passed.split(", ")[0] == "a":
            namespace.update(typing=typing, array=np.array, known=OF_NUMPY)
            namespace["is_sequence"] = is_sequence
            exec(_OF_SEQUENCES.format(parameters=parameters, passed=passed), namespace)
            typing_of = namespace["typed"]
        else:
            typing_of = typing
        marks = of_numpy and not literal
        operation(stand_in, literal=literal, of_numpy=marks)(typing_of)
        for each in replaced:
            OF_NUMPY[each] = stand_in
        if name:
            text = f"def of{parameters}:\n    return lambda {parameters[1:-1]}: stand_in({passed})"
            exec(text, namespace)
            method(ArrayType, name, of_numpy=marks)(namespace["of"])
        return typing

    return decorator


def array_code(
    *replaced: Any, name: str = "", when: Callable[..., Any] | None = None
) -> Callable[[_Typing], _Typing]:
    """Return the decorator of Python code that replaces functions whose first argument is an array.

    Args:
        replaced: the functions of NumPy.
        name: the method of arrays that does the same, if there is one.
        when: a condition on the types of all arguments.

    """

    def decorate(code: _Typing) -> _Typing:
        array_function(*replaced, name=name)(typing_for(code, (is_array,), when))
        return code

    return decorate


_OF_SEQUENCES = """
def typed{parameters}:
    made = typing({passed})
    if made is None and is_sequence(a):
        array_of = known[array]
        def made{parameters}:
            a = array_of(a)
            return stand_in({passed})
    return made
"""


def is_sequence(kind: Any) -> bool:
    """Return whether a type is one of lists or tuples."""
    return isinstance(kind, SequenceType | types.BaseTuple) and kind != TEXT


def dtype_of(argument: Any, default: Any) -> Any:
    """Return the type of numbers that an argument names."""
    if not is_given(argument):
        return plain_of(default)
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


def axis_of(axis: int, ndim: int) -> int:
    """Return an axis, of which the last may be -1, counted from the first."""
    index = axis + ndim if axis < 0 else axis
    if index < 0 or index >= ndim:
        raise ValueError("axis is out of bounds for the array")
    return index


@primitive(lambda shape, axis: types.UniTuple(types.intp, len(shape) - 1))
def without_axis(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a shape without one of its sizes."""
    sizes = cgutils.unpack_tuple(builder, args[0], len(sig.args[0]))
    axis = context.cast(builder, args[1], sig.args[1], types.intp)
    kept = [
        builder.select(builder.icmp_signed("<", constant(index), axis), *sizes[index : index + 2])
        for index in range(len(sizes) - 1)
    ]
    return cgutils.pack_array(builder, kept, WORD)


@primitive(lambda shape, axis, size: types.UniTuple(types.intp, len(shape) + 1))
def with_axis(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a shape with one more size, at an index."""
    sizes = cgutils.unpack_tuple(builder, args[0], len(sig.args[0]))
    axis = context.cast(builder, args[1], sig.args[1], types.intp)
    size = context.cast(builder, args[2], sig.args[2], types.intp)
    result = []
    for index in range(len(sizes) + 1):
        before = sizes[index] if index < len(sizes) else size
        after = sizes[index - 1] if index else size
        at = constant(index)
        other = builder.select(builder.icmp_signed("<", at, axis), before, after)
        result.append(builder.select(builder.icmp_signed("==", at, axis), size, other))
    return cgutils.pack_array(builder, result)


def shape_of(shape: Any) -> Any:
    """Return a shape, of which the only size may be given."""
    return (shape,)


@operation(shape_of)
def _typed_shape(shape):
    if isinstance(shape, types.Integer):
        return lambda shape: (shape,)
    if isinstance(shape, ListType):
        raise Unsupported("the shape of an array is a list", "write the shape as a tuple")
    return lambda shape: shape
