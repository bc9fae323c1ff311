"""Actions that are not all made alike: listed, compared, and as keys.

Each is a value of one of several kinds, which is packed as soon as it is listed.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, signature
from numba.extending import intrinsic, lower_builtin

from plainpython import hashing
from plainpython.back_end.numba_parts.first_templates import put_first
from plainpython.reasons import Unsupported
from plainpython.type_names import plain_type
from plainpython.values.heads import new_head
from plainpython.values.memory import constant
from plainpython.values.objects.enums import EnumType
from plainpython.values.operations import generated, operation
from plainpython.values.optional import called, compared
from plainpython.values.sequences.displays import list_of
from plainpython.values.sequences.sequences import ListType
from plainpython.values.tables.key_hashes import taken_in
from plainpython.values.tables.python_hashes import python_hash
from plainpython.values.unions import UnionType, hash_of_union, hash_with, kind_number

from ...primitives import actions as plain
from .mixed_kinds import by_kind
from .packed_kinds import is_packable
from .packing import pack, unpacked_of_kind

__all__ = ["outcome_packers", "packers"]


# Lists of actions, which are made of what each is.


@lru_cache(maxsize=64)
def packers(union: UnionType) -> tuple[Any, Any]:
    """Return the functions that make a value of a union, and a list of them of some values."""

    @intrinsic
    def as_action(typing: Any, value: Any) -> Any:
        kind = types.unliteral(value)
        if kind == union:
            return union(union), lambda context, builder, sig, args: args[0]
        if isinstance(kind, types.Optional) and is_packable(union.part, kind.type):
            return union(kind), lambda context, builder, sig, args: context.cast(
                builder, args[0], kind, union
            )
        if not is_packable(union.part, kind):
            raise Unsupported(
                f"it lists {plain_type(kind)} as an action, and no random game had such a one",
                "make sure that random games come to see all kinds of actions",
            )

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return pack(context, builder, union.part, kind, args[0])

        return union(kind), generate

    return as_action, _packing_all(as_action, union)


@lru_cache(maxsize=64)
def outcome_packers(union: UnionType) -> tuple[Any, Any]:
    """Return the functions that make an outcome with a value of a union, and a list of them."""
    as_action, _ = packers(union)

    def as_outcome(pair: Any) -> Any:
        """Return an outcome whose action is a value of the union."""
        return tuple(pair)

    @operation(as_outcome)
    def typing(pair):
        if not (isinstance(pair, types.BaseTuple) and len(pair) == 2):
            raise Unsupported(
                f"it lists {plain_type(pair)} as an outcome", "list (action, probability) tuples"
            )
        return lambda pair: (as_action(pair[0]), float(pair[1]))

    return as_outcome, _packing_all(as_outcome, types.Tuple((union, types.float64)))


def _packing_all(pack_one: Any, item: Any) -> Any:
    """Return the function that makes a list of some values, each packed as an item of a type."""

    @intrinsic
    def nothing_listed(typing: Any) -> Any:
        made = ListType(item)
        return made(), lambda context, builder, sig, args: new_head(context, builder)

    def pack_all(values: Any) -> Any:
        """Return the list of some values, each packed."""
        return list(values)

    @operation(pack_all)
    def typing(values: Any) -> Any:
        if isinstance(values, types.BaseTuple):
            said = "".join(f"pack_one(values[{index}]), " for index in range(len(values)))
            if not said:
                return lambda values: nothing_listed()
            names = {"pack_one": pack_one, "list_of": list_of, "__name__": __name__}
            return eval(f"lambda values: list_of(({said}))", names)
        if isinstance(values, ListType) and values.item is types.undefined:
            return lambda values: nothing_listed()
        if isinstance(values, ListType) and values.item == item:
            return lambda values: values

        def collect(values):
            result = nothing_listed()
            for each in values:
                result.append(pack_one(each))
            return result

        return collect

    return pack_all


# Comparisons, and what counts as true.


@put_first(operator.eq, operator.ne, operator.is_, operator.is_not)
class _TypeOfComparison(AbstractTemplate):  # type: ignore[misc]
    """A value is compared as what it is; Numba would take it for what it is compared with."""

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
        return f"gametree.union.{self.key.__name__}"


def _each_kind(context: Any, builder: Any, union: UnionType, value: Any) -> Iterator[Any]:
    """Yield each kind of a union, within code for values of it, and what the value is then."""
    number = kind_number(builder, union, value)
    for index, kind in enumerate(union.kinds):
        with builder.if_then(builder.icmp_unsigned("==", number, constant(index))):
            yield kind, unpacked_of_kind(context, builder, union, index, value)


def _same(context: Any, builder: Any, function: Any, kinds: Any, values: Any) -> Any:
    if not isinstance(kinds[0], UnionType):
        kinds, values = kinds[::-1], values[::-1]
    (union, other), (value, with_which) = kinds, values
    result = cgutils.alloca_once_value(builder, cgutils.false_bit)
    for kind, part in _each_kind(context, builder, union, value):
        if isinstance(other, UnionType):
            same = _same(context, builder, function, (other, kind), (with_which, part))
        elif types.none in (kind, other):
            same = cgutils.bool_t(kind == other)
        else:
            same = compared(context, builder, function, (kind, other), (part, with_which))
        builder.store(same, result)
    return builder.load(result)


for _function, _negative in ((operator.eq, operator.ne), (operator.is_, operator.is_not)):

    def _lower(context: Any, builder: Any, sig: Any, args: Any, function: Any = _function) -> Any:
        return _same(context, builder, function, sig.args, args)

    def _lower_not(
        context: Any, builder: Any, sig: Any, args: Any, function: Any = _function
    ) -> Any:
        return builder.not_(_same(context, builder, function, sig.args, args))

    lower_builtin(f"gametree.union.{_function.__name__}", types.Any, types.Any)(_lower)
    lower_builtin(f"gametree.union.{_negative.__name__}", types.Any, types.Any)(_lower_not)


@put_first(bool, operator.truth, operator.not_)
class _TypeOfTruth(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 1 or not isinstance(args[0], UnionType):
            return None
        return signature(types.boolean, args[0])

    def get_impl_key(self, sig: Any) -> Any:
        return "gametree.union.not" if self.key is operator.not_ else "gametree.union.truth"


@lower_builtin("gametree.union.truth", UnionType)
def _truth(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    result = cgutils.alloca_once_value(builder, cgutils.false_bit)
    for kind, part in _each_kind(context, builder, sig.args[0], args[0]):
        if isinstance(kind, types.BaseTuple):
            true = cgutils.bool_t(len(kind) > 0)
        elif kind == types.none:
            true = cgutils.false_bit
        else:
            typed = context.typing_context.resolve_function_type(bool, (kind,), {})
            true = called(context, builder, bool, typed, (kind,), (part,))
        builder.store(true, result)
    return builder.load(result)


@lower_builtin("gametree.union.not", UnionType)
def _not(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(_truth(context, builder, sig, args))


# Keys: of dicts, and of the statistics that are kept by action.


@generated(hash_with)
def _hash_with(typing, key, union):
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = cgutils.alloca_once_value(builder, args[0])
        for kind, part in _each_kind(context, builder, union, args[1]):
            builder.store(taken_in(context, builder, kind, part, args[0]), result)
        return builder.load(result)

    return types.int64(types.int64, union), generate


@generated(hash_of_union)
def _hash_of_union(typing, union):
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = cgutils.alloca_once_value(builder, constant(0))
        for kind, part in _each_kind(context, builder, union, args[0]):
            builder.store(python_hash(context, builder, kind, part), result)
        return builder.load(result)

    return types.int64(union), generate


@operation(plain.number_of)
def _number_of(action):
    if not isinstance(action, UnionType):
        return None
    return by_kind("action", "number_of(KIND)", list(range(len(action.kinds))))


@operation(hashing._with_part)
def _with_part(key, part):
    if not isinstance(part, UnionType):
        return None
    places = list(range(len(part.kinds)))
    return by_kind("key, part", "with_part(key, KIND)", places, which="part")
