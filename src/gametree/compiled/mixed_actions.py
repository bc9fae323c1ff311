"""Actions that are not all made alike: listed, compared, and as keys.

Each is a value of one of several kinds, which is packed as soon as it is listed.
"""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import intrinsic, lower_builtin, overload

from ..primitives import actions as plain
from ..primitives import hashing
from .first_templates import put_first
from .mixed_kinds import by_kind
from .packing import is_packable, pack_part, place_of_kind, unpacked_of_kind
from .reasons import Unsupported
from .type_names import plain_type
from .values.displays import list_of
from .values.enums import EnumType
from .values.heads import new_head
from .values.key_hashes import taken_in
from .values.memory import constant
from .values.operations import generated, operation
from .values.sequences import ListType
from .values.unions import UnionType, hash_with, kind_number

__all__ = ["packers"]


# Lists of actions, which are made of what each is.


@lru_cache(maxsize=64)
def packers(union: UnionType) -> tuple[Any, Any]:
    """Return the functions that make a value of a union, and a list of them of some values."""

    @intrinsic
    def as_action(typing: Any, value: Any) -> Any:
        kind = types.unliteral(value)
        if not is_packable(union.part, kind):
            raise Unsupported(
                f"it lists {plain_type(kind)} as an action, and no random game had such a one",
                "make sure that random games come to see all kinds of actions",
            )

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return pack_part(context, builder, union.part, kind, args[0])

        return union(kind), generate

    @intrinsic
    def nothing_listed(typing: Any) -> Any:
        made = ListType(union)
        return made(), lambda context, builder, sig, args: new_head(context, builder)

    def as_actions(values: Any) -> Any:
        """Return the list of some values, each as a value of the union."""
        return list(values)

    @operation(as_actions)
    def typing(values: Any) -> Any:
        if isinstance(values, types.BaseTuple):
            said = "".join(f"as_action(values[{place}]), " for place in range(len(values)))
            if not said:
                return lambda values: nothing_listed()
            names = {"as_action": as_action, "list_of": list_of, "__name__": __name__}
            return eval(f"lambda values: list_of(({said}))", names)
        if isinstance(values, ListType) and values.item is types.undefined:
            return lambda values: nothing_listed()

        def collect(values):
            result = nothing_listed()
            for each in values:
                result.append(as_action(each))
            return result

        return collect

    return as_action, as_actions


# Comparisons.


@put_first(operator.eq, operator.ne, operator.is_, operator.is_not)
class _TypeOfComparison(AbstractTemplate):  # type: ignore[misc]
    """Two values of different kinds are not equal; Numba would take one for the other's kind."""

    def generic(self, args: Any, kws: Any) -> Any:
        if not any(isinstance(each, UnionType) for each in args):
            return None
        if any(isinstance(each, types.Optional) for each in args):
            return None
        by_identity = self.key in (operator.is_, operator.is_not)
        if by_identity and not any(isinstance(each, types.NoneType | EnumType) for each in args):
            raise Unsupported("it asks with `is` what an action is", "use == or isinstance")
        return signature(types.boolean, *args)

    def get_impl_key(self, sig: Any) -> Any:
        same = self.key in (operator.eq, operator.is_)
        return "gametree.union.same" if same else "gametree.union.other"


@lower_builtin("gametree.union.same", types.Any, types.Any)
def _same(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    (union, other), (value, with_which) = sig.args, args
    if union == other:
        return builder.icmp_unsigned("==", value, with_which)
    if not isinstance(union, UnionType):
        (union, other), (value, with_which) = (other, union), (with_which, value)
    place = place_of_kind(union.part, other)
    result = cgutils.alloca_once_value(builder, cgutils.false_bit)
    if place is not None:
        number = kind_number(builder, union, value)
        with builder.if_then(builder.icmp_unsigned("==", number, constant(place))):
            part = unpacked_of_kind(context, builder, union, place, value)
            kinds, parts = (union.kinds[place], other), (part, with_which)
            builder.store(_equal(context, builder, kinds, parts), result)
    return builder.load(result)


def _equal(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    if types.none in kinds:
        return cgutils.true_bit
    compare = context.typing_context.resolve_value_type(operator.eq)
    typed = compare.get_call_type(context.typing_context, kinds, {})
    same = context.get_function(compare, typed)(
        builder,
        [context.cast(builder, *each) for each in zip(values, kinds, typed.args, strict=True)],
    )
    return context.cast(builder, same, typed.return_type, types.boolean)


@lower_builtin("gametree.union.other", types.Any, types.Any)
def _other(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_same(context, builder, sig, args))


# Keys: of dicts, and of the statistics that are kept by action.


@generated(hash_with)
def _hash_with(typing, key, union):
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = cgutils.alloca_once_value(builder, args[0])
        number = kind_number(builder, union, args[1])
        for place, kind in enumerate(union.kinds):
            with builder.if_then(builder.icmp_unsigned("==", number, constant(place))):
                part = unpacked_of_kind(context, builder, union, place, args[1])
                builder.store(taken_in(context, builder, kind, part, args[0]), result)
        return builder.load(result)

    return types.int64(types.int64, union), generate


@overload(plain.number_of)
def _number_of(action):  # as Numba wants it: without annotations
    if not isinstance(action, UnionType):
        return None
    return by_kind("action", "number_of(KIND)", list(range(len(action.kinds))))


@operation(hashing._with_part)
def _with_part(key, part):
    if not isinstance(part, UnionType):
        return None
    places = list(range(len(part.kinds)))
    return by_kind("key, part", "with_part(key, KIND)", places, which="part")
