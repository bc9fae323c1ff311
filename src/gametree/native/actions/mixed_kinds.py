"""Takes an action that is one of several kinds for a value of one: casts, and code by the kind.

Rules use an action as a value of the one kind with which Python could do that. Where it is of
another, the search ends with an error.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic, lower_cast

from plainpython import hashing
from plainpython.back_end.raising import raise_if
from plainpython.machine_errors import MachineLimitError
from plainpython.values.kinds import register_join
from plainpython.values.memory import constant
from plainpython.values.sequences.sequences import RowType
from plainpython.values.unions import UnionType, kind_number, number_of_kind

from ...primitives import actions as plain
from .packing import pack, unpacked_of_kind

__all__ = ["as_kind", "by_kind", "is_tuple", "of_kind_at"]

_OTHER_KIND = "an action is of another kind here than the rules take it for"
_NONE = "an action is None here, which it was in no random game"


def _insist(context: Any, builder: Any, union: UnionType, index: int, value: Any) -> None:
    """End the search unless a value is of the kind of that place."""
    same = builder.icmp_unsigned("==", kind_number(builder, union, value), constant(index))
    raise_if(context, builder, builder.not_(same), MachineLimitError, _OTHER_KIND)


def as_kind(context: Any, builder: Any, union: UnionType, index: int, value: Any) -> Any:
    """Return a value of a union as one of the kind of that place; end the search if it is not."""
    _insist(context, builder, union, index, value)
    return unpacked_of_kind(context, builder, union, index, value)


@lower_cast(UnionType, types.Any)
def _cast(context: Any, builder: Any, union: UnionType, wanted: Any, value: Any) -> Any:
    if wanted not in union.kinds:  # a float, of an int
        whole = as_kind(context, builder, union, union.kinds.index(types.int64), value)
        return context.cast(builder, whole, types.int64, wanted)
    return as_kind(context, builder, union, union.kinds.index(wanted), value)


@lower_cast(UnionType, types.Optional)
def _cast_to_optional(context: Any, builder: Any, union: UnionType, wanted: Any, value: Any) -> Any:
    if types.none not in union.kinds:
        present = context.cast(builder, value, union, wanted.type)
        return context.make_optional_value(builder, wanted.type, present)
    result = cgutils.alloca_once_value(builder, context.make_optional_none(builder, wanted.type))
    none = constant(union.kinds.index(types.none))
    there = builder.icmp_unsigned("!=", kind_number(builder, union, value), none)
    with builder.if_then(there):
        present = context.cast(builder, value, union, wanted.type)
        builder.store(context.make_optional_value(builder, wanted.type, present), result)
    return builder.load(result)


@lower_cast(types.Any, UnionType)
def _cast_to(context: Any, builder: Any, kind: Any, union: UnionType, value: Any) -> Any:
    return pack(context, builder, union.part, types.unliteral(kind), value)


@lower_cast(types.Optional, UnionType)
def _cast_from_optional(context: Any, builder: Any, kind: Any, union: UnionType, value: Any) -> Any:
    optional = context.make_helper(builder, kind, value)
    there = cgutils.as_bool_bit(builder, optional.valid)
    packed = pack(context, builder, union.part, kind.type, optional.data)
    if types.none in union.kinds:
        none = pack(context, builder, union.part, types.none, context.get_dummy_value())
        return builder.select(there, packed, none)
    raise_if(context, builder, builder.not_(there), MachineLimitError, _NONE)
    return packed


def _narrower(one: Any, other: Any) -> Any:
    """Return the kind of values that an action is put beside, in a list of the state say."""
    if isinstance(one, UnionType) and other in one.kinds:
        return other
    return one if isinstance(other, UnionType) and one in other.kinds else None


register_join(_narrower)


@lru_cache(maxsize=64)
def of_kind_at(index: int) -> Any:
    """Return the function that takes a value for one of the kind of that place."""

    @intrinsic
    def of_kind(typing: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return as_kind(context, builder, value, index, args[0])

        return value.kinds[index](value), generate

    return of_kind


def is_tuple(kind: Any) -> bool:
    """Return whether a type is one of tuples, of a fixed length or of any."""
    return isinstance(kind, types.BaseTuple) or (isinstance(kind, RowType) and kind.kind == "tuple")


def by_kind(
    parameters: str, expression: str, places: list[int], which: str = "", **known: Any
) -> Any:
    """Return a function that computes an expression of `KIND`, a parameter by its kind.

    That is the first one unless `which` names another. The last of the places stands for all that
    are not listed. `known` are further names in the expression.
    """
    first = which or parameters.split(",")[0]
    names: dict[str, Any] = {f"of_{index}": of_kind_at(index) for index in places}
    said = [expression.replace("KIND", f"of_{index}({first})") for index in places]
    text = said.pop()
    for index, each in reversed(list(zip(places, said, strict=False))):
        text = f"({each} if number_of_kind({first}) == {index} else {text})"
    names |= {"number_of_kind": number_of_kind, "number_of": plain.number_of}
    names |= {"with_part": hashing._with_part, "__name__": __name__, **known}
    return eval(f"lambda {parameters}: {text}", names)
