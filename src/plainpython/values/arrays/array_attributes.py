"""Attributes of arrays: shape, size, ndim, dtype, T; and whether two are the same."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import lower_builtin, lower_getattr

from ..memory import constant
from .arrays import ArrayType, ArrayView

__all__: list[str] = []


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]
    key = ArrayType

    def resolve_shape(self, kind: ArrayType) -> Any:
        return types.UniTuple(types.intp, kind.ndim)

    def resolve_size(self, kind: ArrayType) -> Any:
        return types.intp

    def resolve_ndim(self, kind: ArrayType) -> Any:
        return types.intp

    def resolve_dtype(self, kind: ArrayType) -> Any:
        return types.DType(kind.dtype)

    def resolve_T(self, kind: ArrayType) -> Any:  # noqa: N802
        return kind if kind.ndim == 1 else kind.as_ordered("A")


@lower_getattr(ArrayType, "shape")
def _shape(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return builder.extract_value(value, 2)


@lower_getattr(ArrayType, "size")
def _size(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return ArrayView.of(context, builder, kind, value).size()


@lower_getattr(ArrayType, "ndim")
def _ndim(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return constant(kind.ndim)


@lower_getattr(ArrayType, "dtype")
def _dtype(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@lower_getattr(ArrayType, "T")
def _transposed(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    view = ArrayView.of(context, builder, kind, value)
    made = kind if kind.ndim == 1 else kind.as_ordered("A")
    sizes, steps = view.shape[::-1], view.strides[::-1]
    return ArrayView(context, builder, made, view.owner, view.data, sizes, steps).value()


@lower_builtin("plainpython.identity.is_not", ArrayType, ArrayType)
def _is_not(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_is(context, builder, sig, args))


@lower_builtin("plainpython.identity.is_", ArrayType, ArrayType)
def _is(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return whether two arrays are the same part of the same memory."""
    if sig.args[0].as_ordered("A") != sig.args[1].as_ordered("A"):
        return cgutils.false_bit
    one, other = (
        ArrayView.of(context, builder, kind, value)
        for kind, value in zip(sig.args, args, strict=True)
    )
    same = builder.icmp_unsigned("==", one.data, other.data)
    for pair in zip(one.shape + one.strides, other.shape + other.strides, strict=True):
        same = builder.and_(same, builder.icmp_signed("==", *pair))
    return same
