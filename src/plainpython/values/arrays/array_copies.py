"""Arrays that are made: new ones, copies, and those of Numba's as ours."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, lower_cast

from ...back_end.primitives import primitive
from ...back_end.raising import raise_if
from ...machine_errors import MachineLimitError
from ..constants import placed
from ..heads import FROZEN
from ..memory import BYTES, WORD, constant
from .arrays import FOREIGN, TURNED, ArrayType, ArrayView

__all__ = [
    "copied_array",
    "insist_layout",
    "is_turned",
    "keep_layout",
    "mark_turned",
    "new_array",
    "viewed",
]


@lower_cast(ArrayType, ArrayType)
def _reordered(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    if target.layout == "A" or source.layout == "C":
        return value
    return _copy(context, builder, source, value)


def _copy(context: Any, builder: Any, kind: ArrayType, value: Any) -> Any:
    old = ArrayView.of(context, builder, kind, value)
    new = ArrayView.made(context, builder, kind, old.shape)
    new.take(old)
    return new.value()


@primitive(lambda array: array.as_ordered("C"))
def copied_array(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return a copy of an array, its numbers one behind the other."""
    return _copy(context, builder, sig.args[0], args[0])


@intrinsic
def new_array(typing: Any, dtype: Any, shape: Any) -> Any:
    """Return an array of a shape, of numbers of a type that are to be set."""
    numbers = dtype.dtype if isinstance(dtype, types.DType) else dtype
    kind = ArrayType(getattr(numbers, "instance_type", numbers), len(shape))

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        sizes = [
            context.cast(builder, builder.extract_value(args[1], index), each, types.intp)
            for index, each in enumerate(sig.args[1].types)
        ]
        for size in sizes:
            negative = builder.icmp_signed("<", size, constant(0))
            raise_if(context, builder, negative, ValueError, "negative dimensions are not allowed")
        return ArrayView.made(context, builder, kind, sizes).value()

    return kind(dtype, shape), generate


@primitive(lambda made, source: types.void)
def keep_layout(context: Any, builder: Any, sig: Any, args: Any) -> None:
    """Note that NumPy lays out a new array as one from which it is computed, or a number."""
    made, source = sig.args
    if made.ndim == 1 or not isinstance(source, types.Array | ArrayType) or source.ndim == 1:
        return
    if isinstance(source, types.Array):
        kind = ArrayType(source.dtype, source.ndim, "C" if source.layout == "C" else "A")
        view = _foreign(context, builder, source, args[1], kind)
    else:
        view = ArrayView.of(context, builder, source, args[1])
    with builder.if_then(builder.not_(view.is_in_order()), likely=False):
        _mark_turned(builder, ArrayView.of(context, builder, made, args[0]))


@primitive(lambda made: types.void)
def mark_turned(context: Any, builder: Any, sig: Any, args: Any) -> None:
    """Note that NumPy lays out a new array otherwise than in rows."""
    _mark_turned(builder, ArrayView.of(context, builder, sig.args[0], args[0]))


def _mark_turned(builder: Any, made: ArrayView) -> None:
    words = builder.bitcast(made.owner, WORD.as_pointer())
    length = builder.gep(words, [constant(2)], inbounds=True)
    builder.store(builder.or_(builder.load(length), constant(TURNED)), length)


@primitive(lambda array: types.boolean)
def is_turned(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return whether NumPy lays out an array of ours in another way."""
    return ArrayView.of(context, builder, sig.args[0], args[0]).is_turned()


def insist_layout(array):
    """Raise unless the numbers of an array lie as NumPy lays them out."""
    if is_turned(array):
        raise MachineLimitError(
            "NumPy lays out a turned array, and what is computed from one, in an order of its own: "
            "write .copy() before .reshape(...), .ravel() or .prod()"
        )


@intrinsic
def viewed(typing: Any, array: Any) -> Any:
    """Return an array of Numba's, such as a constant, as one of ours for a moment."""
    if isinstance(array, ArrayType):
        return array(array), lambda context, builder, sig, args: args[0]
    kind = ArrayType(array.dtype, array.ndim, "C" if array.layout == "C" else "A")

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _foreign(context, builder, sig.args[0], args[0], kind).value()

    return kind(array), generate


def _foreign(context: Any, builder: Any, source: Any, value: Any, kind: ArrayType) -> ArrayView:
    array = context.make_helper(builder, source, value)
    head = ir.Constant(ir.ArrayType(WORD, 3), [constant(FROZEN), constant(0), constant(FOREIGN)])
    owner = placed(builder, head).bitcast(BYTES)
    data = builder.bitcast(array.data, BYTES)
    sizes, steps = (
        cgutils.unpack_tuple(builder, each, kind.ndim) for each in (array.shape, array.strides)
    )
    return ArrayView(context, builder, kind, owner, data, sizes, steps)


@lower_cast(types.Array, ArrayType)
def _adopted(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    kind = ArrayType(source.dtype, source.ndim, "C" if source.layout == "C" else "A")
    view = _foreign(context, builder, source, value, kind)
    return _copy(context, builder, kind, view.value())
