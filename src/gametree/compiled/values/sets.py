"""Sets and frozen sets: their items, and iteration where nobody can see the order."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

from numba.core import cgutils, types
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import intrinsic, lower_builtin, register_model

from ...primitives.state_forms import OtherForm
from ..reasons import Unsupported
from ..type_names import plain_type
from .heads import new_head, put_span
from .items import check_changeable
from .key_hashes import is_hashable, of_unordered
from .kinds import common_kind, joined, joined_all, register_join, register_kind
from .memory import constant
from .sequences import ListType, Span
from .tables import Table, TableModel, TableType, new_table

__all__ = [
    "SetType",
    "addend",
    "are_disjoint",
    "as_family",
    "items_of",
    "made_set",
    "new_set",
    "put_in",
    "set_of",
    "summands",
    "unordered",
]


class SetType(TableType, types.IterableType):  # type: ignore[misc]
    """The type of sets, or of frozen ones."""

    def __init__(self, item: Any, family: str = "set") -> None:
        self.key_kind = item
        self.family = family
        super().__init__(name=f"{family} of {item}")

    def __reduce__(self) -> tuple[Any, ...]:
        return SetType, (self.key_kind, self.family)

    @property
    def iterator_type(self) -> Any:
        raise Unsupported(
            "it takes the items of a set in an order that may be another with Python",
            "use sorted(...) of the set",
        )

    def with_kinds(self, key: Any, value: Any) -> SetType:
        return SetType(key, self.family)

    @property
    def hashable(self) -> bool:
        """Whether such a set can be an item of another, or a key."""
        return self.family == "frozenset"

    def taken_in(self, context: Any, builder: Any, value: Any, key: Any) -> Any:
        """Return the hash of what came before and the set."""
        table = Table(context, builder, self, value)
        total = cgutils.alloca_once_value(builder, constant(0))
        with table.live_entries() as entry:
            builder.store(builder.add(builder.load(total), table.hash_at(entry)), total)
        return of_unordered(builder, key, table["live"], builder.load(total))

    def items_of(self, value: Any) -> Iterable[tuple[Any, ...]]:
        if type(value).__name__ != self.family:
            raise OtherForm
        return [(each,) for each in value]

    def made_of(self, entries: list[tuple[Any, ...]]) -> Any:
        cls = set if self.family == "set" else frozenset
        return cls(item for (item,) in entries)


def _kind_of_set(value: Any) -> Any:
    item = common_kind(value)
    if item is None:
        raise Unsupported("a set holds items of different types", "give them all one type")
    if item is not types.undefined:
        _insist_hashable(item)
    return SetType(item, type(value).__name__)


def _insist_hashable(item: Any) -> Any:
    if not is_hashable(item):
        raise Unsupported(f"{plain_type(item)} is an item of a set", "use a tuple or a frozenset")
    return item


register_kind(lambda cls: cls in (set, frozenset), _kind_of_set)


def _joined_sets(one: Any, other: Any) -> Any:
    if not (isinstance(one, SetType) and isinstance(other, SetType)):
        return None
    item = joined(one.key_kind, other.key_kind)
    return None if item is None or one.family != other.family else SetType(item, one.family)


register_join(_joined_sets)
register_model(SetType)(TableModel)


def set_of(items: Any) -> Any:
    """Return the set of the members of a tuple."""
    return set(items)


@infer_global(set_of)
class _TypeOfDisplay(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        item = joined_all(map(types.unliteral, args[0].types))
        if item is None:
            raise Unsupported("a set holds items of different types", "give them all one type")
        return signature(SetType(_insist_hashable(item)), *args)


@lower_builtin(set_of, types.BaseTuple)
def _set_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made = sig.return_type
    table = Table(context, builder, made, new_table(context, builder))
    for place, kind in enumerate(sig.args[0].types):
        member = builder.extract_value(args[0], place)
        table.put(context.cast(builder, member, kind, made.key_kind))
    return table.head


@intrinsic
def new_set(typing: Any, kind: Any) -> Any:
    """Return an empty set of a type."""
    made = getattr(kind, "instance_type", kind)
    return made(kind), lambda context, builder, sig, args: new_table(context, builder)


@intrinsic
def items_of(typing: Any, items: Any) -> Any:
    """Return the items of a set as a list, in an order that nobody is to see."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _listed(context, builder, sig.args[0], args[0])

    return ListType(items.key_kind)(items), generate


def _listed(context: Any, builder: Any, kind: SetType, items: Any) -> Any:
    head = new_head(context, builder)
    if kind.key_kind is types.undefined:
        return head
    table = Table(context, builder, kind, items)
    span = Span.made(context, builder, kind.key_kind, table["live"])
    place = cgutils.alloca_once_value(builder, constant(0))
    with table.live_entries() as entry:
        at = builder.load(place)
        span.set(kind.key_kind, at, table.part(entry, 0))
        builder.store(builder.add(at, constant(1)), place)
    put_span(builder, head, span.data, table["live"])
    return head


@intrinsic
def as_family(typing: Any, items: Any, family: Any) -> Any:
    """Return a fresh set as a frozen one, or as one that can change."""
    made = SetType(items.key_kind, family.literal_value)
    return made(items, family), lambda context, builder, sig, args: args[0]


# Algebra.


def common_set(one: SetType, other: SetType) -> Any:
    """Return the type of sets of the class of the first that take the items of both, or None."""
    item = joined(one.key_kind, other.key_kind)
    return None if item is None else SetType(item, one.family)


class Algebra:
    """Two sets in generated code, and what is made of them."""

    def __init__(self, context: Any, builder: Any, kinds: Any, heads: Any) -> None:
        self._context = context
        self._builder = builder
        self._kinds = kinds
        self._tables = [
            Table(context, builder, kind, head) for kind, head in zip(kinds, heads, strict=True)
        ]

    def union(self, made: SetType) -> Any:
        """Return a new set of the items of both."""
        result = Table(self._context, self._builder, made, new_table(self._context, self._builder))
        if made.key_kind == self._kinds[0].key_kind:
            self._tables[0].write_to(result.head)
        else:
            self._put_all(result, 0, made)
        self._put_all(result, 1, made)
        return result.head

    def add(self) -> Any:
        """Put the items of the second into the first, and return it."""
        self._put_all(self._tables[0], 1, self._kinds[0])
        return self._tables[0].head

    def _put_all(self, result: Table, source: int, made: SetType) -> None:
        kind, table = self._kinds[source], self._tables[source]
        if kind.key_kind is types.undefined:
            return
        builder = self._builder
        with table.live_entries() as entry:
            key = self._context.cast(builder, table.part(entry, 0), kind.key_kind, made.key_kind)
            number = table.hash_at(entry)
            known = result.find(made.key_kind, key, number)
            with builder.if_then(builder.icmp_signed("<", known, constant(0))):
                result.add(number, key)

    def chosen(self, shared: bool) -> Any:
        """Return a new set of those items of the first that are in the second, or are not."""
        builder, kind = self._builder, self._kinds[0]
        result = Table(self._context, builder, kind, new_table(self._context, builder))
        if kind.key_kind is not types.undefined:
            with self._tables[0].live_entries() as entry:
                number, key, there = self._looked_up(entry)
                with builder.if_then(there if shared else builder.not_(there)):
                    result.add(number, key)
        return result.head

    def keep(self, shared: bool) -> Any:
        """Take out of the first what is not in the second, or what is; return it."""
        builder = self._builder
        if self._kinds[0].key_kind is not types.undefined:
            with self._tables[0].live_entries() as entry:
                _, _, there = self._looked_up(entry)
                with builder.if_then(builder.not_(there) if shared else there):
                    self._tables[0].remove(entry)
        return self._tables[0].head

    def _looked_up(self, entry: Any) -> Any:
        number, key = self._tables[0].hash_at(entry), self._tables[0].part(entry, 0)
        found = self._tables[1].find(self._kinds[0].key_kind, key, number)
        return number, key, self._builder.icmp_signed(">=", found, constant(0))

    def every(self, shared: bool) -> Any:
        """Return whether all items of the first are in the second, or none."""
        builder = self._builder
        result = cgutils.alloca_once_value(builder, cgutils.true_bit)
        if self._kinds[0].key_kind is not types.undefined:
            with self._tables[0].loop() as (entry, leave):
                _, _, there = self._looked_up(entry)
                with builder.if_then(builder.not_(there) if shared else there):
                    builder.store(cgutils.false_bit, result)
                    leave()
        return builder.load(result)

    def compare_sizes(self, sign: str) -> Any:
        """Return whether the first has fewer items than the second, or as many, and so on."""
        return self._builder.icmp_signed(sign, *(table["live"] for table in self._tables))


@infer_global(operator.or_)
@infer_global(operator.and_)
@infer_global(operator.sub)
class _TypeOfAlgebra(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, SetType) for each in args):
            return None
        made = common_set(*args) if self.key is operator.or_ else args[0]
        return None if made is None or not are_comparable(*args) else signature(made, *args)


def are_comparable(one: SetType, other: SetType) -> bool:
    """Return whether an item of one set may equal an item of the other."""
    return common_set(one, other) is not None


@infer_global(operator.ior)
@infer_global(operator.iand)
@infer_global(operator.isub)
class _TypeOfAlgebraInPlace(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) != 2 or not all(isinstance(each, SetType) for each in args):
            return None
        made = common_set(*args)
        if made is None:
            return None
        if args[0].family == "frozenset":
            made = made if self.key is operator.ior else args[0]
            return signature(made, *args)
        if args[0].key_kind not in (types.undefined, made.key_kind):
            return None
        return signature(made, made, args[1])


@lower_builtin(operator.or_, SetType, SetType)
def _or(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Algebra(context, builder, sig.args, args).union(sig.return_type)


@lower_builtin(operator.and_, SetType, SetType)
def _and(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Algebra(context, builder, sig.args, args).chosen(True)


@lower_builtin(operator.sub, SetType, SetType)
def _sub(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return Algebra(context, builder, sig.args, args).chosen(False)


def _in_place(operation: Any, made_anew: Any, changed: Any) -> None:
    @lower_builtin(operation, SetType, SetType)
    def change(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if sig.args[0].family == "frozenset":
            return made_anew(context, builder, sig, args)
        check_changeable(context, builder, args[0])
        return changed(Algebra(context, builder, sig.args, args))


_in_place(operator.ior, _or, lambda algebra: algebra.add())
_in_place(operator.iand, _and, lambda algebra: algebra.keep(True))
_in_place(operator.isub, _sub, lambda algebra: algebra.keep(False))


@infer_global(operator.le)
@infer_global(operator.lt)
@infer_global(operator.ge)
@infer_global(operator.gt)
@infer_global(operator.eq)
@infer_global(operator.ne)
class _TypeOfComparison(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if len(args) == 2 and all(isinstance(each, SetType) for each in args):
            if are_comparable(*args):
                return signature(types.boolean, *args)
        return None


def _comparing(operation: Any, sign: str, *, swapped: bool = False, negated: bool = False) -> None:
    @lower_builtin(operation, SetType, SetType)
    def compare(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        order = -1 if swapped else 1
        algebra = Algebra(context, builder, sig.args[::order], args[::order])
        result = cgutils.alloca_once_value(builder, algebra.compare_sizes(sign))
        with builder.if_then(builder.load(result)):
            builder.store(algebra.every(True), result)
        told = builder.load(result)
        return builder.not_(told) if negated else told


_comparing(operator.le, "<=")
_comparing(operator.lt, "<")
_comparing(operator.ge, "<=", swapped=True)
_comparing(operator.gt, "<", swapped=True)
_comparing(operator.eq, "==")
_comparing(operator.ne, "==", negated=True)


@intrinsic
def are_disjoint(typing: Any, one: Any, other: Any) -> Any:
    """Return whether two sets have no item in common."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return Algebra(context, builder, sig.args, args).every(False)

    return types.boolean(one, other), generate


@intrinsic
def put_in(typing: Any, items: Any, item: Any) -> Any:
    """Add an item of the very type, whether or not the set is frozen."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        Table(context, builder, sig.args[0], args[0]).put(args[1])
        return context.get_dummy_value()

    return types.void(items, items.key_kind), generate


@infer_getattr
class _Methods(AttributeTemplate):  # type: ignore[misc]
    key = SetType

    @bound_function("gametree.set.add")
    def resolve_add(self, kind: SetType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 1 or kind.family != "set":
            return None
        item = joined(kind.key_kind, _insist_hashable(types.unliteral(args[0])))
        if item is None:
            return None
        return signature(types.none, item).replace(recvr=SetType(item))

    @bound_function("gametree.set.update")
    def resolve_update(self, kind: SetType, args: Any, kws: Any) -> Any:
        if kws or len(args) != 1 or kind.family != "set":
            return None
        other = args[0]
        if not isinstance(other, SetType):
            making = _making(self.context, other)[1]
            if making is None:
                return None
            other = making.return_type
        made = common_set(kind, other)
        if made is None or kind.key_kind not in (types.undefined, made.key_kind):
            return None
        return signature(types.none, args[0]).replace(recvr=made)


def made_set(values: Any = ()) -> Any:
    """Return set(values); see `set_operations`."""
    return set(values)


def _making(typing: Any, values: Any) -> Any:
    """Return the function that makes a set of what can be iterated, and its signature."""
    function = typing.resolve_value_type(made_set)
    return function, function.get_call_type(typing, (values,), {})


@lower_builtin("gametree.set.update", SetType, types.Any)
def _update(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    check_changeable(context, builder, args[0])
    kind, head = sig.args[1], args[1]
    if not isinstance(kind, SetType):
        function, making = _making(context.typing_context, kind)
        make = context.get_function(function, making)
        context.add_linking_libs(getattr(make, "libs", ()))
        kind, head = making.return_type, make(builder, [head])
    Algebra(context, builder, (sig.args[0], kind), (args[0], head)).add()
    return context.get_dummy_value()


@lower_builtin("gametree.set.add", SetType, types.Any)
def _add(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    Table(context, builder, sig.args[0], args[0]).put(args[1])
    return context.get_dummy_value()


# Loops of which no order can change the result.


def unordered(values: Any) -> Any:
    """Return what such a loop is over."""
    return values


def summands(values: Any) -> Any:
    """Return what a sum is of: as `unordered`, but floats are rounded in some order."""
    return values


def addend(value: Any, *sources: Any) -> Any:
    """Return a part of a sum over some sources, of which sets have no order."""
    return value


@infer_global(addend)
class _TypeOfAddend(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if any(isinstance(each, SetType) for each in args[1:]) and not isinstance(
            args[0], types.Integer | types.Boolean
        ):
            raise Unsupported(
                "it sums what it makes of a set, whose order decides how floats are rounded",
                "use sorted(...) of the set",
            )
        return signature(args[0], *args)


@lower_builtin(addend, types.VarArg(types.Any))
def _addend(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return args[0]


@infer_global(unordered)
@infer_global(summands)
class _TypeOfUnordered(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if not isinstance(args[0], SetType):
            return signature(args[0], *args)
        if self.key is summands and isinstance(args[0].key_kind, types.Float):
            raise Unsupported(
                "it sums a set of floats, of which the order decides how they are rounded",
                "use sum(sorted(...))",
            )
        return signature(ListType(args[0].key_kind), *args)


@lower_builtin(unordered, types.Any)
@lower_builtin(summands, types.Any)
def _unordered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    if isinstance(sig.args[0], SetType):
        return _listed(context, builder, sig.args[0], args[0])
    return args[0]
